"""How often somebody may ask for something."""

from __future__ import annotations

BURST = 40
"""So many messages at once."""
PER_S = 30.0
"""And so many a second for good: more than fingers can."""


class Pace:
    """A bucket of messages that fills up again."""

    def __init__(self) -> None:
        self._left = float(BURST)
        self._at = 0.0

    def keeps(self, now: float) -> bool:
        """Takes one message; False when it came too soon after too many others.

        Args:
            now: in seconds of any clock that never goes back.
        """
        self._left = min(BURST, self._left + PER_S * (now - self._at))
        self._at = now
        self._left -= 1
        return self._left >= 0
