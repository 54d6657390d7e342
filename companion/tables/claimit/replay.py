"""The words of a replay of Claim It!"""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.tables.claimit.board import board
from companion.tables.replay import ReplayPage, ReplayText
from engine import claimit
from engine.claimit import Bank, Place, Roll

if TYPE_CHECKING:
    from companion.locale.translator import Translator
    from engine.claimit import Event, State
    from engine.record import PlayedEvent


def replay(now: float) -> ReplayPage:
    """Returns the page that replays a game, from now on."""
    return ReplayPage(ReplayText(_when, what_happened, board), since=now)


def _when(_: Translator, state: State) -> str:
    return _("Turn {n}", n=state.turns + 1)


def what_happened(_: Translator, step: PlayedEvent[State, Event]) -> str:
    """Returns what an event was, in a few words; its state is the one after it."""
    match step.event:
        case Roll(dice) if step.state.busted:
            return _("{dice}: bust!", dice=" ".join(map(str, dice)))
        case Roll(dice):
            return _("rolls {dice}", dice=" ".join(map(str, dice)))
        case Place(field):
            return _("places on {field}", field=claimit.format_field(field))
        case Bank():
            return _("banks")
        case _:
            return _("begins!")
