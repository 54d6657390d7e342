"""Who begins, where dice decide it before the start."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, NamedTuple, Protocol

from engine.game import Event, Seat, StartRoll

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from engine.dice import Draws


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

    def draw(self, draws: Draws) -> Event:
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

    def draw(self, draws: Draws) -> Event:
        """Returns the roll of the seat that is to roll, as the box throws it."""
        return self.roll(draws)

    def opening(self, seats: int, rolls: Iterable[StartRoll[Event]]) -> Opening:
        """Returns how far it has come after these rolls of so many seats, which lie in the order in which they fell."""
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
