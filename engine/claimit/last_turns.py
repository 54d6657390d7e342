"""The last round of Claim It!: what a bank would make of it, and what the rivals would still need."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from engine.claimit.rules import Bank, apply
from engine.claimit.scoring import standings
from engine.game import Seat

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.claimit.position import State
    from engine.claimit.scoring import Standing


class Rival(NamedTuple):
    """A seat other than the mover, as it would stand if the mover banked now."""

    seat: Seat
    mine: int
    needs: int | None
    """The smallest mine that would win with the goldclaims and fields that it has; None: its last turn is over."""


def rivals(state: State) -> tuple[Rival, ...]:
    """Returns the rivals in the order in which they sit, the next one first.

    Raises:
        Illegal: there is nothing to bank now.
    """
    banked = apply(state, Bank())
    stand, moving = standings(banked), seats_to_move(banked)
    following = (Seat((state.turn + step) % len(stand)) for step in range(1, len(stand)))
    return tuple(Rival(seat, stand[seat].mine, _needs(stand, seat) if seat in moving else None) for seat in following)


def _needs(stand: Sequence[Standing], seat: Seat) -> int:
    """Returns the smallest mine with which a seat would win alone: one as large as the best may do (rules, The end)."""
    own = stand[seat]
    best = max((each.mine, each.goldclaims, each.fields) for other, each in enumerate(stand) if other != seat)
    return best[0] if (own.goldclaims, own.fields) > best[1:] else best[0] + 1


def seats_to_move(state: State) -> tuple[Seat, ...]:
    """Returns the seats that still have a turn in the last round, the next one first; none where there is no such."""
    left = state.last_round.turns_left if state.last_round else 0
    return tuple(Seat((state.turn + turn) % len(state.players)) for turn in range(left))
