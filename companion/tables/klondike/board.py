"""The board under every page that has no lights of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.tables.klondike import lights
from engine.game import Seat

if TYPE_CHECKING:
    from companion.lights.composition import Lights
    from companion.model import Model
    from companion.running import Running


def board(model: Model, now: float) -> Lights:
    """The board as it lies; before the start, who is to begin."""
    if model.running.record is None:
        return lights.begins(drawn(model.running), model.seat_colours)
    return lights.table(model.running.state, model.seat_colours, now)


def drawn(running: Running) -> Seat:
    """The seat that was asked for, or that the box has drawn to begin.

    Three dice are as fair to two players as to three or four.
    """
    if running.lineup.first is not None:
        return running.lineup.first
    first, second, third = (die - 1 for die in running.draws.dice(3))
    return Seat((36 * first + 6 * second + third) % len(running.lineup.players))
