"""The chips of the field sensors, and their registers on I2C.

The MPR121 has twelve copper pads and measures their capacitance (Freescale MPR121 datasheet; AN3889, AN3890, AN3892):
it charges each pad and measures the voltage, which a finger lowers. A baseline follows slow changes; a fast change
beyond a threshold is a touch, which pulls the interrupt line low until the status is read. The chip finds the charge of
each pad when it starts (auto-configuration). It accepts a configuration only in stop mode.

The MCP23017 has twelve contacts between its pins GPA0 to GPA5, GPB0 to GPB5 and ground (Microchip DS20001952). Its
registers come in pairs for port A and port B. An input that changes pulls the line low until its port is read.

Adafruit's libraries for these chips were tried. They work without Blinka's detection of the board, but they cannot
write a whole configuration, read it back, and distinguish a dead chip from another one; they also sleep, and they read
with combined messages, which the kernel's `i2c-stub` does not support. So this module uses blocks of bytes only.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

from hardware.device import PartFailed
from hardware.oled import is_transient

T = TypeVar("T")


class FieldBus(Protocol):
    """The part of `smbus2.SMBus` that the chips use."""

    def read_i2c_block_data(self, i2c_addr: int, register: int, length: int) -> list[int]:
        """Returns up to 32 bytes from a register on."""

    def write_i2c_block_data(self, i2c_addr: int, register: int, data: Sequence[int]) -> None:
        """Sends up to 32 bytes, to a register and those after it."""

    def close(self) -> None:
        """Closes the bus."""


class Chip(Protocol):
    """A chip with twelve inputs. Its methods raise PartFailed if it does not respond."""

    address: int

    def set_up(self) -> None:
        """Writes the whole configuration."""

    def is_set_up(self) -> bool:
        """Reads the configuration back; returns whether it is complete."""

    def read_inputs(self) -> int:
        """Returns the inputs that are touched or closed, a bit each, and releases the interrupt line."""

    def input_name(self, number: int) -> str:
        """Returns the name of an input, 0 to 11, in the datasheet."""


class Registers:
    """The registers of the chip at an address. Reading and writing raise PartFailed if it does not respond."""

    def __init__(self, bus: FieldBus, address: int) -> None:
        """Sends nothing yet."""
        self._bus = bus
        self.address = address

    def read(self, register: int, count: int) -> bytes:
        """Returns the contents of `count` registers."""
        return bytes(self._try_twice(lambda: self._bus.read_i2c_block_data(self.address, register, count)))

    def write(self, register: int, *contents: int) -> None:
        """Writes registers, the first one and those after it."""
        self._try_twice(lambda: self._bus.write_i2c_block_data(self.address, register, contents))

    def _try_twice(self, transfer: Callable[[], T]) -> T:
        """Repeats a transfer once if it was disturbed."""
        try:
            try:
                return transfer()
            except OSError as error:
                if not is_transient(error):
                    raise
                return transfer()
        except OSError as error:
            raise PartFailed(f"the fields' chip at 0x{self.address:02X} does not answer: {error}") from error


STATUS, STATUS_HIGH, ECR = 0x00, 0x01, 0x5E
OVCF = 0x80
"""In STATUS_HIGH: over-current at REXT. The chip has stopped, all other bits of its status are 0, and it accepts ECR
only after this bit is written."""
STOP = 0x00
RUN = 0x8C
"""ECR: the baseline begins at the upper five bits of the first measurement (CL = 10); no proximity (ELEPROX_EN = 00);
twelve electrodes (ELE_EN = 1100)."""
BLOCKS = {
    0x2B: bytes(
        (
            *(0x01, 0x01, 0x00, 0x00),  # MHDR, NHDR, NCLR, FDLR: the baseline follows a rise quickly,
            *(0x01, 0x01, 0xFF, 0x02),  # MHDF, NHDF, NCLF, FDLF: a fall slowly, because it may be a finger,
            *(0x00, 0x00, 0x00),  # NHDT, NCLT, FDLT: and never while a pad is touched (AN3891, AN3944)
        )
    ),
    0x41: bytes(
        (
            *(12, 6) * 12,  # E0TTH, E0RTH …: touched from 12 below the baseline on, released within 6
            *(0, 0),  # EPROXTTH, EPROXRTH: unused
            0x11,  # DR, DT: two measurements each
            0x10,  # AFE1: FFI 6 samples, CDC 16 µA, where auto-configuration finds nothing better
            0x20,  # AFE2: CDT 0.5 µs, SFI 4 samples, ESI 1 ms
        )
    ),
    0x7B: bytes(
        (
            0x0B,  # AUTO-CONFIG 0: FFI as in AFE1, BVA as CL in ECR, ARE and ACE
            0x00,  # AUTO-CONFIG 1
            *(201, 131, 181),  # USL = (3.3 V - 0.7 V) / 3.3 V * 256, LSL = 0.65 USL, TL = 0.9 USL (5.11)
        )
    ),
}
"""The configuration, by the first register of each block."""


class Mpr121(Registers):
    """Twelve pads."""

    def set_up(self) -> None:
        self.write(STATUS_HIGH, OVCF)
        self.write(ECR, STOP)
        for first, contents in BLOCKS.items():
            self.write(first, *contents)
        self.write(ECR, RUN)

    def is_set_up(self) -> bool:
        # ECR follows the second block and is read with it.
        expected = {first: contents + bytes((RUN,) if first == 0x41 else ()) for first, contents in BLOCKS.items()}
        return all(self.read(first, len(contents)) == contents for first, contents in expected.items())

    def read_inputs(self) -> int:
        low, high = self.read(STATUS, 2)
        if (low, high) == (0, OVCF):
            raise PartFailed(f"the fields' chip at 0x{self.address:02X} reports an over-current at REXT")
        return low | (high & 0x0F) << 8

    def input_name(self, number: int) -> str:
        return f"ELE{number}"


INPUTS = 0x3F
"""GP0 to GP5. The others are outputs: as an input, bit 7 can disturb SDA (DS20001952, table 2-1), and bit 6 would
float."""
MIRROR, ODR = 0x40, 0x04
"""In IOCON: both ports' interrupts on either INT pin; open-drain, so that chips can share a line."""
IODIRA, IOCON, GPIOA = 0x00, 0x0A, 0x12
IOCON_IN_BANK_1 = 0x05
"""The address of IOCON if a glitch has set its bit BANK; otherwise this is GPINTENB, which is written again right
after."""
CONFIGURATION = bytes(
    setting
    for both in (
        INPUTS,  # IODIR
        INPUTS,  # IPOL: a contact that is closed to ground reads 1
        INPUTS,  # GPINTEN: each input interrupts,
        0x00,  # DEFVAL
        0x00,  # INTCON: at every change
        MIRROR | ODR,  # IOCON, a single register with two addresses
        INPUTS,  # GPPU: pull-ups of 100 kΩ
    )
    for setting in (both, both)
)
"""From IODIRA on."""


class Mcp23017(Registers):
    """Twelve contacts."""

    def set_up(self) -> None:
        self.write(IOCON_IN_BANK_1, 0)
        # Before the interrupts: until then the chip drives the shared line.
        self.write(IOCON, MIRROR | ODR)
        self.write(IODIRA, *CONFIGURATION)

    def is_set_up(self) -> bool:
        return self.read(IODIRA, len(CONFIGURATION)) == CONFIGURATION

    def read_inputs(self) -> int:
        a, b = self.read(GPIOA, 2)
        return a & INPUTS | (b & INPUTS) << 6

    def input_name(self, number: int) -> str:
        return f"GP{'AB'[number // 6]}{number % 6}"
