"""How a game of Claim It! goes on at the table: what happens, what is heard of it, and what may be taken back."""

from __future__ import annotations

from dataclasses import replace

from companion.effects import Acknowledge, Announce, Append, Effect, Play
from companion.model import Model, Step, refuse
from companion.sounds import BANK, BUST, LAST_ROUND, PLACE, ROLL, UNDO, WIN
from companion.words import Words
from engine.claimit import Bank, Dice, Phase, Roll, State
from engine.game import Json, Seat
from hardware.device import Tone


def happen(model: Model, event: Json) -> Step:
    """The step in which an event of the game happens; the page follows from where the game then stands."""
    before = model.running.state
    running = model.running.happen(event)
    effects: list[Effect] = [Append(event), Play(_sound(event, before, running.state))]
    effects += map(Announce, _news(model.words, event, before, running.state))
    return Step(replace(model, game=running), tuple(effects))


def roll(model: Model, dice: Dice | None = None) -> Step:
    """The mover rolls: these dice, entered by hand, or the box's own."""
    if dice is None:
        return happen(model, {"event": "roll", "dice": list(model.running.throw(3))})
    return happen(model, {"event": "roll", "dice": list(dice), "by": "hand"})


def acknowledge(model: Model) -> Step:
    """The players have seen the outcome that is shown; the next one follows, or the game goes on."""
    running = replace(model.running, seen=model.running.seen + 1)
    return Step(replace(model, game=running), (Acknowledge(running.mark),))


def take_back(model: Model) -> Step:
    """Takes the newest event back where that needs nobody's consent; refuses otherwise."""
    free = can_take_back(model) and not _ends_turn(model)
    return happen(model, {"event": "undo"}) if free else refuse(model)


def turn_before(model: Model) -> Step | None:
    """Takes back what ended the turn before, which the others must agree to; None where that cannot be."""
    return happen(model, {"event": "undo"}) if can_take_back(model) and _ends_turn(model) else None


def can_take_back(model: Model) -> bool:
    """Whether there is something to take back, and it is no roll of the box's dice."""
    record = model.running.record
    newest = model.running.line[-1] if record and record.can_undo else None
    return newest is not None and not (isinstance(newest, Roll) and newest.by is None)


def _ends_turn(model: Model) -> bool:
    """Whether the newest event that stands ended a turn."""
    return isinstance(model.running.line[-1], Bank) or model.running.state.busted


def _sound(event: Json, before: State, after: State) -> tuple[Tone, ...]:
    """What is heard: of several outcomes the weightiest."""
    outcomes = (
        (event["event"] == "undo", UNDO),
        (after.phase is Phase.OVER, WIN),
        (_called(before, after) is not None, LAST_ROUND),
        (after.busted, BUST),
        (event["event"] == "bank", BANK),
        (event["event"] == "place", PLACE),
    )
    return next((tones for true, tones in outcomes if true), ROLL)


def _news(words: Words, event: Json, before: State, after: State) -> list[str]:
    """What is told: the roll, what became of it, whose turn it is now."""
    return []


def _called(before: State | None, after: State) -> Seat | None:
    """The seat whose turn just brought on the last round."""
    if before is None or before.last_round is not None or after.last_round is None:
        return None
    return after.last_round.called_by
