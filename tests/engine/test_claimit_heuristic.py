"""Prospector's formula, against the same one over plain standings; and what it plays by it."""

from __future__ import annotations

from dataclasses import replace
from math import inf

from engine import claimit
from engine.bot import BotView
from engine.bots import prospector
from engine.claimit import Bank, LastRound, Place, State
from engine.game import Seat
from tests.engine.claimit_boards import drawn, placed, played

EMPTY = "....../....../....../....../....../......"
AHEAD = "....../....../....../....../BBBb../GGGg.."
"""Green and blue have mines of four, three goldclaims and four fields each."""


def last_turn(drawing: str, turns_left: int = 1) -> State:
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
