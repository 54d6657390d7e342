"""The words of a replay of Klondike."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.tables.klondike.lights import board
from companion.tables.klondike.slot_names import slot_name
from companion.tables.klondike.tiles import spelt
from companion.tables.replay import ReplayPage, ReplayText
from engine.klondike import Lay, Pass

if TYPE_CHECKING:
    from companion.locale.translator import Translator
    from engine.klondike import Event, State
    from engine.record import PlayedEvent


def replay(now: float) -> ReplayPage:
    """Returns the page that replays a match, from now on."""
    return ReplayPage(ReplayText(_when, _what, board), since=now)


def _when(_: Translator, state: State) -> str:
    return _("Round {n}/{all}", n=state.round, all=state.rounds)


def _what(_: Translator, step: PlayedEvent[State, Event]) -> str:
    match step.event:
        case Lay(slot, tile):
            return _("lays {tile} on {slot}", tile=spelt(tile), slot=slot_name(_, slot))
        case Pass():
            return _("passes")
        case _:
            return _("begins!")
