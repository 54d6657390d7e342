"""What each player has done in a whole match of Klondike, for the end: chips, claims won, claims spoiled, the rank."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from companion.locale.translator import N_
from engine import klondike
from engine.klondike import Lay

if TYPE_CHECKING:
    from engine.klondike import Event, State
    from engine.record import Record

FIGURES = (N_("chips"), N_("claims won"), N_("claims spoiled"))
"""What is counted, in English, to be translated."""


class Result(NamedTuple):
    """The result of a player."""

    chips: int
    won: int
    """How many claims the player's tiles have won."""
    spoiled: int
    """At how many ends a tile of the player's has shown a wrong digit."""
    rank: int
    """By chips, the first 1; who ties shares it."""


def results(record: Record[State, Event]) -> tuple[Result, ...]:
    """Returns the result of each player, seat 0 first."""
    chips = record.state.chips
    won, spoiled = [0] * len(chips), [0] * len(chips)
    for before, step in pairwise(record.timeline):
        if isinstance(step.event, Lay):
            seat, way = before.state.turn, (step.event.slot, step.event.tile)
            won[seat] += len(klondike.wins(before.state, way))
            spoiled[seat] += len(klondike.spoils(before.state, way))
    ranks = (1 + sum(other > own for other in chips) for own in chips)
    return tuple(Result(*each) for each in zip(chips, won, spoiled, ranks, strict=True))
