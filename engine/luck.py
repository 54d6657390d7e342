"""The luck report of a game."""

from typing import NamedTuple

from engine.game import Risked
from engine.record import AnyRecord


class Luck(NamedTuple):
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
