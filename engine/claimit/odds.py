"""The odds of the next roll, exact: every throw is looked at, none is sampled."""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING

from engine.claimit.placements import OFFERED, THROWS, allowed_placements

if TYPE_CHECKING:
    from engine.claimit.position import State

ROLLS = len(THROWS)
# A throw without regard to order stands for 1, 3 or 6 of the 216 (a triple, a pair, three different faces). So 56
# intersections give the exact odds; a sample would be slower and wrong in the last digit.
_WEIGHTED = tuple((offers, len(set(permutations(dice)))) for dice, offers in OFFERED.items())
"""What each of the 56 distinct throws offers, and how many of the 216 it stands for."""


def bust(state: State) -> int:
    """Returns how many of the 216 equally likely next rolls would be a bust for the mover."""
    may = allowed_placements(state)
    return sum([weight for offers, weight in _WEIGHTED if not may & offers])
