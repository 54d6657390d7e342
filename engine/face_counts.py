"""Are the dice fair in the long run? A chi-square test over the faces of a die, with the standard library only."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import erfc, exp, pi, sqrt
from typing import Any, NamedTuple, TypeAlias

from engine.game import ChanceOutcome, Face, Game, GameEvent, Illegal
from engine.record import decode
from engine.starts import parse_start_roll

Die: TypeAlias = tuple[str, tuple["Face", ...]]
"""A kind of die: its name and its faces. Dice of one name with other faces are others."""


class ChiSquare(NamedTuple):
    """What the faces say."""

    counts: tuple[int, ...]
    """How often each face fell, in the order of the die's faces."""
    chi_square: float
    """Pearson's statistic against equally likely faces, with one degree of freedom less than there are faces."""
    p: float
    """How likely fair dice are to be at least as uneven."""


def chi_square_test(counts: Mapping[Face, int], faces: Sequence[Face]) -> ChiSquare | None:
    """Tests how often each of the faces fell; None when no die did."""
    fell = tuple(counts.get(face, 0) for face in faces)
    if not any(fell):
        return None
    expected = sum(fell) / len(fell)
    statistic = sum((count - expected) ** 2 for count in fell) / expected
    return ChiSquare(fell, statistic, chi_square_survival(statistic, len(fell) - 1))


def chi_square_survival(chi_square: float, freedom: int) -> float:
    """Returns how likely a chi-square variable with so many degrees of freedom is to be at least so large.

    The closed forms for odd and for even degrees of freedom: Abramowitz and Stegun, Handbook of Mathematical Functions,
    26.4.4 and 26.4.5. Their terms are those of one series, which begins at 1 for odd degrees and at 2 for even ones.
    """
    odd = freedom % 2
    tail = erfc(sqrt(chi_square / 2)) if odd else 0.0
    term = exp(-chi_square / 2) * (sqrt(2 * chi_square / pi) if odd else 1.0)
    for degree in range(2 + odd, freedom + 1, 2):
        tail += term
        term *= chi_square / degree
    return tail


class FaceCounts(NamedTuple):
    """How often each face of a kind of die fell."""

    box: Counter[Face]
    """In the rolls of the box."""
    hand: Counter[Face]
    """In those that were entered by hand."""


def count_faces(games: Iterable[tuple[Game[Any, GameEvent], Sequence[str]]]) -> dict[Die, FaceCounts]:
    """Returns how often each face fell in the rolls of some games that stand, by the kinds of their dice.

    Args:
        games: each with its events as they were journalled, as JSON. Few of them differ, and each is parsed once.
    """
    # Counted as texts first: of many thousands of rolls only a few hundred differ, and only those are parsed.
    counted: dict[str, tuple[Game[Any, GameEvent], Counter[str]]] = {}
    for game, events in games:
        _, texts = counted.setdefault(game.name, (game, Counter()))
        texts.update(_events_that_stand(events))
    fell: dict[Die, FaceCounts] = {}
    for game, texts in counted.values():
        for text, times in texts.items():
            if (chance_outcome := _parse_chance_outcome(text, game)) is not None:
                for face, kind in zip(
                    chance_outcome.faces, chance_outcome.kinds, strict=False
                ):  # a shuffle has faces, but no dice
                    box, hand = fell.setdefault((kind, tuple(game.dice[kind])), FaceCounts(Counter(), Counter()))
                    (box if chance_outcome.by is None else hand)[face] += times
    return fell


def _parse_chance_outcome(text: str, game: Game[Any, GameEvent]) -> ChanceOutcome | None:
    """Returns what chance decided in an event; None for one that is no event of the game."""
    try:
        event = decode(text)
        own = parse_start_roll(event, game).roll if event.get("event") == "begin" else game.parse(event)
    except Illegal:  # start, reveal, finish; or nothing that we know, in a journal that somebody else wrote
        return None
    return game.chance_outcome(own)


def _events_that_stand(events: Sequence[str]) -> Sequence[str]:
    """Returns the events that were not taken back."""
    # Most texts need not be decoded to know that they are no undo.
    undos = {text for text in set(events) if "undo" in text and _is_undo(text)}
    if not undos:
        return events
    line: list[str] = []
    for text in events:
        if text not in undos:
            line.append(text)
        elif line:
            line.pop()
    return line


def _is_undo(text: str) -> bool:
    try:
        return decode(text).get("event") == "undo"
    except Illegal:
        return False
