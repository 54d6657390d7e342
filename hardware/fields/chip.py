"""What a chip of the fields offers, and its registers on I2C.

Adafruit's libraries for these chips were tried: they import without Blinka's detection of the board. But what is needed
here, writing a whole configuration, reading it back and telling a dead chip from a foreign one, is not in them; they
sleep and read with combined messages, which the kernel's `i2c-stub` does not offer. So only blocks of bytes are used.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

from hardware.device import PartFailed
from hardware.oled import is_transient

T = TypeVar("T")


class FieldBus(Protocol):
    """What is used of `smbus2.SMBus`."""

    def read_i2c_block_data(self, i2c_addr: int, register: int, length: int) -> list[int]:
        """Returns up to 32 bytes from a register on."""

    def write_i2c_block_data(self, i2c_addr: int, register: int, data: Sequence[int]) -> None:
        """Sends up to 32 bytes, to a register and those after it."""

    def close(self) -> None:
        """Lets go of the bus."""


class Chip(Protocol):
    """A chip with twelve inputs. Whatever reads or writes raises PartFailed: nothing answers."""

    address: int

    def set_up(self) -> None:
        """Writes the whole configuration."""

    def is_set_up(self) -> bool:
        """Reads it back; returns whether it is there."""

    def read_inputs(self) -> int:
        """Returns the inputs that are touched or closed, a bit each; the chip then lets go of the interrupt line."""

    def input_name(self, number: int) -> str:
        """Returns how the chip's maker names an input, 0 to 11."""


class Registers:
    """The registers of the chip at an address. Reading and writing raise PartFailed: nothing answers."""

    def __init__(self, bus: FieldBus, address: int) -> None:
        """Sends nothing yet."""
        self._bus = bus
        self.address = address

    def read(self, register: int, count: int) -> bytes:
        """Returns the contents of so many registers."""
        return bytes(self._try_twice(lambda: self._bus.read_i2c_block_data(self.address, register, count)))

    def write(self, register: int, *contents: int) -> None:
        """Fills registers, the first one and those after it."""
        self._try_twice(lambda: self._bus.write_i2c_block_data(self.address, register, contents))

    def _try_twice(self, transfer: Callable[[], T]) -> T:
        """Makes a transfer; one that a glitch has spoilt is made once more."""
        try:
            try:
                return transfer()
            except OSError as error:
                if not is_transient(error):
                    raise
                return transfer()
        except OSError as error:
            raise PartFailed(f"the fields' chip at 0x{self.address:02X} does not answer: {error}") from error
