"""The board under every page that has no lights of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.tables.claimit import lights
from engine import claimit
from engine.game import Seat
from engine.opening import Opening

if TYPE_CHECKING:
    from companion.lights.composition import Lights
    from companion.model import Model
    from companion.running import Running
    from engine.claimit import Dice


def board(model: Model, now: float) -> Lights:
    """The board as it lies; before the start, whose roll it is."""
    if model.running.record is None:
        return lights.begins(mover(model.running), model.seat_colours)
    return lights.table(model.running.state, model.seat_colours, now)


def mover(running: Running) -> Seat:
    """The seat to act; before the start the one that rolls, or that will begin."""
    if running.record is not None:
        return Seat(running.state.turn)
    rolling = rolled(running)
    return rolling.rolling[0] if rolling.to_roll is None else rolling.to_roll


def rolled(running: Running) -> Opening:
    """How far the rolling for the start has come; a first seat that was asked for needs none."""
    if running.lineup.first is not None:
        return Opening((running.lineup.first,), (0,))
    return claimit.start_rule.opening(len(running.lineup.players), running.prologue)


def start_rolls(running: Running) -> tuple[tuple[Dice, ...], ...]:
    """For each seat what it has rolled for the start, the oldest first; a tie brings more than one."""
    seats = range(len(running.lineup.players))
    return tuple(tuple(each.roll.dice for each in running.prologue if each.seat == seat) for seat in seats)
