"""Gamma, brightness and power budget: from colours to the levels on the wire."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import chain

from hardware.device import Colour
from hardware.wiring import Lights

CHANNEL_MA = 20
"""The current of one channel of a pixel at 255, in mA (WS2812B datasheet); the white of an RGBW pixel is another
channel."""
IDLE_MA = 1
"""The current of a dark pixel, in mA."""


def sent_levels(lights: Lights, colours: Sequence[Colour], share: float = 1.0) -> bytes:
    """Returns the levels of each colour: red, green, blue, and white if the pixels have it.

    A channel above 0 stays at least 1 if brightness and budget permit, so that dim colours keep their hue. A white
    channel shows the common part of red, green and blue with a third of the current.

    >>> sent_levels(Lights(brightness=1.0), [Colour(255, 128, 0)]).hex(" ")
    'ff 25 00'

    Args:
        lights: the pixels with their brightness and budget.
        colours: 36 colours.
        share: the share of the brightness, 0 to 1.
    """
    levels = bytes(chain.from_iterable(colours)).translate(gamma_curve(lights.gamma, lights.brightness * share))
    if "W" in lights.byteorder:
        pixels = zip(levels[0::3], levels[1::3], levels[2::3], strict=True)
        levels = bytes(chain.from_iterable((r - w, g - w, b - w, w) for r, g, b in pixels for w in (min(r, g, b),)))
    return within_budget(lights, levels)


def within_budget(lights: Lights, levels: bytes) -> bytes:
    """Returns the levels, all dimmed if they would draw more than the budget."""
    # The budget in levels: a channel draws 20 mA at 255; the idle current of the pixels is subtracted first.
    limit = max(0, (lights.budget_ma - lights.count * IDLE_MA) * 255 // CHANNEL_MA)
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
