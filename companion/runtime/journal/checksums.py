"""A checksum for each event, over it and all before it: damage that leaves an event readable is found all the same.

The chain begins with the game's own row (number 0: the line-up, the seed of the dice), then comes one checksum an
event. Each is the CRC-32 of all that stands before it too, so one that fits vouches for everything up to it, whatever
became of the checksums in between. It guards against the disk, not against people, who could compute it too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple
from zlib import crc32

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

GAME, END = 0, -1
"""The numbers of the checksums that belong to no event: how the game began, and how it ended."""

_NUMBER_BITS = 32


class EventRow(NamedTuple):
    """An event as it lies in the file."""

    number: int
    at: bytes
    json: bytes


class Examined(NamedTuple):
    """What the checksums say of a game."""

    wrong: int | None
    """The first event that is not as it was written, 0 the game's own row; None: all are."""
    unchecked: int
    """How many of the newest have no checksum, the game's own row among them: an older version wrote them."""
    last: int
    """The checksum of the newest row, as it must be."""


def checksum(before: int, *parts: object) -> int:
    """The checksum of a row, in a chain after another."""
    return crc32("\0".join(map(str, parts)).encode(), before)


def with_check(number: int) -> int:
    """A small number that changes often, and its checksum, in one column: a row for it would cost a page each time.

    An older version takes the whole for a number that it does not know, and asks for the acknowledgement again.
    """
    return (crc32(b"%d" % number) >> 1) << _NUMBER_BITS | number


def checked_number(stored: int) -> int:
    """The number that `with_check` wrote, or an older version without a checksum; 0 where it is damaged."""
    number = stored & ((1 << _NUMBER_BITS) - 1)
    return number if stored in {number, with_check(number)} else 0


def of_game(begun_at: str, seed: bytes, lineup: str) -> int:
    """The beginning of a game's chain."""
    return checksum(0, begun_at, seed.hex(), lineup)


def of_events(before: int, rows: Iterable[EventRow]) -> int:
    """The checksum of the last of some events, after the one before the first of them.

    Their numbers are not in it: they are counted, as the chain goes from event to event.
    """
    return of_text(before, b"".join([b"%b%b\n" % (row.at, row.json) for row in rows]))


def of_text(before: int, text: bytes) -> int:
    """The same, of events that follow each other in one text: of each its time, its JSON and the end of a line."""
    return crc32(text, before)


def examine(first: int, rows: Sequence[EventRow], stored: Mapping[int, int]) -> Examined:
    """Holds a game against its checksums.

    Args:
        first: what `of_game` says.
        rows: its events.
        stored: its checksums by number.
    """
    newest = max((number for number in stored if number >= GAME), default=GAME - 1)
    whole = all(row.number == number for number, row in enumerate(rows, 1))
    # The usual case, in one pass: a checksum vouches for everything before it, so the newest one is enough.
    if whole and 0 <= newest <= len(rows):
        value = of_events(first, rows[:newest])
        if value == stored[newest]:
            return Examined(None, len(rows) - newest, of_events(value, rows[newest:]))
    return _searched(first, rows, stored, newest)


def _searched(first: int, rows: Sequence[EventRow], stored: Mapping[int, int], newest: int) -> Examined:
    """The same, event by event."""
    value, vouched = first, GAME if stored.get(GAME) == first else GAME - 1
    for number, row in enumerate(rows, 1):
        if row.number != number:
            return Examined(min(number, vouched + 1) if newest > vouched else number, 0, value)
        value = of_events(value, [row])
        vouched = number if stored.get(number) == value else vouched
    return Examined(vouched + 1 if newest > vouched else None, len(rows) - newest, value)
