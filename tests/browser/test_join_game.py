"""Games that are on already are laid on the page of a small phone, by nothing but a thumb; other phones join them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from tests.browser.hands import Thumb
from tests.browser.test_joining import choice, join_link, phone

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Browser

    from tests.browser.seat import Seat

pytestmark = pytest.mark.slow
STONES = {
    "1/1": ["p0"],
    "2/1": ["own", "p1"],
    "6/6": ["p1"],
    "3/4": ["own", "p0"],
}
"""What lies on four fields."""
TOUCHES = {("p0",): 1, ("own", "p0"): 2, ("p1",): 3, ("own", "p1"): 4}
"""How often a field is pointed at until this lies there, once it is under the cursor."""
TILES = {"1/1W": "3|5", "2/2E": "1|4", "3/3N": "0|6"}
"""A tile at three slots; none fits another's claim, so each claim has a digit of its own."""


def start_joining(seat: Seat) -> Thumb:
    """Chooses it in the menu."""
    thumb = Thumb(seat)
    thumb.press("menu")
    thumb.choose("Join a game")
    return thumb


def state_of(seat: Seat) -> dict[str, Any]:
    """The state of the game that goes on."""
    assert seat.frame.state is not None
    return seat.frame.state


def lay_stones(thumb: Thumb) -> None:
    """Points at each field until what lies there on the table lies there."""
    for place, stones in STONES.items():
        if place not in thumb.frame.text:
            thumb.point(place)
        for _ in range(TOUCHES[tuple(stones)]):
            thumb.point(place)


def test_a_game_of_claim_it_is_joined_by_pointing_only(sit_on_phone: Callable[..., Seat]) -> None:
    seat = sit_on_phone("--players", "2", "--seed", "c1" * 32)
    thumb = start_joining(seat)
    lay_stones(thumb)
    thumb.press("bank")
    assert thumb.choose("turn 1").page == "turn"
    assert (state_of(seat)["board"], state_of(seat)["turn"]) == (STONES, 1)
    assert thumb.press("ok").page in {"roll", "bust"}


def test_a_match_of_klondike_is_joined_by_pointing_only(sit_on_phone: Callable[..., Seat]) -> None:
    seat = sit_on_phone("--game", "klondike", "--players", "2", "--seed", "c1" * 32)
    thumb = start_joining(seat)
    for slot, tile in TILES.items():
        if thumb.page.locator("#layout .slot.chosen").get_attribute("data-name") != slot:
            thumb.point(slot)
        thumb.take_tile(tile)
    thumb.point("3/3N")
    thumb.press("bank")
    thumb.answer("turn", 1)
    assert thumb.choose("bank").page == "klondike_turn"
    joined = state_of(seat)
    assert (joined["turn"], joined["round"]) == (1, 1)
    assert joined["slots"] == {"1/1W": [3, 5], "2/2E": [1, 4], "3/3N": [6, 0]}


def test_who_joins_with_a_phone_plays_on_in_a_joined_game(sit: Callable[..., Seat], browser: Browser) -> None:
    seat = sit("--players", "2", "--seed", "c1" * 32)
    link = join_link(seat)
    page = seat.page
    page.locator(".act.menu").click()
    page.locator("#form [data-key='Join a game']").click()
    seat.on("join_board")
    with phone(browser, link) as blue:
        choice(blue, "Blue")
        expect(blue.locator("#join")).to_be_hidden()
        expect(blue.locator(".act.ok")).to_be_hidden()
        seat.page.locator(".field[data-place='1/1']").click()
        seat.page.locator(".act.bank").click()
        seat.page.locator("#form [data-key='turn 1']").click()
        seat.on("turn")
        expect(blue.locator(".act.ok .label")).to_have_text("Roll")
        blue.locator(".act.ok").tap()
        seat.until(lambda frame: frame.page in {"roll", "bust"}, "Blue's roll")
    assert state_of(seat)["board"] == {"1/1": ["p0"]}
