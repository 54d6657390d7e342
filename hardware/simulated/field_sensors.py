"""Simulated chips of the field sensors: registers on one side, fingers on the other, and a shared interrupt line.

`receive` gets the number of a register and the contents for it and those after it; `send` returns contents from a
register on. `touch` puts a finger on an input, 0 to 11, or removes it.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import RLock
from typing import TypeAlias


class InterruptLine:
    """A line with a pull-up at the Pi; each chip pulls it low, releases it, or drives it high."""

    def __init__(self, tie_low: Callable[[bool], None]) -> None:
        self.lock = RLock()
        """Held while a chip changes: fingers and the driver are on different threads."""
        self._tie_low = tie_low
        self._levels: dict[object, bool | None] = {}

    def drive(self, chip: object, *, level: bool | None) -> None:
        """Sets the output of a chip: True drives the line high against all others; None releases it."""
        with self.lock:
            self._levels[chip] = level
            self._tie_low(False in self._levels.values() and True not in self._levels.values())


IODIR, IPOL, GPINTEN, IOCON, GPPU, INTF, INTCAP, GPIO, OLAT = 0x00, 0x02, 0x04, 0x0A, 0x0C, 0x0E, 0x10, 0x12, 0x14
"""Registers of port A; that of port B follows each (DS20001952, table 3-1)."""
BANK, MIRROR, ODR = 0x80, 0x40, 0x04


class SimulatedMcp23017:
    """An MCP23017 with its INTA on the line and contacts to ground."""

    def __init__(self, line: InterruptLine) -> None:
        self._line = line
        self._closed = [0, 0]
        """The closed contacts of both ports, a bit each."""
        self._registers = bytearray()
        self.lose_power()

    def lose_power(self) -> None:
        with self._line.lock:
            self._registers = bytearray(b"\xff\xff" + bytes(20))
            self._drive_line()

    def touch(self, number: int, *, is_down: bool) -> None:
        port, bit = divmod(number, 6)
        with self._line.lock:
            before = self._levels(port)
            self._closed[port] = self._closed[port] & ~(1 << bit) | is_down << bit
            # The comparison with DEFVAL is not simulated.
            interrupting = self._registers[GPINTEN + port] & self._registers[IODIR + port]
            changed = (before ^ self._levels(port)) & interrupting
            if changed and not self._registers[INTF + port]:
                self._registers[INTF + port], self._registers[INTCAP + port] = changed, self._levels(port)
            self._drive_line()

    def receive(self, payload: bytes) -> None:
        with self._line.lock:
            for offset, content in enumerate(payload[1:]):
                register = self._place(payload[0] + offset)
                if register & ~1 == IOCON:
                    self._registers[IOCON] = self._registers[IOCON + 1] = content & 0xFE
                elif register & ~1 not in {INTF, INTCAP, GPIO}:
                    self._registers[register] = content
            self._drive_line()

    def send(self, register: int, count: int) -> bytes:
        with self._line.lock:
            sent = bytearray()
            for place in map(self._place, range(register, register + count)):
                if place & ~1 in {GPIO, INTCAP}:
                    self._registers[INTF + (place & 1)] = 0  # reading releases the line
                sent.append(self._levels(place & 1) if place & ~1 == GPIO else self._registers[place])
            self._drive_line()
            return bytes(sent)

    def _place(self, register: int) -> int:
        """Returns the address of a register as if BANK were 0."""
        if not self._registers[IOCON] & BANK:
            return register % 22
        return 2 * (register & 0x0F) % 22 + (register >> 4 & 1)

    def _levels(self, port: int) -> int:
        """Returns what GPIO reads: for an output its latch; an open contact without its pull-up reads 0."""
        inputs = self._registers[IODIR + port]
        contacts = self._registers[GPPU + port] & ~self._closed[port]
        return (contacts & inputs | self._registers[OLAT + port] & ~inputs) ^ self._registers[IPOL + port]

    def _drive_line(self) -> None:
        settings = self._registers[IOCON]
        interrupts = self._registers[INTF] | (self._registers[INTF + 1] if settings & MIRROR else 0)
        self._line.drive(self, level=False if interrupts else None if settings & ODR else True)


STATUS, THRESHOLDS, ECR = 0x00, 0x41, 0x5E
OVCF = 0x80
"""In the second byte of the status."""


class SimulatedMpr121:
    """An MPR121 with its pads."""

    def __init__(self, line: InterruptLine) -> None:
        self._line = line
        self._fingers = 0
        """The touched pads, a bit each."""
        self.is_shorted = False
        """Whether REXT is shorted, so that the chip stops whenever it is started."""
        self._registers = bytearray()
        self.lose_power()

    def lose_power(self) -> None:
        with self._line.lock:
            self._registers = bytearray(256)
            self._registers[0x5C:0x5E] = b"\x10\x24"
            self._line.drive(self, level=None)

    def stop_for_current(self) -> None:
        """Stops, as after a spike at REXT."""
        with self._line.lock:
            self._registers[0:0x2B] = bytes(0x2B)
            self._registers[ECR] &= 0xC0
            self._registers[STATUS + 1] = OVCF

    def touch(self, number: int, *, is_down: bool) -> None:
        with self._line.lock:
            self._fingers = self._fingers & ~(1 << number) | is_down << number
            self._measure()

    def receive(self, payload: bytes) -> None:
        with self._line.lock:
            for place, content in enumerate(payload[1:], payload[0]):
                self._write(place, content)
            self._measure()

    def send(self, register: int, count: int) -> bytes:
        with self._line.lock:
            if register <= STATUS + 1:
                self._line.drive(self, level=None)  # reading releases the line
            return bytes(self._registers[register : register + count])

    def _write(self, register: int, content: int) -> None:
        registers = self._registers
        if register == STATUS + 1:
            registers[register] &= ~(content & OVCF)
        elif register == ECR and not registers[STATUS + 1] & OVCF:
            registers[ECR] = content
            if self.is_shorted and content & 0x3F:
                self.stop_for_current()
        # In run mode it accepts nothing else (datasheet, 5.1).
        elif register > STATUS + 1 and register != ECR and not registers[ECR] & 0x3F:
            registers[register] = content

    def _measure(self) -> None:
        """Updates the status from the fingers, for each electrode that is on and has a threshold."""
        registers = self._registers
        if not registers[ECR] & 0x3F:
            return
        on = range(min(registers[ECR] & 0x0F, 12))
        touched = sum(1 << pad for pad in on if self._fingers >> pad & 1 and registers[THRESHOLDS + 2 * pad])
        if touched != int.from_bytes(registers[STATUS : STATUS + 2], "little"):
            registers[STATUS : STATUS + 2] = touched.to_bytes(2, "little")
            self._line.drive(self, level=False)


FieldChip: TypeAlias = SimulatedMcp23017 | SimulatedMpr121
SIMULATED: dict[str, type[FieldChip]] = {"touch": SimulatedMpr121, "contacts": SimulatedMcp23017}
