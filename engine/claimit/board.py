"""The board of Claim It!: 36 fields as the bits of an int.

A field is a number from 0 to 35, row by row: 1/1, 2/1 … 6/1, 1/2 … 6/6. It is also the index of its light in a frame. A
set of fields is an int in which bit `field` is set.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NewType

Field = NewType("Field", int)
SIDE = 6
FIELDS = tuple(Field(number) for number in range(SIDE * SIDE))
EVERYWHERE = (1 << SIDE * SIDE) - 1

_NAMES = tuple(f"{column}/{row}" for row in range(1, SIDE + 1) for column in range(1, SIDE + 1))
_BY_NAME = dict(zip(_NAMES, FIELDS, strict=True))
# A shift by one moves every field to its neighbour in the row, but the last field of a row to the next row. These sets
# exclude such fields before the shift.
_FIRST_COLUMN = sum(1 << SIDE * row for row in range(SIDE))
_LAST_COLUMN = _FIRST_COLUMN << SIDE - 1


def field_at(column: int, row: int) -> Field:
    """Returns the field in a column and a row, 1 to 6 each."""
    return Field(SIDE * (row - 1) + column - 1)


def column_of(field: Field) -> int:
    """Returns the column of a field, 1 to 6."""
    return field % SIDE + 1


def row_of(field: Field) -> int:
    """Returns the row of a field, 1 to 6."""
    return field // SIDE + 1


def parse_field(name: str) -> Field:
    """Returns the field of a name: `5/2` is column 5, row 2 (rulebook, example 1).

    Raises:
        ValueError: the field does not exist.
    """
    field = _BY_NAME.get(name)
    if field is None:
        raise ValueError("a field is named column/row, both 1 to 6")
    return field


def format_field(field: Field) -> str:
    """Returns the name of a field, column/row."""
    return _NAMES[field]


def fields_in(bits: int) -> Iterator[Field]:
    """Yields the fields of a set, lowest number first."""
    while bits:
        # `bits & -bits` is the lowest bit alone, `bits & bits - 1` is the set without it.
        yield Field((bits & -bits).bit_length() - 1)
        bits &= bits - 1


def with_neighbours(group: int) -> int:
    """Returns a set and its neighbours across edges; some of them may be off the board."""
    aside = (group & ~_LAST_COLUMN) << 1 | (group & ~_FIRST_COLUMN) >> 1
    return group | group << SIDE | group >> SIDE | aside


def groups_of(fields: int) -> Iterator[int]:
    """Yields the groups that edges join, the one with the lowest field first."""
    while fields:
        group = group_around(fields & -fields, fields)
        yield group
        fields ^= group


def group_around(seed: int, within: int) -> int:
    """Returns the fields of `within` that edges join to those of `seed`: a flood fill."""
    # All fields grow by one step at a time, in four shifts of the whole set instead of a loop over fields. The loop
    # ends when a step adds nothing. `within` removes the bits that a shift moves off the board. The shifts repeat
    # `with_neighbours`: the bots spend most of their time here, and a call for each step would cost 6 % more.
    group, grown = 0, seed & within
    while grown != group:
        group = grown
        aside = (group & ~_LAST_COLUMN) << 1 | (group & ~_FIRST_COLUMN) >> 1
        grown |= (group << SIDE | group >> SIDE | aside) & within
    return group
