"""The hands and the stock of Klondike as they are counted, and passes that cannot be true (rules, 3 and 4.4)."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from engine import klondike
from engine.game import Seat
from engine.klondike import Pass, Place, Slot, State
from engine.klondike.placements import DEALT
from tests.engine.klondike_hands import Hands, draw_event

FORMS = tuple(DEALT)


def begun(players: int, deal: str) -> State:
    return klondike.start([f"P{seat}" for seat in range(players)], Seat(0), {**klondike.options, "deal": deal})


@pytest.mark.parametrize(("players", "deal"), FORMS)
def test_the_hands_and_the_stock_are_counted_as_they_lie(players: int, deal: str) -> None:
    # rules, 3
    chance, state = Random(7), begun(players, deal)
    for number in (1, 2):
        hands = Hands.dealt(players, deal, chance)
        while state.round == number:
            assert state.hands == tuple(map(len, hands.hands))
            assert klondike.stock(state) == len(hands.stock)
            seat, event = state.turn, draw_event(state, hands.hands[state.turn], chance)
            state = klondike.apply(state, event)
            if isinstance(event, Place):
                hands.placed(seat, event.tile)


@pytest.mark.parametrize(("players", "deal"), FORMS)
def test_no_pass_that_is_true_is_refuted(players: int, deal: str) -> None:
    # rules, 4.4
    chance, state, refuted = Random(11), begun(players, deal), 0
    for number in (1, 2, 3, 4):
        hands = Hands.dealt(players, deal, chance)
        while state.round == number and not klondike.is_over(state):
            seat, event = state.turn, draw_event(state, hands.hands[state.turn], chance)
            way = klondike.refute_pass(state)
            refuted += way is not None
            assert way is None or not isinstance(event, Pass)
            assert way is None or isinstance(klondike.check_placement(state, *way), klondike.Rule)
            state = klondike.apply(state, event)
            if isinstance(event, Place):
                hands.placed(seat, event.tile)
    assert refuted > 4


def test_the_first_pass_of_a_round_is_refuted_and_still_accepted() -> None:
    state = begun(2, "basic")
    assert klondike.refute_pass(state) == (Slot(0), (0, 0))
    assert klondike.apply(state, Pass()).turn == 1


def test_a_hand_that_may_be_empty_refutes_nothing() -> None:
    assert klondike.refute_pass(replace(begun(2, "basic"), hands=(0, 14))) is None


def test_the_tile_that_proves_one_right_end_is_found() -> None:
    # rules, 4.2
    state = begun(2, "basic")
    for slot, tile in {"1/1W": (3, 0), "1/1N": (3, 4), "2/1S": (5, 0), "3/3E": (3, 5)}.items():
        state = klondike.apply(state, Place(klondike.SLOTS[slot], tile))
    assert klondike.proving_slot(state, klondike.SLOTS["1/1E"]) == klondike.SLOTS["3/3E"]
    assert klondike.proving_slot(state, klondike.SLOTS["1/1S"]) is None
