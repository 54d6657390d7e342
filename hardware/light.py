"""Gamma, brightness and power budget: from the colours wanted to the bytes sent."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import chain

from msgspec import Struct

from hardware.device import LIGHTS, Colour

CHANNEL_MA = 20
"""The current of one channel of a pixel at 255, in mA (WS2812B datasheet); the white of an RGBW pixel is one more."""
IDLE_MA = 1
"""The current of a dark pixel, in mA."""


class Light(Struct, frozen=True):
    """The conversion of wanted colours into sent levels. The settings take their defaults from here."""

    brightness: float = 0.5
    """0 to 1; 0 is dark."""
    budget_ma: int = 1500
    """The most that the pixels may draw, in mA; when dark each draws 1."""
    gamma: float = 2.8
    """The exponent that makes steps look even."""

    def sent_levels(
        self, colours: Sequence[Colour], share: float = 1.0, *, count: int = LIGHTS, white: bool = False
    ) -> bytes:
        """Returns the bytes to send: red, green and blue of each colour, and white, in the order of the colours.

        A channel above 0 stays at 1 or more if brightness and budget permit it, so that dim colours keep their hue.

        Args:
            colours: 36, as wanted.
            share: of the brightness, 0 to 1.
            count: the pixels on the strip; those without a colour are dark, and draw current all the same.
            white: whether a pixel has a fourth channel: what red, green and blue have in common is left to that one,
                which needs a third of the current.
        """
        levels = bytes(chain.from_iterable(colours)).translate(gamma_curve(self.gamma, self.brightness * share))
        if white:
            pixels = zip(levels[0::3], levels[1::3], levels[2::3], strict=True)
            levels = bytes(chain.from_iterable((r - w, g - w, b - w, w) for r, g, b in pixels for w in (min(r, g, b),)))
        return self.within_budget(levels, count)

    def within_budget(self, levels: bytes, count: int) -> bytes:
        """Returns levels that so many pixels may be sent, dimmed as a whole where they would draw more."""
        # The budget in levels: a channel draws 20 mA at 255, and what the pixels draw when dark is taken off first.
        limit = max(0, (self.budget_ma - count * IDLE_MA) * 255 // CHANNEL_MA)
        total = sum(levels)
        if total <= limit:
            return levels
        # Every lit channel keeps 1 if that is possible, and only what is above it shrinks. Scaling the whole would
        # turn dim channels off and change the hue. Integer division rounds down: the sum cannot exceed the limit.
        lit = len(levels) - levels.count(0)
        least = 1 if lit <= limit else 0
        above, room = total - least * lit, limit - least * lit
        return bytes(level and least + (level - least) * room // above for level in levels)


# Kept: the 256 levels are worked out once for each brightness of the menu, not for each frame.
@lru_cache(maxsize=32)
def gamma_curve(gamma: float, brightness: float) -> bytes:
    """Returns the sent level for each wanted level 0 to 255."""
    if brightness <= 0:
        return bytes(256)
    return bytes([0, *(max(1, round(255 * brightness * (level / 255) ** gamma)) for level in range(1, 256))])


def drawn_ma(levels: bytes, count: int = LIGHTS) -> float:
    """Returns the estimated current of so many pixels at these levels, in mA."""
    return count * IDLE_MA + sum(levels) * CHANNEL_MA / 255
