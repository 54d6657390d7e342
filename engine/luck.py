"""The luck report of a game: what each player risked, and what became of it. Pure, from the record to figures."""

from __future__ import annotations

from typing import NamedTuple

from engine.game import Risked
from engine.record import AnyRecord


class Luck(NamedTuple):
    """The luck of one seat."""

    rolls: int
    busts: int
    expected_busts: float
    """The sum of the exact odds at the moment of each roll."""
    boldest: Risked | None
    """Of the rolls that held, the first with the highest odds of a bust; None when none of them risked anything."""
    course: tuple[int, ...]
    """The seat's figure (Claim It!: its largest mine) at the start and after each turn."""


class Report(NamedTuple):
    """The luck report of a game."""

    decided_by: str
    """What told the winners from the others, in the game's own terms."""
    seats: tuple[Luck, ...]


def luck_report(record: AnyRecord) -> Report | None:
    """Returns the luck report; None for a game without odds. What was taken back does not count."""
    rules = record.game.luck
    if rules is None:
        return None
    # Of the line that stands: a roll that was taken back would count twice, as it is drawn again.
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
