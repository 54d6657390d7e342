"""For all tests: a clock that stands still; hypothesis without deadlines, which would time the machine's other work."""

from __future__ import annotations

import os

import pytest
from hypothesis import settings

from tests.hardware.still import StillClock

settings.register_profile("any machine", deadline=None)
settings.load_profile("any machine")


def pytest_xdist_auto_num_workers() -> int:
    """One process more than there are cores, for many a test only waits: for a browser, or for a program of its own."""
    return (os.cpu_count() or 1) + 1


@pytest.fixture
def still_clock(monkeypatch: pytest.MonkeyPatch) -> StillClock:
    """The clock by which the buttons tell a press from a hold; it goes on when the test says so."""
    clock = StillClock()
    monkeypatch.setattr("hardware.buttons.Timer", clock.timer)
    return clock
