"""A checksum for each event, over it and all events before it: it finds damage that leaves an event readable.

The chain begins with the game's own row (number 0: the line-up, the seed of the dice); then there is one checksum an
event. Each is the CRC-32 of the event and of everything before it. So one correct checksum proves everything up to it,
even if a checksum in between is damaged. It protects against disk errors, not against people, who can compute it too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple
from zlib import crc32

GAME, END = 0, -1
"""The numbers of the checksums that belong to no event: how the game began, and how it ended."""

_NUMBER_BITS = 32


class EventRow(NamedTuple):
    """An event as it is stored in the file."""

    number: int
    at: bytes
    json: bytes


class Examined(NamedTuple):
    """The result of checking a game against its checksums."""

    wrong: int | None
    """The number of the first damaged event, 0 for the game's own row; None: no damage."""
    unchecked: int
    """How many of the newest rows have no checksum, because an older version wrote them; the game's own row counts."""
    last: int
    """The computed checksum of the newest row."""


def checksum(before: int, *parts: object) -> int:
    """Returns the checksum of a row that continues the chain."""
    return crc32("\0".join(map(str, parts)).encode(), before)


def with_check(number: int) -> int:
    """Returns a small number and its checksum as one integer: a row for the checksum would cost a page at each change.

    An older version does not know the combined number, and asks for the acknowledgement again.
    """
    return (crc32(b"%d" % number) >> 1) << _NUMBER_BITS | number


def checked_number(stored: int) -> int:
    """Returns the number in an integer from `with_check`, or from an older version without a checksum; 0 if damaged."""
    number = stored & ((1 << _NUMBER_BITS) - 1)
    return number if stored in {number, with_check(number)} else 0


def of_game(begun_at: str, seed: bytes, lineup: str) -> int:
    """Returns the first checksum of a game's chain."""
    return checksum(0, begun_at, seed.hex(), lineup)


def of_events(before: int, rows: Iterable[EventRow]) -> int:
    """Returns the checksum of the last of these events; `before` is that of the row before the first one.

    The events' numbers are not in it: the chain itself counts them.
    """
    return of_text(before, b"".join([b"%b%b\n" % (row.at, row.json) for row in rows]))


def of_text(before: int, text: bytes) -> int:
    """Does the same for events that are joined in one text: time, JSON and line feed of each."""
    return crc32(text, before)


def examine(first: int, rows: Sequence[EventRow], stored: Mapping[int, int]) -> Examined:
    """Checks the rows of a game against its checksums, by number; `first` is the result of `of_game`."""
    newest = max((number for number in stored if number >= GAME), default=GAME - 1)
    whole = all(row.number == number for number, row in enumerate(rows, 1))
    # The usual case, in one pass: a checksum vouches for everything before it, so the newest one is enough.
    if whole and 0 <= newest <= len(rows):
        value = of_events(first, rows[:newest])
        if value == stored[newest]:
            return Examined(None, len(rows) - newest, of_events(value, rows[newest:]))
    # Event by event, to find the first damaged one.
    value, vouched = first, GAME if stored.get(GAME) == first else GAME - 1
    for number, row in enumerate(rows, 1):
        if row.number != number:
            return Examined(min(number, vouched + 1) if newest > vouched else number, 0, value)
        value = of_events(value, [row])
        vouched = number if stored.get(number) == value else vouched
    return Examined(vouched + 1 if newest > vouched else None, len(rows) - newest, value)
