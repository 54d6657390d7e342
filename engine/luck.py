"""Luck: the luck report of a game, and how often the dice showed each face."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import erfc, exp, pi, sqrt
from typing import Any, NamedTuple, TypeAlias

from engine.game import ChanceOutcome, Face, Game, GameEvent, Illegal, Risked
from engine.record import AnyRecord, decode
from engine.starts import parse_start_roll


class Luck(NamedTuple):
    """The luck of one seat."""

    rolls: int
    busts: int
    expected_busts: float
    """The sum of the exact odds before each roll."""
    boldest: Risked | None
    """The first roll with the highest odds that was not a bust; None if no roll had a risk."""
    course: tuple[int, ...]
    """The figure of the seat (Claim It!: its largest mine) at the start and after each turn."""


class Report(NamedTuple):
    decided_by: str
    """What decided the game, one of `Game.endings`."""
    seats: tuple[Luck, ...]


def luck_report(record: AnyRecord) -> Report | None:
    """Returns the luck report; None for a game without odds."""
    rules = record.game.luck
    if rules is None:
        return None
    # Without the events that were taken back: such a roll is rolled again, and would count twice.
    risks = rules.risks(record.timeline)
    seats = []
    for seat, course in enumerate(rules.courses(record.timeline)):
        own = [risk for risk in risks if risk.seat == seat]
        held = [risk for risk in own if risk.bust and not risk.busted]
        luck = Luck(
            rolls=len(own),
            busts=sum(risk.busted for risk in own),
            expected_busts=sum(risk.bust / risk.of for risk in own),
            boldest=max(held, key=lambda risk: risk.bust / risk.of, default=None),
            course=course,
        )
        seats.append(luck)
    return Report(record.game.ending(record.state), tuple(seats))


Die: TypeAlias = tuple[str, tuple["Face", ...]]


class ChiSquare(NamedTuple):
    counts: tuple[int, ...]
    """The number of rolls of each face, in the order of the faces."""
    chi_square: float
    """Pearson's statistic for equally likely faces. The degrees of freedom are the number of faces - 1."""
    p: float
    """The probability that fair dice are at least as uneven."""


def chi_square_test(counts: Mapping[Face, int], faces: Sequence[Face]) -> ChiSquare | None:
    """Returns the test of these counts; None if all are 0."""
    fell = tuple(counts.get(face, 0) for face in faces)
    if not any(fell):
        return None
    expected = sum(fell) / len(fell)
    statistic = sum((count - expected) ** 2 for count in fell) / expected
    return ChiSquare(fell, statistic, chi_square_survival(statistic, len(fell) - 1))


def chi_square_survival(chi_square: float, freedom: int) -> float:
    """Returns the probability that a chi-square variable with these degrees of freedom is at least `chi_square`.

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
    box: Counter[Face]
    hand: Counter[Face]
    """Rolls that were entered by hand."""


def count_faces(games: Iterable[tuple[Game[Any, GameEvent], Sequence[str]]]) -> dict[Die, FaceCounts]:
    """Returns the number of rolls of each face in these games, by kind of die. Rolls that were taken back do not count.

    Args:
        games: each with its events from the journal, as JSON.
    """
    fell: dict[Die, FaceCounts] = {}
    # Many thousands of events have only a few hundred different texts.
    known: dict[tuple[str, str], ChanceOutcome | None] = {}
    for game, texts in games:
        stands: list[ChanceOutcome | None] = []
        for text in texts:
            if (game.name, text) not in known:
                known[game.name, text] = _find_outcome(text, game)
            stands.append(known[game.name, text])
            if stands[-1] == UNDO:
                del stands[-2:]
        for outcome in filter(None, stands):
            # A shuffle has faces, but no dice.
            for face, kind in zip(outcome.faces, outcome.kinds, strict=False):
                box, hand = fell.setdefault((kind, tuple(game.dice[kind])), FaceCounts(Counter(), Counter()))
                (box if outcome.by is None else hand)[face] += 1
    return fell


UNDO = ChanceOutcome((), by="undo")
"""Stands for an undo."""


def _find_outcome(text: str, game: Game[Any, GameEvent]) -> ChanceOutcome | None:
    """Returns the random part of an event; None if it has none, as a start, or if it is unknown."""
    try:
        event = decode(text)
        if event.get("event") == "undo":
            return UNDO
        own = parse_start_roll(event, game).roll if event.get("event") == "begin" else game.parse(event)
    except Illegal:
        return None
    return game.chance_outcome(own)
