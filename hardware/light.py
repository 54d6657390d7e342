"""Gamma, brightness and power budget: from the colours wanted to the bytes sent."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING

from hardware.device import LIGHTS, Colour

if TYPE_CHECKING:
    from collections.abc import Sequence

CHANNEL_MA = 20
"""What one channel of a pixel draws at 255 (WS2812B datasheet)."""
IDLE_MA = 1
"""What a pixel draws though it is dark."""


@dataclass(frozen=True, slots=True)
class Light:
    """How wanted colours become sent ones. The settings take their defaults from here."""

    brightness: float = 0.5
    """0 to 1; 0 is dark."""
    budget_ma: int = 1500
    """What the 36 pixels may draw at most, in mA. What they draw when dark cannot be saved."""
    gamma: float = 2.8
    """The exponent that makes steps look even."""

    def sent(self, colours: Sequence[Colour], share: float = 1.0) -> bytes:
        """The bytes to send, 108: red, green and blue of each colour, in the order of the colours.

        A channel that is wanted at all stays at 1 or more, as far as brightness and budget let it: the dim colours
        keep their hue.

        Args:
            colours: 36, as wanted.
            share: of the brightness, 0 to 1.
        """
        levels = bytes(chain.from_iterable(colours)).translate(curve(self.gamma, self.brightness * share))
        # The budget in levels: a channel draws 20 mA at 255, and what the pixels draw when dark is taken off first.
        limit = max(0, (self.budget_ma - LIGHTS * IDLE_MA) * 255 // CHANNEL_MA)
        return levels if sum(levels) <= limit else _dimmed(levels, limit)


@lru_cache(maxsize=32)
def curve(gamma: float, brightness: float) -> bytes:
    """The level that is sent for each wanted level 0 to 255."""
    if brightness <= 0:
        return bytes(256)
    return bytes([0, *(max(1, round(255 * brightness * (level / 255) ** gamma)) for level in range(1, 256))])


def drawn_ma(levels: bytes) -> float:
    """What 36 pixels draw that show these levels, estimated, in mA."""
    return LIGHTS * IDLE_MA + sum(levels) * CHANNEL_MA / 255


def _dimmed(levels: bytes, limit: int) -> bytes:
    """The same picture with a sum of levels of at most `limit`; 1 stays 1 where the limit has room for it."""
    lit = len(levels) - levels.count(0)
    least = 1 if lit <= limit else 0
    # Every lit channel keeps 1, and only what is above it shrinks. Scaling the whole would turn dim channels off and
    # change the hue. Integer division rounds down: the sum cannot exceed the limit.
    above, room = sum(levels) - least * lit, limit - least * lit
    return bytes(level and least + (level - least) * room // above for level in levels)
