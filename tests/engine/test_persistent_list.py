"""A list whose versions last: it is as a tuple is, and no version is changed by what comes after it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.record import PersistentList

DEEP = 200_000
"""More items than a recursion could go down."""


@given(st.lists(st.integers()), st.integers(-12, 12), st.slices(9))
def test_it_is_read_as_a_tuple_is(items: list[int], place: int, part: slice) -> None:
    made, plain = PersistentList.of(items), tuple(items)
    assert (len(made), tuple(made), tuple(reversed(made))) == (len(plain), plain, plain[::-1])
    assert tuple(made[part]) == plain[part]
    if -len(plain) <= place < len(plain):
        assert made[place] == plain[place]
    else:
        with pytest.raises(IndexError):
            made[place]


def test_an_older_version_stays_as_it_was() -> None:
    begun = PersistentList.of([1, 2])
    one, other = begun.plus(3), begun.plus(4)
    assert (tuple(begun), tuple(one), tuple(other)) == ((1, 2), (1, 2, 3), (1, 2, 4))


def test_adding_and_taking_away_copy_nothing() -> None:
    begun = PersistentList.of(range(5))
    assert begun.plus(5)[:-1] is begun


@pytest.mark.parametrize(("other", "same"), [([1, 2], True), ([1, 3], False), ([3, 2], False), ([1], False)])
def test_lists_are_equal_when_their_items_are(other: list[int], same: bool) -> None:
    assert (PersistentList.of([1, 2]) == PersistentList.of(other)) is same
    assert PersistentList.of([1, 2]) != (1, 2)


def test_a_long_list_is_compared_and_let_go_without_recursion() -> None:
    one, other = PersistentList.of(range(DEEP)), PersistentList.of(range(DEEP))
    assert one == other
    del one, other


def test_it_shows_what_it_holds() -> None:
    assert repr(PersistentList.of("ab")) == "PersistentList.of(['a', 'b'])"
