"""The words of a replay of Piratenclaim."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.tables.piratenclaim.board import board
from companion.tables.piratenclaim.words import event_words
from companion.tables.replay import ReplayPage, ReplayText

if TYPE_CHECKING:
    from companion.locale.translator import Translator
    from engine.piratenclaim import Event, State
    from engine.record import PlayedEvent


def replay(now: float) -> ReplayPage:
    """Returns the page that replays a game, from now on."""
    return ReplayPage(ReplayText(_when, _what, board), since=now)


def _when(_: Translator, state: State) -> str:
    return _("Turn {n}", n=state.turns + 1)


def _what(_: Translator, step: PlayedEvent[State, Event]) -> str:
    return event_words(_, step.event) or _("begins!")
