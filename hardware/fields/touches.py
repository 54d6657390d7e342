"""What is a touch: a finger that comes, but no sleeve, no water, and nothing that lies there."""

from __future__ import annotations

from math import inf

from hardware.device import LIGHTS

COVERED = 4
"""So many inputs at once are no fingers."""
HELD_S = 10.0
"""What stays so long, in seconds, is no finger."""


class Touches:
    """Finds the touches in the levels of the inputs, an integer with a bit each."""

    def __init__(self, levels: int, now_s: float) -> None:
        """Begins with what is down already: that is no touch."""
        self._since_s = dict.fromkeys(_inputs(levels), now_s)
        self._is_covered = False

    def note_levels(self, levels: int, now_s: float) -> list[int]:
        """Returns the inputs that are touched from now on."""
        down = _inputs(levels)
        touched = [number for number in down if number not in self._since_s]
        self._since_s = {number: self._since_s.get(number, now_s) for number in down}
        fingers = len(down) - len(self.held(now_s))
        self._is_covered = fingers >= COVERED or (self._is_covered and fingers > 0)
        return [] if self._is_covered else touched

    def held(self, now_s: float) -> list[int]:
        """Returns the inputs that are down for too long."""
        return [number for number, since_s in self._since_s.items() if now_s - since_s >= HELD_S]

    @property
    def is_covered(self) -> bool:
        """Whether several inputs were down at once, and not all of them are free again."""
        return self._is_covered

    def due_s(self, now_s: float) -> float:
        """Returns when the next input will have been down for too long."""
        return min((since_s + HELD_S for since_s in self._since_s.values() if now_s - since_s < HELD_S), default=inf)


def _inputs(levels: int) -> list[int]:
    return [number for number in range(LIGHTS) if levels >> number & 1]
