"""The luck of Claim It!: what each roll risked, and how the mines grew."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from engine.claimit.odds import ROLLS, bust
from engine.claimit.rules import Roll
from engine.claimit.scoring import decided_by, standings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.claimit.position import State
    from engine.game import GameEvent, Seat


class Risked(NamedTuple):
    """One roll."""

    seat: Seat
    bust: int
    """How many of the `of` equally likely rolls would have been a bust, before it fell."""
    of: int
    busted: bool


def risks(steps: Sequence[tuple[GameEvent, State]]) -> tuple[Risked, ...]:
    """What each roll risked, in order.

    Args:
        steps: the events that stand, each with the state after it; the first is the start.
    """
    return tuple(
        Risked(before.turn, bust(before), ROLLS, after.busted)
        for (_, before), (event, after) in pairwise(steps)
        if isinstance(event, Roll)
    )


def courses(steps: Sequence[tuple[GameEvent, State]]) -> tuple[tuple[int, ...], ...]:
    """For each seat, its largest mine at the start and after each turn.

    Args:
        steps: as for `risks`.
    """
    turns = {state.turns: state for _, state in steps}
    mines = [[seat.mine for seat in standings(state)] for state in turns.values()]
    return tuple(zip(*mines, strict=True))


def decision(state: State) -> str:
    """What told the winners from the others: `mine`, `goldclaims`, `fields`, or `shared`."""
    return decided_by(state).value
