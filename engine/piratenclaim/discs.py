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
    from engine.dice import Draws

DISCS_OF_A_SEGMENT = 3
OUTER_SEGMENTS = range(1, SEGMENTS)
DISCS = DISCS_OF_A_SEGMENT * len(OUTER_SEGMENTS)
_PLACEMENTS = tuple(combinations(range(POSITIONS), DISCS_OF_A_SEGMENT))
"""Where the discs of one segment may lie."""


class DiscMove(NamedTuple):
    """A disc that would lie better elsewhere on its segment."""

    disc: Field
    to: Field


def enclosed(board: Board, discs: int) -> int:
    """The open fields that cannot be reached from the middle, as a set."""
    return ALL_FIELDS & ~discs & ~reachable(board, discs)


def mending_moves(board: Board, discs: int) -> tuple[DiscMove, ...]:
    """Discs to move so that every open field can be reached; as few as were found by mending the most each time.

    Empty where nothing is enclosed, or where no single move mends anything.
    """
    moves: tuple[DiscMove, ...] = ()
    while shut := enclosed(board, discs):
        best = min(_moves(board, discs), key=lambda move: enclosed(board, _moved(discs, move)).bit_count())
        if enclosed(board, _moved(discs, best)).bit_count() >= shut.bit_count():
            return ()
        moves, discs = (*moves, best), _moved(discs, best)
    return moves


def draw_discs(board: Board, draws: Draws) -> tuple[Field, ...]:
    """The discs as the box draws them, segment by segment, each ascending; drawn again until nothing is enclosed."""
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
    """Whether the discs can be laid at all so that nothing is enclosed: on a sparse layout perhaps they cannot."""
    return _completes(board, 0, OUTER_SEGMENTS[0])


def _completes(board: Board, discs: int, segment: int) -> bool:
    """Whether the discs of this segment and of all after it can be added."""
    if segment == SEGMENTS:
        return True
    # What a few discs enclose stays enclosed however the others lie, so such a beginning is given up at once.
    beginnings = (discs | as_set(field_at(segment, position) for position in places) for places in _PLACEMENTS)
    return any(not enclosed(board, begun) and _completes(board, begun, segment + 1) for begun in beginnings)


def _moves(board: Board, discs: int) -> list[DiscMove]:
    """Every move of a disc within its segment; first those of discs beside an enclosed field, because they shut it."""
    shut = enclosed(board, discs)
    order = sorted(fields_in(discs), key=lambda disc: not board.neighbours[disc] & shut)
    return [DiscMove(disc, to) for disc in order for to in fields_in(segment_fields(segment_of(disc)) & ~discs)]


def _moved(discs: int, move: DiscMove) -> int:
    return discs & ~(1 << move.disc) | 1 << move.to
