"""Piratenclaim with the ledger on the page, from the setup on: by clicks on the map, in lists and in forms."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from companion.locale.translator import languages
from hardware.device import Button
from tests.browser.hands import Hands, Mouse

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.seat import Seat

pytestmark = pytest.mark.slow
SHORT = ("--seed", "af" * 32, "--set", "table.guide=false")
PIRATENCLAIM, OWN = 2, 1
LOAD = "#telling .fleet li"


def state(hands: Hands) -> dict[str, Any]:
    """The game, as the referee tells it."""
    assert hands.frame.state is not None
    return hands.frame.state


def lay_cargo(hands: Hands) -> None:
    """More than 60 cannot be laid, which is said; 60 can."""
    question = hands.page.locator("#form [data-key='piratenclaim_cargo orange'] select")
    question.select_option(label="4")
    expect(hands.page.locator("#form")).to_contain_text("The cargo is worth 62: it has to be 60.")
    expect(hands.page.locator("#form [data-key=bank]")).to_have_count(0)
    question.select_option(label="3")
    hands.choose("bank")


def lay_segments(hands: Hands) -> None:
    """One cannot lie on another, which is said; the seven lie as in the usual layout, but one."""
    hands.page.locator("#map [data-name='1,1'] .ground").click()
    expect(hands.page.locator("#telling .turn")).to_contain_text("It would lie on segment 0.")
    for centre in ("2,1", "-1,3", "-3,2", "-2,-1", "1,-3", "3,-2", "-5,1"):
        while centre != hands.page.locator("#map [aria-current=true]").get_attribute("data-name"):
            hands.point(centre)
        hands.press("ok")
    assert hands.press("ok").page == "piratenclaim_begins"


def rest_of_turn(hands: Hands) -> None:
    """Rolls, discovers what is due, has the pirates move, and ends the turn."""
    hands.press("ok")
    while hands.frame.page != "piratenclaim_turn_end":
        hands.press("ok")
    hands.press("ok")


def test_the_ledger_is_kept_on_the_page(sit: Callable[..., Seat]) -> None:
    hands = Mouse(sit(*SHORT))
    assert hands.choose("table").page == "setup"
    for key, answer in (("game", PIRATENCLAIM), ("own_layout", OWN)):
        hands.answer(key, answer)
    expect(hands.page.locator("#form [data-key=ledger] label").first.locator("input")).to_be_checked()
    expect(hands.page.locator("#form [data-key=spare_ships] option")).to_have_count(9)  # buttons would fill a phone
    assert hands.begin().page == "piratenclaim_layout"
    lay_segments(hands)
    hands.press("ok")
    assert hands.press("ok").page == "piratenclaim_cargo"
    lay_cargo(hands)
    hands.choose("bank")
    assert hands.frame.page == "piratenclaim_turn"
    first = state(hands)["turn"]
    assert hands.press("right").page == "piratenclaim_fleet"
    expect(hands.page.locator(LOAD).first).to_contain_text("30")
    assert hands.press("ok").page == "piratenclaim_ship_actions"
    assert hands.choose("split 0 0/0").page == "piratenclaim_load"
    assert hands.choose("bank").page == "piratenclaim_travel"
    hands.point("0/2")
    if hands.frame.page == "piratenclaim_travel":  # the cursor was elsewhere
        hands.point("0/2")
    assert hands.choose("bank").page == "piratenclaim_fleet"  # it costs nothing
    assert hands.frame.page == "piratenclaim_fleet"
    assert {"player": first, "parts": [0], "field": "0/2"}.items() <= state(hands)["fleet"][2 * first].items()
    hands.press("undo")
    hands.press("ok")
    move = hands.page.locator(".act.bank")
    expect(move).to_contain_text("a discovery is due: 0/2")
    while hands.frame.page != "piratenclaim_turn_end":
        hands.press("ok")
    hands.press("ok")
    rest_of_turn(hands)
    assert hands.press("right").page == "piratenclaim_fleet"
    hands.point("0/0")
    hands.press("ok")
    hands.choose("claim 0/0")
    assert state(hands)["claims"] == {"0/0": [first]}


ROW = """row => {
    const box = row.getBoundingClientRect();
    return [...row.querySelectorAll(".act:not([hidden])")].filter((act) => {
        const { left, right } = act.getBoundingClientRect(), words = new Range();
        words.selectNodeContents(act.querySelector(".label"));
        const lines = new Set([...words.getClientRects()].map(({ bottom }) => Math.round(bottom)));
        return left < box.left - 0.5 || right > box.right + 0.5 || lines.size > 1;
    }).map((act) => act.textContent);
}"""
"""The words of the buttons in a row that are broken, or stick out of it."""
SAIL = (*SHORT, "--game", "piratenclaim", "--players", "2", "--first", "0", "--option", "ledger=true")


@pytest.mark.parametrize("language", languages())
def test_five_small_buttons_stay_whole_and_in_their_row(sit: Callable[..., Seat], language: str) -> None:
    seat = sit(*SAIL, "--set", f"table.language={language}")
    seat.by_keys = True
    seat.touch(Button.OK)
    while seat.frame.page != "piratenclaim_turn":
        seat.touch(Button.BANK)
    expect(seat.page.locator(".others .act:visible")).to_have_count(5)
    for width, height in ((320, 568), (360, 640), (740, 360), (1280, 720)):
        seat.page.set_viewport_size({"width": width, "height": height})
        assert seat.page.locator(".others").evaluate(ROW) == [], width
