"""Whole games on the page, from the setup to the end: by touch only on a phone, or by keyboard only.

One of Claim It! by mouse is in `test_game.py`, which is quick.
"""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.hands import Hands, Keyboard, Thumb
from tests.browser.seat import Seat
from tests.companion.games.players import state_of
from tests.companion.pages.piratenclaim import DISCS

pytestmark = pytest.mark.slow
SHORT = ("--seed", "af" * 32, "--set", "table.guide=false")
"""With these dice, and stones that are placed and banked as below, Claim It! is over after 54 rolls: few, by search."""


def set_up(hands: Hands, *answers: tuple[str, int]) -> None:
    assert hands.choose("table").page == "setup"
    for key, answer in answers:
        if not hands.page.locator(f"#form [data-key='{key}']").is_visible():
            hands.use(hands.page.locator("#form summary"))
        hands.answer(key, answer)
    hands.begin()


def test_klondike_with_two_players_by_touch(sit_on_phone: Callable[..., Seat]) -> None:
    at = Thumb(sit_on_phone(*SHORT))
    set_up(at, ("game", 1))
    while at.frame.page != "klondike_winner":
        if at.frame.page != "klondike_turn":
            at.press("ok")
        elif at.page.locator("#tray .choice.fits").count() and not passes(at):
            place_tile(at)
        else:
            at.press("bank")
            at.choose("yes")
    assert state_of(at.frame)["round"] == 4
    expect(at.page.locator("#deck .turn h2")).to_have_text(re.compile("wins!|share the win!"))


def passes(hands: Thumb) -> bool:
    return hands.page.locator("#tray .choice.unfit").count() > 0


def place_tile(hands: Thumb) -> None:
    slot = str(hands.page.locator("#layout .slot.usable").first.get_attribute("data-name"))
    assert hands.point(slot).page == "klondike_by_hand"
    tile = hands.page.locator("#tray .choice.fits").first
    assert hands.take_tile(str(tile.get_attribute("data-value"))).page == "klondike_place"
    slot = str(hands.page.locator("#layout .slot.chosen").get_attribute("data-name"))
    hands.point(slot)
    assert hands.frame.page != "klondike_place"
    assert slot in state_of(hands.frame)["slots"] or not state_of(hands.frame)["slots"]  # the last tile ends the round


def test_piratenclaim_to_the_finish_by_keyboard(sit: Callable[..., Seat]) -> None:
    at = Keyboard(sit(*SHORT))
    set_up(at, ("game", 2), ("ledger", 1), ("by_hand", 1))
    at.press("ok")
    lay_discs(at)
    first = state_of(at.frame)["turn"]
    roll(at, 5, 3, 2, 6, 4, 3)
    for field, pirate, dice in (
        ("1/1", "black", (1, 1, 5)),
        ("1/3", "brown", (1, 1, 1)),
        ("2/0", "white", (1, 1, 3)),
        ("2/2", "black", ()),
    ):
        discover(at, field, pirate)
        if dice:
            roll(at, *dice)
    at.press("bank")
    answer_for_ships(at, "1/4", 1 - first)
    assert at.press("ok").page == "piratenclaim_conflict"  # after the list of the moves
    at.choose("1/3 white")
    assert [robbery["player"] for robbery in state_of(at.frame)["robbed"]] == [1 - first]
    assert at.frame.page == "piratenclaim_guide"  # switched off, it still says what was robbed
    assert at.press("ok").page == "piratenclaim_turn"  # what was moved is done: the next player travels
    tell_ship(at, "5/0")
    end(at, winner=0)


def lay_discs(hands: Hands) -> None:
    assert hands.press("bank").page == "piratenclaim_discs_by_hand"
    for field in DISCS:
        if field not in hands.frame.text:
            hands.reach(field)
        hands.confirm(field)
    assert hands.press("bank").page == "piratenclaim_turn"
    assert sorted(state_of(hands.frame)["discs"]) == sorted(DISCS)


def roll(hands: Hands, *faces: int) -> None:
    assert hands.push("ok").page == "piratenclaim_by_hand"  # Enter moves the pirates after a discovery
    for die, face in enumerate(faces):
        hands.choose(f"die {die} {face}")
    assert hands.frame.page == "piratenclaim_dice"


def discover(hands: Hands, field: str, pirate: str) -> None:
    hands.press("ok")
    if hands.frame.page == "piratenclaim_dice" or field not in hands.frame.text:
        hands.reach(field)
    assert hands.frame.page == "piratenclaim_discover"
    assert hands.confirm(field).page == "piratenclaim_entering"
    assert hands.choose(pirate).page == "piratenclaim_found"
    assert hands.press("ok").page == "piratenclaim_dice"


def answer_for_ships(hands: Hands, field: str, seat: int) -> None:
    while hands.frame.page == "piratenclaim_ships":
        target = next(text for text in hands.frame.text if re.fullmatch("[0-7]/[0-6]", text))
        if target == field and f"{field} 0 {seat}" in keys(hands):
            hands.choose(f"{field} 0 {seat}")
        else:
            hands.choose(next(key for key in keys(hands) if key.endswith("nobody")))


def keys(hands: Hands) -> list[str]:
    return list(hands.page.locator("#form .command").evaluate_all("all => all.map(one => one.dataset.key)"))


def tell_ship(hands: Hands, field: str) -> None:
    hands.press("right")
    if field not in hands.frame.text:
        hands.reach(field)
    assert hands.frame.page == "piratenclaim_board"
    seat = state_of(hands.frame)["turn"]
    assert hands.confirm(field).page == "piratenclaim_actions"
    hands.choose(f"ship {seat} 0")
    assert [(ship["player"], ship["field"]) for ship in state_of(hands.frame)["ships"]] == [(seat, field)]
    assert hands.press("undo").page == "piratenclaim_turn"


def end(hands: Hands, winner: int) -> None:
    hands.press("menu")
    assert hands.choose("End the game").page == "end_game"
    hands.choose(f"seat {winner}")
    hands.choose("bank")
    assert hands.frame.page == "piratenclaim_winner"
    assert state_of(hands.frame)["winners"] == [winner]
    expect(hands.page.locator("#deck .turn h2")).to_have_text(re.compile("wins!"))
    assert hands.push("ok").page == "attract"
