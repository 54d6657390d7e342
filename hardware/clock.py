"""The clock of the threads that write to parts: what time it is, and waiting."""

from __future__ import annotations

from collections.abc import Callable
from threading import Condition
from time import monotonic
from typing import Protocol


class Clock(Protocol):
    """Where the time comes from; in a test it passes only when the test says so."""

    def now_s(self) -> float:
        """Returns the seconds since some fixed moment; they never go back."""

    def wait_for(self, changed: Condition, predicate: Callable[[], bool], timeout_s: float | None) -> bool:
        """Waits on a condition, whose lock is held, until the predicate is true; returns False on a timeout."""


class MachineClock:
    """The clock of this machine."""

    def now_s(self) -> float:
        return monotonic()

    def wait_for(self, changed: Condition, predicate: Callable[[], bool], timeout_s: float | None) -> bool:
        return changed.wait_for(predicate, timeout_s)


CLOCK: Clock = MachineClock()
