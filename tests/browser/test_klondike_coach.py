"""The coach of Klondike on the pages: chances for everybody, what the hand is worth for whoever holds it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.looks import faults
from tests.browser.test_coach import PER_CENT
from tests.browser.test_dealt import DEALT, lay_one
from tests.browser.test_joining import choice, join_link, phone

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Browser

    from tests.browser.seat import Seat

pytestmark = pytest.mark.slow


def test_everybody_sees_chances_and_the_own_page_what_the_hand_is_worth(
    sit: Callable[..., Seat], browser: Browser
) -> None:
    seat = sit(*DEALT, "--players", "2")
    link, watching = join_link(seat), browser.new_page()
    watching.goto(seat.address)
    with phone(browser, link) as green, phone(browser, link) as blue:
        choice(green, "Green")
        choice(blue, "Blue")
        lay_one(green)
        lay_one(blue)
        seat.page.locator(".act.coach").click()
        seat.page.locator("#form [value=yes], #form .command").first.click()
        card = green.locator(".card.coach")
        expect(card.locator(".options li strong")).to_have_text([PER_CENT] * 3)
        expect(card.locator("h2")).to_have_text(re.compile(r"^With your hand: \d·\d on \d/\d[NESW] \d+%, "))
        expect(green.locator(".coached h3")).to_have_text("Win chances, by what lies on the table")
        assert faults(seat.page) == []
        others = (seat.page, blue, watching)
        for each in (green, *others):
            expect(each.locator(".players .strip .win-chance")).to_have_text([PER_CENT, PER_CENT])
        for each in others:
            expect(each.locator(".coached h3")).to_have_text("Win chances")
            expect(each.locator(".options, .why")).to_have_count(0)
            assert "With your hand" not in each.content()
        # In the next turn what the hand is worth goes to the other phone, as soon as the coach is asked there.
        green.locator(".act.ok").click()
        lay_one(green)
        blue.locator(".act.coach").click()
        expect(blue.locator(".card.coach .options li")).to_have_count(3)
        expect(green.locator(".options")).to_have_count(0)
        expect(watching.locator(".options")).to_have_count(0)
    watching.close()


def test_with_real_tiles_the_card_speaks_of_the_tile_that_was_entered(sit: Callable[..., Seat]) -> None:
    seat = sit("--game", "klondike", "--players", "2", "--first", "0", "--set", "table.guide=false")
    page = seat.page
    page.locator(".act.coach").click()
    page.locator("#form [value=yes], #form .command").first.click()
    expect(page.locator(".strip .win-chance")).to_have_text([PER_CENT, PER_CENT])
    expect(page.locator(".coached h3")).to_have_text("Win chances")
    page.locator(".act.ok").click()
    page.locator("#tray .choice[data-value='2|5']").click()
    page.locator(".act.coach").click()
    expect(page.locator(".strip .win-chance")).to_have_text([PER_CENT, PER_CENT])
    expect(page.locator(".card.coach h2")).to_have_text(re.compile(r"^With 2·5: [25]·[25] on "))
