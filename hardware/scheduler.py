"""Calls that are made after a while, all on one thread that is there already: starting one costs a press too much."""

from __future__ import annotations

import logging
from math import inf
from threading import Condition, Event, Thread
from typing import TYPE_CHECKING

from hardware.clock import CLOCK

if TYPE_CHECKING:
    from collections.abc import Callable

    from hardware.clock import Clock

log = logging.getLogger(__name__)


class Call:
    """A call that waits for its moment."""

    def __init__(self, due_s: float, function: Callable[[], None]) -> None:
        self.due_s = due_s
        self.function = function
        self._over = Event()

    def end(self) -> None:
        """Marks it as made, or as cancelled."""
        self._over.set()

    def wait(self, timeout_s: float) -> bool:
        """Waits until it was made or cancelled; False when the time is over before."""
        return self._over.wait(timeout_s)


class Scheduler:
    """Makes calls at their time; while none is due it sleeps, without a limit where none is scheduled."""

    def __init__(self, name: str, clock: Clock = CLOCK) -> None:
        """Starts the thread, which bears the name."""
        self._clock = clock
        self._changed = Condition()
        # A list, not a heap: five buttons have a handful of calls at most, and cancelling one is a plain removal.
        self._calls: list[Call] = []
        self._wakes_at_s = inf
        self._closing = False
        self._thread = Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    def call_later(self, delay_s: float, function: Callable[[], None]) -> Call:
        """Has a function called after so many seconds, on the scheduler's thread."""
        call = Call(self._clock.now_s() + delay_s, function)
        with self._changed:
            self._calls.append(call)
            if call.due_s < self._wakes_at_s:  # else it looks in time by itself: most presses wake nobody
                self._changed.notify()
        return call

    def cancel(self, call: Call) -> None:
        """Takes a call back; one that was made, or is being made, stays so."""
        with self._changed:
            if call in self._calls:
                self._calls.remove(call)
                call.end()

    def close(self) -> None:
        """Ends the thread; what is still scheduled is not called. May be called twice."""
        with self._changed:
            self._closing = True
            self._changed.notify()
        self._thread.join()

    def _run(self) -> None:
        while (call := self._next()) is not None:
            # The lock is not held here: a call may schedule or cancel others.
            try:
                call.function()
            except Exception:  # a mistake of ours must not end the thread
                log.exception("a scheduled call")
            call.end()

    def _next(self) -> Call | None:
        """Sleeps until a call is due; None: it is time to end."""
        with self._changed:
            while not self._closing:
                first, now_s = min(self._calls, key=_due_s, default=None), self._clock.now_s()
                if first is not None and first.due_s <= now_s:
                    self._calls.remove(first)
                    return first
                self._wakes_at_s = inf if first is None else first.due_s
                self._clock.wait_for(self._changed, self._is_disturbed, None if first is None else first.due_s - now_s)
            return None

    def _is_disturbed(self) -> bool:
        """Whether it cannot sleep on until the moment for which it fell asleep."""
        return self._closing or any(call.due_s < self._wakes_at_s for call in self._calls)


def _due_s(call: Call) -> float:
    return call.due_s
