"""Klondike without tiles on the table, on the page: alone against a bot, and two on their phones."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from companion.program.actions import BLIND_S
from tests.browser.test_joining import choice, join_link, phone
from tests.browser.test_sizes import boxes

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Browser, Page

    from tests.browser.seat import Seat

pytestmark = pytest.mark.slow
DEALT = ("--game", "klondike", "--first", "0", "--option", "dealt=true", "--set", "table.guide=false")
SOLO = ("--game", "klondike", "--players", "2", "--first", "0", "--bot", "2=prospector", "--set", "table.bot_step_s=0")
FITS = "#tray .choice.fits"
LAID = "document.querySelectorAll('#layout .slot .tile').length"
NAMES_PX = """all => all.filter((name) => name.checkVisibility()).map((name) => {
    return parseFloat(getComputedStyle(name).fontSize) * name.getScreenCTM().a;
})"""
"""How large the names of places are that are to be seen, in pixels of the screen."""


def laid(page: Page) -> int:
    """How many tiles lie out, as the board on the page shows them."""
    return int(page.evaluate(LAID))


def lay_one(page: Page) -> None:
    """Takes the first tile of the hand that fits, and points at the place where it would lie, to lay it."""
    page.locator(FITS).first.click()
    expect(page.locator("#tray .choice.held")).to_have_count(1)
    page.locator("#layout .slot.chosen").click()


def test_a_match_alone_against_a_bot_is_played_on_the_page(sit: Callable[..., Seat]) -> None:
    seat = sit(*SOLO)
    page = seat.page
    page.set_viewport_size({"width": 360, "height": 640})
    expect(page.locator("#tray h2")).to_have_text("Your hand")
    expect(page.locator(".act.ok")).to_be_hidden()  # the hand lies open
    (board,) = boxes(page, "#layout svg")
    held, headline = 14, page.locator(".turn h2").first
    while True:
        # The bot has laid a tile, too: it is the person's turn again, until all 24 lie out.
        expect(headline).to_have_text(re.compile("^(Green, lay a tile!|Round 1 is over.)"))
        if "Round" in (headline.text_content() or ""):
            break
        expect(page.locator("#tray .choice")).to_have_count(held)
        if page.locator(FITS).count():
            lay_one(page)
            held -= 1
            expect(page.locator("#tray .choice:visible")).not_to_have_count(held + 1)
        else:
            before = laid(page)
            page.wait_for_timeout(1000 * BLIND_S)  # it may have passed just now
            page.locator(".act.bank").click()
            # The bot has laid a tile, or has passed, too.
            seat.until_page(f"/Round/.test(document.querySelector('.turn h2').textContent) || ({LAID}) > {before}")
    assert held < 8
    expect(page.locator(".news")).to_contain_text(
        re.compile(r"^(Green|Prospector): \d/\d \+\d.*Won by nobody: ", re.DOTALL)
    )
    expect(page.locator("#layout .slot:not(:has(.tile))")).to_have_count(0)
    page.wait_for_timeout(100)  # the board takes what the others leave
    assert boxes(page, "#layout svg") == [board]


def test_a_phone_shows_board_turn_and_the_whole_hand_at_once(sit: Callable[..., Seat]) -> None:
    seat = sit(*SOLO)
    page = seat.page
    page.set_viewport_size({"width": 360, "height": 640})
    expect(page.locator("#tray .choice")).to_have_count(14)
    seat.until_page("[...document.querySelectorAll('.act')].length > 0")
    page.wait_for_timeout(100)  # the board takes what the others leave
    tiles = boxes(page, "#tray .choice svg")
    assert min(tile["height"] for tile in tiles) >= 44
    assert max(tile["y"] + tile["height"] for tile in tiles) <= 640
    chip, dot = (boxes(page, f".spot[data-name='2/2'] .{part}")[-1] for part in ("chip", "dot"))
    assert chip["x"] > dot["x"] + dot["width"] or chip["y"] + chip["height"] < dot["y"]
    assert min(page.locator("#layout .name").evaluate_all(NAMES_PX)) >= 10
    expect(page.locator("p.advice")).to_contain_text("yellow edge")
    watching = page.context.new_page()
    watching.goto(seat.address)
    expect(watching.locator("#layout")).to_be_visible()
    expect(watching.locator(".slot.usable, p.advice")).to_have_count(0)


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
