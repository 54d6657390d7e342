"""The board as bits."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.claimit.board import (
    EVERYWHERE,
    FIELDS,
    Field,
    column_of,
    field_at,
    fields_in,
    format_field,
    group_around,
    parse_field,
    row_of,
)

field_sets = st.integers(0, EVERYWHERE)


def test_the_name_says_column_then_row() -> None:
    # rulebook, example 1
    assert parse_field("5/2") == field_at(column=5, row=2)


def test_a_name_is_read_as_it_was_written() -> None:
    for field in FIELDS:
        assert parse_field(format_field(field)) == field == field_at(column_of(field), row_of(field))


@pytest.mark.parametrize(
    "name", ["", "5", "5/", "0/1", "7/1", "1/7", "5/2 ", "05/2", "5-2", "5/2/1", "\N{ARABIC-INDIC DIGIT FIVE}/2"]
)
def test_other_names_name_no_field(name: str) -> None:
    with pytest.raises(ValueError, match="column/row"):
        parse_field(name)


@given(field_sets)
def test_the_fields_of_a_set_make_the_set(fields: int) -> None:
    apart = list(fields_in(fields))
    assert apart == sorted(apart)
    assert sum(1 << field for field in apart) == fields


@given(field_sets, st.sampled_from(FIELDS))
def test_a_group_is_what_edges_join(fields: int, field: Field) -> None:
    found: set[tuple[int, int]] = set()
    waiting = [(column_of(field), row_of(field))]
    while waiting:
        column, row = waiting.pop()
        inside = 1 <= column <= 6 and 1 <= row <= 6 and fields >> field_at(column, row) & 1
        if inside and (column, row) not in found:
            found.add((column, row))
            waiting += [(column + 1, row), (column - 1, row), (column, row + 1), (column, row - 1)]
    assert group_around(1 << field, fields) == sum(1 << field_at(column, row) for column, row in found)
