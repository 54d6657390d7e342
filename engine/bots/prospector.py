"""Prospector makes the choice that is worth most points, one roll ahead.

In Claim It! it rates positions with a simple formula (`engine.claimit.value.heuristic_value`) and averages over all 216
next rolls. In Klondike it places the tile with the highest estimate (`engine.klondike.evaluation`), a random one if
several are equal.
"""

from typing import Any

from engine.bot import BotView, RandomFloat
from engine.claimit import Phase
from engine.claimit.expectation import expect
from engine.claimit.value import heuristic_value
from engine.game import N_, GameEvent
from engine.klondike import Pass
from engine.klondike.evaluation import estimates

name = "prospector"
title = N_("Prospector")
games = ("claimit", "klondike")


def decide(view: BotView[Any], random: RandomFloat) -> GameEvent | None:  # None is a roll
    if view.game == "klondike":
        found = estimates(view.state, view.hand, random)
        return found[0].event if found else Pass()
    return None if view.state.phase is Phase.ROLL else expect(view.state, heuristic_value(view.state)).best
