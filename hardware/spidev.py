"""The kernel's SPI buses."""

from __future__ import annotations

import os
from errno import EIO
from typing import TYPE_CHECKING, Any

from Adafruit_PureIO.spi import SPI

if TYPE_CHECKING:
    from collections.abc import Sequence


class Bus(SPI):  # type: ignore[misc]  # published without types
    """One device node, open. Its clock, in Hz, is `max_speed_hz`.

    PureIO's own `writebytes` raises a timeout as a bare Exception, and does not say how much was sent.
    """

    def send(self, data: bytes) -> None:
        """Sends up to 4,096 bytes in one transfer.

        Raises:
            OSError: the bus refuses, or took only a part of it.
        """
        sent = os.write(self.handle, data)
        if sent < len(data):
            raise OSError(EIO, f"only {sent} of {len(data)} bytes were sent")

    def close(self) -> None:
        """Lets go of the node."""
        os.close(self.handle)


class Spi:
    """A bus as of `spidev.SpiDev`: opened first, then used."""

    def __init__(self) -> None:
        self._bus: Any = None

    @property
    def max_speed_hz(self) -> int:
        """Of the clock, in Hz."""
        return int(self._bus.max_speed_hz)

    @max_speed_hz.setter
    def max_speed_hz(self, hertz: int) -> None:
        self._bus.max_speed_hz = hertz

    def open(self, port: int, device: int) -> None:
        """Opens the bus.

        Raises:
            OSError: it is not there, or not for us.
        """
        self._bus = Bus((port, device))

    def writebytes(self, data: Sequence[int]) -> None:
        """Sends bytes.

        Raises:
            OSError: the bus refuses, or took only a part of them.
        """
        self._bus.send(bytes(data))

    def close(self) -> None:
        """Lets go of the bus. May be called twice."""
        bus, self._bus = self._bus, None
        if bus is not None:
            bus.close()


def open_spi(port: int, device: int) -> Spi:
    """A bus, open.

    Raises:
        OSError: it is not there, or not for us.
    """
    bus = Spi()
    bus.open(port, device)
    return bus
