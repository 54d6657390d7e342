"""For all tests: hypothesis without deadlines, which would time the machine's other work; timers that a test ends."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

from tests.hardware.manual_timers import ManualTimers

if TYPE_CHECKING:
    from collections.abc import Generator

settings.register_profile("any machine", deadline=None)
settings.load_profile("any machine")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One process more than there are cores, for many a test only waits: for a browser, or for a program of its own."""
    return (os.cpu_count() or 1) + 1


@pytest.hookimpl(wrapper=True, trylast=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, None, None]:
    """Runs a test that is marked `no_cover` without any tracing.

    pytest-cov stops its own measuring then; but each worker of xdist is a process that coverage measures besides, as it
    does every process that the tests start.
    """
    if item.get_closest_marker("no_cover") is None:
        return (yield)
    trace = sys.gettrace()
    sys.settrace(None)
    try:
        return (yield)
    finally:
        sys.settrace(trace)


@pytest.fixture
def button_timers(monkeypatch: pytest.MonkeyPatch) -> ManualTimers:
    """The timers by which the buttons tell a press from a hold; they end when the test says so."""
    timers = ManualTimers()
    monkeypatch.setattr("hardware.buttons.Timer", timers.timer)
    return timers
