"""Fair dice and shuffles: pure functions of a secret seed and a counter. Nobody chooses a roll, not even by accident.

What the box draws has the counter that it has in its game: the first thing drawn has 0, the next 1. Its bytes are
HMAC-SHA256(key, counter as 8 bytes ‖ b as 4 bytes, both big-endian) for b = 0, 1, …, read on without a gap. One of n
is a byte mod n; bytes that would favour the low numbers, 256 - (256 mod n) and more, are skipped. A die is one of 6,
plus 1. The key is the game's secret seed. Anyone can do it again once the seed is revealed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from itertools import count as count_up
from typing import Generic, NamedTuple, Protocol, TypeVar

from engine.game import Event, Seat, StartRoll

SEED_BYTES = 32
BYTE_VALUES = 256

Thing = TypeVar("Thing")
"""What is shuffled."""


class Draws:
    """What one drawing of the box consists of: each call goes on with the bytes after those of the call before."""

    def __init__(self, key: bytes, counter: int) -> None:
        """Begins with the first byte.

        Args:
            key: the game's secret seed, 32 bytes.
            counter: which drawing of the game this is, from 0.
        """
        self._bytes = chain.from_iterable(_byte_blocks(key, counter))

    def one_of(self, count: int) -> int:
        """Returns a number from 0 to `count` - 1, each equally likely; `count` is 1 to 256, and 1 reads no byte."""
        if count == 1:
            return 0
        # Rejection: 256 is no multiple of 6, so `byte % 6` alone would give each of 0 to 3 in 43 of 256 cases, 4 and
        # 5 in 42. Bytes from 252 (42 sixes) on are skipped.
        fair = BYTE_VALUES - BYTE_VALUES % count
        return next(byte for byte in self._bytes if byte < fair) % count

    def dice(self, count: int) -> tuple[int, ...]:
        """Returns so many dice with six faces, in the order in which they lie."""
        return tuple(self.one_of(6) + 1 for _ in range(count))

    def shuffled(self, things: Sequence[Thing]) -> tuple[Thing, ...]:
        """Returns the things in a random order: from the last place down, each is swapped with one at or before it."""
        # Fisher and Yates, in Durstenfeld's form. The direction and the order of the draws are part of the published
        # format: records of finished games are verified by them, so neither may change.
        order = list(things)
        for place in range(len(order) - 1, 0, -1):
            other = self.one_of(place + 1)
            order[place], order[other] = order[other], order[place]
        return tuple(order)


def roll_dice(key: bytes, counter: int, count: int) -> tuple[int, ...]:
    """Throws dice.

    Args:
        key: the key of the game's dice, 32 bytes.
        counter: which throw of the game this is, from 0.
        count: how many dice.

    Returns:
        `count` faces from 1 to 6, in the order in which they lie.
    """
    return Draws(key, counter).dice(count)


def commitment(seed: bytes) -> str:
    """Returns the SHA-256 of the seed in hex: told at the start, it binds the box to a seed that is still secret."""
    import hashlib  # noqa: PLC0415 - it loads OpenSSL, and a start throws no dice

    return hashlib.sha256(seed).hexdigest()


def _byte_blocks(key: bytes, counter: int) -> Iterator[bytes]:
    import hmac  # noqa: PLC0415 - as above

    for block in count_up():
        # The counter is in each block, so that the bytes of one throw say nothing about those of the next, and a
        # throw can be checked without the ones before it.
        yield hmac.digest(key, counter.to_bytes(8, "big") + block.to_bytes(4, "big"), "sha256")


class Opening(NamedTuple):
    """How far the rolling for the start has come."""

    rolling: tuple[Seat, ...]
    """The seats that take part in this round of rolls: all, or those that tied."""
    sums: tuple[int, ...]
    """What those who have rolled in this round have, in the order of `rolling`."""

    @property
    def to_roll(self) -> Seat | None:
        """The seat that rolls next; None when it is decided who begins."""
        return None if self.first is not None else self.rolling[len(self.sums)]

    @property
    def first(self) -> Seat | None:
        """The seat that begins; None while it is open."""
        decided = len(self.rolling) == len(self.sums) == 1
        return self.rolling[0] if decided else None


class StartRule(Protocol[Event]):
    """How it is rolled for who begins."""

    def chance_event(self, draws: Draws) -> Event:
        """Returns the roll of the seat that is to roll, as the box throws it."""

    def opening(self, seats: int, rolls: Iterable[StartRoll[Event]]) -> Opening:
        """Returns how far it has come after these rolls of so many seats, which lie in the order in which they fell."""


@dataclass(frozen=True, slots=True)
class HighestSum(Generic[Event]):
    """Each player rolls in turn, the highest sum begins; those who tie roll again."""

    roll: Callable[[Draws], Event]
    """The roll, as the box throws it."""
    total: Callable[[Event], int]
    """What a roll counts."""

    def chance_event(self, draws: Draws) -> Event:
        return self.roll(draws)

    def opening(self, seats: int, rolls: Iterable[StartRoll[Event]]) -> Opening:
        rolling: tuple[Seat, ...] = tuple(Seat(seat) for seat in range(seats))
        sums: tuple[int, ...] = ()
        for each in rolls:
            if len(rolling) == 1:
                break  # it is decided: whoever rolls after that decides nothing
            sums = (*sums, self.total(each.roll))
            # A finished round leaves those with the highest sum; if they are several, they roll again.
            if len(sums) == len(rolling):
                rolling = tuple(seat for seat, total in zip(rolling, sums, strict=True) if total == max(sums))
                sums = (max(sums),) if len(rolling) == 1 else ()
        return Opening(rolling, sums)
