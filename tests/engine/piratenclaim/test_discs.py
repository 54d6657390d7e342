"""The black discs: three on each outer segment, nothing enclosed (rules, 2)."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from engine import piratenclaim
from engine.dice import Draws
from engine.game import Code, Illegal, Seat
from engine.piratenclaim import FIELD_NAMES, FIELDS_BY_NAME, Phase, enclosed, fields_in, fixing_moves
from engine.piratenclaim.position import FLOWER
from tests.engine.piratenclaim.positions import DISCS, after, fields, position, refused, told

FRESH = piratenclaim.start(["Green", "Blue"], Seat(0), piratenclaim.options)
KEY = bytes.fromhex("453fa7bf8f6099a46cda79e6b320a7ed0f3f8ae80232b13e189c231ea068e7d7")
"""The seed of the agreed drawing."""


def shut(*positions: int) -> list[str]:
    """What discs on these positions of segment 7 enclose."""
    return [FIELD_NAMES[field] for field in fields_in(enclosed(FLOWER, fields([f"7/{place}" for place in positions])))]


def test_the_seed_s_example_has_one_answer() -> None:
    # rules, 2
    answers = [
        others
        for others in combinations((0, 1, 3, 4, 5, 6), 2)
        if len(shut(*others, 2)) == 1
        and all(not shut(*others, place) for place in (1, 3, 5) if place not in others)
        and not {1, 3, 5} & set(others)
        and len(shut(*others, 6)) == 1
    ]
    assert answers == [(0, 4)]
    assert shut(0, 4, 2) == ["7/3"]
    assert shut(0, 4, 6) == ["7/5"]


def test_discs_that_enclose_a_field_are_refused_with_what_would_fix_them() -> None:
    names = [*(name for name in DISCS if name[0] != "7"), "7/0", "7/2", "7/4"]
    with pytest.raises(Illegal, match=r"enclose 7/3\b.*7/0 to 7/1\b"):
        after(FRESH, {"event": "discs", "fields": names, "by": "hand"})
    fixed = [*(name for name in names if name != "7/0"), "7/1"]
    assert told(FRESH, {"event": "discs", "fields": fixed})["phase"] == "travel"


def test_the_proposed_moves_fix_the_board() -> None:
    random = Random(7)
    for _ in range(25):
        discs = fields([f"{segment}/{place}" for segment in range(1, 8) for place in random.sample(range(7), 3)])
        moves = fixing_moves(FLOWER, discs)
        assert bool(moves) == bool(enclosed(FLOWER, discs))
        for disc, to in moves:
            assert disc // 7 == to // 7
            discs = discs & ~(1 << disc) | 1 << to
        assert not enclosed(FLOWER, discs)
        assert discs.bit_count() == 21


def test_the_box_draws_as_agreed() -> None:
    drawn = piratenclaim.chance_event(FRESH, Draws(KEY, 0))
    assert isinstance(drawn, piratenclaim.Discs)
    assert tuple(FIELD_NAMES[field] for field in drawn.fields) == DISCS
    assert piratenclaim.chance_outcome(drawn) == (DISCS, (), None)


@pytest.mark.parametrize("counter", range(8))
def test_what_is_drawn_can_be_laid(counter: int) -> None:
    drawn = piratenclaim.chance_event(FRESH, Draws(bytes(32), counter))
    assert drawn is not None
    state = piratenclaim.apply(FRESH, drawn)
    assert (state.phase, state.discs.bit_count(), enclosed(FLOWER, state.discs)) == (Phase.TRAVEL, 21, 0)


def test_discs_laid_by_hand_stand_sorted_in_the_state() -> None:
    event = {"event": "discs", "fields": [*reversed(DISCS)], "by": "hand"}
    assert told(FRESH, event)["discs"] == list(DISCS)
    assert piratenclaim.format(piratenclaim.parse(event)) == event
    assert piratenclaim.chance_outcome(piratenclaim.parse(event)) == (tuple(reversed(DISCS)), (), "hand")


@pytest.mark.parametrize("wrong", [DISCS[0], "0/1", "1/3"], ids=["one twice", "in the middle", "four on one"])
def test_each_outer_segment_gets_three_discs_on_different_fields(wrong: str) -> None:  # (rules, 2)
    assert refused(FRESH, {"event": "discs", "fields": [*DISCS[:20], wrong]}) is Code.ILLEGAL


def test_discs_are_laid_once() -> None:
    assert refused(position(phase=Phase.TRAVEL), {"event": "discs", "fields": list(DISCS)}) is Code.PHASE


def test_a_disc_that_goes_reopens_its_field() -> None:
    state = position(discs=["1/1", "1/2"], dice={"grey": 2})
    discovered = told(state, {"event": "discover", "field": "1/0", "pirate": "brown"})
    assert discovered["discs"] == ["1/1"]
    assert FIELDS_BY_NAME["1/2"] not in fields_in(fields(discovered["discs"]))
