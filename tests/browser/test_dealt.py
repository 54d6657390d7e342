"""Klondike without tiles on the table, on the page: alone against a bot, and two on their phones."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.test_joining import choice, join_link, phone

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Browser, Page

    from tests.browser.seat import Seat

pytestmark = pytest.mark.slow
DEALT = ("--game", "klondike", "--first", "0", "--option", "dealt=true", "--set", "table.guide=false")
FITS = "#tray .choice.fits"


def lay_one(page: Page) -> None:
    """Takes the first tile of the hand that fits, and points at the place where it would lie, to lay it."""
    page.locator(FITS).first.click()
    expect(page.locator("#tray .choice.held")).to_have_count(1)
    page.locator("#layout .slot.chosen").click()


def test_two_play_on_their_phones_and_see_their_own_hands(sit: Callable[..., Seat], browser: Browser) -> None:
    seat = sit(*DEALT, "--players", "2")
    link = join_link(seat)
    with phone(browser, link) as green, phone(browser, link) as blue:
        choice(green, "Green")
        choice(blue, "Blue")
        for each in (green, blue):
            expect(each.locator("#tray .choice")).to_have_count(14)
        expect(seat.page.locator("#tray")).to_be_hidden()
        values = [
            {tile.get_attribute("data-value") for tile in each.locator("#tray .choice").all()} for each in (green, blue)
        ]
        assert not values[0] & values[1]
        lay_one(green)
        expect(green.locator("#tray .choice")).to_have_count(13)
        expect(seat.page.locator("#layout .slot .tile")).to_have_count(1)
        lay_one(blue)
        expect(seat.page.locator("#layout .slot .tile")).to_have_count(2)
