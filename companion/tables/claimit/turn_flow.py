"""How a game of Claim It! goes on at the table: events, sounds, captions, and what can be undone."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.core.effects import AppendEvent
from companion.core.model import Model, Transition, reject_press
from companion.core.sounds import BANK, PLACE, ROLL, UNDO
from companion.tables.claimit.session import session_of
from companion.tables.shared_flow import announce
from engine.claimit import Bank, Dice, Place, Roll, State
from engine.claimit.rules import roll as draw_roll
from engine.game import Undo

if TYPE_CHECKING:
    from engine.record import AnyEvent

SOUNDS = {Undo: UNDO, Bank: BANK, Place: PLACE}
"""The sounds of events; all others sound as a roll."""


def record_event(model: Model, event: AnyEvent) -> Transition:
    """Records an event, with its sound and captions. The page follows from the state after it."""
    after = replace(model, game=model.session.record_event(event))
    return Transition(after, (AppendEvent(event), *announce(after, SOUNDS.get(type(event), ROLL))))


def roll(model: Model, dice: Dice | None = None) -> Transition:
    """Records a roll: of these dice, entered by hand, or of the box's own."""
    return record_event(model, draw_roll(model.session.draws) if dice is None else Roll(dice, "hand"))


def take_back(model: Model) -> Transition:
    """Undoes the newest event of this turn; rejects the press if that is a roll of the box's dice."""
    return record_event(model, Undo()) if can_take_back(model) else reject_press(model)


def turn_before(model: Model) -> Transition | None:
    """Undoes the event that ended the previous turn, if the others agree; None if there is no such event."""
    if not can_take_back(model):
        return None
    ended_turn = isinstance(model.session.timeline[-1], Bank) or session_of(model).state.busted
    return record_event(model, Undo()) if ended_turn else None


def can_take_back(model: Model) -> bool:
    """Returns whether the newest event can be undone: a roll of the box's dice cannot."""
    record = model.session.record
    newest = model.session.timeline[-1] if record and record.can_undo else None
    return isinstance(newest, Place | Bank) or (isinstance(newest, Roll) and newest.by is not None)


def is_last_round_called(before: State, after: State) -> bool:
    """Returns whether the last round was called between these two states."""
    return before.last_round is None and after.last_round is not None
