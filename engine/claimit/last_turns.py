"""The last round of Claim It!: what a bank would make of it, and what the rivals would still need."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from engine.claimit.rules import Bank, apply
from engine.claimit.scoring import standings
from engine.game import Seat

if TYPE_CHECKING:
    from engine.claimit.position import State


class Rival(NamedTuple):
    """A seat other than the mover, as it would stand if the mover banked now."""

    seat: Seat
    mine: int
    needs: int | None
    """The mine that would win whatever else the others have; None: its last turn is over."""


def rivals(state: State) -> tuple[Rival, ...]:
    """Returns the rivals in the order in which they sit, the next one first.

    A rival needs a mine larger than all the others', because at one as large goldclaims and fields would decide.

    Raises:
        Illegal: there is nothing to bank now.
    """
    banked = apply(state, Bank())
    mines = [each.mine for each in standings(banked)]
    moving = seats_to_move(banked)
    following = (Seat((state.turn + step) % len(mines)) for step in range(1, len(mines)))
    return tuple(
        Rival(seat, mines[seat], 1 + max(mines[:seat] + mines[seat + 1 :]) if seat in moving else None)
        for seat in following
    )


def seats_to_move(state: State) -> tuple[Seat, ...]:
    """Returns the seats that still have a turn in the last round, the next one first; none where there is no such."""
    left = state.last_round.turns_left if state.last_round else 0
    return tuple(Seat((state.turn + turn) % len(state.players)) for turn in range(left))
