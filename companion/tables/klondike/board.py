"""The board under every page that has no lights of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.tables.klondike import lights
from engine.game import Seat

if TYPE_CHECKING:
    from companion.core.game_session import GameSession
    from companion.core.model import Model
    from companion.lights.composition import Lights


def board(model: Model, now: float) -> Lights:
    """The board as it lies; before the start, who is to begin."""
    if model.session.record is None:
        return lights.begins(first_seat(model.session), model.seat_colours)
    return lights.table(model.session.state, model.seat_colours, now)


def first_seat(session: GameSession) -> Seat:
    """The seat that was asked for, or that the box has drawn to begin.

    Three dice are as fair to two players as to three or four.
    """
    if session.lineup.first is not None:
        return session.lineup.first
    first, second, third = (die - 1 for die in session.draws.dice(3))
    return Seat((36 * first + 6 * second + third) % len(session.lineup.players))
