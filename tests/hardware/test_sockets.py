"""Where the real parts are plugged in, with the machine's own libraries replaced by fakes."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

import pytest

from hardware import spidev
from hardware.pixels import Pixels, Strip
from hardware.simulated.strip import Rgb, SimulatedStrip

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hardware.lgpio_pins import Pins

PI_ZERO_2 = 0x902120
"""Its revision code."""


class FakeSpi:
    """A bus of the kernel with pixels on it, as of PureIO."""

    opened: tuple[int, int] = (-1, -1)
    handle = -1

    def __init__(self, device: tuple[int, int]) -> None:
        FakeSpi.opened = device
        self.wire = SimulatedStrip(36)

    @property
    def max_speed_hz(self) -> int:
        """The clock."""
        return self.wire.frequency

    @max_speed_hz.setter
    def max_speed_hz(self, hertz: int) -> None:
        self.wire.configure(baudrate=hertz)

    def writebytes(self, data: bytes, max_speed_hz: int = 0) -> None:
        """Sends bytes, at a clock of their own where it is given."""
        self.max_speed_hz = max_speed_hz or self.max_speed_hz
        self.wire.write(bytes(data))


class Lgpio(ModuleType):
    """lgpio with one chip; pin 5 belongs to somebody else."""

    SET_PULL_NONE = SET_PULL_UP = SET_PULL_DOWN = 0
    BOTH_EDGES = RISING_EDGE = FALLING_EDGE = 0
    chips = 1

    class error(Exception):  # noqa: N801  # lgpio's own name
        """What lgpio raises."""

    def gpiochip_open(self, chip: int) -> int:
        """Opens a chip."""
        if chip >= self.chips:
            raise Lgpio.error("can not open gpiochip")
        return chip

    def gpiochip_close(self, _handle: int) -> None:
        """Closes it."""

    def gpio_claim_input(self, _handle: int, gpio: int, _flags: int = 0) -> None:
        """Claims a pin."""
        if gpio == 5:
            raise Lgpio.error("GPIO busy")


@pytest.fixture
def pins(monkeypatch: pytest.MonkeyPatch) -> Iterator[type[Pins]]:
    """The class of the real pins, above the fake lgpio."""
    monkeypatch.setitem(sys.modules, "lgpio", Lgpio("lgpio"))
    real = import_module("hardware.lgpio_pins").Pins
    monkeypatch.setattr(real, "_get_revision", lambda _: PI_ZERO_2)
    yield real
    for module in ("hardware.lgpio_pins", "gpiozero.pins.lgpio"):
        sys.modules.pop(module)


def test_pixels_hang_on_spi0(monkeypatch: pytest.MonkeyPatch) -> None:
    """And show what the driver sends."""
    monkeypatch.setattr(spidev, "SPI", FakeSpi)
    bus = spidev.PixelSpi()
    Pixels(lambda: Strip(bus)).write(bytes([1, 2, 3]) * 36)
    assert FakeSpi.opened == (0, 0)
    assert bus.frequency == 6_400_000
    assert set(bus._device.wire.pixels) == {Rgb(1, 2, 3)}


def test_a_screen_may_hang_on_another_spi(monkeypatch: pytest.MonkeyPatch) -> None:
    """On the port that is asked for, at the clock that luma sets."""
    closed: list[int] = []
    monkeypatch.setattr(spidev, "SPI", FakeSpi)
    monkeypatch.setattr(os, "close", closed.append)
    bus = spidev.ScreenSpi()
    bus.open(1, 0)
    bus.max_speed_hz = 8_000_000
    bus.writebytes([0xAF])
    assert FakeSpi.opened == (1, 0)
    assert bus._device.max_speed_hz == 8_000_000
    bus.close()
    bus.close()
    assert closed == [-1]


def test_a_pin_can_be_claimed(pins: type[Pins]) -> None:
    """Through lgpio."""
    assert pins().pin(6).info.name == "GPIO6"


def test_a_pin_that_is_busy_says_which(pins: type[Pins]) -> None:
    """As an OSError, which every driver understands."""
    with pytest.raises(OSError, match="GPIO 5: GPIO busy"):
        pins().pin(5)


def test_a_chip_that_cannot_be_opened_is_told(pins: type[Pins], monkeypatch: pytest.MonkeyPatch) -> None:
    """No rights, or no chip."""
    monkeypatch.setattr(Lgpio, "chips", 0)
    with pytest.raises(OSError, match="can not open gpiochip"):
        pins()
