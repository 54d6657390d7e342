"""For all tests: a clock that stands still; hypothesis without deadlines, which would time other work of the machine."""

from __future__ import annotations

import pytest
from hypothesis import settings

from tests.hardware.still import StillClock

settings.register_profile("any machine", deadline=None)
settings.load_profile("any machine")


@pytest.fixture
def still_clock(monkeypatch: pytest.MonkeyPatch) -> StillClock:
    """The clock by which the buttons tell a press from a hold; it goes on when the test says so."""
    clock = StillClock()
    monkeypatch.setattr("hardware.buttons.Timer", clock.timer)
    return clock
