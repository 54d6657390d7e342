"""The clock of the threads that write to parts: what time it is, and waiting."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable
    from threading import Condition


class Clock(Protocol):
    """Where the time comes from; in a test it passes only when the test says so."""

    def now_s(self) -> float:
        """Seconds since some fixed moment, never going back."""

    def wait_for(self, changed: Condition, predicate: Callable[[], bool], timeout_s: float | None) -> bool:
        """Waits on a condition that is held until the predicate is true; False when the time is over before."""


class MachineClock:
    """The clock of this machine."""

    def now_s(self) -> float:
        """Seconds since some fixed moment, never going back."""
        return monotonic()

    def wait_for(self, changed: Condition, predicate: Callable[[], bool], timeout_s: float | None) -> bool:
        """Waits on a condition that is held until the predicate is true; False when the time is over before."""
        return changed.wait_for(predicate, timeout_s)


CLOCK: Clock = MachineClock()
