"""Prospector reckons in points: it takes what is worth most, exactly, with one more roll in view.

Its formula is in `engine.claimit.heuristic`. It places where the better of banking and one more roll, with all 216
throws, is worth most, and banks unless that roll is worth more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.claimit import Phase
from engine.claimit.expectation import expect
from engine.claimit.heuristic import heuristic_value
from engine.game import N_

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from engine import claimit
    from engine.bot import BotView, Chance
    from engine.game import GameEvent

name = "prospector"
title = N_("Prospector")


def decide(view: BotView[Any], chance: Chance) -> GameEvent | None:  # noqa: ARG001 - it leaves nothing to chance
    """Returns what it does; None: it rolls."""
    return _DECIDE[view.game](view)


def _decide_claimit(view: BotView[claimit.State]) -> claimit.Event | None:
    if view.state.phase is Phase.ROLL:
        return None
    return expect(view.state, heuristic_value(view.state)).best


_DECIDE: Mapping[str, Callable[[BotView[Any]], GameEvent | None]] = {"claimit": _decide_claimit}
games = tuple(_DECIDE)
