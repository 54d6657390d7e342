"""Sheriff plays for the win: by a win chance that was learned, and exactly over the rest of its turn.

What a position between turns is worth tells `engine.claimit.value`; `engine.claimit.expectation` goes through all the
throws that may follow. How it was trained is in docs/training.md, how strong it is in docs/strategy.md.

In Klondike it lays the tile that leads to most chips in play-outs of the round: `engine.klondike.evaluation`. Their
number is fixed, so the same numbers of chance give the same move on any machine.
"""

from __future__ import annotations

from typing import Any

from engine import claimit
from engine.bot import BotView, Chance
from engine.claimit import Phase
from engine.claimit.expectation import TurnValue, expect
from engine.claimit.heuristic import heuristic_value
from engine.claimit.value import win_chance_value
from engine.game import N_, GameEvent
from engine.klondike import deal
from engine.klondike.evaluation import lead, weigh

name = "sheriff"
title = N_("Sheriff")
games = ("claimit", "klondike")

LAST_DEPTH = 2
"""Rolls that it looks ahead in the last turn of the game, of which the ends are known exactly and fast."""


KLONDIKE_PLAYOUTS = 850
"""A decision takes 50 ms in the median of matches of two, of a core of the bench's machine."""


def decide(view: BotView[Any], chance: Chance) -> GameEvent | None:
    """Returns what it does; None: it rolls."""
    if view.game == "klondike":
        may = deal.legal_events(view.state, view.hand)
        if len(may) == 1:
            return may[0]
        return weigh(view.state, view.hand, KLONDIKE_PLAYOUTS, chance, lead(view.state.turn))[0].event
    return choose(view.state)


def choose(state: claimit.State) -> claimit.Event | None:
    """Returns what it does in a position; None: it rolls."""
    if state.phase is Phase.ROLL:
        return None
    return expect(state, turn_value(state), depth=LAST_DEPTH if is_last_turn(state) else 1).best


def turn_value(state: claimit.State) -> TurnValue:
    """Returns what it takes each end of this turn to be worth."""
    # After the last turn nothing has to be learned, but a win chance of 0 tells nothing about how far away the win is.
    return heuristic_value(state) if is_last_turn(state) else win_chance_value(state)


def is_last_turn(state: claimit.State) -> bool:
    """Returns whether the game ends with this turn."""
    return state.last_round is not None and state.last_round.turns_left == 1
