"""Claiming pins that somebody else may still have: again and again until all are had, on a thread that ends then."""

from __future__ import annotations

import logging
from threading import Condition, Thread
from typing import TYPE_CHECKING

from hardware.clock import CLOCK
from hardware.device import Button, Part, PartFault
from hardware.latest_value_writer import pauses

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from hardware.clock import Clock

log = logging.getLogger(__name__)

Missing = dict[Part | Button, str]
"""What cannot be had now, and why."""


class PinClaimer:
    """Claims what is missing, after ever longer pauses again; each part is told once, and once when it is had."""

    def __init__(
        self,
        claim: Callable[[], Missing],
        tell: Callable[[PartFault], None],
        look: Callable[[], None],
        pauses: Callable[[], Iterator[float]] = pauses,
        clock: Clock = CLOCK,
    ) -> None:
        """Takes what is to be done; nothing is done before `start`.

        Args:
            claim: claims what is not yet had; returns what is still missing.
            tell: is told what is missing, and when it is no longer.
            look: looks at what was claimed, once it is told that it is there.
            pauses: the seconds to wait before each new attempt.
            clock: whose seconds these are.
        """
        self._claim = claim
        self._tell = tell
        self._look = look
        self._pauses = pauses
        self._clock = clock
        self._changed = Condition()
        self._tried = self._closing = False
        self._thread = Thread(target=self._run, name="claims pins", daemon=True)

    def start(self) -> None:
        """Starts the thread that claims the pins.

        Apart from the making: whoever is interrupted in between, by Ctrl-C as the program starts, can still close it.
        """
        self._thread.start()

    def flush(self, timeout_s: float) -> bool:
        """Waits for the first attempt; False when the time is over before."""
        with self._changed:
            return self._changed.wait_for(lambda: self._tried, timeout_s)

    def close(self) -> None:
        """Stops claiming. May be called twice."""
        with self._changed:
            self._closing = True
            self._changed.notify_all()
        if self._thread.ident is not None:  # else it never began
            self._thread.join()

    def _run(self) -> None:
        missing, later = self._claim_missing({}), self._pauses()
        with self._changed:
            self._tried = True
            self._changed.notify_all()
        # The thread ends when nothing is missing: after a start without trouble it costs nothing.
        while missing and not self._closed_within(next(later)):
            missing = self._claim_missing(missing)

    def _claim_missing(self, before: Mapping[Part | Button, str]) -> Missing:
        """Claims, and tells what is new."""
        try:
            missing = self._claim()
        except Exception as error:  # a mistake of ours or of a driver must not end the thread
            log.exception("claiming the pins")
            missing = {**before, Part.BUTTONS: f"the pins cannot be had: {error!r}"}
        for part in before:
            if part not in missing:
                self._tell(PartFault(part, None))
        for part, reason in missing.items():
            if part not in before:
                self._tell(PartFault(part, reason))
        # Last: a button that is stuck is reported after the report that its pin is there.
        self._look()
        return missing

    def _closed_within(self, pause_s: float) -> bool:
        with self._changed:
            return self._clock.wait_for(self._changed, lambda: self._closing, pause_s)
