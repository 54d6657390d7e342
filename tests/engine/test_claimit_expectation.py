"""The exact expectation of a turn, against a plain recursion over the rules' own states."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import combinations_with_replacement, permutations
from random import Random

import pytest

from engine import claimit
from engine.claimit import Bank, Phase, Place, Roll, State
from engine.claimit.expectation import expect, turn_value_of
from engine.claimit.playouts import is_bank, placement_for, roll_for
from engine.game import Code, Illegal, Seat
from tests.engine.claimit_boards import NAMES, drawn, placed, played

EMPTY = "....../....../....../....../....../......"
CROWDED = "GGGGGG/GGGGGB/BBBBBB/BBBBBB/OOOO../gggbo."
"""28 goldclaims: two ownership stones are left."""
ROLLS = [(dice, len(set(permutations(dice)))) for dice in combinations_with_replacement(range(1, 7), 3)]


def odd_value(mover: int) -> Callable[[State], float]:
    """A value with no rhyme or reason: it tells every two ends of a turn apart."""

    def value(state: State) -> float:
        return Random(f"{mover} {state.fields} {state.gold} {state.last_round} {state.winners}").random()

    return value


def after_roll(state: State, value: Callable[[State], float], depth: int) -> float:
    """What the position after a throw is worth, by the rules: the best placement, or the bust."""
    if state.phase is not Phase.PLACE:
        return value(state)
    return max(after_placement(claimit.apply(state, Place(field)), value, depth) for field in claimit.legal(state))


def after_placement(state: State, value: Callable[[State], float], depth: int) -> float:
    """What a choice is worth, by the rules."""
    bank = value(claimit.apply(state, Bank()))
    return max(bank, of_roll(state, value, depth)) if depth else bank


def of_roll(state: State, value: Callable[[State], float], depth: int) -> float:
    """What rolling is worth, by the rules: the average over all throws."""
    worth = (weight * after_roll(claimit.apply(state, Roll(dice)), value, depth - 1) for dice, weight in ROLLS)
    return sum(worth) / 216


def positions(players: int, *, recycle: bool, count: int) -> list[State]:
    random, found = Random(players), list[claimit.State]()
    beginning = claimit.start(NAMES[:players], Seat(0), {"recycle": recycle})
    state = beginning
    while len(found) < count:
        number = random.random()
        state = claimit.apply(state, roll_for(number))
        if state.phase is Phase.PLACE:
            found.append(state)
            state = claimit.apply(state, placement_for(state, number))
            found.append(state)
            state = claimit.apply(state, Bank()) if is_bank(number) else state
        state = beginning if state.phase is Phase.OVER else state
        found.append(state)
    return random.sample(found, count)


def assert_agrees(state: State, depth: int) -> None:
    """What `expect` tells is what the rules give."""
    value = odd_value(state.turn)
    found = expect(state, turn_value_of(state, value), depth=depth)
    if state.phase is Phase.PLACE:
        by_rules = {
            field: after_placement(claimit.apply(state, Place(field)), value, depth) for field in claimit.legal(state)
        }
        assert list(found.fields) == list(by_rules)
        assert found.fields == pytest.approx(by_rules, abs=1e-12)
        assert (found.roll, found.bank) == (None, None)
    else:
        assert found.roll == pytest.approx(of_roll(state, value, depth), abs=1e-12)
        assert found.bank == (value(claimit.apply(state, Bank())) if state.phase is Phase.CHOOSE else None)
        assert found.fields == {}


@pytest.mark.slow
@pytest.mark.parametrize("recycle", [False, True])
@pytest.mark.parametrize("players", [2, 3, 5])
def test_one_roll_ahead_is_exact(players: int, recycle: bool) -> None:
    for state in positions(players, recycle=recycle, count=90):
        assert_agrees(state, 1)


@pytest.mark.slow
@pytest.mark.parametrize("recycle", [False, True])
def test_two_rolls_ahead_are_exact(recycle: bool) -> None:
    rolled = [state for state in positions(4, recycle=recycle, count=60) if state.phase is not Phase.PLACE]
    for state in rolled[:3]:
        assert_agrees(state, 2)


@pytest.mark.slow
@pytest.mark.parametrize("recycle", [False, True])
def test_a_turn_with_stones_on_stones_is_exact(recycle: bool) -> None:
    begun = drawn(EMPTY, recycle=recycle)
    state = placed(begun, "1/1 w1", "1/1 w5", "2/2 w2", "2/2 w6", "6/6 w3", "5/5 w4")
    assert_agrees(state, 1)
    assert_agrees(state, 2)


@pytest.mark.slow
def test_the_last_ownership_stones_are_counted() -> None:
    assert_agrees(drawn(CROWDED), 1)
    assert_agrees(drawn(CROWDED), 2)
    assert_agrees(placed(drawn(CROWDED), "1/1 w6"), 1)
    assert_agrees(played(placed(drawn(CROWDED), "1/1 w6"), "2 1 6"), 1)
    assert_agrees(placed(drawn(CROWDED), "1/1 w6", "2/1 w6"), 1)


def test_a_placement_with_no_roll_after_it_is_a_bank() -> None:
    assert_agrees(played(drawn(EMPTY), "1 2 3"), 0)


def test_before_a_roll_it_is_worth_what_it_is_worth_after_it_on_average() -> None:
    state = placed(drawn("GGgg../b...../..b.../....../....../......"), "3/3 w1")
    value = turn_value_of(state, odd_value(state.turn))
    before = expect(state, value, depth=2)
    after = []
    for dice, weight in ROLLS:
        rolled = claimit.apply(state, Roll(dice))
        bust = rolled.phase is not Phase.PLACE
        after.append(weight * (value(0, 0) if bust else expect(rolled, value, depth=1).value))
    assert before.roll == pytest.approx(sum(after) / 216, abs=1e-12)


def test_the_best_choice_is_the_one_worth_most() -> None:
    choice, rolled = placed(drawn(EMPTY), "1/1 w2"), played(drawn(EMPTY), "1 2 3")
    assert expect(choice, lambda marks, _: marks.bit_count()).best is None
    assert expect(choice, lambda marks, _: -marks.bit_count() if marks else -9).best == Bank()
    assert expect(choice, lambda _marks, _owned: 0.0).best == Bank()
    assert expect(drawn(EMPTY), lambda _marks, _owned: 0.0).best is None
    assert expect(rolled, lambda _marks, _owned: 0.0).best == claimit.legal_events(rolled)[0]
    corner = 1 << claimit.field_at(3, 2)
    assert expect(rolled, lambda marks, _: bool(marks & corner)).best == Place(claimit.field_at(3, 2))


def test_nothing_is_expected_of_a_game_that_is_over() -> None:
    over = replace(drawn(EMPTY), phase=Phase.OVER, winners=(Seat(0),))
    with pytest.raises(Illegal) as caught:
        expect(over, lambda _marks, _owned: 0.0)
    assert caught.value.code is Code.PHASE
