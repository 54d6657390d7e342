"""What all simulated wires have in common: they count, they can be cut, they can be watched."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


class Wire:
    """A wire between a driver and a chip."""

    def __init__(self) -> None:
        self.sent_bytes = 0
        """All that went over it: addresses, control bytes, commands, data."""
        self.failure: OSError | None = None
        """What every transfer ends with; None: they work."""
        self.on_write: Callable[[], None] | None = None
        """Called after the last byte of each transfer."""

    def carry_bytes(self, count: int) -> None:
        """Carries so many bytes.

        Raises:
            OSError: the wire was told to fail.
        """
        if self.failure is not None:
            # The same object is raised at each attempt: with its old traceback it would keep all the frames that it has
            # ever come through.
            raise self.failure.with_traceback(None)
        self.sent_bytes += count
        if self.on_write is not None:
            self.on_write()
