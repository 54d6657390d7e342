"""How a game of Claim It! goes on at the table: events, sounds, captions, and what can be undone."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.core.effects import AppendEvent, Caption, Effect, PlayTones
from companion.core.model import Model, Transition, reject_press
from companion.core.player_names import display_name
from companion.core.sounds import BANK, BUST, LAST_ROUND, PLACE, ROLL, UNDO, WIN
from companion.tables.claimit.session import session_of
from companion.tables.shared_flow import caption_and_speak, winners_sentence
from engine.claimit import Bank, Dice, Phase, Place, Roll, State
from engine.claimit.chance import roll as draw_roll
from engine.game import Undo

if TYPE_CHECKING:
    from companion.locale.translator import Translator
    from engine.record import AnyEvent
    from hardware.device import Tone


def record_event(model: Model, event: AnyEvent) -> Transition:
    """Records an event, with its sound and captions. The page follows from the state after it."""
    after = replace(model, game=model.session.record_event(event))
    before, state = session_of(model).state, session_of(after).state
    effects: list[Effect] = [AppendEvent(event), PlayTones(_sound(event, before, state))]
    if not isinstance(event, Undo):
        effects += _captions(model.translate, before, state)
    return Transition(after, tuple(effects))


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


def _sound(event: AnyEvent, before: State | None, after: State | None) -> tuple[Tone, ...]:
    """Returns the sound of the most important outcome."""
    if isinstance(event, Undo):
        return UNDO
    if before is None or after is None:
        return ROLL
    outcomes = (
        (after.phase is Phase.OVER, WIN),
        (is_last_round_called(before, after), LAST_ROUND),
        (after.busted, BUST),
        (isinstance(event, Bank), BANK),
        (isinstance(event, Place), PLACE),
    )
    return next((tones for true, tones in outcomes if true), ROLL)


def _captions(_: Translator, before: State | None, after: State | None) -> list[Effect]:
    """Returns the captions. A bust, the last round and the winner are also spoken."""
    if after is None:
        return []
    name = display_name(_, after.players[after.turn])
    if before is None:
        return [Caption(_("{name} begins", name=name))]
    outcomes = (
        (after.busted, caption_and_speak(_, _("{name}: bust!", name=display_name(_, before.players[before.turn])))),
        (is_last_round_called(before, after), caption_and_speak(_, _("Last round!"))),
        (after.phase is Phase.OVER, caption_and_speak(_, winners_sentence(_, after))),
        (after.phase is Phase.ROLL, (Caption(_("{name}, roll!", name=name)),)),
    )
    return [effect for true, effects in outcomes if true for effect in effects]


def is_last_round_called(before: State, after: State) -> bool:
    """Returns whether the last round was called between these two states."""
    return before.last_round is None and after.last_round is not None
