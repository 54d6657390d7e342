"""Claims pins that another program may still hold: repeatedly until it has all, on a thread that ends then."""

from __future__ import annotations

import logging
from threading import Condition, Thread
from typing import TYPE_CHECKING

from hardware.clock import CLOCK
from hardware.device import Button, Part, PartFault
from hardware.latest_value_writer import retry_pauses

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from hardware.clock import Clock

log = logging.getLogger(__name__)

Missing = dict[Part | Button, str]
"""The parts whose pins cannot be claimed now, and why."""


class PinClaimer:
    """Claims missing pins after ever longer pauses; reports each missing part once, and once when it is there."""

    def __init__(
        self,
        claim: Callable[[], Missing],
        report_fault: Callable[[PartFault], None],
        look: Callable[[], None],
        pauses: Callable[[], Iterator[float]] = retry_pauses,
        clock: Clock = CLOCK,
    ) -> None:
        """Does nothing before `start`.

        Args:
            claim: claims the missing pins; returns what is still missing.
            report_fault: called when a part is missing, and when it is there.
            look: checks the levels of the claimed pins; called after each attempt.
            pauses: yields the seconds to wait before each new attempt.
            clock: the clock of these seconds.
        """
        self._claim = claim
        self._report_fault = report_fault
        self._look = look
        self._pauses = pauses
        self._clock = clock
        self._changed = Condition()
        self._tried = self._closing = False
        self._thread = Thread(target=self._run, name="claims pins", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def flush(self, timeout_s: float) -> bool:
        """Waits for the first attempt; returns False on a timeout."""
        with self._changed:
            return self._changed.wait_for(lambda: self._tried, timeout_s)

    def close(self) -> None:
        """Stops claiming. May be called twice."""
        with self._changed:
            self._closing = True
            self._changed.notify_all()
        # A thread that never began cannot be joined.
        if self._thread.ident is not None:
            self._thread.join()

    def _run(self) -> None:
        missing, later = self._claim_missing({}), self._pauses()
        with self._changed:
            self._tried = True
            self._changed.notify_all()
        # The thread ends when nothing is missing: after a start without trouble it costs nothing.
        while missing:
            with self._changed:
                is_closing = self._clock.wait_for(self._changed, lambda: self._closing, next(later))
            if is_closing:
                return
            missing = self._claim_missing(missing)

    def _claim_missing(self, before: Mapping[Part | Button, str]) -> Missing:
        """Claims once, and reports what has changed."""
        try:
            missing = self._claim()
        except Exception as error:  # a mistake of ours or of a driver must not end the thread
            log.exception("claiming the pins")
            missing = {**before, Part.BUTTONS: f"the pins cannot be had: {error!r}"}
        for part in before:
            if part not in missing:
                self._report_fault(PartFault(part, None))
        for part, reason in missing.items():
            if part not in before:
                self._report_fault(PartFault(part, reason))
        # Last: a button that is stuck is reported after the report that its pin is there.
        self._look()
        return missing
