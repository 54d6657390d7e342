"""Fingers on the buttons of a mirror: one press after the other, on their own thread; nobody waits for them."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import BoundedSemaphore
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Future

    from hardware.device import Button

WAITING = 16
"""How many presses may be on their way; what is hammered in beyond them is lost, as on a real button."""


class Fingers:
    """Presses buttons in the order in which they were asked for."""

    def __init__(self, touch: Callable[[Button, bool], None]) -> None:
        """Takes what presses a button, or holds it; it may take as long as a finger does."""
        self._touch = touch
        self._free = BoundedSemaphore(WAITING)
        self._thread = ThreadPoolExecutor(1, "finger")

    def press(self, button: Button, held: bool) -> None:  # noqa: FBT001 (as the device's touch)
        """Presses a button, or holds it, when those before are done."""
        if self._free.acquire(blocking=False):
            self._thread.submit(self._touch, button, held).add_done_callback(self._done)

    def close(self) -> None:
        """Forgets the presses that have not begun."""
        self._thread.shutdown(cancel_futures=True)

    def _done(self, _: Future[None]) -> None:
        self._free.release()
