"""The SPI buses of the kernel, through /dev/spidev."""

from __future__ import annotations

import os
from collections.abc import Sequence
from errno import EIO
from typing import Any

from Adafruit_PureIO.spi import SPI


class Bus(SPI):  # type: ignore[misc]  # published without types
    """An open device node. `max_speed_hz` is its clock in Hz."""

    def send(self, data: bytes) -> None:
        """Sends up to 4,096 bytes in one transfer. Raises OSError: the bus rejects it, or sends only a part."""
        # Not PureIO's `writebytes`: it raises a bare Exception on a timeout, and does not return how much was sent.
        sent = os.write(self.handle, data)
        if sent < len(data):
            raise OSError(EIO, f"only {sent} of {len(data)} bytes were sent")

    def close(self) -> None:
        os.close(self.handle)


class Spi:
    """A bus with the interface of `spidev.SpiDev`, as luma expects: created closed, opened later."""

    def __init__(self) -> None:
        self._bus: Any = None

    @property
    def max_speed_hz(self) -> int:
        return int(self._bus.max_speed_hz)

    @max_speed_hz.setter
    def max_speed_hz(self, hertz: int) -> None:
        self._bus.max_speed_hz = hertz

    def open(self, port: int, device: int) -> None:
        self._bus = Bus((port, device))

    def writebytes(self, data: Sequence[int]) -> None:
        self._bus.send(bytes(data))

    def close(self) -> None:
        bus, self._bus = self._bus, None
        if bus is not None:
            bus.close()


def open_spi(port: int, device: int) -> Spi:
    """Returns an open bus. Raises OSError: the bus does not exist, or this user may not open it."""
    bus = Spi()
    bus.open(port, device)
    return bus
