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


def checksum(before: int, *parts: object) -> int:
    """Returns the checksum of a row that continues the chain."""
    return crc32("\0".join(map(str, parts)).encode(), before)


def with_check(number: int) -> int:
    """Returns a small number and its checksum as one integer: a row of its own would cost a page at each change."""
    return (crc32(b"%d" % number) >> 1) << _NUMBER_BITS | number


def checked_number(stored: int) -> int:
    """Returns the number in an integer from `with_check`; 0 if it is damaged, and for a game that has none yet."""
    number = stored & ((1 << _NUMBER_BITS) - 1)
    return number if stored == with_check(number) else 0


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


def first_damaged(first: int, rows: Sequence[EventRow], stored: Mapping[int, int]) -> int | None:
    """Returns the number of the first damaged event of a game, 0 for its own row; None if nothing is damaged.

    Args:
        first: the result of `of_game`.
        rows: the game's events, by number.
        stored: the game's checksums, by number.
    """
    newest = max((number for number in stored if number >= GAME), default=GAME - 1)
    # The usual case, in one pass: a checksum vouches for everything before it, so the newest one is enough.
    is_complete = newest == len(rows) and all(row.number == number for number, row in enumerate(rows, 1))
    if is_complete and of_events(first, rows) == stored[newest]:
        return None
    # Event by event, to find the first damaged one.
    value, vouched = first, GAME if stored.get(GAME) == first else GAME - 1
    for number, row in enumerate(rows, 1):
        if row.number != number:
            return vouched + 1
        value = of_events(value, [row])
        vouched = number if stored.get(number) == value else vouched
    return None if vouched == len(rows) == newest else vouched + 1
