"""How a match of Klondike goes on at the table: events, sounds, captions, and what can be undone."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.core.effects import AppendEvent, Caption, Effect
from companion.core.model import Model, Transition
from companion.core.player_names import display_name
from companion.core.sounds import BANK, PLACE, ROLL, UNDO
from companion.tables.klondike.session import session_of
from companion.tables.shared_flow import announce, begins_sentence, caption_and_speak
from engine import klondike
from engine.game import Start, Undo
from engine.klondike import Lay, Pass

if TYPE_CHECKING:
    from engine.klondike import Event, State
    from engine.record import AnyEvent, Record

SOUNDS = {Undo: UNDO, Start: ROLL}
"""The sounds of events; all others sound as a tile that is put down."""


def record_event(model: Model, event: AnyEvent) -> Transition:
    """Records an event, with its sound and captions. The page follows from the state after it."""
    _, after = model.translate, replace(model, game=model.session.record_event(event))
    before, sound, said = session_of(model).state, SOUNDS.get(type(event), PLACE), tuple[Effect, ...]()
    if isinstance(event, Lay) and (chips := chips_won(before, session_of(after).state)):
        name = display_name(_, before.players[before.turn])
        sound = BANK
        said = caption_and_speak(_, _.many("{name}: {n} chip!", "{name}: {n} chips!", chips, name=name))
    elif isinstance(event, Start):
        said = (Caption(begins_sentence(_, session_of(after).state)),)
    return Transition(after, (AppendEvent(event), *announce(after, sound, *said)))


def turn_before(model: Model) -> Transition | None:
    """Undoes the newest tile or pass, if the others agree; None if there is none."""
    record = model.session.record
    return record_event(model, Undo()) if record and record.can_undo else None


def ended_by_passes(record: Record[State, Event]) -> bool:
    """Returns whether the newest event is the pass with which a round or the match has ended."""
    if len(record.timeline) < 2 or not isinstance(record.timeline[-1].event, Pass):
        return False
    before, after = record.timeline[-2].state, record.timeline[-1].state
    return after.round > before.round or klondike.is_over(after)


def chips_won(before: State, after: State) -> int:
    """How many chips the player who acted has won."""
    return after.chips[before.turn] - before.chips[before.turn]
