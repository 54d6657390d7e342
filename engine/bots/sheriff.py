"""Sheriff makes the choice with the best win chance.

In Claim It! a learned win chance rates the positions between turns (`engine.claimit.value`), and
`engine.claimit.expectation` averages over all rolls. docs/training.md describes its training, docs/strategy.md its
strength.

In Klondike it places the tile that wins most chips in play-outs of the round (`engine.klondike.evaluation`). The number
of play-outs is fixed, so the same random numbers give the same move on any machine.
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
"""Rolls to look ahead in the last turn of the game, where the values are exact and fast to compute."""

KLONDIKE_PLAYOUTS = 850
"""A decision takes 50 ms (median, matches of two players, one core of the benchmark machine)."""


def decide(view: BotView[Any], random: RandomFloat) -> GameEvent | None:
    if view.game == "klondike":
        events = deal.legal_events(view.state, view.hand)
        if len(events) == 1:
            return events[0]
        return best_placement(view.state, view.hand, KLONDIKE_PLAYOUTS, random)
    if view.state.phase is Phase.ROLL:
        return None
    return expect(view.state, turn_value(view.state), depth=LAST_DEPTH if is_last_turn(view.state) else 1).best


def turn_value(state: claimit.State) -> TurnValue:
    # In the last turn the win chance would be exact, but a chance of 0 does not show how far away the win is.
    return heuristic_value(state) if is_last_turn(state) else win_chance_value(state)


def is_last_turn(state: claimit.State) -> bool:
    return state.last_round is not None and state.last_round.turns_left == 1
