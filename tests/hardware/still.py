"""A clock for the buttons that stands still: a press lasts as long as the test says, however busy the machine is."""

from __future__ import annotations

from threading import Event, Timer
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

PATIENCE_S = 20.0


class StillClock:
    """Stands in for `threading.Timer`; time goes by when somebody waits for a timer, or in `elapse`."""

    def __init__(self) -> None:
        self._timers: list[StillTimer] = []

    def timer(self, interval_s: float, function: Callable[..., None], args: Sequence[Any] = ()) -> StillTimer:
        """A timer of this clock."""
        timer = StillTimer(interval_s, function, args)
        self._timers.append(timer)
        return timer

    def elapse(self) -> None:
        """Lets every timer end that has been started so far, and not those that are started by that."""
        timers, self._timers = self._timers, []
        for timer in timers:
            timer.join(PATIENCE_S)


class StillTimer(Timer):
    """A timer that ends as soon as somebody waits for it, and never by itself."""

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
        """Ends it without its work."""
        super().cancel()
        self._awaited.set()
