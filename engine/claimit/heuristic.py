"""A formula for the value of an end of a turn, in points for the active player; Prospector uses it.

Before the last round a seat has

    1 point for each field of its largest mine + 0.6 for each goldclaim + 0.3 for each field,

and the value is the active player's points minus half of the best rival's.

In the last round only winning counts. The lead is the difference between the largest mines of the active player and of
the best rival, with goldclaims and fields as fractions, which break ties as the rules do. While n turns are left, the
value is 100 / (1 + exp(-lead / 1.5 n)), because a turn changes a mine by about 1.5 fields. After the last turn a win is
worth 100, a shared win 50, and a loss exp(3 lead), less than 1: a player who is behind keeps rolling while a win is
possible.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import exp
from typing import NamedTuple

from engine.claimit.board import group_around
from engine.claimit.expectation import TurnValue
from engine.claimit.position import State
from engine.claimit.scoring import mine_size

RIVAL_SHARE = 0.5
WIN = 100.0
TURN_CHANGE = 1.5
"""Typical change of a largest mine in a turn, in fields."""
HOPE = 3.0
"""How fast the value of a loss falls, per field of the lead."""


class _Weights(NamedTuple):
    """The points of a seat, in addition to one for each field of its largest mine."""

    goldclaim: float
    field: float


_STRENGTH = _Weights(goldclaim=0.6, field=0.3)
_RANK = _Weights(goldclaim=1 / 40, field=1 / 1600)
"""As the rules break ties: 30 goldclaims are less than a field of the mine, 36 fields less than a goldclaim."""


def heuristic_value(state: State) -> TurnValue:
    """Returns the value of each end of this turn, in points."""
    if not state.last_round:
        strength, best_rival = _seat_points(state, _STRENGTH)
        return lambda marks, owned: strength(marks, owned) - RIVAL_SHARE * best_rival(marks)
    rank, best_rank = _seat_points(state, _RANK)
    turns_to_come = state.last_round.turns_left - 1
    return lambda marks, owned: _lead_value(rank(marks, owned) - best_rank(marks), turns_to_come)


def _lead_value(lead: float, turns_to_come: int) -> float:
    if turns_to_come:
        return WIN / (1 + exp(-lead / (TURN_CHANGE * turns_to_come)))
    if lead > 0:
        return WIN
    return exp(HOPE * lead) if lead else WIN / 2


def _seat_points(state: State, weights: _Weights) -> tuple[TurnValue, Callable[[int], float]]:
    """Returns the points of the active player and of the best rival after the turn, as functions of its marks."""
    turn, gold = state.turn, state.gold
    own, rivals = state.fields[turn], (*state.fields[:turn], *state.fields[turn + 1 :])
    own_mine = mine_size(own)

    def own_points(marks: int, owned: int) -> float:
        fields = own | marks
        mine = _grown_mine(own_mine, fields, marks & ~own)
        return mine + weights.goldclaim * (fields & (gold | owned)).bit_count() + weights.field * fields.bit_count()

    @cache  # a rival loses the same few fields in many ways
    def points(fields: int) -> float:
        goldclaims = (fields & gold).bit_count()
        return mine_size(fields) + weights.goldclaim * goldclaims + weights.field * fields.bit_count()

    before = [points(each) for each in rivals]
    best, anyones = max(before), sum(rivals)

    def best_rival_points(taken: int) -> float:
        # Most turns take nothing from a rival.
        if not taken & anyones:
            return best
        return max(points(each & ~taken) if each & taken else known for each, known in zip(rivals, before, strict=True))

    return own_points, best_rival_points


def _grown_mine(mine: int, fields: int, new: int) -> int:
    """Returns the size of the largest mine after the new fields have joined; it was `mine` before."""
    # Only a group with a new field can be larger than before.
    while new:
        group = group_around(new & -new, fields)
        mine = max(mine, group.bit_count())
        new &= ~group
    return mine
