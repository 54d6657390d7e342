"""Rate limits: how often somebody may ask for something."""

from __future__ import annotations

BURST = 40
"""How many frames a viewer may send at once."""
PER_S = 30.0
"""How many frames a second a viewer may send in the long run: more than fingers can."""


class RateLimiter:
    """A token bucket."""

    def __init__(self, burst: int = BURST, per_s: float = PER_S) -> None:
        """Fills the bucket: `burst` tokens at once, then `per_s` tokens a second."""
        self._burst = burst
        self._per_s = per_s
        self._left = float(burst)
        self._at = 0.0

    def allows(self, now: float, count: int = 1) -> bool:
        """Takes `count` tokens; returns False if there are not enough.

        Args:
            now: in seconds of any clock that never goes back.
            count: how many came.
        """
        # A token bucket without a timer: what has flowed in since the last call is computed now.
        self._left = min(self._burst, self._left + self._per_s * (now - self._at)) - count
        self._at = now
        # Never far below nothing, so that a flood does not shut its sender out for long.
        self._left = max(self._left, -1.0)
        return self._left >= 0
