"""A thread that writes the latest value to a part that may block or fail; older values are skipped."""

import logging
from collections.abc import Callable, Iterator
from threading import Condition, Thread
from typing import Generic, TypeVar

from hardware.clock import CLOCK, Clock
from hardware.device import Part, PartError, PartFault

T = TypeVar("T")

log = logging.getLogger(__name__)

REFRESH_S = 60.0
"""Interval of complete refreshes: a glitch on a wire can corrupt a chip without an error."""

FIRST_PAUSE_S = 0.5
LONGEST_PAUSE_S = 30.0


def retry_pauses() -> Iterator[float]:
    """Yields the seconds to wait before each new attempt: 0.5, doubling up to 30, then always 30."""
    pause_s = FIRST_PAUSE_S
    while True:
        yield pause_s
        pause_s = min(2 * pause_s, LONGEST_PAUSE_S)


class LatestValueWriter(Generic[T]):
    """Writes the newest value to a part, and once a minute refreshes all of it; sleeps in between.

        >>> written = []
        >>> writer = LatestValueWriter(Part.SCREEN, written.append, print)
        >>> writer.submit("picture")
        >>> writer.flush(timeout_s=1.0), written
        (True, ['picture'])
        >>> writer.close()
        True

    A write that raises `PartError` is reported once, repeated after ever longer pauses, and reported again when it
    works. Any other exception is treated alike, because without this thread the part would not work until the next
    start.
    """

    def __init__(
        self,
        part: Part,
        write: Callable[[T], None],
        report_fault: Callable[[PartFault], None],
        *,
        refresh: Callable[[T], None] | None = None,
        pauses: Callable[[], Iterator[float]] = retry_pauses,
        clock: Clock = CLOCK,
    ) -> None:
        """Starts the thread.

        Args:
            part: the part.
            write: writes a value; it may skip what has not changed.
            report_fault: called once when the part fails, and once when it works again.
            refresh: writes a whole value without skipping what has not changed; by default the same as `write`.
            pauses: yields the seconds to wait before each new attempt.
            clock: the clock of these seconds.
        """
        self._part = part
        self._write = write
        self._report_fault = report_fault
        self._refresh = refresh or write
        self._pauses = pauses
        self._clock = clock
        self._changed = Condition()
        self._closing = False
        self._refresh_at_s = clock.now_s()
        """When the next refresh is due, in seconds of the clock."""
        self._newest: T
        self._submitted_count = 0
        self._written_count = 0
        self._failing = False
        self._is_asleep = True
        """Whether the thread waits for a value or for the next refresh."""
        # A daemon, so that a blocked write does not keep the process alive.
        self._thread = Thread(target=self._run, name=f"writer of the {part}", daemon=True)
        self._thread.start()

    def submit(self, value: T, *, refresh: bool = False) -> None:
        """Replaces the value to be written. A value equal to the newest one changes nothing."""
        with self._changed:
            # Often only the screen or only the lights change: then the other part sends nothing.
            if self._submitted_count and value == self._newest and not refresh:
                return
            self._newest = value
            self._submitted_count += 1
            if refresh:
                self._refresh_at_s = self._clock.now_s()
            self._changed.notify_all()

    def hand_over(self, timeout_s: float) -> bool:
        """Waits until the thread has woken for the newest value, or is busy; returns False on a timeout.

        Otherwise a caller that continues to compute may keep its core, and the woken thread waits: 0.6 ms in every
        second press, measured on two cores.
        """
        with self._changed:
            return self._changed.wait_for(lambda: not self._is_asleep or self._all_written(), timeout_s)

    def flush(self, timeout_s: float) -> bool:
        """Waits until the newest value is written; returns False if the part fails, or on a timeout."""
        with self._changed:
            self._changed.wait_for(lambda: self._failing or self._all_written(), timeout_s)
            return self._all_written()

    def close(self, timeout_s: float = 1.0) -> bool:
        """Ends the thread without writing the rest; returns False if a write is blocked. Can be called twice."""
        with self._changed:
            self._closing = True
            self._changed.notify_all()
        self._thread.join(timeout_s)
        return not self._thread.is_alive()

    def _all_written(self) -> bool:
        return self._written_count == self._submitted_count

    def _run(self) -> None:
        while self._wait_until_due():
            reason = self._attempt_write()
            if reason is None:
                continue
            self._report_fault(PartFault(self._part, reason))
            for pause_s in self._pauses():
                # A newer value does not end a pause: a failing part is not tried more often during play.
                with self._changed:
                    is_closing = self._clock.wait_for(self._changed, lambda: self._closing, pause_s)
                if is_closing:
                    return
                if self._attempt_write() is None:
                    self._report_fault(PartFault(self._part, None))
                    break

    def _wait_until_due(self) -> bool:
        """Sleeps until there is something to write or to refresh; returns False when closing."""
        with self._changed:
            wait_s = self._refresh_at_s - self._clock.now_s() if self._submitted_count else None
            self._is_asleep = True
            self._clock.wait_for(self._changed, lambda: self._closing or not self._all_written(), wait_s)
            self._is_asleep = False
            self._changed.notify_all()  # for `hand_over`
            return not self._closing

    def _attempt_write(self) -> str | None:
        """Writes the newest value; returns what went wrong, or None."""
        with self._changed:
            value, count, now_s = self._newest, self._submitted_count, self._clock.now_s()
            refreshes = now_s >= self._refresh_at_s
            if refreshes:
                self._refresh_at_s = now_s + REFRESH_S
        # Without the lock: `submit` must never wait for a bus. A value that is submitted during the write raises
        # `_submitted_count` above `count`, and is written next.
        reason = None
        try:
            (self._refresh if refreshes else self._write)(value)
        except PartError as failure:
            reason = str(failure)
        except Exception as error:  # an unexpected exception must not end the thread
            reason = f"the {self._part} cannot be written to: {error!r}"
            if not self._failing:
                log.exception("writing to the %s", self._part)
        with self._changed:
            self._failing = reason is not None
            self._written_count = self._written_count if self._failing else count
            self._changed.notify_all()
        return reason
