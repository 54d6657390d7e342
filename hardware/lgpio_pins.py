"""The pins of a Raspberry Pi. Import it only there: lgpio creates a pipe in the working directory."""

import lgpio
from gpiozero import Pin
from gpiozero.exc import GPIOZeroError
from gpiozero.pins.lgpio import LGPIOFactory


class PinError(OSError, lgpio.error):  # type: ignore[misc]  # published without types
    """An error of lgpio that is also an OSError."""


class LgpioPins(LGPIOFactory):  # type: ignore[misc]  # published without types
    """gpiozero's factory for lgpio, with OSError for all its errors."""

    def __init__(self) -> None:
        lgpio.error = PinError  # lgpio raises its errors by this name
        try:
            super().__init__()
        except GPIOZeroError as error:
            raise OSError(str(error)) from error

    def pin(self, name: int) -> Pin:
        try:
            return super().pin(name)
        except PinError as error:
            raise OSError(f"GPIO {name}: {error}") from error
