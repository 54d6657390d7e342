"""Clocks for tests, whose time passes only when the test says so."""

from collections.abc import Callable
from threading import Condition

from hardware.clock import Call, Clock

TIMEOUT_S = 20.0


class ManualClock(Clock):
    """A thread that waits on it wakes when its condition holds or when `advance` reaches the end of the wait."""

    def __init__(self) -> None:
        self._now_s = 0.0
        self._waiting: dict[Condition, float | None] = {}
        """The conditions that are waited for, and when each wait ends."""
        self._changed = Condition()

    def now_s(self) -> float:
        return self._now_s

    def wait_for(self, changed: Condition, predicate: Callable[[], bool], timeout_s: float | None) -> bool:
        """Waits on a condition that is held. Returns False when the time is over."""
        ends_s = None if timeout_s is None else self._now_s + timeout_s
        try:
            self._add_waiter(changed, ends_s)  # before the time is read, so that `advance` notifies from now on
            while not predicate() and (ends_s is None or self._now_s < ends_s):
                changed.wait()
        finally:
            self._remove_waiter(changed)
        return predicate()

    def advance(self, seconds: float) -> None:
        self._now_s += seconds
        for changed in tuple(self._waiting):
            with changed:
                changed.notify_all()

    def wait_for_waiters(self, due_s: float | None, threads: int = 1) -> bool:
        """Waits until a number of threads wait until this time; None is a wait without a limit. Returns False if they
        do not.
        """
        with self._changed:
            return self._changed.wait_for(lambda: list(self._waiting.values()).count(due_s) == threads, TIMEOUT_S)

    def _add_waiter(self, changed: Condition, ends_s: float | None) -> None:
        with self._changed:
            self._waiting[changed] = ends_s
            self._changed.notify_all()

    def _remove_waiter(self, changed: Condition) -> None:
        with self._changed:
            self._waiting.pop(changed, None)


class ManualCall(Call):
    def run(self) -> None:
        if not self.is_set():
            self.function()
        self.set()

    def wait(self, timeout: float | None = None) -> bool:
        self.run()
        return super().wait(timeout)


class ManualScheduler:
    """Stands in for `hardware.clock.Scheduler` in all the boxes of a test."""

    def __init__(self) -> None:
        self.calls: list[ManualCall] = []
        """The calls that have not been made. Cancelled calls stay in the list."""

    def call_later(self, delay_s: float, function: Callable[[], None]) -> ManualCall:
        """Keeps a call until `run_all` or `wait` makes it."""
        call = ManualCall(delay_s, function)
        self.calls.append(call)
        return call

    def cancel(self, call: Call) -> None:
        call.set()

    def close(self) -> None:
        pass

    def run_all(self) -> None:
        """Makes every call scheduled so far, but none that those calls schedule."""
        calls, self.calls = self.calls, []
        for call in calls:
            call.run()
