"""The MCP23017: twelve contacts between its pins GPA0 to GPA5, GPB0 to GPB5 and ground (Microchip DS20001952).

Its registers come in pairs, port A and port B. An input that changes pulls the line low until its port is read.
"""

from __future__ import annotations

from hardware.fields.chip import Registers

INPUTS = 0x3F
"""GP0 to GP5. The others are outputs: as an input bit 7 can disturb SDA (DS20001952, table 2-1), and bit 6,
with nothing wired to it, floats."""
MIRROR, ODR = 0x40, 0x04
"""In IOCON: both ports' interrupts on either INT pin; these are open-drain, so that chips can share a line."""
IODIRA, IOCON, GPIOA = 0x00, 0x0A, 0x12
IOCON_IN_BANK_1 = 0x05
"""Where IOCON lies if a glitch has set its bit BANK; else it is GPINTENB, which is written again right after."""
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
        # Before the interrupts: until then the chip drives the line that it shares.
        self.write(IOCON, MIRROR | ODR)
        self.write(IODIRA, *CONFIGURATION)

    def is_set_up(self) -> bool:
        return self.read(IODIRA, len(CONFIGURATION)) == CONFIGURATION

    def read_inputs(self) -> int:
        a, b = self.read(GPIOA, 2)
        return a & INPUTS | (b & INPUTS) << 6

    def input_name(self, number: int) -> str:
        return f"GP{'AB'[number // 6]}{number % 6}"
