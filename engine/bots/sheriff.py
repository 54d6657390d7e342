"""Sheriff plays for the win: by a learned win chance, exact over the rest of its turn.

`engine.claimit.value` rates the positions between turns, `engine.claimit.expectation` averages over all rolls that may
follow. Its training is described in docs/training.md, its strength in docs/strategy.md.

In Klondike it places the tile that wins most chips in play-outs of the round (`engine.klondike.evaluation`). Their
number is fixed, so the same random numbers give the same move on any machine.
"""

from typing import Any

from engine import claimit
from engine.bot import BotView, RandomFloat
from engine.claimit import Phase
from engine.claimit.expectation import TurnValue, expect
from engine.claimit.value import heuristic_value, win_chance_value
from engine.game import N_, GameEvent
from engine.klondike import deal
from engine.klondike.evaluation import best_placement

name = "sheriff"
title = N_("Sheriff")
games = ("claimit", "klondike")

LAST_DEPTH = 2
"""Rolls to look ahead in the last turn of the game, whose ends are known exactly and are cheap."""


KLONDIKE_PLAYOUTS = 850
"""A decision takes 50 ms (median, matches of two players, one core of the benchmark machine)."""


def decide(view: BotView[Any], random: RandomFloat) -> GameEvent | None:
    if view.game == "klondike":
        may = deal.legal_events(view.state, view.hand)
        if len(may) == 1:
            return may[0]
        return best_placement(view.state, view.hand, KLONDIKE_PLAYOUTS, random)
    if view.state.phase is Phase.ROLL:
        return None
    return expect(view.state, turn_value(view.state), depth=LAST_DEPTH if is_last_turn(view.state) else 1).best


def turn_value(state: claimit.State) -> TurnValue:
    # In the last turn the result is exact. But a win chance of 0 does not show how far away the win is.
    return heuristic_value(state) if is_last_turn(state) else win_chance_value(state)


def is_last_turn(state: claimit.State) -> bool:
    return state.last_round is not None and state.last_round.turns_left == 1
