"""The pixels of the strip: from colours to levels (gamma, brightness, power budget), and from levels to the wire.

Every driver is an `adafruit_pixelbuf.PixelBuf`, which puts the colours of a pixel into the order of the strip: `Strip`
for SPI, and `neopixel.NeoPixel` for a pin. This module does not import `neopixel`, because that imports Blinka, which
needs gpiod, and on a Raspberry Pi a back-end that must be compiled or needs root.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import chain
from math import ceil
from typing import Any, NamedTuple, Protocol

from adafruit_pixelbuf import PixelBuf

from hardware.device import LIGHTS, Colour, PartError
from hardware.wiring import Lights

SPI_HZ = 6_400_000
"""The requested clock: a byte takes 1.25 µs, like a bit of a WS2812. The boards give 6.25 MHz, 1.28 µs."""

BIT_0, BIT_1 = 0b11000000, 0b11110000
"""A byte on the bus is a bit of a colour: high for 0.31 µs or 0.63 µs (WS2812B datasheet)."""

BYTES_OF_LEVEL = tuple(
    bytes(BIT_1 if level & bit else BIT_0 for bit in (128, 64, 32, 16, 8, 4, 2, 1)) for level in range(256)
)
"""The bytes on the bus for each level. A table, because computing them takes 3 ms per frame on a Pi Zero (estimate)."""

LATCH_S = 300e-6
"""Time that the line is low after a frame. A WS2812 needs 50 µs, a WS2812B-V5 and many clones 280 (datasheet, RES)."""

LATCH = bytes(ceil(LATCH_S * SPI_HZ / 8))
"""The low bytes around a frame. They last at least `LATCH_S`, because no board's clock is faster than requested.

They are also sent before a frame, because the line may be high between transfers (reported for a Compute Module 4).
Then the first pixel would take the falling edge for a bit."""


class Probe(NamedTuple):
    """Raw levels for the wire, in the order of the pixels: a test pattern to identify the strip."""

    levels: bytes


class PixelBus(Protocol):
    """The part of `spidev.SpiDev` that the pixels use. It sends in one transfer, because a gap would be a latch."""

    max_speed_hz: int

    def writebytes(self, data: bytes) -> None: ...
    def close(self) -> None: ...


class Strip(PixelBuf):  # type: ignore[misc]  # published without types
    """A strip on SPI."""

    def __init__(self, bus: PixelBus, count: int = LIGHTS, byteorder: str = "GRB") -> None:
        """Sets the clock. Raises OSError, and closes the bus, if it is rejected."""
        super().__init__(count, byteorder=byteorder)
        self._bus = bus
        try:
            bus.max_speed_hz = SPI_HZ
        except OSError:
            bus.close()
            raise

    def _transmit(self, buffer: bytes) -> None:
        self._bus.writebytes(encode_levels(buffer))

    def close(self) -> None:
        self._bus.close()


class Pixels:
    """Shows levels on a strip. After a failure the next write calls `connect` again.

    >>> from hardware.simulated.buses import SimulatedStrip
    >>> wire = SimulatedStrip(count=2)
    >>> Pixels(lambda: Strip(wire, count=2)).write(bytes([255, 0, 0, 0, 0, 255]))
    >>> [tuple(pixel) for pixel in wire.pixels]
    [(255, 0, 0), (0, 0, 255)]
    """

    def __init__(self, connect: Callable[[], Any]) -> None:
        self._connect = connect
        self._strip: Any = None
        self._probed = 0
        """The length of the longest probe so far."""

    def write(self, levels: bytes | Probe) -> None:
        """Sends the levels of each pixel (red, green, blue, and white if it has it), or a probe.

        Raises:
            PartError: the bus is missing or rejects it.
        """
        try:
            # Opened by the first write, so that a missing bus is a fault of this part and does not stop the start.
            strip = self._strip = self._strip or self._connect()
            if isinstance(levels, Probe):
                self._probed = max(self._probed, len(levels.levels))
                strip._transmit(levels.levels)  # noqa: SLF001 - without the byte order, which may be wrong
            else:
                if self._probed:  # if the strip is longer than its setting, its end would stay lit
                    strip._transmit(bytes(self._probed))  # noqa: SLF001
                    self._probed = 0
                strip[:] = list(zip(*(levels[channel :: strip.bpp] for channel in range(strip.bpp)), strict=True))
                strip.show()
        # The drivers for a pin raise RuntimeError.
        except (OSError, RuntimeError) as error:
            self.close()
            raise PartError(f"the pixels cannot be written to: {error}") from error

    def close(self) -> None:
        strip, self._strip = self._strip, None
        if strip is not None:
            strip.close()


def transfer_size(count: int, byteorder: str) -> int:
    return 2 * len(LATCH) + 8 * count * len(byteorder)


def encode_levels(levels: bytes) -> bytes:
    """Returns the bytes on the bus for levels in the order of the pixels, highest bit first."""
    return LATCH + b"".join([BYTES_OF_LEVEL[level] for level in levels]) + LATCH


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
    minimum = 1 if lit <= limit else 0
    rest, available = total - minimum * lit, limit - minimum * lit
    return bytes(level and minimum + (level - minimum) * available // rest for level in levels)


@lru_cache(maxsize=32)  # the brightness rarely changes
def gamma_curve(gamma: float, brightness: float) -> bytes:
    """Returns for each level 0 to 255 the level that is sent."""
    if brightness <= 0:
        return bytes(256)
    return bytes([0, *(max(1, round(255 * brightness * (level / 255) ** gamma)) for level in range(1, 256))])
