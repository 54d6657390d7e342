"""The story of a game on the page's board: the slider, its keys, and a record that is dropped."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from companion.frontends.web.server import RECORD_BYTES
from companion.locale.translator import languages
from companion.runtime.journal import Journal
from engine.record import to_lines
from hardware.device import Button
from tests.browser.test_looks import faults
from tests.browser.test_wrong import SENT
from tests.companion.program.played import ENDED, keep, played
from tests.companion.program.records import RECORDS

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import Locator, Page

    from tests.browser.seat import Seat

pytestmark = pytest.mark.slow
BEGUN = ("--players", "2", "--first", "0", "--seed", "c1" * 32)
STEPS = len(played(("Ada", "Bob")).lines) - 2
"""The moments after the start; the reveal of the seed is none."""


@pytest.fixture
def journal(tmp_path: Path) -> None:
    """A finished game in the journal of the table."""
    with Journal.open(tmp_path / "journal") as journal:
        keep(journal, played(("Ada", "Bob")))


def opened(seat: Seat, *, still: bool = True) -> Page:
    """The page of a table with the story of its finished game open."""
    page = seat.page
    page.emulate_media(reduced_motion="reduce" if still else "no-preference")
    page.locator(".tool.history").click()
    page.locator("details summary").click()
    page.locator("details .story").click()
    expect(page.locator("#story .caption")).not_to_be_empty()
    return page


def count(page: Page) -> Locator:
    """Which moment is shown, of how many."""
    return page.locator("#story .count")


OF_TABLE = 'import("./games.js").then(({ openStory }) => openStory("table"))'
DROP = """([name, record]) => {
    const data = new DataTransfer();
    data.items.add(new File([record], name));
    for (const way of ["dragover", "drop"]) {
        const event = new DragEvent(way, { dataTransfer: data, bubbles: true, cancelable: true });
        document.getElementById("board").dispatchEvent(event);
    }
}"""


def dropped(seat: Seat, record: str, name: str = "game.jsonl") -> Page:
    """The page, after somebody has chosen a file in the history."""
    page = seat.page
    page.locator(".tool.history").click()
    page.locator("[type=file]").set_input_files({"name": name, "mimeType": "text/plain", "buffer": record.encode()})
    return page


@pytest.mark.usefixtures("journal")
def test_a_game_is_told_from_its_start_to_its_end(sit: Callable[..., Seat]) -> None:
    seat = sit(*BEGUN)
    page = opened(seat)
    expect(count(page)).to_have_text(f"0/{STEPS}")
    expect(page.locator("#story .caption")).to_have_text("Ada begins")
    for key, place in (("ArrowRight", 1), ("PageDown", 11), ("End", STEPS), ("ArrowLeft", STEPS - 1), ("Home", 0)):
        page.keyboard.press(key)
        expect(count(page)).to_have_text(f"{place}/{STEPS}")
    page.keyboard.press("End")
    expect(page.locator(".turn h2")).to_have_text("Ada wins!")
    expect(page.locator("#board .stack")).not_to_have_count(0)
    expect(page.locator("#story [type=range]")).to_have_attribute("aria-valuetext", f"{STEPS}/{STEPS}: Bob banks")
    page.keyboard.press("Escape")
    expect(page.locator(".turn h2")).to_have_text("Green, roll!")
    expect(page.locator("#board .stack")).to_have_count(0)
    seat.agrees()


@pytest.mark.usefixtures("journal")
def test_the_buttons_and_the_slider_do_what_the_keys_do(sit: Callable[..., Seat]) -> None:
    page = opened(sit(*BEGUN))
    page.get_by_role("button", name="One step on").click()
    expect(count(page)).to_have_text(f"1/{STEPS}")
    page.get_by_role("button", name="One step back").click()
    expect(count(page)).to_have_text(f"0/{STEPS}")
    slider = page.locator("#story [type=range]")
    box = slider.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(count(page)).to_have_text(f"{STEPS // 2}/{STEPS}")
    for button in [*page.locator("#story button").all(), slider]:
        size = button.bounding_box()
        assert size is not None
        assert min(size["width"], size["height"]) >= 44


@pytest.mark.usefixtures("journal")
def test_it_plays_by_itself_where_motion_is_wanted(sit: Callable[..., Seat]) -> None:
    page = opened(sit(*BEGUN), still=False)
    page.get_by_role("button", name="Speed: 1 times").click()
    expect(page.get_by_role("button", name="Speed: 2 times")).to_be_visible()
    expect(count(page)).to_have_text(f"3/{STEPS}")
    page.keyboard.press(" ")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    stopped = count(page).inner_text()
    page.wait_for_timeout(1500)
    expect(count(page)).to_have_text(stopped)
    expect(page.locator("#live")).to_have_text(page.locator("#story .caption").inner_text())


@pytest.mark.usefixtures("journal")
def test_nothing_moves_where_little_motion_is_wanted(sit: Callable[..., Seat]) -> None:
    page = opened(sit(*BEGUN))
    page.wait_for_timeout(2500)
    expect(count(page)).to_have_text(f"0/{STEPS}")
    page.keyboard.press(" ")
    expect(count(page)).to_have_text(f"1/{STEPS}")


@pytest.mark.usefixtures("journal")
def test_the_table_hears_no_key_and_its_game_goes_on(sit: Callable[..., Seat]) -> None:
    seat = sit(*BEGUN)
    seat.page.evaluate(SENT)
    page = opened(seat)
    for key in ("b", "u", "Enter", "m", "a", "d", "ArrowLeft", "Backspace"):
        page.keyboard.press(key)
    page.locator("#board .field").first.click()
    page.keyboard.press("Enter")
    page.locator("#story .caption").click()
    page.keyboard.press("Enter")
    assert page.evaluate("sent") == []
    with seat.viewer(token=seat.token) as viewer:
        viewer.send(press="ok")
    expect(page.locator("#story")).to_contain_text("At the table: Green: where does the stone go?")
    expect(page.locator(".turn h2")).to_have_text("Ada, roll!")
    page.get_by_role("button", name="Back to the table").click()
    expect(page.locator(".turn h2")).to_have_text("Green: where does the stone go?")
    seat.agrees()


@pytest.mark.usefixtures("journal")
@pytest.mark.parametrize(("width", "height"), [(360, 640), (1280, 720)])
def test_board_and_slider_are_seen_at_once(sit: Callable[..., Seat], width: int, height: int) -> None:
    seat = sit(*BEGUN, "--set", "table.language=de")
    seat.page.set_viewport_size({"width": width, "height": height})
    page = opened(seat)
    page.keyboard.press("End")
    expect(page.locator(".turn h2")).to_have_text("Ada gewinnt!")
    for seen in ("#board", "#story .caption", "#story [type=range]", "#story .play", "#story .leave"):
        box = page.locator(seen).bounding_box()
        assert box is not None
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= height
        assert box["x"] + box["width"] <= width


def test_the_board_is_as_large_as_before_once_the_story_is_closed(sit: Callable[..., Seat]) -> None:
    seat = sit(*BEGUN)
    page = seat.page
    page.set_viewport_size({"width": 360, "height": 640})
    page.wait_for_timeout(500)
    before = page.locator("#table").bounding_box()
    page.evaluate(OF_TABLE)
    expect(page.locator("#story .caption")).to_have_text("This cannot be shown now.")
    page.wait_for_timeout(500)
    page.keyboard.press("Escape")
    page.wait_for_timeout(500)
    assert page.locator("#table").bounding_box() == before


@pytest.mark.usefixtures("journal")
def test_the_host_plays_on_from_the_turn_that_is_shown(sit: Callable[..., Seat]) -> None:
    seat = sit(*BEGUN, "--set", "table.guide=false")
    page = opened(seat)
    page.locator("#story [type=range]").fill("60")
    expect(count(page)).to_have_text(f"60/{STEPS}")
    expect(page.locator("#board .stack")).not_to_have_count(0)  # the board is drawn after the count is written
    stones = page.locator("#board .stack").count()
    page.locator("#story .from-here").click()
    expect(page.locator("#form")).to_contain_text("The game on the table is kept")
    page.keyboard.press("Escape")
    expect(page.locator("#form")).to_be_hidden()
    opened(seat)
    page.locator("#story [type=range]").fill("60")
    expect(page.locator("#board .stack")).to_have_count(stones)  # what is shown is played on from
    page.locator("#story .from-here").click()
    page.locator("#form [data-key=people]").click()
    expect(page.locator(".players tbody th")).to_contain_text(["Ada", "Bob"])
    expect(page.locator("#board .stack")).to_have_count(stones)


@pytest.mark.parametrize("game", ["klondike", "piratenclaim"])
def test_a_record_of_another_game_is_shown_on_its_own_board(sit: Callable[..., Seat], game: str) -> None:
    seat = sit(*BEGUN)
    seat.page.emulate_media(reduced_motion="reduce")
    page = dropped(seat, to_lines(RECORDS[game]()))
    board = page.locator("#layout" if game == "klondike" else "#map")
    expect(board).to_be_visible()
    page.keyboard.press("End")
    expect(page.locator(".turn h2")).to_contain_text("wins!")
    expect(page.locator("#story .about")).to_contain_text("not fair: the start commits to no seed")
    expect(page.locator(".review .line")).not_to_have_count(0)
    page.keyboard.press("Escape")
    expect(board).to_be_hidden()
    seat.agrees()


def test_a_record_is_dropped_anywhere_on_the_page(sit: Callable[..., Seat]) -> None:
    page = sit(*BEGUN).page
    page.evaluate(DROP, ["a.jsonl", "\n".join(played().lines)])
    expect(page.locator("#story .about")).to_contain_text("fair: the seed fits its commitment")
    expect(page.locator("#story .caption")).to_have_text("Green begins")
    expect(page.locator(".notice")).to_be_hidden()


def test_what_is_wrong_with_a_record_is_said(sit: Callable[..., Seat]) -> None:
    seat = sit(*BEGUN, "--set", "table.language=de")
    lines = played().lines
    page = dropped(seat, "\n".join([*lines[:4], "<img src=x onerror=alert(1)>"]), "<b>a.jsonl")
    expect(page.locator(".notice p")).to_have_text(
        "<b>a.jsonl: Zeile 5: A line holds one JSON object in UTF-8; this one holds none."
    )
    page.get_by_role("button", name="Schließen").click()
    expect(page.locator(".notice")).to_be_hidden()
    expect(page.locator("#story")).to_be_hidden()
    page.evaluate(DROP, ["large.jsonl", "x" * (RECORD_BYTES + 1)])
    expect(page.locator(".notice p")).to_contain_text("large.jsonl ist zu groß")
    seat.agrees()


def test_names_of_markup_are_shown_as_they_are(sit: Callable[..., Seat]) -> None:
    name = "<img src=x onerror=alert(1)>"
    page = dropped(sit(*BEGUN), "\n".join(played((name, "Bob")).lines))
    expect(page.locator("#story .about")).to_contain_text(name)
    expect(page.locator("#story img, .players img")).to_have_count(0)


def test_whoever_only_watches_drops_nothing(sit: Callable[..., Seat]) -> None:
    seat = sit(*BEGUN)
    page = seat.page
    page.evaluate("sessionStorage.clear()")
    seat.come(seat.address)
    page.locator(".tool.history").click()
    expect(page.locator("dialog[open] .quiet")).to_have_text("no games yet")
    expect(page.locator("[type=file]")).to_have_count(0)
    page.keyboard.press("Escape")
    page.evaluate(DROP, ["a.jsonl", "\n".join(played().lines)])
    expect(page.locator(".notice p")).to_contain_text("Only whoever has a link")


def test_the_game_on_the_table_has_its_story_once_it_is_over(sit: Callable[..., Seat], tmp_path: Path) -> None:
    game = played()
    with Journal.open(tmp_path / "journal") as journal:
        number = journal.begin(game.running.lineup.to_json(), game.running.seed, ENDED)
        journal.append(number, game.events[:-1], ENDED)
    seat = sit("--set", "table.guide=false")
    page = seat.page
    assert seat.touch(Button.OK).page == "winner"
    page.evaluate(OF_TABLE)
    expect(page.locator("#story .caption")).to_have_text("Green begins")
    page.keyboard.press("Escape")
    seat.touch(Button.OK)
    page.evaluate(OF_TABLE)
    expect(page.locator("#story .caption")).to_have_text("This cannot be shown now.")
    page.keyboard.press("Escape")
    seat.agrees()


@pytest.mark.usefixtures("journal")
@pytest.mark.parametrize("language", languages())
def test_a_screen_reader_finds_nothing_wrong(sit: Callable[..., Seat], language: str) -> None:
    seat = sit(*BEGUN, "--set", f"table.language={language}")
    page = opened(seat)
    page.evaluate(DROP, ["a.jsonl", "x"])
    expect(page.locator(".notice p")).to_contain_text("a.jsonl: ")
    assert faults(page) == []
