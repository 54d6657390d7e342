"""Who begins: each player rolls three dice, the highest sum begins, ties roll again (rules, "A turn", last line)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from engine.game import Seat

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from engine.claimit.position import Dice


class Throw(NamedTuple):
    """One player's roll for the start."""

    seat: Seat
    dice: Dice
    by: str | None = None
    """`hand` for real dice; None for the box's."""


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


def opening(seats: int, throws: Iterable[Throw]) -> Opening:
    """How far the rolling has come after these throws, which lie in the order in which they fell."""
    rolling: tuple[Seat, ...] = tuple(Seat(seat) for seat in range(seats))
    sums: tuple[int, ...] = ()
    for throw in throws:
        rolling, sums = _settle(rolling, (*sums, sum(throw.dice)))
    return Opening(rolling, sums)


def _settle(rolling: tuple[Seat, ...], sums: tuple[int, ...]) -> tuple[tuple[Seat, ...], tuple[int, ...]]:
    """A finished round leaves those with the highest sum; if they are several, they roll again."""
    if len(sums) < len(rolling):
        return rolling, sums
    best = _highest(rolling, sums)
    return best, (max(sums),) if len(best) == 1 else ()


def _highest(rolling: Sequence[Seat], sums: Sequence[int]) -> tuple[Seat, ...]:
    return tuple(seat for seat, total in zip(rolling, sums, strict=True) if total == max(sums))
