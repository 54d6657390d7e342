"""Mines, the winner, what is at risk and the odds, each test with its place in the rules (rules/claimit.md)."""

from __future__ import annotations

import pytest

from engine import claimit
from engine.game import Seat
from tests.engine.claimit_boards import drawn, placed

GREEN, ORANGE = Seat(0), Seat(2)
SEATS = (GREEN, Seat(1), ORANGE)
EMPTY = "....../....../....../....../....../......"
EXAMPLE_6 = "OOgggB/OOgG.b/O.g.OB/oO.OOB/..o..b/b..g.."


def test_the_largest_mine_wins() -> None:
    state = drawn(EXAMPLE_6)
    assert [claimit.standing(state, seat).mine for seat in SEATS] == [6, 5, 7]
    assert (claimit.winners(state), claimit.decided_by(state)) == ((2,), "mine")


def test_orange_called_with_nine_goldclaims() -> None:
    assert claimit.standing(drawn(EXAMPLE_6), ORANGE).goldclaims == 9


@pytest.mark.parametrize(
    ("drawing", "winners", "decided"),
    [
        ("gg..bb/....../....../....../....../G.....", (0,), "goldclaims"),
        ("gg..bb/....../....../....../....../g.....", (0,), "fields"),
        ("gg..bb/....../....../....../....../g....b", (0, 1), "shared"),
        ("gg..bb/....../....../oo..../....../GG..o.", (0,), "goldclaims"),
        ("gg..bb/....../ggg.../bbb.../....../O.O.O.", (0, 1), "shared"),
    ],
)
def test_a_tie_goes_to_goldclaims_then_fields(drawing: str, winners: tuple[int, ...], decided: str) -> None:
    state = drawn(drawing)
    assert (claimit.winners(state), claimit.decided_by(state)) == (winners, decided)


def test_a_mine_counts_goldclaims_and_plain_fields() -> None:
    state = drawn("gG..../.g..../g...../....../....../......")
    assert claimit.standing(state, GREEN).mine == 3


def test_a_mine_does_not_run_around_the_edge() -> None:
    assert claimit.standing(drawn("....../....../....../....../g...../.....g"), GREEN).mine == 1


def test_the_largest_mine_is_told_field_by_field() -> None:
    state = drawn("g...../....../....../....../...gg./....g.")
    names = [claimit.format_field(field) for field in claimit.fields_in(claimit.largest_mine(state, GREEN))]
    assert names == ["5/1", "4/2", "5/2"]


def test_the_risk_is_what_a_bust_would_take() -> None:
    state = placed(drawn("....../....../....../....../.....g/......"), "6/2 w1", "4/3 w5", "4/3 w6", "1/1 w1")
    assert claimit.at_risk(state) == (2, 2)


def test_no_roll_busts_while_there_is_no_goldclaim() -> None:
    assert claimit.bust(drawn("bbbbbb/bbbbbb/oooooo/gggggg/....../......")) == 0


@pytest.mark.parametrize(
    ("drawing", "busts"),
    [("....../....../....../..B.../....../......", 1), ("....../.B..../....../....../....../......", 0)],
)
def test_a_goldclaim_on_the_diagonal_busts_its_triple(drawing: str, busts: int) -> None:
    assert claimit.bust(drawn(drawing)) == busts


@pytest.mark.parametrize(
    ("moves", "busts"),
    [
        (("1/1 w1", "2/2 w2", "3/3 w3", "4/4 w4", "5/5 w5", "6/6 w6"), 120),
        (("2/3 w5", "1/4 w6"), 8),
        (("2/3 w5", "1/4 w6", "3/6 w2"), 27),
    ],
)
def test_the_odds_count_every_throw(moves: tuple[str, ...], busts: int) -> None:
    assert claimit.bust(placed(drawn(EMPTY), *moves)) == busts
