"""What the replay of a match of Klondike tells."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.tables.klondike.board import board
from companion.tables.klondike.tiles import spelt
from companion.tables.replay import Replay, Retelling
from engine.klondike import PLACES, Lay, Pass

if TYPE_CHECKING:
    from companion.words import Words
    from engine.klondike import Event, State
    from engine.record import Step


def replay(now: float) -> Replay:
    """The page that shows a match again, from now on."""
    return Replay(Retelling(_when, _what, board), since=now)


def _when(_: Words, state: State) -> str:
    return _("Round {n}/{all}", n=state.round, all=state.rounds)


def _what(_: Words, step: Step[State, Event]) -> str:
    match step.event:
        case Lay(slot, tile):
            return _("lays {tile} on {slot}", tile=spelt(tile), slot=PLACES[slot].name)
        case Pass():
            return _("passes")
        case _:
            return _("begins!")
