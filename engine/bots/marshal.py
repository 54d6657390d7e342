"""Marshal is a Sheriff that looks two rolls ahead where it pays.

It goes by the same learned win chance (`engine.claimit.value`), and decides "again or bank" by two rolls instead of
one. Of a roll's placements it takes the best by one roll, and those that come near it; between these two rolls decide.
In the last turn of a game it plays as Sheriff does. How strong it is tells docs/strategy.md.

Its budget is a number of positions, not a time, and it takes what differs by no more than rounding does for equal: so
it decides alike on a fast machine and on a slow one, and wherever a sum or an exp() is rounded in another way.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from engine import claimit
from engine.bot import BotView, Chance
from engine.bots.sheriff import LAST_DEPTH, is_last_turn, turn_value
from engine.claimit import Bank, Field, Phase, Place
from engine.claimit.expectation import expect
from engine.game import N_

name = "marshal"
title = N_("Marshal")
games = ("claimit",)

DEPTH = 2
"""Rolls that it looks ahead."""
WIDTH = 3
"""Placements after which it does so, at most."""
MARGIN = 0.03
"""How much less than the best one such a placement may be worth, by one roll."""
BUDGET = 1 + WIDTH * (1 + 36 + 36 * 37 // 2) + (6 - WIDTH) * (1 + 36)
"""Ends of the turn that are valued for a decision before the last turn, at most: there cannot be more.

They are the bust; after each of `WIDTH` placements the bank, a field more, two fields more or one claimed and owned;
after the others of the at most six the bank and a field more.
"""
DIGITS = 9
"""Of a worth that are looked at. Beyond them symmetric positions differ by how their sums are rounded."""


def decide(view: BotView[Any], chance: Chance) -> claimit.Event | None:  # noqa: ARG001 - it leaves nothing to chance
    """Returns what it does; None: it rolls. Of equals it banks, or takes the field with the lowest number."""
    state = view.state
    if state.phase is Phase.ROLL:
        return None
    # The searches after several placements come to many of the same ends.
    value = cache(turn_value(state))
    last = is_last_turn(state)
    if state.phase is Phase.CHOOSE:
        found = expect(state, value, depth=LAST_DEPTH if last else DEPTH)
        return Bank() if _rounded(found.bank) >= _rounded(found.roll) else None
    worths = dict(expect(state, value, depth=LAST_DEPTH if last else 1).fields)
    near = _best_first(worths)
    if not last:
        best = _rounded(worths[near[0]])
        near = [field for field in near[:WIDTH] if _rounded(worths[field]) >= best - MARGIN]
        if len(near) > 1:
            placed = {field: claimit.apply(state, Place(field)) for field in near}
            near = _best_first({field: expect(placed[field], value, depth=DEPTH).value for field in near})
    return Place(near[0])


def _best_first(worths: dict[Field, float]) -> list[Field]:
    return sorted(worths, key=lambda field: (-_rounded(worths[field]), field))


def _rounded(worth: float | None) -> float:
    return round(worth or 0.0, DIGITS)
