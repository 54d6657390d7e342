"""What each player has done in a whole match: chips, claims won, claims spoiled, the rank (rules, 4.3 and 5)."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from engine.klondike.placements import spoils, wins
from engine.klondike.rules import Lay
from engine.ranking import shared_ranks

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.game import GameEvent
    from engine.klondike.position import State


class Result(NamedTuple):
    """The result of a player."""

    chips: int
    won: int
    """How many claims the player's tiles have won."""
    spoiled: int
    """At how many ends a tile of the player's has shown a wrong digit."""
    rank: int
    """By chips, the first 1; who ties shares it."""


def results(steps: Sequence[tuple[GameEvent, State]]) -> tuple[Result, ...]:
    """Returns the result of each player, seat 0 first.

    Args:
        steps: the events that stand, each with the state after it; the first is the start.
    """
    chips = steps[-1][1].chips
    won, spoiled = [0] * len(chips), [0] * len(chips)
    for (_, before), (event, _after) in pairwise(steps):
        if isinstance(event, Lay):
            way = event.slot, event.tile
            won[before.turn] += len(wins(before, way))
            spoiled[before.turn] += len(spoils(before, way))
    return tuple(Result(*each) for each in zip(chips, won, spoiled, shared_ranks(chips), strict=True))
