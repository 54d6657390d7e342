"""The board under every page that has no lights of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.tables.claimit import lights
from engine import claimit
from engine.game import Seat
from engine.opening import Opening

if TYPE_CHECKING:
    from companion.core.game_session import AnySession
    from companion.core.model import Model
    from companion.lights.composition import Lights
    from engine.claimit import Dice


def board(model: Model, now: float) -> Lights:
    """Returns the lights of the board; before the start, of the seat that rolls."""
    if model.session.record is None:
        return lights.begins(acting_seat(model.session), model.seat_colours)
    return lights.table(model.session.state, model.seat_colours, now)


def acting_seat(session: AnySession) -> Seat:
    """Returns the seat that acts; before the start the one that rolls, or that will begin."""
    if session.record is not None:
        return Seat(session.state.turn)
    rolling = start_roll_progress(session)
    return rolling.rolling[0] if rolling.to_roll is None else rolling.to_roll


def start_roll_progress(session: AnySession) -> Opening:
    """Returns how far the rolls for who begins have come; none are needed where the first seat was asked for."""
    if session.lineup.first is not None:
        return Opening((session.lineup.first,), (0,))
    return claimit.start_rule.opening(len(session.lineup.players), session.start_rolls)


def start_rolls(session: AnySession) -> tuple[tuple[Dice, ...], ...]:
    """Returns each seat's rolls for who begins, the oldest first; after a tie there are several."""
    seats = range(len(session.lineup.players))
    return tuple(tuple(each.roll.dice for each in session.start_rolls if each.seat == seat) for seat in seats)
