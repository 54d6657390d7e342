"""The clock of the hardware threads, and a scheduler for delayed calls.

The scheduler has one thread for all calls, because starting a thread for each call would delay a press.
"""

import logging
from collections.abc import Callable
from math import inf
from threading import Condition, Event, Thread
from time import monotonic


class Clock:
    """The clock of this machine. Tests use a fake clock that they advance themselves."""

    def now_s(self) -> float:
        """Returns monotonic seconds."""
        return monotonic()

    def wait_for(self, changed: Condition, predicate: Callable[[], bool], timeout_s: float | None) -> bool:
        """Waits on a condition, whose lock is held, until the predicate is true; returns False on a timeout."""
        return changed.wait_for(predicate, timeout_s)


CLOCK = Clock()

log = logging.getLogger(__name__)


class Call(Event):
    """A scheduled call; the event is set when it is over."""

    def __init__(self, due_s: float, function: Callable[[], None]) -> None:
        super().__init__()
        self.due_s = due_s
        self.function = function


class Scheduler:
    """Makes calls when they are due, on one thread.

    >>> scheduler = Scheduler("example")
    >>> call = scheduler.call_later(0.01, lambda: print("now"))
    >>> done = call.wait(timeout=1.0)
    now
    >>> scheduler.close()
    """

    def __init__(self, name: str, clock: Clock = CLOCK) -> None:
        self._clock = clock
        self._changed = Condition()
        # A list, not a heap: five buttons have few calls, and a list makes cancelling simple.
        self._calls: list[Call] = []
        self._wakes_at_s = inf
        self._closing = False
        self._thread = Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    def call_later(self, delay_s: float, function: Callable[[], None]) -> Call:
        call = Call(self._clock.now_s() + delay_s, function)
        with self._changed:
            self._calls.append(call)
            # If it is due later, the thread wakes early enough anyway.
            if call.due_s < self._wakes_at_s:
                self._changed.notify()
        return call

    def cancel(self, call: Call) -> None:
        with self._changed:
            if call in self._calls:
                self._calls.remove(call)
                call.set()

    def close(self) -> None:
        """Ends the thread without making the remaining calls. Can be called twice."""
        with self._changed:
            self._closing = True
            self._changed.notify()
        self._thread.join()

    def _run(self) -> None:
        while (call := self._next_due_call()) is not None:
            # Without the lock: a call may schedule or cancel others.
            try:
                call.function()
            except Exception:  # an unexpected exception must not end the thread
                log.exception("a scheduled call")
            call.set()

    def _next_due_call(self) -> Call | None:
        """Sleeps until a call is due, and returns it; None when closing."""
        with self._changed:
            while not self._closing:
                first = min(self._calls, key=lambda call: call.due_s, default=None)
                now_s = self._clock.now_s()
                if first is not None and first.due_s <= now_s:
                    self._calls.remove(first)
                    return first
                self._wakes_at_s = inf if first is None else first.due_s
                self._clock.wait_for(
                    self._changed,
                    lambda: self._closing or any(call.due_s < self._wakes_at_s for call in self._calls),
                    None if first is None else first.due_s - now_s,
                )
            return None
