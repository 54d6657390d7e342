"""Writing to a part that may block or fail, on a thread of its own; only the newest value counts."""

from __future__ import annotations

from threading import Condition, Event, Thread
from typing import TYPE_CHECKING, Generic, TypeVar

from hardware.device import Fault, Part, PartFailed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

T = TypeVar("T")

FIRST_PAUSE_S = 0.5
LONGEST_PAUSE_S = 30.0


def pauses() -> Iterator[float]:
    """The seconds to wait before each new attempt: 0.5, doubling up to 30, then 30 for ever."""
    pause_s = FIRST_PAUSE_S
    while True:
        yield pause_s
        pause_s = min(2 * pause_s, LONGEST_PAUSE_S)


class Writer(Generic[T]):
    """Writes the newest value to a part; sleeps as long as there is none.

    A write that raises `PartFailed` is told once, tried again after ever longer pauses, and told again when it works.
    """

    def __init__(
        self,
        part: Part,
        write: Callable[[T], None],
        tell: Callable[[Fault], None],
        pauses: Callable[[], Iterator[float]] = pauses,
    ) -> None:
        self._part = part
        self._write = write
        self._tell = tell
        self._pauses = pauses
        self._changed = Condition()
        self._closing = Event()
        self._newest: T
        self._put_count = 0
        self._written_count = 0
        self._failing = False
        self._thread = Thread(target=self._run, name=f"writer of the {part}", daemon=True)
        self._thread.start()

    @property
    def alive(self) -> bool:
        """Whether its thread runs."""
        return self._thread.is_alive()

    def put(self, value: T) -> None:
        """Has the value written in place of any that still waits; one equal to the newest changes nothing."""
        with self._changed:
            if self._put_count and value == self._newest:
                return
            self._newest = value
            self._put_count += 1
            self._changed.notify_all()

    def settle(self, timeout_s: float) -> bool:
        """Waits until all that was put is written; False when the part fails, or the time is over before."""
        with self._changed:
            self._changed.wait_for(lambda: self._failing or self._all_written(), timeout_s)
            return self._all_written()

    def close(self, timeout_s: float = 1.0) -> bool:
        """Ends the thread; what still waits is not written. May be called twice; False: a write still hangs."""
        self._closing.set()
        with self._changed:
            self._changed.notify_all()
        self._thread.join(timeout_s)
        return not self._thread.is_alive()

    def _all_written(self) -> bool:
        return self._written_count == self._put_count

    def _run(self) -> None:
        while self._due():
            reason = self._attempt()
            if reason is not None:
                self._tell(Fault(self._part, reason))
                self._recover()

    def _due(self) -> bool:
        """Sleeps until there is something to write; False: it is time to end."""
        with self._changed:
            self._changed.wait_for(lambda: self._closing.is_set() or not self._all_written())
        return not self._closing.is_set()

    def _recover(self) -> None:
        for pause_s in self._pauses():
            if self._closing.wait(pause_s):
                return
            if self._attempt() is None:
                self._tell(Fault(self._part, None))
                return

    def _attempt(self) -> str | None:
        """Writes the newest value; returns what went wrong, or None."""
        with self._changed:
            value, count = self._newest, self._put_count
        reason = None
        try:
            self._write(value)
        except PartFailed as failure:
            reason = str(failure)
        with self._changed:
            self._failing = reason is not None
            self._written_count = self._written_count if self._failing else count
            self._changed.notify_all()
        return reason
