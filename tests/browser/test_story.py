import io
import json
import re
from collections.abc import Callable
from pathlib import Path
from urllib.parse import unquote

import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from companion.runtime.journal import Journal
from hardware.device import Button
from tests.browser.looks import faults
from tests.browser.seat import Seat
from tests.companion.program.played import keep, played

pytestmark = pytest.mark.slow


def test_a_game_is_shared_as_picture_record_and_play(sit: Callable[..., Seat], tmp_path: Path) -> None:
    names = ("<img src=x onerror=alert(1)>", "שרה 😀")
    with Journal.open(tmp_path / "journal") as journal:
        keep(journal, played(names))
    page = sit().page
    violations = list[str]()
    page.on("console", lambda message: violations.append(message.text) if message.type == "error" else None)
    page.set_viewport_size({"width": 320, "height": 640})
    page.locator(".tool.history").click()
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
    assert faults(page) == []


PER_CENT = re.compile(r"\d+\s?%")


def test_the_coach_answers_after_a_question_and_everybody_sees_it(
    sit: Callable[..., Seat], visit: Callable[[], Page]
) -> None:
    seat = sit("--players", "2", "--first", "1", "--seed", "c1" * 32, "--set", "table.guide=false")
    page, watching = seat.page, visit()
    watching.goto(seat.address)
    page.set_viewport_size({"width": 360, "height": 640})
    seat.touch(Button.OK)
    expect(page.locator(".strip")).to_have_count(0)
    page.locator(".act.coach").click()
    page.locator("#form [value=yes], #form .command").first.click()
    card = page.locator(".card.coach")
    expect(card.locator(".options li strong").first).to_have_text(PER_CENT)
    for each in (page, watching):
        expect(each.locator(".players .strip .win-chance")).to_have_text([PER_CENT, PER_CENT])
    expect(watching.locator(".act.coach:visible")).to_have_count(0)
    assert faults(page) == []
    # The task stays the headline, the best two are a sentence below it, and the field under the cursor is the best one.
    expect(card.locator("h2")).to_have_text("Green: where does the stone go?")
    expect(card.locator(".says")).to_have_text(re.compile(r"\d/\d \d+%, \d/\d \d+%"))
    best = card.locator(".options li span").first.inner_text()
    expect(page.locator("#board .chosen")).to_have_attribute("data-place", best)
    expect(page.locator(".card.about h3")).to_have_text(best)
    expect(page.locator("#board .board-die")).to_have_count(3)
    page.locator(".act.ok").click()
    expect(card).to_have_count(0)
    assert seat.on("choose").page == "choose"
    expect(page.locator(".strip")).to_be_visible()
    # From position to position it becomes a chart, also for spectators.
    page.locator(".act.ok").click()
    for each in (page, watching):
        expect(each.locator(".players .review .area")).to_have_count(2)
        expect(each.locator(".coached h3")).to_have_text("Win chances between good players")
        expect(each.locator(".coached .levels small")).to_have_text([PER_CENT] * 3)
        expect(each.locator(".coached .axis .of")).to_have_text(["Green", "Blue"])
    assert faults(page) == []
