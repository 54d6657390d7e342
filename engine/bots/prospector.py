"""Prospector reckons in points: it takes what is worth most, exactly, with one more roll in view.

Its formulas are in the `heuristic` of each game. In Claim It! it places where the better
of banking and one more roll, with all 216 throws, is worth most, and banks unless that roll is worth more. In Klondike
it lays the tile of its hand that is worth most; of several alike, any.
"""

from __future__ import annotations

from typing import Any

from engine.bot import BotView, Chance
from engine.claimit import Phase
from engine.claimit.expectation import expect
from engine.claimit.heuristic import heuristic_value
from engine.game import N_, GameEvent
from engine.klondike import Place, deal
from engine.klondike.evaluation import worth

name = "prospector"
title = N_("Prospector")
games = ("claimit", "klondike")


def decide(view: BotView[Any], chance: Chance) -> GameEvent | None:
    """Returns what it does; None: it rolls."""
    if view.game == "klondike":
        may = deal.legal_events(view.state, view.hand)
        worths = [worth(view.state, view.hand, event) if isinstance(event, Place) else 0.0 for event in may]
        best = [event for event, each in zip(may, worths, strict=True) if each == max(worths)]
        return best[int(chance() * len(best))]
    return None if view.state.phase is Phase.ROLL else expect(view.state, heuristic_value(view.state)).best
