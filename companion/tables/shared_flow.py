"""The steps that the tables of all games share: acknowledging outcomes, captions, naming the winners."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.core.effects import Acknowledge, Caption, Effect, Speak
from companion.core.model import Model, Transition
from companion.core.player_names import display_name, join_names

if TYPE_CHECKING:
    from companion.locale.translator import Translator
    from engine.game import GameState


def acknowledge(model: Model) -> Transition:
    """Records that the players have seen the outcome that is shown; the next outcome follows, or the game goes on."""
    session = replace(model.session, acknowledged=model.session.acknowledged + 1)
    return Transition(replace(model, game=session), (Acknowledge(session.ack_cursor),))


def caption_and_speak(_: Translator, text: str) -> tuple[Effect, ...]:
    """Returns the effects that show a text as a caption and speak it."""
    return Caption(text), Speak(text, _.language)


def winners_sentence(_: Translator, state: GameState) -> str:
    """Returns who has won, as a sentence."""
    winners = state.winners or ()
    names = _(" and ").join(display_name(_, state.players[seat]) for seat in winners)
    return _.many("{names} wins!", "{names} share the win!", len(winners), names=names)


def winners_headline(_: Translator, state: GameState) -> tuple[str, str]:
    """Returns the winners' names and the verb: one wins, several share."""
    names = [state.players[seat] for seat in state.winners or ()]
    return join_names(_, names), _("wins!") if len(names) == 1 else _("share the win!")
