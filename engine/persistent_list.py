"""A list whose every version lasts: adding an item makes a new version in constant time, and changes no older one.

A version is a node: its last item, and the version without it. Versions share their nodes, so a record of n events
costs n nodes, however many of its versions are kept, also where events were taken back.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from operator import eq
from typing import TYPE_CHECKING, Self, TypeVar, cast, overload

if TYPE_CHECKING:
    from typing_extensions import override
else:

    def override(method: object) -> object:
        """Python 3.12 brings it."""
        return method


T = TypeVar("T")


class PersistentList(Sequence[T]):
    """An immutable sequence. What is near its end is reached at once; an item near its start by walking there."""

    __slots__ = ("_before", "_item", "_length")

    def __init__(self, before: Self | None = None, item: T | None = None) -> None:
        self._before = before
        self._item = item
        self._length: int = 0 if before is None else len(before) + 1

    @classmethod
    def of(cls, items: Iterable[T]) -> Self:
        """Returns the list of these items."""
        made = cls()
        for item in items:
            made = made.plus(item)
        return made

    def plus(self, item: T) -> Self:
        """Returns this list with one more item at its end."""
        return type(self)(self, item)

    @override
    def __len__(self) -> int:
        return self._length

    @override
    def __reversed__(self) -> Iterator[T]:
        node = self
        while node._before is not None:
            yield cast("T", node._item)
            node = node._before

    @override
    def __iter__(self) -> Iterator[T]:
        items = list(reversed(self))
        items.reverse()
        return iter(items)

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> Self: ...
    @override
    def __getitem__(self, index: int | slice) -> T | Self:
        if isinstance(index, slice):
            first, last, stride = index.indices(self._length)
            # The first items are an older version, which is there already; any other part is copied.
            return self._first_items(last) if (first, stride) == (0, 1) else self.of(tuple(self)[index])
        place = index + self._length if index < 0 else index
        if not 0 <= place < self._length:
            raise IndexError("there is no such item")
        return next(islice(reversed(self), self._length - 1 - place, None))

    @override
    def __eq__(self, other: object) -> bool:
        if not isinstance(other, PersistentList):
            return NotImplemented
        # From the end: two versions of one game differ there, if they differ at all.
        return len(self) == len(other) and (self is other or all(map(eq, reversed(self), reversed(other))))

    __hash__ = None  # type: ignore[assignment]  # as a list's: nobody needs it

    @override
    def __repr__(self) -> str:
        return f"PersistentList.of({list(self)})"

    def _first_items(self, length: int) -> Self:
        """Returns the version that had so many items."""
        node = self
        while node._length > length and node._before is not None:
            node = node._before
        return node
