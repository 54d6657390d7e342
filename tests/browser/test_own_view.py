"""What one browser sees otherwise than others: framed fields, no letters, short rules; and the numbers at the edges."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from companion.tables.claimit.rules import RULES
from hardware.device import Button
from tests.browser.test_pointing import BEGUN, SENT, field

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.seat import Seat

pytestmark = pytest.mark.slow


def banked(seat: Seat) -> str:
    """One player rolls, places, banks and skips the guide; returns the field."""
    seat.touch(Button.OK)
    seat.on("roll")
    name = str(seat.page.locator(".field.chosen").get_attribute("data-place"))
    seat.touch(Button.OK)
    seat.on("choose")
    seat.touch(Button.BANK)
    seat.on("guide")
    seat.touch(Button.BANK)
    seat.on("turn")
    return name


@pytest.mark.parametrize("kind", ["sit", "sit_on_phone"])
def test_a_player_s_row_frames_their_fields_here_and_sends_nothing(request: pytest.FixtureRequest, kind: str) -> None:
    seat = request.getfixturevalue(kind)(*BEGUN)
    name = banked(seat)
    seat.page.evaluate(SENT)
    row, framed = seat.page.locator(".players tbody tr").first, seat.page.locator(".field.framed")
    row.click()
    expect(framed).to_have_count(1)
    expect(framed).to_have_attribute("data-place", name)
    expect(row.locator(".framer")).to_have_attribute("aria-pressed", "true")
    row.locator(".framer").focus()
    seat.page.keyboard.press("Enter")
    expect(framed).to_have_count(0)
    assert [text for text in seat.page.evaluate("sent") if "alive" not in text] == []


def test_letters_on_the_stones_are_hidden_in_this_browser_only(sit: Callable[..., Seat]) -> None:
    seat = sit(*BEGUN)
    banked(seat)
    letter = seat.page.locator("#board .stack text.mark").first
    expect(letter).to_be_visible()
    seat.page.locator(".tool.marks").click()
    expect(letter).to_be_hidden()
    seat.page.reload()
    expect(letter).to_be_hidden()
    seat.touch(Button.OK)
    seat.on("roll")
    seat.touch(Button.OK)
    expect(seat.page.locator("#board .stack text:not(.mark)").first).to_be_visible()


def test_the_rules_are_long_or_short_in_this_browser(sit: Callable[..., Seat]) -> None:
    """The short ones are those of the box; below them stands from which rulebook they are."""
    seat = sit(*BEGUN)
    opened = seat.page.locator("dialog")
    seat.page.locator(".tool.rules").click()
    expect(opened).to_contain_text(RULES[2].text)
    expect(opened).to_contain_text("Wattsalpoag Games 2006")
    opened.get_by_text("In short").click()
    expect(opened).to_contain_text(RULES[2].brief)
    expect(opened).not_to_contain_text(RULES[2].text)
    seat.page.reload()
    seat.page.locator(".tool.rules").click()
    expect(opened).to_contain_text(RULES[2].brief)


@pytest.mark.parametrize("kind", ["sit", "sit_on_phone"])
def test_the_numbers_at_the_edges_name_a_field(request: pytest.FixtureRequest, kind: str) -> None:
    seat = request.getfixturevalue(kind)(*BEGUN)
    lines = seat.page.locator("#board [data-line]")
    expect(lines).to_have_count(0)
    seat.touch(Button.OK)
    seat.on("roll")
    shown = {int(each) for each in seat.frame.state["roll"]}
    expect(lines).to_have_count(2 * len(shown))
    column, row = str(seat.page.locator(".field.usable").first.get_attribute("data-place")).split("/")
    seat.page.locator(f"[data-line='column {column}']").click()
    seat.on("numbers")
    seat.page.locator(f"[data-line='row {row}']").click()
    expect(seat.page.locator(".field.chosen")).to_have_attribute("data-place", f"{column}/{row}")
    # The dice lie on both numbers now: the field, or the button, places.
    seat.page.locator(field(f"{column}/{row}")).click()
    seat.on("choose")
    expect(seat.page.locator(field(f"{column}/{row}") + " .stack")).to_be_visible()


def test_while_the_menu_is_open_no_dice_cover_the_numbers_at_the_edges(sit: Callable[..., Seat]) -> None:
    seat = sit(*BEGUN)
    dice = seat.page.locator(".board-die")
    seat.touch(Button.OK)
    seat.on("roll")
    expect(dice).to_have_count(3)
    seat.page.keyboard.press("m")
    seat.on("menu")
    expect(seat.page.locator("#form")).to_be_visible()
    expect(dice).to_have_count(0)
    seat.touch(Button.UNDO)
    seat.on("roll")
    expect(dice).to_have_count(3)
