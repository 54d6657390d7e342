"""Are the dice fair in the long run? A chi-square test over the six faces, with the standard library only."""

from __future__ import annotations

from collections import Counter
from itertools import chain
from math import erfc, exp, pi, sqrt
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from engine.game import Json

FACES = range(1, 7)


class Evenness(NamedTuple):
    """What the faces say."""

    counts: tuple[int, ...]
    """How often each face fell, 1 first."""
    chi_square: float
    """Pearson's statistic against six equally likely faces, with 5 degrees of freedom."""
    p: float
    """How likely fair dice are to be at least as uneven."""


def evenness(counts: Mapping[int, int]) -> Evenness | None:
    """Tests how often each of the six faces fell; None when no die did."""
    fell = tuple(counts.get(face, 0) for face in FACES)
    if not any(fell):
        return None
    expected = sum(fell) / len(fell)
    statistic = sum((count - expected) ** 2 for count in fell) / expected
    return Evenness(fell, statistic, survival(statistic))


def survival(chi_square: float) -> float:
    """How likely a chi-square variable with 5 degrees of freedom is to be at least so large.

    The closed form for odd degrees of freedom: Abramowitz and Stegun, Handbook of Mathematical Functions, 26.4.4.
    """
    tail = sqrt(2 * chi_square / pi) * exp(-chi_square / 2) * (1 + chi_square / 3)
    return erfc(sqrt(chi_square / 2)) + tail


class Fallen(NamedTuple):
    """How often each face fell."""

    box: Counter[int]
    """In the rolls of the box."""
    hand: Counter[int]
    """In those that were entered by hand."""


def fallen(events: Iterable[Json]) -> Fallen:
    """How often each face fell in the rolls of one game that stand; the events are as they were journalled."""
    rolls = [event for event in _standing(events) if "dice" in event]
    box = chain.from_iterable([roll["dice"] for roll in rolls if roll.get("by") is None])
    hand = chain.from_iterable([roll["dice"] for roll in rolls if roll.get("by") is not None])
    return Fallen(Counter(box), Counter(hand))


def _standing(events: Iterable[Json]) -> list[Json]:
    """The events that were not taken back."""
    line: list[Json] = []
    for event in events:
        if event.get("event") != "undo":
            line.append(event)
        elif line:
            line.pop()
    return line
