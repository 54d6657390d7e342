"""The board under every page that has no lights of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.tables.claimit import lights
from engine import claimit
from engine.game import Seat
from engine.opening import Opening

if TYPE_CHECKING:
    from companion.core.game_session import GameSession
    from companion.core.model import Model
    from companion.lights.composition import Lights
    from engine.claimit import Dice


def board(model: Model, now: float) -> Lights:
    """The board as it lies; before the start, whose roll it is."""
    if model.session.record is None:
        return lights.begins(acting_seat(model.session), model.seat_colours)
    return lights.table(model.session.state, model.seat_colours, now)


def acting_seat(session: GameSession) -> Seat:
    """The seat to act; before the start the one that rolls, or that will begin."""
    if session.record is not None:
        return Seat(session.state.turn)
    rolling = start_roll_progress(session)
    return rolling.rolling[0] if rolling.to_roll is None else rolling.to_roll


def start_roll_progress(session: GameSession) -> Opening:
    """How far the rolling for the start has come; a first seat that was asked for needs none."""
    if session.lineup.first is not None:
        return Opening((session.lineup.first,), (0,))
    return claimit.start_rule.opening(len(session.lineup.players), session.start_rolls)


def start_rolls(session: GameSession) -> tuple[tuple[Dice, ...], ...]:
    """For each seat what it has rolled for the start, the oldest first; a tie brings more than one."""
    seats = range(len(session.lineup.players))
    return tuple(tuple(each.roll.dice for each in session.start_rolls if each.seat == seat) for seat in seats)
