"""The map: eight segments of seven hexes (rules, 2)."""

from __future__ import annotations

from itertools import product

import pytest

from engine import piratenclaim
from engine.dice import Draws
from engine.game import Code, Illegal, Seat
from engine.piratenclaim import DIRECTIONS, FIELD_NAMES, FIELDS, FIELDS_BY_NAME, Hex, field_at
from engine.piratenclaim.map import FLOWER_PLUS_ONE, UNITS, board_of
from engine.piratenclaim.position import FLOWER

FLOWER_CENTRES = [[0, 0], [2, 1], [-1, 3], [-3, 2], [-2, -1], [1, -3], [3, -2], [-5, 1]]


def started(layout: object) -> piratenclaim.State:
    """The beginning of a game on a board that lies so."""
    return piratenclaim.start(["Green", "Blue"], Seat(0), {**piratenclaim.options, "layout": layout})


def step(name: str, direction: int) -> str | None:
    """The field that lies next in a direction, 1 to 6; None: the edge."""
    to = FLOWER.steps[FIELDS_BY_NAME[name]][direction - 1]
    return None if to is None else FIELD_NAMES[to]


def test_opposite_directions_cancel_and_neighbours_add_up() -> None:
    # rules, 2
    for direction in range(DIRECTIONS):
        opposite, second = UNITS[(direction + 3) % 6], UNITS[(direction + 2) % 6]
        assert UNITS[direction].plus(opposite) == Hex(0, 0)
        assert UNITS[direction].plus(second) == UNITS[(direction + 1) % 6]


def test_the_usual_layout_is_a_flower_and_one() -> None:
    assert [list(centre) for centre in FLOWER_PLUS_ONE] == FLOWER_CENTRES


def test_a_step_within_a_segment_follows_the_ring() -> None:
    # rules, 2

    def ring(place: int) -> int:
        return (place - 1) % 6 + 1

    for segment, position in product(range(8), range(1, 7)):
        names = {place: f"{segment}/{place}" for place in range(7)}
        assert step(names[0], position) == names[position]
        assert step(names[position], ring(position + 3)) == names[0]
        assert step(names[position], ring(position + 2)) == names[ring(position + 1)]
        assert step(names[position], ring(position - 2)) == names[ring(position - 1)]
        for outward in (position, ring(position + 1), ring(position - 1)):
            to = step(names[position], outward)
            assert to is None or not to.startswith(f"{segment}/")


def test_neighbours_are_neighbours_both_ways() -> None:
    for field in FIELDS:
        for direction, to in enumerate(FLOWER.steps[field]):
            assert to is None or FLOWER.steps[to][(direction + 3) % 6] == field


def test_every_field_has_its_own_hex() -> None:
    assert len(set(FLOWER.coordinates)) == len(FIELDS) == 56


def test_a_layout_may_be_told_by_its_centres() -> None:
    told = started(FLOWER_CENTRES)
    assert told == piratenclaim.start(["Green", "Blue"], Seat(0), piratenclaim.options)
    mirrored = tuple(Hex(2 * a.q + b.q, 2 * a.r + b.r) for a, b in zip(UNITS, (UNITS[5], *UNITS[:5]), strict=True))
    other = board_of((Hex(0, 0), *mirrored, mirrored[3].plus(mirrored[2])))
    assert other != told.board


@pytest.mark.parametrize(
    ("layout", "code", "sentence"),
    [
        (
            [*FLOWER_CENTRES[:7], [2, 2]],
            Code.ILLEGAL,
            "The segments 1 and 7 of the layout overlap: they share a field.",
        ),
        (
            [*FLOWER_CENTRES[:7], [9, 9]],
            Code.ILLEGAL,
            "The segment 7 of the layout hangs loose: all segments must be joined to the middle, segment 0.",
        ),
        (
            [[0, 0], [0, 3], [3, 1], [-3, 0], [-1, 6], [-2, 9], [2, 6], [-4, 6]],
            Code.ILLEGAL,
            "On this layout three discs on each outer segment always enclose a field: join them closer.",
        ),
    ],
    ids=["overlap", "loose", "no room"],
)
def test_a_layout_that_cannot_be_played_is_refused_by_name(layout: list[list[int]], code: Code, sentence: str) -> None:
    with pytest.raises(Illegal) as caught:
        started(layout)
    assert (caught.value.code, caught.value.message) == (code, sentence)


def test_a_chain_of_segments_leaves_room_for_discs() -> None:
    chain = started([[2 * place, place] for place in range(8)])
    drawn = piratenclaim.chance_event(chain, Draws(bytes(32), 0))
    assert isinstance(drawn, piratenclaim.Discs)
    assert not piratenclaim.enclosed(chain.board, piratenclaim.as_set(drawn.fields))


@pytest.mark.parametrize(
    "layout",
    [
        "ring",
        7,
        None,
        [],
        FLOWER_CENTRES[:7],
        [*FLOWER_CENTRES[:7], [1.0, 2]],
        [*FLOWER_CENTRES[:7], [True, 9]],
        [1] * 8,
    ],
)
def test_a_layout_that_is_none_is_syntax(layout: object) -> None:
    with pytest.raises(Illegal) as caught:
        started(layout)
    assert caught.value.code is Code.SYNTAX


def test_a_field_knows_its_segment_and_its_position() -> None:
    for field in FIELDS:
        segment, position = piratenclaim.segment_of(field), piratenclaim.position_of(field)
        assert FIELD_NAMES[field] == f"{segment}/{position}"
        assert field_at(segment, position) == field
