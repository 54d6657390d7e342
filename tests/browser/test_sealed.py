"""Sealed dice on the page: the commitment and its code, words that are typed, and what stays during the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from companion.runtime.journal import Journal
from engine.dice import commitment
from tests.browser.test_forms import command, form

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import Page

    from tests.browser.seat import Seat

pytestmark = pytest.mark.slow


def add_word(page: Page, word: str) -> None:
    """Types a word, and adds it."""
    form(page).locator("[data-key='word'] input").fill(word)
    command(page, "Add this word").click()


def test_the_dice_are_sealed_by_typing(sit: Callable[..., Seat], tmp_path: Path) -> None:
    seat = sit("--players", "2", "--sealed")
    page = seat.page
    sealed = page.locator("#sealed")
    expect(sealed.locator("svg.code")).to_be_visible()
    digits = (sealed.locator(".digits").text_content() or "").replace(" ", "")
    expect(sealed.locator("dd")).to_have_text(["no word yet", "no word yet"])
    command(page, "Add your words").click()
    command(page, "The first word").click()
    add_word(page, "Zoë's 417")
    expect(sealed.locator("dd")).to_have_text(["“Zoë's 417”", "no word yet"])
    command(page, "The next word").click()
    form(page).locator("[data-key='word'] input").fill("<b>bob!</b>")
    page.keyboard.press("Enter")
    expect(sealed.locator("dd")).to_have_text(["“Zoë's 417”", "“<b>bob!</b>”"])
    command(page, "Begin the game").click()
    expect(form(page)).to_be_hidden()
    expect(sealed.locator("summary")).to_be_visible()
    expect(sealed.locator("svg.code")).to_be_hidden()
    with Journal.read(tmp_path / "journal") as journal:
        kept = journal.unfinished()
    assert kept is not None
    assert commitment(kept.seed) == digits
    assert [event["word"] for event in kept.events] == ["Zoë's 417", "<b>bob!</b>"]


def test_an_abandoned_game_is_told_in_the_history(sit: Callable[..., Seat]) -> None:
    seat = sit("--players", "2", "--sealed")
    page = seat.page
    command(page, "Add your words").click()
    command(page, "The first word").click()
    add_word(page, "417")
    command(page, "Abandon the game").click()
    command(page, "yes").click()
    expect(form(page).get_by_role("heading", name="New game")).to_be_visible()
    page.get_by_role("button", name="History").click()
    details = page.locator("dialog details.abandoned")
    details.locator("summary").click()
    expect(details.locator("dd")).to_have_text(["“417”", "no word yet"])
    expect(details.locator(".digits")).to_have_count(2)
