"""The luck report of a game as JSON, for the page and its API."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.luck import luck_report

if TYPE_CHECKING:
    from engine.record import AnyRecord


def describe_luck(record: AnyRecord) -> list[dict[str, Any]]:
    """Returns the luck of each seat; nothing for a game without odds."""
    report = luck_report(record)
    seats = report.seats if report else ()
    return [{**seat._asdict(), "boldest": seat.boldest and seat.boldest._asdict()} for seat in seats]
