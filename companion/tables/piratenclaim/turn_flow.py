"""How a game of Piratenclaim goes on at the table: events, sounds, captions, and what can be undone."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.core.effects import AppendEvent
from companion.core.model import Model, Transition, reject_press
from companion.core.sounds import BANK, LAST_ROUND, PLACE, ROLL, UNDO
from companion.tables.piratenclaim.answered_ships import answered_ships
from companion.tables.piratenclaim.session import session_of
from companion.tables.piratenclaim.words import PIRATES, field_name, system_name
from companion.tables.shared_flow import announce
from engine import piratenclaim
from engine.game import Finish, Start, Undo
from engine.piratenclaim import Discs, EndTurn, MovePirates, Remove, Roll

if TYPE_CHECKING:
    from companion.locale.translator import Translator
    from engine.piratenclaim import State, System
    from engine.record import AnyEvent

SOUNDS = {Undo: UNDO, Start: ROLL, Roll: ROLL, MovePirates: LAST_ROUND, Remove: LAST_ROUND, EndTurn: BANK}
"""The sounds of events; all others sound as a piece that is put down."""


def record_event(model: Model, *events: AnyEvent) -> Transition:
    """Records one event after the other, with the sound and captions of the last. The page follows from the state."""
    after = model
    for event in events:
        after = replace(after, game=after.session.record_event(event))
    return Transition(after, (*map(AppendEvent, events), *announce(after, SOUNDS.get(type(events[-1]), PLACE))))


def draw(model: Model) -> Transition:
    """Records what the box draws now: the discs, or a roll."""
    drawn = piratenclaim.draw(session_of(model).state, session_of(model).draws)
    return reject_press(model) if drawn is None else record_event(model, drawn)


def take_back(model: Model) -> Transition:
    """Undoes the newest event of this turn; rejects the press if that is something that the box drew.

    With a move of the pirates go the answers before it: they were asked for that move, and are asked for again.
    """
    if not can_take_back(model):
        return reject_press(model)
    record = session_of(model).started_record
    answers = answered_ships(record) if isinstance(record.timeline[-1].event, MovePirates) else ()
    return record_event(model, Undo(), *(Undo() for _ in answers))


def can_take_back(model: Model) -> bool:
    """Returns whether the newest event can be undone within the turn: what the box drew cannot."""
    record = session_of(model).record
    if record is None or not record.can_undo:
        return False
    newest = record.timeline[-1].event
    return not isinstance(newest, EndTurn) and not _was_drawn(newest)


def turn_before(model: Model) -> Transition | None:
    """Undoes the end of the previous turn, or of the game, if the others agree; None if there is neither."""
    record = session_of(model).record
    newest = record.timeline[-1].event if record else None
    return record_event(model, Undo()) if isinstance(newest, EndTurn | Finish) else None


def found_system(before: State, after: State) -> tuple[piratenclaim.Field, System] | None:
    """Returns the system that has come between two states, and where; None if there is none."""
    fields = zip(piratenclaim.FIELDS, before.systems, after.systems, strict=True)
    return next(((field, new) for field, old, new in fields if old is None and new is not None), None)


def _was_drawn(event: AnyEvent) -> bool:
    return isinstance(event, Discs | Roll) and event.by is None


def found_words(_: Translator, before: State, after: State) -> str:
    """Returns what a discovery has led to, in a sentence."""
    found = found_system(before, after)
    if found is not None:
        field, system = found
        return f"{field_name(field)}: {system_name(_, system)}"
    opened = before.discs & ~after.discs
    if not opened:
        return _("Nothing is found.")
    field = next(piratenclaim.fields_in(opened))
    new = next(
        pirate
        for pirate, had, has in zip(piratenclaim.Pirate, before.pirates, after.pirates, strict=True)
        if (has & ~had) >> field & 1
    )
    return _("{field}: the disc goes, a {colour} pirate comes", field=field_name(field), colour=_(PIRATES[new]))
