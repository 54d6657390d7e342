"""How a game of Claim It! goes on at the table: what happens, what is heard of it, and what may be taken back."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.effects import Announce, Append, Effect, Play
from companion.model import Model, Step, refuse
from companion.names import shown
from companion.sounds import BANK, BUST, LAST_ROUND, PLACE, ROLL, UNDO, WIN
from companion.tables.course import aloud, won
from engine.claimit import Bank, Dice, Phase, Place, Roll, State
from engine.claimit.chance import roll as draw_roll
from engine.game import Undo

if TYPE_CHECKING:
    from companion.words import Words
    from engine.record import AnyEvent
    from hardware.device import Tone


def happen(model: Model, event: AnyEvent) -> Step:
    """The step in which an event of the game happens; the page follows from where the game then stands."""
    before = model.running.state
    running = model.running.happen(event)
    effects: list[Effect] = [Append(event), Play(_sound(event, before, running.state))]
    if not isinstance(event, Undo):
        effects += _news(model.words, before, running.state)
    return Step(replace(model, game=running), tuple(effects))


def roll(model: Model, dice: Dice | None = None) -> Step:
    """The mover rolls: these dice, entered by hand, or the box's own."""
    return happen(model, draw_roll(model.running.draws) if dice is None else Roll(dice, "hand"))


def take_back(model: Model) -> Step:
    """Takes the newest event back, in the turn that is on; refuses where it is a roll of the box's dice."""
    return happen(model, Undo()) if can_take_back(model) else refuse(model)


def turn_before(model: Model) -> Step | None:
    """Takes back what ended the turn before, which the others must agree to; None where that cannot be."""
    return happen(model, Undo()) if can_take_back(model) and _ends_turn(model) else None


def can_take_back(model: Model) -> bool:
    """Whether there is something to take back, and it is no roll of the box's dice."""
    record = model.running.record
    newest = model.running.line[-1] if record and record.can_undo else None
    return isinstance(newest, Place | Bank) or (isinstance(newest, Roll) and newest.by is not None)


def _ends_turn(model: Model) -> bool:
    """Whether the newest event that stands ended a turn."""
    return isinstance(model.running.line[-1], Bank) or model.running.state.busted


def _sound(event: AnyEvent, before: State | None, after: State | None) -> tuple[Tone, ...]:
    """What is heard: of several outcomes the weightiest."""
    if isinstance(event, Undo):
        return UNDO
    if before is None or after is None:
        return ROLL
    outcomes = (
        (after.phase is Phase.OVER, WIN),
        (called(before, after), LAST_ROUND),
        (after.busted, BUST),
        (isinstance(event, Bank), BANK),
        (isinstance(event, Place), PLACE),
    )
    return next((tones for true, tones in outcomes if true), ROLL)


def _news(_: Words, before: State | None, after: State | None) -> list[Effect]:
    """What is announced: a bust, the last round and the winner aloud, whose turn it is only in writing."""
    if after is None:
        return []
    name = shown(_, after.players[after.turn])
    if before is None:
        return [Announce(_("{name} begins", name=name))]
    outcomes = (
        (after.busted, aloud(_, _("{name}: bust!", name=shown(_, before.players[before.turn])))),
        (called(before, after), aloud(_, _("Last round!"))),
        (after.phase is Phase.OVER, aloud(_, won(_, after))),
        (after.phase is Phase.ROLL, (Announce(_("{name}, roll!", name=name)),)),
    )
    return [effect for true, effects in outcomes if true for effect in effects]


def called(before: State, after: State) -> bool:
    """Whether the last round was called between these two."""
    return before.last_round is None and after.last_round is not None
