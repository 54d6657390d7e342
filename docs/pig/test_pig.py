"""Tests of Pig; run them with this folder on the path."""

from companion_pig.rules import PIG, Hold, Roll, State

from engine.game import Seat


def test_a_one_loses_the_turn() -> None:
    state = State(("Anna", "Ben"), Seat(1), (9, 12), total=17)
    assert PIG.apply(state, Roll(1)) == State(("Anna", "Ben"), Seat(0), (9, 12), turns=1)


def test_a_hold_scores_the_turn() -> None:
    state = PIG.apply(PIG.start(["Anna", "Ben"], Seat(0), {}), Roll(6))
    assert PIG.legal_events(state) == (Hold(),)
    assert PIG.apply(state, Hold()).points == (6, 0)
