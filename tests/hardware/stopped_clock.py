"""A clock that stands still until a test says how much time passes."""

from collections.abc import Callable
from threading import Condition

PATIENCE_S = 20.0


class StoppedClock:
    """Whoever waits on it waits for what a condition says, or for `pass_time`; no real time counts."""

    def __init__(self) -> None:
        self._now_s = 0.0
        self._waiting: dict[Condition, float | None] = {}
        """Who waits now, and until when."""
        self._changed = Condition()

    def now_s(self) -> float:
        return self._now_s

    def wait_for(self, changed: Condition, predicate: Callable[[], bool], timeout_s: float | None) -> bool:
        """Waits on a condition that is held; False when enough time was passed."""
        ends_s = None if timeout_s is None else self._now_s + timeout_s
        try:
            self._note(changed, ends_s)  # before the time is read: what passes from now on notifies
            while not predicate() and (ends_s is None or self._now_s < ends_s):
                changed.wait()
        finally:
            self._forget(changed)
        return predicate()

    def pass_time(self, seconds: float) -> None:
        self._now_s += seconds
        for changed in tuple(self._waiting):
            with changed:
                changed.notify_all()

    def settle(self, due_s: float | None, threads: int = 1) -> bool:
        """Waits until so many threads wait for that moment, or without limit; False when they do not within a while."""
        with self._changed:
            return self._changed.wait_for(lambda: list(self._waiting.values()).count(due_s) == threads, PATIENCE_S)

    def _note(self, changed: Condition, ends_s: float | None) -> None:
        with self._changed:
            self._waiting[changed] = ends_s
            self._changed.notify_all()

    def _forget(self, changed: Condition) -> None:
        with self._changed:
            self._waiting.pop(changed, None)
