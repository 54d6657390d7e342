"""Prospector's formula, against the same one over plain standings; and what it plays by it."""

from __future__ import annotations

from dataclasses import replace
from math import exp, inf
from random import Random

import pytest

from engine import claimit
from engine.bot import BotView
from engine.bots import prospector
from engine.claimit import Bank, LastRound, Phase, Place, Standing, State
from engine.claimit.heuristic import heuristic_value
from engine.claimit.playouts import is_bank, placement_for, throw_for
from engine.claimit.rules import end_turn
from engine.game import Seat
from tests.engine.claimit_boards import NAMES, drawn, placed, played

EMPTY = "....../....../....../....../....../......"
AHEAD = "....../....../....../....../BBBb../GGGg.."
"""Green and blue have mines of four, three goldclaims and four fields each."""


def strength(its: Standing) -> float:
    return its.mine + 0.6 * its.goldclaims + 0.3 * its.fields


def rank(its: Standing) -> float:
    """A seat's points in the last round: the mine with the tie-breaks behind the point."""
    return its.mine + its.goldclaims / 40 + its.fields / 1600


def plain_value(state: State, ended: State) -> float:
    all_standings = claimit.standings(ended)
    own, rivals = all_standings[state.turn], [*all_standings[: state.turn], *all_standings[state.turn + 1 :]]
    if state.last_round is None:
        return strength(own) - 0.5 * max(map(strength, rivals))
    lead, turns = rank(own) - max(map(rank, rivals)), state.last_round.turns_left - 1
    if turns:
        return 100 / (1 + exp(-lead / (1.5 * turns)))
    return 100 if lead > 0 else 50 if lead == 0 else exp(3 * lead)


def choices(players: int, *, recycle: bool) -> list[State]:
    """Every position with something to bank of some random games."""
    random, found = Random(players), list[claimit.State]()
    for _ in range(6):
        state = claimit.start(NAMES[:players], Seat(0), {"recycle": recycle})
        while state.phase is not Phase.OVER:
            number = random.random()
            state = claimit.apply(state, throw_for(number))
            if state.phase is Phase.PLACE:
                state = claimit.apply(state, placement_for(state, number))
                found.append(state)
                state = claimit.apply(state, Bank()) if is_bank(number) else state
    return found


@pytest.mark.slow
@pytest.mark.parametrize("recycle", [False, True])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_formula_is_the_documented_one(players: int, recycle: bool) -> None:
    states = choices(players, recycle=recycle)
    assert any(state.last_round for state in states)
    assert any(state.last_round and state.last_round.turns_left == 1 for state in states)
    for state in states:
        taken, value = claimit.marks(state), heuristic_value(state)
        banked = plain_value(state, claimit.apply(state, Bank()))
        assert value(taken, state.owned) == pytest.approx(banked, abs=1e-9)
        assert value(0, 0) == pytest.approx(plain_value(state, end_turn(state, 0, 0)), abs=1e-9)


def last_turn(drawing: str, turns_left: int = 1) -> State:
    """Green's turn of two players in the last round, at its beginning."""
    return replace(drawn(drawing, players=2), last_round=LastRound(Seat(0), turns_left))


def decision(state: State) -> claimit.Event | None:
    """What Prospector does; it may not ask for chance."""
    return prospector.decide(BotView("claimit", state), lambda: inf)


def test_prospector_rolls_where_a_turn_begins() -> None:
    assert decision(drawn(EMPTY)) is None


def test_prospector_banks_a_win() -> None:
    state = placed(last_turn(AHEAD), "5/1 w1")
    assert claimit.winners(claimit.apply(state, Bank())) == (0,)
    assert decision(state) == Bank()


def test_prospector_does_not_bank_a_loss() -> None:
    state = placed(last_turn("....../....../....../bbbbbb/BBBb../GGGg.."), "5/1 w1")
    assert claimit.winners(claimit.apply(state, Bank())) == (1,)
    assert decision(state) is None


def test_prospector_places_to_win_in_the_last_turn() -> None:
    state = played(last_turn("....../....../....../....../BBBB../GGGg.."), "5 1 4")
    assert claimit.Place(claimit.field_at(4, 1)) in claimit.legal_events(state)
    assert decision(state) == Place(claimit.field_at(5, 1))


def test_prospector_is_bold_while_it_is_behind_and_rivals_still_move() -> None:
    ahead = placed(last_turn("....../....../....../....../BB..../GGGGgg", 2), "6/2 w1", "5/2 w3", "4/2 w2")
    behind = placed(last_turn("....../....../bbbbbb/bbbbbb/BBBBBB/gg....", 2), "3/1 w1")
    assert decision(ahead) == Bank()
    assert decision(behind) is None


def test_prospector_joins_mines() -> None:
    state = played(drawn("....../....../....../....../....../ggg.gg"), "4 1 6")
    assert decision(state) == Place(claimit.field_at(4, 1))


def test_a_shared_win_is_worth_half_of_one() -> None:
    state = last_turn("....../....../....../....../BBBB../GGGG..")
    assert heuristic_value(state)(0, 0) == plain_value(state, end_turn(state, 0, 0)) == 50
