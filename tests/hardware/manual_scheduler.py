"""A scheduler whose calls are made when a test says: a press lasts as long as it shall on the slowest machine."""

from collections.abc import Callable

from hardware.clock import Call


class ManualCall(Call):
    """A call whose moment comes when somebody waits for it."""

    def make(self) -> None:
        if not self._over.is_set():
            self.function()
        self.mark_over()

    def wait(self, timeout_s: float) -> bool:
        self.make()
        return super().wait(timeout_s)


class ManualScheduler:
    """Stands in for `hardware.clock.Scheduler`, for all the boxes of a test."""

    def __init__(self) -> None:
        self.calls: list[ManualCall] = []
        """Those that have not been made; cancelled ones stay."""

    def call_later(self, delay_s: float, function: Callable[[], None]) -> ManualCall:
        """Keeps a call until `elapse`, or until somebody waits for it."""
        call = ManualCall(delay_s, function)
        self.calls.append(call)
        return call

    def cancel(self, call: Call) -> None:
        call.mark_over()

    def close(self) -> None:
        """Makes nothing any more, as it never does by itself."""

    def elapse(self) -> None:
        """Makes every call that has been scheduled so far, and none of those that are scheduled by that."""
        calls, self.calls = self.calls, []
        for call in calls:
            call.make()
