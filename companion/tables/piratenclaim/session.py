"""The session of Piratenclaim: its types, how events are recorded, and what can be undone within a turn.

Everything that players do can be undone until the turn ends, also entries by hand. Rolls of the box and discs that it
has drawn cannot be undone: otherwise players could choose among them.

Answers may precede a move of the pirates: whose ships are where pirates will be. They are for this move only, and
players do not keep them up to date. So they are recorded as events of their own (`ShipAt` with `asked`), undone
together with the move, and removed at the end of the turn. A ship that a player entered on their own initiative stays
until a player changes it.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from itertools import dropwhile, pairwise, takewhile
from typing import NamedTuple, TypeAlias, cast

from msgspec.structs import replace

from companion.core.effects import AppendEvent, Caption
from companion.core.game_session import GameSession
from companion.core.model import Model, Transition, reject_press
from companion.core.page import close
from companion.core.sounds import BANK, PLACE, ROLL, UNDO
from companion.locale.translator import Translator
from companion.tables.piratenclaim.words import PIRATES, field_name, system_name
from companion.tables.shared_flow import announce, begins_sentence
from companion.ui.art import Icon
from companion.ui.screen import Do, Option
from engine import piratenclaim
from engine.game import Finish, Start, Undo
from engine.piratenclaim import (
    Dice,
    Discover,
    Discs,
    EndTurn,
    Event,
    Field,
    MovePirates,
    Pirate,
    Roll,
    ShipAt,
    State,
    System,
)
from engine.record import AnyEvent, Record

Session: TypeAlias = "GameSession[State, Event]"


def session_of(model: Model) -> Session:
    """Returns the session, typed for the states and events of Piratenclaim."""
    return cast("Session", model.session)


def answered_ships(kept: Record[State, Event]) -> tuple[ShipAt, ...]:
    """Returns the ships that were answered before this turn's move of the pirates."""
    events = [played.event for played in kept.timeline if played.state.turns == kept.state.turns]
    before = dropwhile(lambda event: not isinstance(event, MovePirates), reversed(events))
    next(before, None)  # the move itself
    # The answers come right before the move; a ship that was entered before them is not an answer.
    answers = takewhile(lambda event: isinstance(event, ShipAt) and event.asked, before)
    return tuple(event for event in answers if isinstance(event, ShipAt))


def forgotten_ships(record: Record[State, Event]) -> Iterator[ShipAt]:
    """Yields the events that remove the answered ships that are still there."""
    standing = {ship[:2] for ship in record.state.ships}
    for ship in answered_ships(record):
        if (ship.player, ship.ship) in standing:
            yield dataclasses.replace(ship, field=None, asked=False)


def before_pirates(kept: Record[State, Event]) -> State | None:
    """Returns the state before the pirates moved in this turn; None if they have not moved."""
    for before, played in reversed(tuple(pairwise(kept.timeline))):
        if before.state.turns != kept.state.turns:
            break
        if isinstance(played.event, MovePirates):
            return before.state
    return None


SOUNDS = {Undo: UNDO, Start: ROLL, Roll: ROLL, EndTurn: BANK}
"""All other events sound like a piece."""


def record_event(model: Model, *events: AnyEvent) -> Transition:
    """Records events one after the other, announcing only the last. The page follows from the new state."""
    after = model
    # In one transition, so that no page opens between them: only the last one is announced.
    for event in events:
        after = replace(after, game=after.session.record_event(event))
    is_begun = len(after.session.timeline) == 1
    said = (Caption(begins_sentence(model.translate, after.session.state)),) if is_begun else ()
    return Transition(after, (*map(AppendEvent, events), *announce(after, SOUNDS.get(type(events[-1]), PLACE), *said)))


def record(model: Model, event: Event) -> Do:
    """Returns the press that records an event."""
    return lambda: record_event(model, event)


def draw(model: Model) -> Transition:
    """Records a random choice of the box: the discs, or a roll."""
    drawn = piratenclaim.chance_event(session_of(model).state, session_of(model).draws)
    return reject_press(model) if drawn is None else record_event(model, drawn)


def take_back(model: Model) -> Transition:
    """Undoes the newest event of this turn; rejects the press if it is a random choice of the box.

    Undoing a move of the pirates also undoes the answers before it, which are for that move only.
    """
    if not can_take_back(model):
        return reject_press(model)
    record = session_of(model).started_record
    answers = answered_ships(record) if isinstance(record.timeline[-1].event, MovePirates) else ()
    return record_event(model, Undo(), *(Undo() for _ in answers))


def take_back_option(model: Model, otherwise: str = "") -> Option:
    """Returns the option to undo; if that is not possible, its label says something else."""
    if not can_take_back(model):
        return Option("", detail=otherwise)
    return Option(model.translate("Undo"), lambda: take_back(model), icon=Icon.UNDO)


def back_option(model: Model) -> Option:
    """Returns the option to close the open page."""
    return Option(model.translate("Back"), close(model), icon=Icon.UNDO)


def can_take_back(model: Model) -> bool:
    """Returns whether the newest event can be undone within the turn: random choices of the box cannot."""
    record = session_of(model).record
    if record is None or not record.can_undo:
        return False
    newest = record.timeline[-1].event
    was_drawn = isinstance(newest, Discs | Roll) and newest.by is None
    return not isinstance(newest, EndTurn) and not was_drawn


def turn_before(model: Model) -> Transition | None:
    """Undoes the end of the previous turn, or of the game, if the other players agree; None if there is neither."""
    record = session_of(model).record
    newest = record.timeline[-1].event if record else None
    return record_event(model, Undo()) if isinstance(newest, EndTurn | Finish) else None


def current_dice(state: State) -> Dice:
    """Returns the current dice, in a phase with dice.

    Raises:
        LookupError: there are no dice.
    """
    if state.dice is None:
        raise LookupError("no dice lie in this phase")
    return state.dice


class Found(NamedTuple):
    """The result of a discovery."""

    origin: Field
    """The field from which it was made."""
    field: Field | None
    """The field of the new system or pirate; None if nothing was found."""
    system: System | None
    pirate: Pirate | None

    def words(self, _: Translator) -> str:
        """Returns it as a sentence."""
        if self.field is None:
            return _("Nothing is found.")
        name = field_name(self.field)
        if self.system is not None:
            return f"{name}: {system_name(_, self.system)}"
        colour = "" if self.pirate is None else _(PIRATES[self.pirate])
        return _("{field}: the disc goes, a {colour} pirate comes", field=name, colour=colour)


def newest_found(session: Session) -> Found:
    """Returns the result of the newest event, a discovery."""
    newest = next(event for event in reversed(session.timeline) if isinstance(event, Discover))
    return found_by(session.state_before, newest)


def found_by(before: State, event: Discover) -> Found:
    """Returns the result of a discovery in this state."""
    find = piratenclaim.find(before, event.field, current_dice(before))
    return Found(event.field, find.field, find.system, event.pirate or next(iter(find.pirates), None))
