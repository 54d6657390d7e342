import io
import json
import re
from collections.abc import Callable
from pathlib import Path
from urllib.parse import unquote

import pytest
from PIL import Image
from playwright.sync_api import Locator, Page, expect

from companion.runtime.journal import Journal
from hardware.device import Button
from tests.browser.browser_companion import BrowserCompanion
from tests.browser.input_devices import open_in_menu
from tests.browser.page_checks import accessibility_faults
from tests.companion.program.recorded_games import played, save_game

pytestmark = pytest.mark.slow


def test_a_game_is_shared_as_picture_record_and_play(
    start_companion: Callable[..., BrowserCompanion], tmp_path: Path
) -> None:
    names = ("<img src=x onerror=alert(1)>", "שרה 😀")
    with Journal.open(tmp_path / "journal") as journal:
        save_game(journal, played(names))
    page = start_companion().page
    violations = list[str]()
    page.on("console", lambda message: violations.append(message.text) if message.type == "error" else None)
    page.set_viewport_size({"width": 320, "height": 640})
    open_in_menu(page, ".tool.history").click()
    page.locator("summary").click()
    expect(page.locator(".share button")).to_have_text(["Picture", "Record", "BG Stats"])
    saved = dict[str, bytes]()
    for name in ("Picture", "Record"):
        with page.expect_download() as download:
            page.get_by_role("button", name=name, exact=True).click()
        saved[download.value.suggested_filename] = download.value.path().read_bytes()
    assert list(saved) == ["claimit-2026-11-21-1.png", "claimit-2026-11-21-1.jsonl"]
    picture, record = saved.values()
    with Image.open(io.BytesIO(picture)) as image:
        assert image.width == 1600
        greens = sum(n for n, colour in image.convert("RGB").getcolors(1 << 24) or () if colour == (0, 204, 136))
    assert greens > 1000  # a stone and a player's mark in the first seat's colour, which no message of a fault has
    assert json.loads(record.splitlines()[0])["players"] == list(names)
    page.get_by_role("button", name="BG Stats").click()
    link = page.get_by_role("link", name="Add to BG Stats").get_attribute("href") or ""
    assert json.loads(unquote(link.partition("data=")[2]))["players"][1]["name"] == names[1]
    expect(page.locator(".share .code")).to_be_visible()
    assert page.locator(".history .room").evaluate("room => room.scrollWidth - room.clientWidth") == 0
    assert violations == []
    assert accessibility_faults(page) == []


PER_CENT = re.compile(r"\d+\s?%")


def test_every_viewer_sees_the_coachs_answer(
    start_companion: Callable[..., BrowserCompanion], new_page: Callable[[], Page]
) -> None:
    companion = start_companion("--players", "2", "--first", "1", "--seed", "c1" * 32, "--set", "table.guide=false")
    page, watching = companion.page, new_page()
    watching.goto(companion.address)
    page.set_viewport_size({"width": 360, "height": 640})
    companion.press(Button.OK)
    expect(page.locator(".players.coached")).to_have_count(0)
    page.locator(".tool.coach").click()
    page.locator("#form [value=yes], #form .command").first.click()
    card = page.locator("#deck .coach")
    expect(card.locator(".chances li strong").first).to_have_text(PER_CENT)
    for each in (page, watching):
        expect(each.locator(".players.coached td:last-child")).to_have_text([PER_CENT, PER_CENT])
    expect(watching.locator(".tool.coach:visible")).to_have_count(0)
    assert accessibility_faults(page) == []
    # Headline and cursor name the best field.
    best = card.locator(".chances li span").first.inner_text()
    expect(page.locator("#deck .turn h2")).to_have_text(f"Best: {best}")
    expect(page.locator("#board .chosen")).to_have_attribute("data-place", best)
    expect(page.locator("#deck .dice .die")).to_have_count(3)
    page.locator(".act.ok").click()
    expect(card).to_have_count(0)
    assert companion.wait_for_page("choose").page == "choose"
    expect(page.locator(".players.coached")).to_be_visible()
    # From position to position it becomes a chart, also for spectators.
    page.locator(".act.ok").click()
    for each in (page, watching):
        expect(each.locator(".coached .review .area")).to_have_count(2)
        expect(each.locator(".coached h2")).to_have_text("Win chances between good players")
        expect(each.locator(".coached .levels small")).to_have_text([PER_CENT] * 3)
        expect(each.locator(".coached .axis .of")).to_have_text(["Green", "Blue"])
    assert accessibility_faults(page) == []


BEGUN = ("--players", "2", "--first", "1", "--seed", "c1" * 32)
RECORD_SENT = """
    window.sent = [];
    const send = WebSocket.prototype.send;
    WebSocket.prototype.send = function (text) {
        const { view, ...message } = JSON.parse(text); // the view for which a press was made
        if (!message.alive && !message.frames) sent.push(message);
        send.call(this, text);
    };
    null;
"""
"""What the page sends, without the messages that test the connection."""


@pytest.fixture
def steps(tmp_path: Path) -> int:
    with Journal.open(tmp_path / "journal") as journal:
        save_game(journal, played(("Ada", "Bob")))
    return len(played(("Ada", "Bob")).lines) - 2


def open_story(companion: BrowserCompanion, *, still: bool = True) -> Page:
    page = companion.page
    page.emulate_media(reduced_motion="reduce" if still else "no-preference")
    open_in_menu(page, ".tool.history").click()
    page.locator("details summary").click()
    page.locator("details .story").click()
    expect(page.locator("#story .caption")).not_to_be_empty()
    return page


def counter(page: Page) -> Locator:
    return page.locator("#story .count")


def test_a_story_goes_from_the_start_to_the_end(start_companion: Callable[..., BrowserCompanion], steps: int) -> None:
    companion = start_companion(*BEGUN)
    page = open_story(companion)
    expect(counter(page)).to_have_text(f"0/{steps}")
    expect(page.locator("#story .caption")).to_have_text("Ada starts")
    for key, place in (("ArrowRight", 1), ("End", steps), ("ArrowLeft", steps - 1), ("Home", 0)):
        page.keyboard.press(key)
        expect(counter(page)).to_have_text(f"{place}/{steps}")
    page.keyboard.press("End")
    expect(page.locator(".turn h2")).to_have_text("Ada wins!")
    expect(page.locator("#board .stack")).not_to_have_count(0)
    expect(page.locator("#story [type=range]")).to_have_attribute(
        "aria-valuetext", re.compile(f"^{steps}/{steps}: Bob banked ")
    )
    page.keyboard.press("Escape")
    expect(page.locator(".turn h2")).to_have_text("Green, roll the dice")
    expect(page.locator("#board .stack")).to_have_count(0)
    companion.wait_for_picture()


@pytest.mark.usefixtures("steps")
def test_an_analysis_in_the_history_leads_to_the_story(
    start_companion: Callable[..., BrowserCompanion], steps: int
) -> None:
    page = open_story(start_companion(*BEGUN))
    account = page.locator(".card.analysis")
    expect(account.locator(".sums tr:last-child td:last-child")).to_have_text("100", timeout=60_000)
    expect(account.locator(".commands [aria-pressed=true]")).to_have_text("Ada")
    account.get_by_role("button", name="Bob", exact=True).click()
    expect(account.locator(".sums tr:last-child td:last-child")).to_have_text("0")
    account.locator(".at").first.click()
    expect(counter(page)).not_to_have_text(f"0/{steps}")
    expect(page.locator("#story .about")).to_contain_text("Ada, Bob")
    page.keyboard.press("Escape")
    expect(account).to_have_count(0)


@pytest.mark.usefixtures("steps")
def test_a_story_sends_no_key_and_the_game_continues(start_companion: Callable[..., BrowserCompanion]) -> None:
    companion = start_companion(*BEGUN)
    companion.page.evaluate(RECORD_SENT)
    page = open_story(companion)
    for key in ("b", "u", "Enter", "m", "a", "d", "ArrowLeft", "Backspace"):
        page.keyboard.press(key)
    page.locator("#board .field").first.click()
    page.keyboard.press("Enter")
    page.locator("#story .caption").click()
    page.keyboard.press("Enter")
    assert page.evaluate("sent") == []
    with companion.connect(token=companion.token) as viewer:
        viewer.send(press="ok")
    expect(page.locator("#story")).to_contain_text("At the table: Place a stone")
    expect(page.locator(".turn h2")).to_have_text("Ada, roll the dice")
    page.get_by_role("button", name="Back to the table").click()
    expect(page.locator(".turn h2")).to_have_text("Place a stone")
    companion.wait_for_picture()


def test_the_host_continues_from_the_shown_turn(start_companion: Callable[..., BrowserCompanion], steps: int) -> None:
    companion = start_companion(*BEGUN, "--set", "table.guide=false")
    page = open_story(companion)
    page.locator("#story [type=range]").fill("60")
    expect(counter(page)).to_have_text(f"60/{steps}")
    expect(page.locator("#board .stack")).not_to_have_count(0)  # the board is drawn after the count is written
    stones = page.locator("#board .stack").count()
    page.locator("#story .from-here").click()
    expect(page.locator("#form")).to_contain_text("You can resume the current game later.")
    page.keyboard.press("Escape")
    expect(page.locator("#form")).to_be_hidden()
    open_story(companion)
    page.locator("#story [type=range]").fill("60")
    expect(page.locator("#board .stack")).to_have_count(stones)  # what is shown is played on from
    page.locator("#story .from-here").click()
    page.locator("#form [data-key=people]").click()
    expect(page.locator(".players tbody th")).to_contain_text(["Ada", "Bob"])
    expect(page.locator("#board .stack")).to_have_count(stones)
