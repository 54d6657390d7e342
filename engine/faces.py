"""Are the dice fair in the long run? A chi-square test over the six faces, with the standard library only."""

from __future__ import annotations

from collections import Counter
from math import erfc, exp, pi, sqrt
from typing import TYPE_CHECKING, NamedTuple

from engine.record import decode

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

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


def fallen(games: Iterable[Sequence[str]]) -> Fallen:
    """How often each face fell in the rolls of some games that stand.

    Args:
        games: of each its events as they were journalled, as JSON. Few of them differ, and each is decoded once.
    """
    counted = Counter[str]()
    for events in games:
        counted.update(_standing(events))
    fell = Fallen(Counter(), Counter())
    for text, times in counted.items():
        event = decode(text)
        faces = fell.box if event.get("by") is None else fell.hand
        for face in event.get("dice", ()):
            faces[face] += times
    return fell


def _standing(events: Sequence[str]) -> Sequence[str]:
    """The events that were not taken back."""
    undos = {text for text in set(events) if "undo" in text and decode(text).get("event") == "undo"}
    if not undos:
        return events
    line: list[str] = []
    for text in events:
        if text not in undos:
            line.append(text)
        elif line:
            line.pop()
    return line
