"""How a match of Klondike goes on at the table: events, sounds, captions, and what can be undone."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.core.effects import AppendEvent, Caption, Effect, PlayTones
from companion.core.model import Model, Transition
from companion.core.player_names import display_name
from companion.core.sounds import ALL_PASSED, BANK, LAST_ROUND, PLACE, ROLL, UNDO, WIN
from companion.tables.klondike.session import session_of
from companion.tables.shared_flow import caption_and_speak, winners_sentence
from engine import klondike
from engine.game import Undo
from engine.klondike import JoinedPosition, Pass

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.locale.translator import Translator
    from engine.klondike import Event, State
    from engine.record import AnyEvent, Record
    from hardware.device import Tone


def record_event(model: Model, event: AnyEvent) -> Transition:
    """Records an event, with its sound and captions. The page follows from the state after it."""
    _, after = model.translate, replace(model, game=model.session.record_event(event))
    before, state = session_of(model).state, session_of(after).state
    if isinstance(event, JoinedPosition):
        lay = _("{name}, lay a tile!", name=display_name(_, state.players[state.turn]))
        return Transition(after, (AppendEvent(event), PlayTones(PLACE), Caption(lay)))
    heard: list[Effect] = [PlayTones(_sound(event, before, state))]
    if not isinstance(event, Undo):
        heard += _captions(_, before, state, is_pass=isinstance(event, Pass))
    return Transition(after, (AppendEvent(event), *heard))


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


def _sound(event: AnyEvent, before: State | None, after: State) -> tuple[Tone, ...]:
    """Returns the sound of the most important outcome."""
    if isinstance(event, Undo):
        return UNDO
    if before is None:
        return ROLL
    outcomes = (
        (klondike.is_over(after), WIN),
        (chips_won(before, after) > 0, BANK),
        (after.round > before.round and isinstance(event, Pass), ALL_PASSED),
        (after.round > before.round, LAST_ROUND),
    )
    return next((tones for true, tones in outcomes if true), PLACE)


def _captions(_: Translator, before: State | None, after: State, *, is_pass: bool) -> Iterator[Effect]:
    """Yields the captions. Chips, a new round and the winner are also spoken."""
    if before is None:
        yield Caption(_("{name} begins", name=display_name(_, after.players[after.turn])))
        return
    if chips := chips_won(before, after):
        name = display_name(_, before.players[before.turn])
        yield from caption_and_speak(_, _.many("{name}: {n} chip!", "{name}: {n} chips!", chips, name=name))
    if klondike.is_over(after):
        yield from caption_and_speak(_, winners_sentence(_, after))
        return
    if after.round > before.round:
        if is_pass:
            yield from caption_and_speak(_, _("All have passed: the round is over."))
        yield from caption_and_speak(_, _("Round {n} of {all}", n=after.round, all=after.rounds))
    yield Caption(_("{name}, lay a tile!", name=display_name(_, after.players[after.turn])))
