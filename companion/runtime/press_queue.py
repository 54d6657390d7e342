"""A queue of presses from a frontend, executed one after the other on a thread of its own; the caller never waits."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import BoundedSemaphore

from hardware.device import Button

QUEUE_LENGTH = 16
"""How many presses may wait; further ones are dropped, as a real button drops them."""


class PressQueue:
    """Executes presses in the order in which they arrived."""

    def __init__(self, touch: Callable[[Button, bool], None]) -> None:
        """Takes the function that presses or holds a button; it may block as long as a finger does."""
        self._touch = touch
        self._free = BoundedSemaphore(QUEUE_LENGTH)
        # One thread keeps the order of the presses.
        self._thread = ThreadPoolExecutor(1, "finger")

    def press(self, button: Button, held: bool) -> None:  # noqa: FBT001 (as the device's touch)
        if self._free.acquire(blocking=False):
            done = self._thread.submit(self._touch, button, held)
            done.add_done_callback(lambda _: self._free.release())

    def close(self) -> None:
        """Drops the presses that have not begun."""
        self._thread.shutdown(cancel_futures=True)
