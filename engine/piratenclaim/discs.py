"""The black discs: three on each outer segment, and every open field can be reached from the middle (rules, 2)."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from engine.piratenclaim.map import (
    ALL_FIELDS,
    POSITIONS,
    SEGMENTS,
    Board,
    Field,
    as_set,
    field_at,
    fields_in,
    reachable,
    segment_fields,
    segment_of,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from engine.dice import Draws

DISCS_OF_A_SEGMENT = 3
OUTER_SEGMENTS = range(1, SEGMENTS)
DISCS = DISCS_OF_A_SEGMENT * len(OUTER_SEGMENTS)
MENDING_MOVES, BEAM = 7, 16
"""How many discs are moved at most to mend a board, and how many boards are followed on the way."""


class DiscMove(NamedTuple):
    """A disc that would lie better elsewhere on its segment."""

    disc: Field
    to: Field


def enclosed(board: Board, discs: int) -> int:
    """Returns the open fields that cannot be reached from the middle, as a set."""
    return ALL_FIELDS & ~discs & ~reachable(board, discs)


def mending_moves(board: Board, discs: int) -> tuple[DiscMove, ...]:
    """Finds discs to move so that every open field can be reached, as few as were found.

    Empty where nothing is enclosed; also where nothing was found, which only happens on a sparse layout.
    """
    # A beam search: of all boards that one more move leads to, those with the fewest enclosed fields are followed. Of
    # 315 random boards with an enclosed field one move mended 174, four all.
    moves: dict[int, tuple[DiscMove, ...]] = {discs: ()}
    for _ in range(MENDING_MOVES + 1):  # the last one only looks
        beam = sorted(moves, key=lambda lying: enclosed(board, lying).bit_count())[:BEAM]
        if not enclosed(board, beam[0]):
            return moves[beam[0]]
        after: dict[int, tuple[DiscMove, ...]] = {}
        for lying in beam:
            for move in _moves(board, lying):
                after.setdefault(_moved(lying, move), (*moves[lying], move))
        moves = after
    return ()


def draw_discs(board: Board, draws: Draws) -> tuple[Field, ...]:
    """Draws the discs segment by segment, each ascending; all of them again until nothing is enclosed."""
    # How it draws is part of the published format, because `companion verify` draws again: each segment's seven
    # positions are shuffled, and the first three have the discs.
    while True:
        fields = tuple(
            field_at(segment, position)
            for segment in OUTER_SEGMENTS
            for position in sorted(draws.shuffled(range(POSITIONS))[:DISCS_OF_A_SEGMENT])
        )
        if not enclosed(board, as_set(fields)):
            return fields


@lru_cache(16)
def has_room(board: Board) -> bool:
    """Returns whether discs can be laid at all so that nothing is enclosed; on a sparse layout perhaps they cannot."""
    # Where there is no room, mostly a few segments are in each other's way. They are looked at first, as if the others
    # had no discs: with all seven at once the search would try the others in vain, for half a minute.
    placements = {segment: _placements(segment) for segment in OUTER_SEGMENTS}
    return all(
        _completes(board, 0, segment_fields(0), {segment: placements[segment] for segment in some})
        for count in range(1, len(OUTER_SEGMENTS) + 1)
        for some in combinations(OUTER_SEGMENTS, count)
    )


def _completes(board: Board, discs: int, laid: int, placements: Mapping[int, Sequence[int]]) -> bool:
    """Returns whether the discs of some segments can be added to those that lie.

    Args:
        board: how the segments lie.
        discs: those that lie.
        laid: the fields of the segments on which no more disc will be laid, as a set.
        placements: for each of the others, where its discs may lie.
    """
    if not placements:
        return True
    # An enclosed field of a segment that is laid stays enclosed; one of another segment may still get a disc itself. So
    # a placement that does no longer fit never will again, and the segment with the fewest is decided first.
    fitting = {
        segment: [more for more in ways if not enclosed(board, discs | more) & (laid | segment_fields(segment))]
        for segment, ways in placements.items()
    }
    segment = min(fitting, key=lambda each: len(fitting[each]))
    ways = fitting.pop(segment)
    return any(_completes(board, discs | more, laid | segment_fields(segment), fitting) for more in ways)


def _placements(segment: int) -> list[int]:
    """Returns where the discs of a segment may lie, each a set."""
    return [
        as_set(field_at(segment, position) for position in places)
        for places in combinations(range(POSITIONS), DISCS_OF_A_SEGMENT)
    ]


def _moves(board: Board, discs: int) -> list[DiscMove]:
    """Returns every move of a disc within its segment; those of discs beside an enclosed field first: they shut it."""
    shut = enclosed(board, discs)
    order = sorted(fields_in(discs), key=lambda disc: not board.neighbours[disc] & shut)
    return [DiscMove(disc, to) for disc in order for to in fields_in(segment_fields(segment_of(disc)) & ~discs)]


def _moved(discs: int, move: DiscMove) -> int:
    return discs & ~(1 << move.disc) | 1 << move.to
