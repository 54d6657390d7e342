"""Prospector takes what is worth most points, one roll ahead.

In Claim It! it places where the better of banking and one more roll, over all 216 rolls, is worth most, and banks
unless that roll is worth more (`engine.claimit.value`). In Klondike it places the tile that is worth most
(`engine.klondike.evaluation`), at random if several are equal.
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


def decide(view: BotView[Any], random: RandomFloat) -> GameEvent | None:
    if view.game == "klondike":
        found = estimates(view.state, view.hand, random)
        return found[0].event if found else Pass()
    return None if view.state.phase is Phase.ROLL else expect(view.state, heuristic_value(view.state)).best
