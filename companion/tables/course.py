"""What the course of every game has in common, whatever is played."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.effects import Acknowledge, Announce, Effect, Speak
from companion.model import Model, Step
from companion.names import shown, together

if TYPE_CHECKING:
    from companion.words import Words
    from engine.game import GameState


def acknowledge(model: Model) -> Step:
    """The players have seen the outcome that is shown; the next one follows, or the game goes on."""
    running = replace(model.running, seen=model.running.seen + 1)
    return Step(replace(model, game=running), (Acknowledge(running.mark),))


def aloud(_: Words, text: str) -> tuple[Effect, ...]:
    """Announces a text, and speaks it."""
    return Announce(text), Speak(text, _.language)


def won(_: Words, state: GameState) -> str:
    """Who has won, as a sentence."""
    winners = state.winners or ()
    names = _(" and ").join(shown(_, state.players[seat]) for seat in winners)
    return _.many("{names} wins!", "{names} share the win!", len(winners), names=names)


def winning(_: Words, state: GameState) -> tuple[str, str]:
    """Who has won, and that they have: one wins, several share."""
    names = [state.players[seat] for seat in state.winners or ()]
    return together(_, names), _("wins!") if len(names) == 1 else _("share the win!")
