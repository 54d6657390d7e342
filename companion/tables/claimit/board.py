"""The board under every page that has no lights of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.tables.claimit import lights
from companion.tables.claimit.session import session_of
from engine import claimit
from engine.claimit import Roll
from engine.dice import Opening

if TYPE_CHECKING:
    from companion.core.model import Model
    from companion.lights.composition import Lights
    from companion.tables.claimit.session import Session
    from engine.claimit import Dice
    from engine.game import Seat


def board(model: Model, now: float) -> Lights:
    """Returns the lights of the board; before the start, of the seat that rolls."""
    if model.session.record is None:
        return lights.begins(acting_seat(session_of(model)), model.seat_colours)
    return lights.table(session_of(model).state, model.seat_colours, now)


def acting_seat(session: Session) -> Seat:
    """Returns the seat that acts; before the start the one that rolls, or that will begin."""
    if session.record is not None:
        return session.state.turn
    rolling = start_roll_progress(session)
    return rolling.rolling[0] if rolling.to_roll is None else rolling.to_roll


def start_roll_progress(session: Session) -> Opening:
    """Returns how far the rolls for who begins have come; none are needed where the first seat was asked for."""
    if session.lineup.first is not None:
        return Opening((session.lineup.first,), (0,))
    return claimit.start_rule.opening(len(session.lineup.players), session.start_rolls)


def start_rolls(session: Session) -> tuple[tuple[Dice, ...], ...]:
    """Returns each seat's rolls for who begins, the oldest first; after a tie there are several."""
    rolls = [(each.seat, each.roll.dice) for each in session.start_rolls if isinstance(each.roll, Roll)]
    seats = range(len(session.lineup.players))
    return tuple(tuple(dice for roller, dice in rolls if roller == seat) for seat in seats)
