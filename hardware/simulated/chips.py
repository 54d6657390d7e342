"""Simulated chips, which decode the bytes that the drivers send: the controllers of the OLED, and the field sensors.

The chips of the field sensors have registers, twelve inputs and a shared interrupt line. `receive` gets the number of a
register, and the contents of this and the following registers; `send` returns the contents from a register on. `touch`
puts a finger on an input, 0 to 11, or removes it.
"""

from collections.abc import Callable, Mapping
from threading import RLock
from typing import NamedTuple, TypeAlias

from hardware.device import HEIGHT, WIDTH

MEMORY_PAGES = HEIGHT // 8
HORIZONTAL, VERTICAL, PAGE = 0, 1, 2
"""The addressing modes of an SSD1306."""

ROW_OF = tuple(bytes(b"01"[byte >> bit & 1] for byte in range(256)) for bit in range(8))
"""For each row of a memory page, a table that translates a byte to its pixel in that row, the digit 0 or 1."""


class NotUnderstoodError(ValueError):
    """A chip received an unknown command, or impossible arguments."""


class ControllerSpec(NamedTuple):
    """The properties in which controllers differ."""

    columns: int
    margin: int
    """Columns of the memory to the left of the panel."""
    wraps: bool
    """Whether the first column follows the last one when data is written."""
    commands: Mapping[int, int]
    """For each command the number of its arguments."""


class Controller:
    """A controller and its panel. With luma's setup the picture is upright.

    Every second row of a panel with 64 rows is connected to the upper half of the common pins. The rows of a panel with
    32 rows are all connected to the lower half (SSD1306 datasheet, 10.1.18).
    """

    def __init__(self, model: ControllerSpec, height: int = HEIGHT) -> None:
        # The state after a reset (SSD1306 datasheet, 10.1: commands 81h and 20h).
        self.contrast = 0x7F
        """0 to 255."""
        self.on = False
        self._model = model
        self._memory = [bytearray(model.columns) for _ in range(MEMORY_PAGES)]
        self._mode = PAGE
        self._column, self._first_column, self._last_column = 0, 0, model.columns - 1
        self._page, self._first_page, self._last_page = 0, 0, MEMORY_PAGES - 1
        self._from_left = self._from_top = False
        self._inverted = self._all_lit = False
        self._scrolling = False
        self._start_line = self._offset = 0
        self._height = height
        self._driven, self._alternates = HEIGHT, True
        """The number of driven rows, and whether the upper half of the pins drives every second one."""
        self._pending: list[int] = []

    def visible_screen(self) -> bytes:
        """Returns the visible picture, row by row, the highest bit first; dark if it is off."""
        if not self.on:
            return bytes(WIDTH * self._height // 8)
        return b"".join(self._visible_row(row) for row in range(self._height))

    def receive_commands(self, stream: bytes) -> None:
        """Receives commands; one may be spread over several transfers.

        Raises:
            NotUnderstoodError: the command is unknown.
        """
        for byte in stream:
            self._pending.append(byte)
            code, *arguments = self._pending
            if code not in self._model.commands:
                raise NotUnderstoodError(f"0x{code:02X} is not a command.")
            if len(arguments) == self._model.commands[code]:
                self._pending.clear()
                self._execute(code, arguments)

    def receive_data(self, stream: bytes) -> None:
        for byte in stream:
            self._memory[self._page][self._column] = byte
            if self._mode == VERTICAL:
                if self._next_page():
                    self._next_column()
            elif self._next_column() and self._mode == HORIZONTAL:
                self._next_page()

    def _next_column(self) -> bool:
        """Moves to the next column; returns whether this one was the last."""
        if self._column != self._last_column:
            self._column += 1
            return False
        self._column = self._first_column if self._model.wraps else self._last_column
        return True

    def _next_page(self) -> bool:
        """Moves to the next page; returns whether this one was the last."""
        if self._page != self._last_page:
            self._page += 1
            return False
        self._page = self._first_page
        return True

    def _visible_row(self, row: int) -> bytes:
        """Returns a visible row of pixels, after all settings that move, mirror or invert the picture."""
        half = HEIGHT // 2
        pin = row if self._height == half else row // 2 + half * (row % 2)  # the pin that drives this row
        line = pin if not self._alternates else pin % half * 2 + pin // half
        if line >= self._driven:
            return bytes(WIDTH // 8)
        if not self._from_top:
            line = self._driven - 1 - line
        page, bit = divmod((line + self._start_line + self._offset) % HEIGHT, 8)
        digits = self._memory[page][self._model.margin : self._model.margin + WIDTH].translate(ROW_OF[bit])
        # One column shows that scrolling is on.
        if self._scrolling:
            digits = digits[1:] + digits[:1]
        shown = int(digits if self._from_left else digits[::-1], 2)
        everything = (1 << WIDTH) - 1
        if self._all_lit:
            shown = everything
        return (shown ^ everything if self._inverted else shown).to_bytes(WIDTH // 8)

    def _execute(self, code: int, arguments: list[int]) -> None:  # noqa: C901, PLR0912 - the datasheets' table
        if code < 0x10:
            self._column = self._column & 0xF0 | code
        elif code < 0x20:
            self._column = self._column & 0x0F | (code & 0x0F) << 4
        elif 0x40 <= code < 0x80:
            self._start_line = code & 0x3F
        elif 0xB0 <= code < 0xB8:
            self._page = code & 0x07
        match code, *arguments:
            case 0x20, mode:
                self._mode = mode & 0x03
            case 0x21, first, last:
                self._first_column, self._last_column = _checked_ends(first, last, self._model.columns)
                self._column = first
            case 0x22, first, last:
                self._first_page, self._last_page = _checked_ends(first, last, MEMORY_PAGES)
                self._page = first
            case ((0x2E | 0x2F),):
                self._scrolling = code == 0x2F
            case 0x81, level:
                self.contrast = level
            case ((0xA0 | 0xA1),):
                self._from_left = code == 0xA1
            case ((0xA4 | 0xA5),):
                self._all_lit = code == 0xA5
            case ((0xA6 | 0xA7),):
                self._inverted = code == 0xA7
            case ((0xAE | 0xAF),):
                self.on = code == 0xAF
            case ((0xC0 | 0xC8),):
                self._from_top = code == 0xC8
            case 0xA8, ratio:
                self._driven = (ratio & 0x3F) + 1
            case 0xDA, layout:
                self._alternates = bool(layout & 0x10)
            case 0xD3, lines:
                self._offset = lines & 0x3F
            case _:  # nothing visible: clock, voltages, charge pump
                pass


_COMMON_COMMANDS = {
    **dict.fromkeys((*range(0x20), *range(0x40, 0x80), *range(0xB0, 0xB8), 0xE3), 0),
    **dict.fromkeys((0xA0, 0xA1, 0xA4, 0xA5, 0xA6, 0xA7, 0xAE, 0xAF, 0xC0, 0xC8), 0),
    **dict.fromkeys((0x81, 0xA8, 0xD3, 0xD5, 0xD9, 0xDA, 0xDB), 1),
}
"""The commands of all three controllers, each with the number of its arguments."""
_WINDOW_COMMANDS = {0x20: 1, 0x21: 2, 0x22: 2, 0x2E: 0, 0x2F: 0, 0x8D: 1}
"""More commands of the SSD1306 and the SSD1309 (SSD1306 datasheet, 10.1)."""
# luma's setup sends two codes of the SSD1306; the SH1106 ignores them, so they have no argument.
_PAGE_COMMANDS = {0x20: 0, 0x8D: 0, 0xAD: 1}
"""More commands of the SH1106 (SH1106 datasheet, chapter Commands)."""

SSD1306 = ControllerSpec(columns=WIDTH, margin=0, wraps=True, commands={**_COMMON_COMMANDS, **_WINDOW_COMMANDS})
SH1106 = ControllerSpec(columns=132, margin=2, wraps=False, commands={**_COMMON_COMMANDS, **_PAGE_COMMANDS})

MODELS: Mapping[str, ControllerSpec] = {"ssd1306": SSD1306, "ssd1309": SSD1306, "sh1106": SH1106}


def _checked_ends(first: int, last: int, size: int) -> tuple[int, int]:
    if not 0 <= first <= last < size:
        raise NotUnderstoodError(f"{first} to {last} is not within 0 to {size - 1}.")
    return first, last


class InterruptLine:
    """A line with a pull-up at the Pi. Each chip pulls it low, releases it, or drives it high."""

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
"""The registers of port A. Each is followed by that of port B (DS20001952, table 3-1)."""
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
                register = self._register_at(payload[0] + offset)
                if register & ~1 == IOCON:
                    self._registers[IOCON] = self._registers[IOCON + 1] = content & 0xFE
                elif register & ~1 not in {INTF, INTCAP, GPIO}:
                    self._registers[register] = content
            self._drive_line()

    def send(self, register: int, count: int) -> bytes:
        with self._line.lock:
            sent = bytearray()
            for address in map(self._register_at, range(register, register + count)):
                if address & ~1 in {GPIO, INTCAP}:
                    self._registers[INTF + (address & 1)] = 0  # reading releases the line
                sent.append(self._levels(address & 1) if address & ~1 == GPIO else self._registers[address])
            self._drive_line()
            return bytes(sent)

    def _register_at(self, register: int) -> int:
        """Returns the address of a register as if BANK were 0."""
        if not self._registers[IOCON] & BANK:
            return register % 22
        return 2 * (register & 0x0F) % 22 + (register >> 4 & 1)

    def _levels(self, port: int) -> int:
        """Returns the register GPIO: for an output its latch; an open contact without a pull-up reads 0."""
        inputs = self._registers[IODIR + port]
        contacts = self._registers[GPPU + port] & ~self._closed[port]
        return (contacts & inputs | self._registers[OLAT + port] & ~inputs) ^ self._registers[IPOL + port]

    def _drive_line(self) -> None:
        settings = self._registers[IOCON]
        interrupts = self._registers[INTF] | (self._registers[INTF + 1] if settings & MIRROR else 0)
        idle = None if settings & ODR else True
        self._line.drive(self, level=False if interrupts else idle)


STATUS, THRESHOLDS, ECR = 0x00, 0x41, 0x5E
OVCF = 0x80
"""The overcurrent flag in the second byte of the status."""


class SimulatedMpr121:
    """An MPR121 with twelve pads."""

    def __init__(self, line: InterruptLine) -> None:
        self._line = line
        self._fingers = 0
        """The touched pads, a bit each."""
        self._registers = bytearray()
        self.lose_power()

    def lose_power(self) -> None:
        with self._line.lock:
            self._registers = bytearray(256)
            self._registers[0x5C:0x5E] = b"\x10\x24"
            self._line.drive(self, level=None)

    def stop_by_overcurrent(self) -> None:
        """Stops the chip, as after a spike at REXT."""
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
            for register, content in enumerate(payload[1:], payload[0]):
                self._write(register, content)
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
SIMULATED_CHIPS: dict[str, type[FieldChip]] = {"touch": SimulatedMpr121, "contacts": SimulatedMcp23017}
