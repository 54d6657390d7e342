"""GPIO outputs with the interface that luma's SPI driver expects."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gpiozero import DigitalOutputDevice
from gpiozero.exc import GPIOZeroError

if TYPE_CHECKING:
    from gpiozero import Factory

    from hardware.wiring import Pin


class GpioOutputs:
    """Output pins with the part of `RPi.GPIO`'s interface that luma uses.

    RPi.GPIO itself does not support the Pi 5.
    """

    OUT = "output"
    LOW, HIGH = 0, 1

    def __init__(self, factory: Factory) -> None:
        self._factory = factory
        self._outputs: dict[Pin, Any] = {}

    def setup(self, pin: Pin, direction: str) -> None:  # noqa: ARG002  # only outputs are ever asked for
        try:
            self._outputs[pin] = DigitalOutputDevice(pin, pin_factory=self._factory)
        # As an OSError: any other exception would count as a mistake of the program, and leave the bus open.
        except GPIOZeroError as error:
            raise OSError(str(error)) from error

    def output(self, pin: Pin, level: int) -> None:
        """Sets a pin's level, `LOW` or `HIGH`."""
        self._outputs[pin].value = level

    def close(self) -> None:
        for output in self._outputs.values():
            output.close()
        self._outputs.clear()
