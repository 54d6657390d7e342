"""The pins of a Raspberry Pi. To be imported only on one: lgpio makes a pipe in the working directory."""

from __future__ import annotations

import lgpio
from gpiozero import Pin
from gpiozero.exc import GPIOZeroError
from gpiozero.pins.lgpio import LGPIOFactory


class PinError(OSError, lgpio.error):  # type: ignore[misc]  # published without types
    """What lgpio refuses, as the OSError that it is; gpiozero and lgpio know it by its other name."""


class LgpioPins(LGPIOFactory):  # type: ignore[misc]  # published without types
    """lgpio's pins; whatever fails there, now or in play, is an OSError here."""

    def __init__(self) -> None:
        lgpio.error = PinError  # raised by this name, wherever lgpio fails
        try:
            super().__init__()
        except GPIOZeroError as error:
            raise OSError(str(error)) from error

    def pin(self, name: int) -> Pin:
        try:
            return super().pin(name)
        except PinError as error:
            raise OSError(f"GPIO {name}: {error}") from error
