"""The map of Piratenclaim: eight segments of seven hexes each, in axial coordinates (rules, 2).

A field is a number from 0 to 55: segment by segment, in the order of the positions. A direction is a number from 0 to
5, for the directions 1 to 6 of the rules. A set of fields is an int with a bit for each field.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple, NewType

Field = NewType("Field", int)
"""One of the 56 hexes."""

SEGMENTS, POSITIONS, DIRECTIONS = 8, 7, 6
FIELDS = tuple(Field(number) for number in range(SEGMENTS * POSITIONS))
MIDDLE = Field(0)
"""`0/0`, with double-red."""
FIELD_NAMES = tuple(f"{segment}/{position}" for segment in range(SEGMENTS) for position in range(POSITIONS))
"""The fields' names in the notation; they are sorted."""
FIELDS_BY_NAME = dict(zip(FIELD_NAMES, FIELDS, strict=True))


class Hex(NamedTuple):
    """Axial coordinates: `q` grows in direction 1, `r` in direction 2."""

    q: int
    r: int

    def plus(self, other: Hex, times: int = 1) -> Hex:
        """Returns the sum of this hex and a multiple of another."""
        return Hex(self.q + times * other.q, self.r + times * other.r)


UNITS = (Hex(1, 0), Hex(0, 1), Hex(-1, 1), Hex(-1, 0), Hex(0, -1), Hex(1, -1))
"""One step in each direction, in ring order: u(d + 3) = -u(d), u(p) + u(p + 2) = u(p + 1)."""
ORIGIN = Hex(0, 0)


# The handedness of the flower: an outer centre is 2u(p) + u(p + 1); its mirror image would have 2u(p) + u(p - 1).
_FLOWER = (
    ORIGIN,
    *(ORIGIN.plus(unit, 2).plus(UNITS[(direction + 1) % DIRECTIONS]) for direction, unit in enumerate(UNITS)),
)
FLOWER_PLUS_ONE = (*_FLOWER, _FLOWER[3].plus(_FLOWER[4]))
"""The centres of the segments: a flower of seven, and one in the notch between segments 3 and 4.

This is an assumption, because the picture of the board is lost. The example of an enclosed field in the rules is only
possible with the eighth segment there."""


def segment_at(centre: Hex) -> tuple[Hex, ...]:
    """Returns the hexes of a segment, in the order of the positions."""
    return tuple(centre.plus(unit) for unit in (ORIGIN, *UNITS))


def segment_of(place: Field) -> int:
    """Returns the segment of a field, 0 to 7."""
    return place // POSITIONS


def position_of(place: Field) -> int:
    """Returns the position of a field in its segment: 0 for the centre, 1 to 6 for the ring."""
    return place % POSITIONS


def field_at(segment: int, position: int) -> Field:
    return FIELDS[segment * POSITIONS + position]


def segment_fields(segment: int) -> int:
    """Returns the seven fields of a segment, as a set."""
    return 0b1111111 << segment * POSITIONS


def as_set(fields: Iterable[Field]) -> int:
    found = 0
    for each in fields:
        found |= 1 << each
    return found


def fields_in(fields: int) -> Iterator[Field]:
    """Yields the fields of a set, in ascending order."""
    while fields:
        lowest = fields & -fields
        yield FIELDS[lowest.bit_length() - 1]
        fields ^= lowest


ALL_FIELDS = as_set(FIELDS)


@dataclass(frozen=True, slots=True)
class Board:
    """The arrangement of the eight segments. Everything follows from their centres."""

    centres: tuple[Hex, ...]
    """The centre of each segment."""
    coordinates: tuple[Hex, ...] = field(compare=False, repr=False)
    """The coordinates of each field."""
    steps: tuple[tuple[Field | None, ...], ...] = field(compare=False, repr=False)
    """For each field its neighbour in each direction; None at the edge of the board."""
    neighbours: tuple[int, ...] = field(compare=False, repr=False)
    """For each field the set of its neighbours."""


@lru_cache(16)
def board_of(centres: tuple[Hex, ...]) -> Board:
    """Returns the board with these centres, whose segments do not overlap (see `overlap`)."""
    coordinates = tuple(at for centre in centres for at in segment_at(centre))
    fields = dict(zip(coordinates, FIELDS, strict=True))
    steps = tuple(tuple(fields.get(at.plus(unit)) for unit in UNITS) for at in coordinates)
    neighbours = tuple(as_set(each for each in around if each is not None) for around in steps)
    return Board(centres, coordinates, steps, neighbours)


def overlap(centres: Sequence[Hex]) -> tuple[int, int] | None:
    """Returns the first two segments that share a field; None if no two do."""
    owners: dict[Hex, int] = {}
    for segment, centre in enumerate(centres):
        for at in segment_at(centre):
            if at in owners:
                return owners[at], segment
            owners[at] = segment
    return None


def loose_segments(board: Board) -> tuple[int, ...]:
    """Returns the segments that cannot be reached from the middle, even without discs."""
    reached = reachable(board, 0)
    return tuple(segment for segment in range(SEGMENTS) if not reached & segment_fields(segment))


def reachable(board: Board, discs: int) -> int:
    """Returns the fields that can be reached from `0/0` without crossing a disc, as a set; `0/0` is included."""
    neighbours, free = board.neighbours, ALL_FIELDS & ~discs
    reached = fresh = 1 << MIDDLE
    while fresh:
        lowest = fresh & -fresh
        found = neighbours[lowest.bit_length() - 1] & free & ~reached
        reached |= found
        fresh = fresh ^ lowest | found
    return reached
