"""The table of figures, and the verdict on them; nothing is timed here."""

from __future__ import annotations

from io import StringIO

import pytest

from tests.bench.__main__ import report
from tests.bench.figure import Figure, Reading
from tests.bench.table import FIGURES

PROMISED = (
    ("referee, start to first answer", 4, True),
    ("headless table, start to first frame", 1.4, True),
    ("press to the strip's last byte, median", 1.5, True),
    ("the same, 99 %", 1.5, True),
    ("beside two busy programs, median", 1.5, True),
    ("the same, 99 %", 1.5, True),
    ("while Sheriff thinks, 99 %", 1.2, True),
    ("with the coach on, against without, 99 %", 1.2, True),
    ("down to the kernel's edge, median", 1.5, True),
    ("the same, 99 %", 1.5, True),
    ("touch enqueued to the strip's last byte, median", 1.5, True),
    ("the same, 99 %", 1.5, True),
    ("pad's interrupt to the strip, median", 30, True),
    ("the same while a screen frame is sent", 60, True),
    ("bytes on any wire in 10 s of a still page", 0, True),
    ("wakes in 10 s of a still page", 0, True),
    ("the loop's wakes while all is sent again", 0, True),
    ("bytes of that, once a minute", 2500, True),
    ("bytes to the OLED, cursor to the next field", 400, True),
    ("bytes to the OLED, one digit", 40, True),
    ("bytes to the OLED, the same picture", 0, True),
    ("written to the disk in 300 events", 2, True),
    ("writes that the disk is waited for", 1.05, True),
    ("the coach over a game of two, median", 5, True),
    ("play-outs, two players", 0.5, False),
    ("Prospector against Greenhorn", 97, False),
    ("Prospector against banking at 20 %", 71, False),
    ("Klondike: Prospector against Greenhorn", 97, False),
    ("Prospector's decisions", 2000, False),
    ("Sheriff against Prospector", 64, False),
    ("Sheriff's decisions", 50, False),
    ("Marshal's slowest decision", 1, True),
    ("simulate, greenhorns", 0.5, False),
    ("simulate, two jobs", 1.7, False),
    ("the environment of 256 games, steps", 5, False),
    ("exact odds", 20_000, False),
    ("Piratenclaim: six pirates move, and the threat", 100, True),
    ("Piratenclaim: reading events", 0.5, False),
    ("reading 100,000 events, against 10,000", 10, True),
    ("history --dice over 10,000 games", 2, True),
    ("resident memory of a headless table", 60, True),
    ("press to the frame on the page, median", 50, True),
    ("100 viewers at 30 frames a second", 2, True),
    ("growth for 20 viewers that never read", 1, True),
    ("first paint of the page", 2, True),
    ("the page with all it loads", 200, True),
    ("drawn anew while nothing changes on the page", 0, True),
    ("growth over 500 games", 1, True),
)
"""Name, target, and whether it is a limit from above."""


def figure(*, at_most: bool, value: float) -> Figure:
    """A figure with a target of 4 that measures this value."""
    return Figure("speed", "m/s", 4, at_most=at_most, measure=lambda: Reading(value, "downhill"))


def test_everything_that_was_promised_is_measured() -> None:
    assert tuple((each.name, each.target, each.at_most) for each in FIGURES) == PROMISED


@pytest.mark.parametrize(
    ("at_most", "value", "verdict"),
    [(True, 3.9, "met"), (True, 4.1, "MISSED"), (False, 4.1, "met"), (False, 3.9, "MISSED")],
)
def test_a_row_says_whether_the_target_is_reached(at_most: bool, value: float, verdict: str) -> None:
    row = figure(at_most=at_most, value=value).row(Reading(value, "downhill"))
    assert row.split()[-2:] == [verdict, "downhill"]


def test_a_figure_that_just_reaches_its_target_is_met() -> None:
    assert all(figure(at_most=at_most, value=4).is_met(4) for at_most in (True, False))


def test_a_report_has_a_row_for_each_figure() -> None:
    out = StringIO()
    report([figure(at_most=True, value=3), figure(at_most=True, value=5)], out)
    assert ["met" in row for row in out.getvalue().splitlines()] == [True, False]


@pytest.mark.parametrize(("values", "met"), [((3, 4), True), ((3, 5), False)])
def test_one_missed_target_fails_the_report(values: tuple[float, ...], met: bool) -> None:
    assert report([figure(at_most=True, value=value) for value in values], StringIO()) is met
