"""Timers that end when a test says so: a press lasts as long as it shall, however busy the machine is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from threading import Event, Timer
from typing import Any

PATIENCE_S = 20.0


class ManualTimers:
    """Makes what stands in for `threading.Timer`, and keeps it."""

    def __init__(self) -> None:
        self._timers: list[ManualTimer] = []

    def timer(self, interval_s: float, function: Callable[..., None], args: Sequence[Any] = ()) -> ManualTimer:
        """A timer that waits for `elapse`, or for somebody who joins it."""
        timer = ManualTimer(interval_s, function, args)
        self._timers.append(timer)
        return timer

    def elapse(self) -> None:
        """Lets every timer end that has been started so far, and not those that are started by that."""
        timers, self._timers = self._timers, []
        for timer in timers:
            timer.join(PATIENCE_S)


class ManualTimer(Timer):
    """A timer that ends as soon as somebody joins it, and never by itself."""

    def __init__(self, interval_s: float, function: Callable[..., None], args: Sequence[Any]) -> None:
        super().__init__(interval_s, function, args)
        self._awaited = Event()

    def run(self) -> None:  # type: ignore[explicit-override]  # typing.override comes with Python 3.12
        """Waits for whoever waits, instead of for the time."""
        self._awaited.wait()
        if not self.finished.is_set():
            self.function(*self.args)
        self.finished.set()

    def join(self, timeout: float | None = None) -> None:  # type: ignore[explicit-override]  # see above
        """Lets its time go by, and waits until it has done its work."""
        self._awaited.set()
        super().join(timeout)

    def cancel(self) -> None:  # type: ignore[explicit-override]  # see above
        super().cancel()
        self._awaited.set()
