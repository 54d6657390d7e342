"""How a match of Klondike goes on at the table: what happens, what is heard of it, and what may be taken back."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.effects import Announce, Append, Effect, Play
from companion.model import Model, Step
from companion.names import shown
from companion.sounds import BANK, LAST_ROUND, PLACE, ROLL, UNDO, WIN
from companion.tables.course import aloud, won
from engine import klondike
from engine.game import Undo

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.words import Words
    from engine.klondike import State
    from engine.record import AnyEvent
    from hardware.device import Tone


def happen(model: Model, event: AnyEvent) -> Step:
    """The step in which an event of the game happens; the page follows from where the match then stands."""
    before = model.running.state
    running = model.running.happen(event)
    heard: list[Effect] = [Play(_sound(event, before, running.state))]
    if not isinstance(event, Undo):
        heard += _news(model.words, before, running.state)
    return Step(replace(model, game=running), (Append(event), *heard))


def turn_before(model: Model) -> Step | None:
    """Takes the newest tile or pass back, which ended a turn: the others must agree; None where there is none."""
    record = model.running.record
    return happen(model, Undo()) if record and record.can_undo else None


def earned(before: State, after: State) -> int:
    """How many chips the player who acted has won."""
    return after.chips[before.turn] - before.chips[before.turn]


def _sound(event: AnyEvent, before: State | None, after: State) -> tuple[Tone, ...]:
    """What is heard: of several outcomes the weightiest."""
    if isinstance(event, Undo):
        return UNDO
    if before is None:
        return ROLL
    outcomes = (
        (klondike.is_over(after), WIN),
        (earned(before, after) > 0, BANK),
        (after.round > before.round, LAST_ROUND),
    )
    return next((tones for true, tones in outcomes if true), PLACE)


def _news(_: Words, before: State | None, after: State) -> Iterator[Effect]:
    """What is announced: chips, a new round and the winner aloud, whose turn it is only in writing."""
    if before is None:
        yield Announce(_("{name} begins", name=shown(_, after.players[after.turn])))
        return
    if chips := earned(before, after):
        name = shown(_, before.players[before.turn])
        yield from aloud(_, _.many("{name}: {n} chip!", "{name}: {n} chips!", chips, name=name))
    if klondike.is_over(after):
        yield from aloud(_, won(_, after))
        return
    if after.round > before.round:
        yield from aloud(_, _("Round {n} of {all}", n=after.round, all=after.rounds))
    yield Announce(_("{name}, lay a tile!", name=shown(_, after.players[after.turn])))
