"""The pins of a Raspberry Pi. To be imported only on one: lgpio makes a pipe in the working directory."""

from __future__ import annotations

from typing import TYPE_CHECKING

import lgpio
from gpiozero.exc import GPIOZeroError
from gpiozero.pins.lgpio import LGPIOFactory

if TYPE_CHECKING:
    from gpiozero import Pin


class Pins(LGPIOFactory):  # type: ignore[misc]  # published without types
    """lgpio's pins; what fails there is an OSError here."""

    def __init__(self) -> None:
        """Opens the chip.

        Raises:
            OSError: it is not there, or not for us.
        """
        try:
            super().__init__()
        except (lgpio.error, GPIOZeroError) as error:
            raise OSError(str(error)) from error

    def pin(self, name: int) -> Pin:
        """Claims a pin.

        Raises:
            OSError: somebody else has it.
        """
        try:
            return super().pin(name)
        except lgpio.error as error:
            raise OSError(f"GPIO {name}: {error}") from error
