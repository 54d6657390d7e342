"""The pixels of the strip: 36 under the fields, and as many more as there are.

Every driver is a `PixelBuf` of Adafruit's, which puts the levels into the order of the strip: ours for SPI, and
`neopixel.NeoPixel` for a pin of its own. Only `adafruit_pixelbuf` is imported here, one module: `neopixel` would import
Blinka, which asks gpiod for pins, and on a Raspberry Pi wants a back-end that is compiled or needs root.
"""

from __future__ import annotations

from collections.abc import Callable
from math import ceil
from typing import Any, NamedTuple, Protocol

from adafruit_pixelbuf import PixelBuf

from hardware.device import LIGHTS, PartFailed

SPI_HZ = 6_400_000
"""The requested clock: a byte lasts 1.25 µs, like a bit of a WS2812. The boards give 6.25 MHz, 1.28 µs."""

BIT_0, BIT_1 = 0b11000000, 0b11110000
"""A byte on the bus is a bit of a colour: high for 0.31 µs or 0.63 µs (WS2812B datasheet)."""

BYTES_OF = tuple(
    bytes(BIT_1 if level & bit else BIT_0 for bit in (128, 64, 32, 16, 8, 4, 2, 1)) for level in range(256)
)
"""The bytes for each level 0 to 255. A table: computing bit by bit takes 3 ms a frame on a Pi Zero."""

LATCH_S = 300e-6
"""How long the line is low after a frame. A WS2812 needs 50 µs, a WS2812B-V5 and many clones 280 (datasheet, RES)."""

LATCH = bytes(ceil(LATCH_S * SPI_HZ / 8))
"""The low bytes around a frame. They last at least `LATCH_S`: no board's clock is faster than requested.

They are sent before a frame as well, because the line may rest high between transfers (seen on a Compute Module 4).
Without a latch, the first pixel would take the falling edge for a bit.
"""


class Probe(NamedTuple):
    """Levels that go over the wire as they are, in the order in which the pixels take them."""

    levels: bytes


class PixelBus(Protocol):
    """An open SPI bus for the pixels alone, with the interface of `spidev.SpiDev`."""

    max_speed_hz: int

    def writebytes(self, data: bytes) -> None:
        """Sends bytes in one transfer: a gap between two would be a latch."""

    def close(self) -> None:
        """Lets go of the bus."""


class Strip(PixelBuf):  # type: ignore[misc]  # published without types
    """Pixels on SPI."""

    def __init__(self, bus: PixelBus, count: int = LIGHTS, byteorder: str = "GRB") -> None:
        """Sets the clock; a bus that refuses is closed again. Raises OSError: it refuses."""
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
    """Shows levels on the strip that `connect` opens.

    After a failure the next write opens the strip again: a bus that was gone has a new device when it is back.
    """

    def __init__(self, connect: Callable[[], Any]) -> None:
        self._connect = connect
        self._strip: Any = None
        self._probed = 0
        """How many levels the longest probe had."""

    def write(self, levels: bytes | Probe) -> None:
        """Sends red, green and blue of each pixel, and white where it has one, pixel after pixel; or a probe.

        Raises:
            PartFailed: the bus is not there, or refuses.
        """
        try:
            # Opened by the first write, on the writer's thread: a missing bus is a fault of this part, not of the
            # start.
            strip = self._strip = self._strip or self._connect()
            if isinstance(levels, Probe):
                self._probed = max(self._probed, len(levels.levels))
                strip._transmit(levels.levels)  # noqa: SLF001 - past the library's own order, for there may be another
            else:
                if self._probed:  # a strip that is longer than it is set to would stay lit at its end
                    strip._transmit(bytes(self._probed))  # noqa: SLF001
                    self._probed = 0
                strip[:] = list(zip(*(levels[channel :: strip.bpp] for channel in range(strip.bpp)), strict=True))
                strip.show()
        # The drivers of a pin of their own raise a RuntimeError.
        except (OSError, RuntimeError) as error:
            self.close()
            raise PartFailed(f"the pixels cannot be written to: {error}") from error

    def close(self) -> None:
        strip, self._strip = self._strip, None
        if strip is not None:
            strip.close()


def transfer_size(count: int, byteorder: str) -> int:
    """Returns how many bytes go over the bus in one transfer, for so many pixels."""
    return 2 * len(LATCH) + 8 * count * len(byteorder)


def encode_levels(levels: bytes) -> bytes:
    """Returns the bus bytes for levels in the order in which the pixels take them, each with the highest bit first."""
    return LATCH + b"".join([BYTES_OF[level] for level in levels]) + LATCH
