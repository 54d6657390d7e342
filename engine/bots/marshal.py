"""Marshal is a Sheriff that looks two rolls ahead where it matters.

It uses the same learned win chance (`engine.claimit.value`). It looks two rolls ahead to decide between a roll and a
bank. After a roll it rates the placements one roll ahead, and the best of them two rolls ahead. In the last turn of a
game it plays like Sheriff. docs/strategy.md shows its strength.

The search has a fixed depth and width, and no time limit; values that differ only by rounding count as equal. So it
decides the same on every machine, fast or slow, also if exp() is rounded differently.
"""

from functools import cache
from typing import Any

from engine import claimit
from engine.bot import BotView, RandomFloat
from engine.bots.sheriff import LAST_DEPTH, is_last_turn, turn_value
from engine.claimit import Bank, Field, Phase, Place
from engine.claimit.expectation import expect
from engine.game import N_

name = "marshal"
title = N_("Marshal")
games = ("claimit",)

DEPTH = 2
"""Rolls to look ahead."""
WIDTH = 3
"""Maximum number of placements that are rated `DEPTH` rolls ahead."""
MARGIN = 0.03
"""Maximum difference between the value of such a placement and the best value, both one roll ahead."""
DIGITS = 9
"""Digits after the decimal point that are compared. Beyond them, symmetric positions differ by rounding."""


def decide(view: BotView[Any], random: RandomFloat) -> claimit.Event | None:  # noqa: ARG001 - it uses no random numbers
    """Returns its decision; None is a roll. If values are equal it banks, or takes the field with the lowest number."""
    state = view.state
    if state.phase is Phase.ROLL:
        return None
    # Cached, because the searches after several placements have many ends of the turn in common.
    value = cache(turn_value(state))
    last = is_last_turn(state)
    if state.phase is Phase.CHOOSE:
        found = expect(state, value, depth=LAST_DEPTH if last else DEPTH)
        return Bank() if _rounded(found.bank) >= _rounded(found.roll) else None
    values = dict(expect(state, value, depth=LAST_DEPTH if last else 1).fields)
    ranked = _best_first(values)
    if not last:
        best = _rounded(values[ranked[0]])
        ranked = [field for field in ranked[:WIDTH] if _rounded(values[field]) >= best - MARGIN]
        if len(ranked) > 1:
            placed = {field: claimit.apply(state, Place(field)) for field in ranked}
            ranked = _best_first({field: expect(placed[field], value, depth=DEPTH).value for field in ranked})
    return Place(ranked[0])


def _best_first(values: dict[Field, float]) -> list[Field]:
    return sorted(values, key=lambda field: (-_rounded(values[field]), field))


def _rounded(value: float | None) -> float:
    return round(value or 0.0, DIGITS)
