"""The 36 pixels of the strip."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from neopixel_spi import NeoPixel_SPI

from hardware.device import LIGHTS, PartFailed

if TYPE_CHECKING:
    from collections.abc import Callable

BIT_0, BIT_1 = 0b11000000, 0b11110000
"""A bit of a colour is a byte on the bus: at 6.4 MHz high for 0.31 µs or 0.63 µs (WS2812B datasheet)."""

BYTES_OF = tuple(
    bytes(BIT_1 if level & bit else BIT_0 for bit in (128, 64, 32, 16, 8, 4, 2, 1)) for level in range(256)
)
"""What is sent for each level 0 to 255."""


class PixelBus(Protocol):
    """An SPI bus that carries the pixels and nothing else, as of `busio.SPI`."""

    frequency: int

    def try_lock(self) -> bool:
        """Takes the bus."""

    def unlock(self) -> None:
        """Gives it back."""

    def configure(self, *, baudrate: int, polarity: int, phase: int) -> None:
        """Sets clock and mode."""

    def write(self, buf: bytes) -> None:
        """Sends bytes."""

    def close(self) -> None:
        """Lets go of the bus."""


class Strip(NeoPixel_SPI):  # type: ignore[misc]  # published without types
    """Pixels on a bus, encoded by table: bit by bit takes a Pi Zero 3 ms a frame."""

    def __init__(self, spi: PixelBus) -> None:
        """Sets the bus up; one that refuses is closed again.

        Raises:
            OSError: it refuses.
        """
        self.bus = spi
        try:
            super().__init__(spi, LIGHTS, auto_write=False, bit0=BIT_0, bit1=BIT_1)
        except OSError:
            spi.close()
            raise

    def _transmogrify(self, buffer: bytearray) -> None:
        self._spibuf[:] = b"".join([BYTES_OF[level] for level in buffer])


class Pixels:
    """Shows levels on the strip that `connect` opens: a `Strip`, or a `NeoPixel` that does not write by itself.

    After a failure the next write opens it anew: a bus that was gone is another one when it is back.
    """

    def __init__(self, connect: Callable[[], Any]) -> None:
        self._connect = connect
        self._strip: Any = None

    def write(self, levels: bytes) -> None:
        """Sends 108 bytes: red, green and blue of each pixel, in the strip's order.

        Raises:
            PartFailed: the bus is not there, or refuses.
        """
        try:
            self._strip = self._strip or self._connect()
            self._strip[:] = list(zip(levels[0::3], levels[1::3], levels[2::3], strict=True))
            self._strip.show()
        except (OSError, RuntimeError) as error:  # a RuntimeError from the drivers of a pin
            self.close()
            raise PartFailed(f"the pixels cannot be written to: {error}") from error

    def close(self) -> None:
        """Lets go of the bus, or of the pin. May be called twice."""
        strip, self._strip = self._strip, None
        if isinstance(strip, Strip):
            strip.bus.close()
        elif strip is not None:
            strip.pin.deinit()
