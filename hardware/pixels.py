"""The 36 pixels of the strip."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING, Any, Protocol

from hardware.device import PartFailed

if TYPE_CHECKING:
    from collections.abc import Callable

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


class PixelBus(Protocol):
    """An open SPI bus for the pixels alone, with the interface of `spidev.SpiDev`."""

    max_speed_hz: int

    def writebytes(self, data: bytes) -> None:
        """Sends bytes in one transfer: a gap between two would be a latch."""

    def close(self) -> None:
        """Lets go of the bus."""


class Strip:
    """Pixels on SPI."""

    def __init__(self, bus: PixelBus) -> None:
        """Sets the clock; a bus that refuses is closed again.

        Raises:
            OSError: it refuses.
        """
        self._bus = bus
        try:
            bus.max_speed_hz = SPI_HZ
        except OSError:
            bus.close()
            raise

    def write(self, levels: bytes) -> None:
        """Sends red, green and blue of each pixel.

        Raises:
            OSError: the bus refuses.
        """
        self._bus.writebytes(encode_levels(levels))

    def close(self) -> None:
        """Lets go of the bus."""
        self._bus.close()


class PinStrip:
    """Pixels on a pin of their own: a `NeoPixel` without automatic writes."""

    def __init__(self, pixels: Any) -> None:  # noqa: ANN401 - published without types
        self._pixels = pixels

    def write(self, levels: bytes) -> None:
        """Sends red, green and blue of each pixel.

        Raises:
            RuntimeError: the driver refuses.
        """
        self._pixels[:] = list(zip(levels[0::3], levels[1::3], levels[2::3], strict=True))
        self._pixels.show()

    def close(self) -> None:
        """Lets go of the pin, without sending anything."""
        self._pixels.pin.deinit()


class Pixels:
    """Shows levels on the strip that `connect` opens.

    After a failure the next write opens the strip again: a bus that was gone has a new device when it is back.
    """

    def __init__(self, connect: Callable[[], Strip | PinStrip]) -> None:
        self._connect = connect
        self._strip: Strip | PinStrip | None = None

    def write(self, levels: bytes) -> None:
        """Sends 108 bytes: red, green and blue of each pixel, in the strip's order.

        Raises:
            PartFailed: the bus is not there, or refuses.
        """
        try:
            # Opened by the first write, on the writer's thread: a missing bus is a fault of this part, not of the
            # start.
            self._strip = self._strip or self._connect()
            self._strip.write(levels)
        # The drivers of a pin of their own raise a RuntimeError.
        except (OSError, RuntimeError) as error:
            self.close()
            raise PartFailed(f"the pixels cannot be written to: {error}") from error

    def close(self) -> None:
        """Lets go of the bus, or of the pin. May be called twice."""
        strip, self._strip = self._strip, None
        if strip is not None:
            strip.close()


def encode_levels(levels: bytes) -> bytes:
    """Returns the bus bytes for red, green and blue of each pixel: green first, highest bits first."""
    # A WS2812 takes green first. The slices reorder all pixels at once.
    in_order = bytearray(len(levels))
    in_order[0::3], in_order[1::3], in_order[2::3] = levels[1::3], levels[0::3], levels[2::3]
    return LATCH + b"".join([BYTES_OF[level] for level in in_order]) + LATCH
