"""Gamma, brightness and power budget: from colours to the levels on the wire."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import chain

from msgspec import Struct

from hardware.device import LIGHTS, Colour

CHANNEL_MA = 20
"""The current of one channel of a pixel at 255, in mA (WS2812B datasheet); the white of an RGBW pixel is another
channel."""
IDLE_MA = 1
"""The current of a dark pixel, in mA."""


class Light(Struct, frozen=True):
    """The conversion of colours into levels. The defaults are also those of the settings.

    >>> Light(brightness=1.0).sent_levels([Colour(255, 128, 0)], count=1).hex(" ")
    'ff 25 00'
    """

    brightness: float = 0.5
    """0 to 1; 0 is dark."""
    budget_ma: int = 1500
    """The maximum current of all pixels, in mA."""
    gamma: float = 2.8
    """The exponent that makes brightness steps look even."""

    def sent_levels(
        self, colours: Sequence[Colour], share: float = 1.0, *, count: int = LIGHTS, white: bool = False
    ) -> bytes:
        """Returns the levels of each colour: red, green, blue, and white if the pixels have it.

        A channel above 0 stays at least 1 if brightness and budget permit, so that dim colours keep their hue.

        Args:
            colours: 36 colours.
            share: the share of the brightness, 0 to 1.
            count: the pixels on the strip; dark ones draw current, too.
            white: whether a pixel has a white channel, which then shows the common part of red, green and blue with a
                third of the current.
        """
        levels = bytes(chain.from_iterable(colours)).translate(gamma_curve(self.gamma, self.brightness * share))
        if white:
            pixels = zip(levels[0::3], levels[1::3], levels[2::3], strict=True)
            levels = bytes(chain.from_iterable((r - w, g - w, b - w, w) for r, g, b in pixels for w in (min(r, g, b),)))
        return self.within_budget(levels, count)

    def within_budget(self, levels: bytes, count: int) -> bytes:
        """Returns the levels, all dimmed if they would draw more than the budget."""
        # The budget in levels: a channel draws 20 mA at 255; the idle current of the pixels is subtracted first.
        limit = max(0, (self.budget_ma - count * IDLE_MA) * 255 // CHANNEL_MA)
        total = sum(levels)
        if total <= limit:
            return levels
        # Every lit channel keeps 1 if possible, and only the rest is scaled. Scaling everything would switch dim
        # channels off and change the hue. Integer division rounds down, so the sum never exceeds the limit.
        lit = len(levels) - levels.count(0)
        least = 1 if lit <= limit else 0
        above, room = total - least * lit, limit - least * lit
        return bytes(level and least + (level - least) * room // above for level in levels)


# Cached, because the brightness rarely changes.
@lru_cache(maxsize=32)
def gamma_curve(gamma: float, brightness: float) -> bytes:
    """Returns the sent level for each level 0 to 255."""
    if brightness <= 0:
        return bytes(256)
    return bytes([0, *(max(1, round(255 * brightness * (level / 255) ** gamma)) for level in range(1, 256))])


def drawn_ma(levels: bytes, count: int = LIGHTS) -> float:
    """Returns the estimated current of the pixels at these levels, in mA."""
    return count * IDLE_MA + sum(levels) * CHANNEL_MA / 255
