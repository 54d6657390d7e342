"""What the page remembers: the people, all games, and what is done with one of them."""

from __future__ import annotations

import io
import json
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING
from urllib.parse import unquote

import pytest
from PIL import Image
from playwright.sync_api import expect

from companion.locale.translator import languages
from companion.runtime.journal import Journal
from hardware.device import Button
from tests.browser.test_looks import faults
from tests.companion.program.played import BEGUN, ENDED, keep, played

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.browser.seat import Seat

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("language", languages())
def test_the_people_are_told_on_the_page(sit: Callable[..., Seat], tmp_path: Path, language: str) -> None:
    names = ("<img src=x onerror=alert(1)>", "שרה", "W" * 64)
    with Journal.open(tmp_path / "journal") as journal:
        for name in names:
            keep(journal, played((name, "Kim")))
        keep(journal, played(("Kim", "Blue")))
    with closing(sqlite3.connect(tmp_path / "journal")) as database, database:
        database.execute("UPDATE games SET summary = '{' WHERE id = 4")
    page = sit("--set", f"table.language={language}").page
    page.set_viewport_size({"width": 320, "height": 640})
    page.locator(".tool.people").click()
    expect(page.locator("summary strong")).to_have_text(["Kim", *sorted(names)])
    expect(page.locator(".people .room > .quiet")).to_contain_text("4")
    for summary in page.locator("summary").all():
        summary.click()
    expect(page.locator("details tbody")).to_have_count(4)
    expect(page.locator(".chart .line")).to_have_count(4)
    expect(page.locator("details").first.locator("tbody")).to_contain_text("Claim It!")
    assert page.locator(".people img").count() == 0
    assert page.locator(".people .room").evaluate("room => room.scrollWidth - room.clientWidth") == 0
    assert faults(page) == []


def test_older_games_and_more_people_are_a_click_away(sit: Callable[..., Seat], tmp_path: Path) -> None:
    with Journal.open(tmp_path / "journal") as journal:
        for number in range(60):
            keep(journal, played((f"Ann {number}", "Blue")))
    page = sit().page
    for tool in ("history", "people"):
        page.locator(f".tool.{tool}").click()
        expect(page.locator("summary")).to_have_count(50)
        page.locator(".older").focus()
        page.keyboard.press("Enter")
        expect(page.locator("summary")).to_have_count(60)
        expect(page.locator("summary").nth(50)).to_be_focused()
        expect(page.locator(".older")).to_have_count(0)
        page.locator("dialog .close").click()


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
    expect(page.locator(".share button")).to_have_text(["Picture", "Record", "BG Stats", "Check the dice"])
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


def test_a_game_that_cannot_be_shared_now_is_said(sit: Callable[..., Seat], tmp_path: Path) -> None:
    path = tmp_path / "journal"
    with Journal.open(path) as journal:
        keep(journal, played())
    page = sit().page
    page.locator(".tool.history").click()
    page.locator("summary").click()
    expect(page.locator(".share")).to_be_visible()
    page.route("**/api/record/**", lambda route: route.fulfill(status=503, body="{}"))
    for button in page.locator(".share button").all():
        button.click()
        expect(page.locator(".share [role=status]")).to_have_text("This cannot be shown now.")
        expect(button).to_be_enabled()


def test_the_winners_card_shares_the_game_that_is_not_in_the_history_yet(
    sit: Callable[..., Seat], tmp_path: Path
) -> None:
    game = played(("Kim", "Zoe"))
    with Journal.open(tmp_path / "journal") as journal:
        number = journal.begin(game.running.lineup.to_json(), game.running.seed, BEGUN)
        journal.append(number, [event for event in game.events if event["event"] != "reveal"], ENDED)
    seat = sit("--set", "table.guide=false")
    seat.touch(Button.OK)
    page = seat.page
    page.get_by_role("button", name="Share", exact=True).click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Picture", exact=True).click()
    assert download.value.suggested_filename.endswith("-table.png")
    with Image.open(download.value.path()) as image:
        assert image.width == 1600
    page.get_by_role("button", name="BG Stats", exact=True).click()
    expect(page.locator(".share .code")).to_be_visible()
    page.get_by_role("button", name="Check the dice", exact=True).click()
    expect(page.locator(".share figure")).to_contain_text("The seed is told once you press Done")
    assert faults(page) == []
    page.locator(".share figure button").click()
    assert seat.on("attract").page == "attract"
