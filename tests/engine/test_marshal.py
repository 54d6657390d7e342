"""Marshal: two rolls ahead, within a budget of positions, and the same move wherever it is reckoned."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from random import Random
from typing import TYPE_CHECKING

import pytest

from engine import claimit
from engine.bot import BotView, is_valid_decision
from engine.bots import greenhorn, marshal, sheriff
from engine.claimit import Bank, LastRound, Phase, Place, parse_field
from engine.claimit.expectation import expect
from engine.claimit.placements import ROLLS
from engine.game import Seat
from tests.engine.claimit_boards import NAMES, drawn, placed, played

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.claimit.expectation import TurnValue

    Valued = Callable[[TurnValue], None]

EMPTY = "....../....../....../....../....../......"


@pytest.fixture
def valued(monkeypatch: pytest.MonkeyPatch) -> Valued:
    return lambda value: monkeypatch.setattr(marshal, "turn_value", lambda _: value)


def decided(state: claimit.State) -> claimit.Event | None:
    """Marshal's decision; it may not draw."""
    return marshal.decide(BotView("claimit", state), iter(()).__next__)


def positions(players: int, *, recycle: bool, count: int) -> list[claimit.State]:
    """Positions of a game of Greenhorns in which something is to be decided."""
    random, found = Random(players), list[claimit.State]()
    state = claimit.start(NAMES[:players], Seat(0), {"recycle": recycle})
    while state.phase is not Phase.OVER:
        if state.phase is not Phase.ROLL:
            found.append(state)
        event = greenhorn.decide(BotView("claimit", state), random.random)
        state = claimit.apply(state, event or claimit.Roll(random.choice(ROLLS)))
    return random.sample(found, count)


def test_it_rolls_for_what_only_two_rolls_reach(valued: Valued) -> None:
    valued(lambda marks, _: (0, 0.4, 0.1, 1)[marks.bit_count()])
    assert decided(placed(drawn(EMPTY), "3/3 w1")) is None
    valued(lambda marks, _: (0, 0.4, 0.1, 0.1)[marks.bit_count()])
    assert decided(placed(drawn(EMPTY), "3/3 w1")) == Bank()


def test_two_rolls_decide_between_placements_that_come_near_each_other(valued: Valued) -> None:
    near, far = 1 << parse_field("1/2"), 1 << parse_field("3/1")

    def value(marks: int, _: int) -> float:
        if marks.bit_count() == 3:
            return 2.0 if marks & far else 1.0 if marks & near else 0.3
        return {1 << parse_field("2/1"): 0.5, near: 0.48, far: 0.4}.get(marks, 0.0)

    valued(value)
    rolled = played(drawn(EMPTY), "1 2 3")
    assert decided(rolled) == Place(parse_field("1/2"))
    one_roll = expect(rolled, value).fields
    assert max(one_roll, key=one_roll.__getitem__) == parse_field("2/1")
    two_rolls = expect(rolled, value, depth=2).fields
    assert max(two_rolls, key=two_rolls.__getitem__) == parse_field("3/1")


@pytest.mark.parametrize("recycle", [False, True])
def test_it_keeps_to_its_budget(recycle: bool, valued: Valued) -> None:
    asked = set[tuple[int, ...]]()

    def value(*end: int) -> float:
        asked.add(end)
        return 0.0

    valued(value)
    for drawing in (EMPTY, "gg..../gg..../bb..../bb..../....../......", "......" + "/gbgbgb" * 5):
        for moves in ((), ("6 6 1", "6/6")):
            asked.clear()
            decided(played(drawn(drawing, recycle=recycle), *moves, "1 2 3"))
            assert marshal.BUDGET / 2 < len(asked) <= marshal.BUDGET


def test_rounding_changes_no_move(valued: Valued) -> None:
    board = drawn("GGGGGG/BBBBBG/GGGGBG/...GBG/...GBG/...GBG", players=2)
    rolled = played(replace(board, last_round=LastRound(Seat(1), 2)), "1 2 3")
    exact, moves, first = cache(sheriff.turn_value(rolled)), set[claimit.Event | None](), set[claimit.Field]()
    for noise in range(10):

        def rounded(marks: int, owned: int, noise: int = noise) -> float:
            return exact(marks, owned) + Random(f"{noise} {marks} {owned}").uniform(-1e-15, 1e-15)

        valued(rounded)
        moves.add(decided(rolled))
        worths = expect(rolled, rounded, depth=2).fields
        first.add(max(worths, key=worths.__getitem__))
    assert (len(moves), len(first)) == (1, 2)


@pytest.mark.slow
@pytest.mark.parametrize("recycle", [False, True])
def test_it_plays_at_every_table(recycle: bool) -> None:
    for players in claimit.seats:
        for state in positions(players, recycle=recycle, count=4):
            event = decided(state)
            assert is_valid_decision(claimit, BotView("claimit", state), event)
            assert decided(state) == event


def test_the_last_turn_is_sheriff_s() -> None:
    board = drawn("....../....../....../BBB.../BBB.../BBBg..", players=2)
    state = placed(replace(board, last_round=LastRound(Seat(0), 1)), "5/1 w2")
    rolled = played(state, "1 2 6")
    for each in (state, rolled):
        assert decided(each) == sheriff.decide(BotView("claimit", each), iter(()).__next__)
