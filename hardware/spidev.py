"""The kernel's SPI buses, in the two forms that the libraries ask for."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from Adafruit_PureIO.spi import SPI

if TYPE_CHECKING:
    from collections.abc import Sequence


class PixelSpi:
    """SPI0 as of `busio.SPI`, open from the start, with the pixels alone on it."""

    def __init__(self) -> None:
        """Opens the bus.

        Raises:
            OSError: it is not there, or not for us.
        """
        self.frequency = 0
        """Of the clock, in Hz."""
        self._device = SPI((0, 0))

    def try_lock(self) -> bool:
        """Takes the bus, which nobody else wants."""
        return True

    def unlock(self) -> None:
        """Gives the bus back."""

    def configure(self, *, baudrate: int, **_: int) -> None:
        """Sets the clock; polarity and phase mean nothing to pixels."""
        if baudrate != self.frequency:
            self._device.max_speed_hz = self.frequency = baudrate

    def write(self, buf: bytes) -> None:
        """Sends bytes."""
        self._device.writebytes(buf)


class ScreenSpi:
    """A bus as of `spidev.SpiDev`."""

    def __init__(self) -> None:
        self.max_speed_hz = 0
        """Of the clock, in Hz."""
        self._device: Any = None

    def open(self, port: int, device: int) -> None:
        """Opens the bus.

        Raises:
            OSError: it is not there, or not for us.
        """
        self._device = SPI((port, device))

    def writebytes(self, data: Sequence[int]) -> None:
        """Sends bytes."""
        self._device.writebytes(data, max_speed_hz=self.max_speed_hz)

    def close(self) -> None:
        """Lets go of the bus. May be called twice."""
        device, self._device = self._device, None
        if device is not None:
            os.close(device.handle)
