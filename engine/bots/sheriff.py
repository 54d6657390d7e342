"""Sheriff plays for the win: by a win chance that was learned, and exactly over the rest of its turn.

What a position between turns is worth tells `engine.claimit.value`; `engine.claimit.expectation` goes through the rolls
that may follow, one at least, and as far as the budget of evaluated positions allows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.claimit import Phase
from engine.claimit.expectation import expect
from engine.claimit.heuristic import heuristic_value
from engine.claimit.value import win_chance_value
from engine.game import N_

if TYPE_CHECKING:
    from engine import claimit
    from engine.bot import BotView, Chance
    from engine.claimit.expectation import TurnValue

name = "sheriff"
title = N_("Sheriff")
games = ("claimit",)

BUDGET = 0
"""Positions for looking further than one roll."""


def decide(view: BotView[Any], chance: Chance) -> claimit.Event | None:  # noqa: ARG001 - it leaves nothing to chance
    """Returns what it does; None: it rolls."""
    return None if view.state.phase is Phase.ROLL else expect(view.state, _turn_value(view.state), budget=BUDGET).best


def _turn_value(state: claimit.State) -> TurnValue:
    # After the last turn nothing has to be learned, but a win chance of 0 tells nothing about how far away the win is.
    is_last = state.last_round is not None and state.last_round.turns_left == 1
    return heuristic_value(state) if is_last else win_chance_value(state)
