"""The field sensors: the chips with their registers on I2C, and the thread that reads them.

The MPR121 has twelve copper pads and measures their capacitance (Freescale MPR121 datasheet; AN3889, AN3890, AN3892):
it charges each pad and measures the voltage, which a finger lowers. A baseline follows slow changes; a fast change
beyond a threshold is a touch, which pulls the interrupt line low until the status is read. The chip finds the charge of
each pad when it starts (auto-configuration). It accepts a configuration only in stop mode.

The MCP23017 has twelve contacts between its pins GPA0 to GPA5, GPB0 to GPB5 and ground (Microchip DS20001952). Its
registers come in pairs for port A and port B. An input that changes pulls the line low until its port is read.

Adafruit's libraries for these chips were tried. They work without Blinka's detection of the board, but they cannot
write a whole configuration, read it back, and distinguish a dead chip from a chip of another kind; they also sleep, and
they read with combined messages, which the kernel's `i2c-stub` does not support. So this module uses blocks of bytes
only.

The thread sleeps until an interrupt. Contacts bounce, so it then reads the chips every 5 ms until three readings agree;
if they do not agree within 100 ms, this is a fault. The chips share one line. It is low while any of them has an
interrupt, and only the first one causes an edge. So the thread checks the level again after reading.

Every failure ends in the same way: the line and the bus are closed, the fault is reported once, and after ever longer
pauses everything is opened and set up again. In between, a noisy line costs nothing, because it is closed.
"""

import logging
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from math import inf
from threading import Condition, Thread
from typing import Any, TypeVar

from gpiozero import DigitalInputDevice, Factory
from gpiozero.exc import GPIOZeroError

from hardware.clock import CLOCK, Clock
from hardware.device import LIGHTS, FieldChanged, Part, PartError, PartFault, field_name
from hardware.latest_value_writer import REFRESH_S, retry_pauses
from hardware.oled import I2cBus, is_transient
from hardware.wiring import FIELD_ADDRESSES, FieldKind, Wiring, field_inputs

T = TypeVar("T")


class Chip(ABC):
    """A chip with twelve inputs and its registers. All methods raise PartError if it does not respond."""

    def __init__(self, bus: I2cBus, address: int) -> None:
        self._bus = bus
        self.address = address

    @abstractmethod
    def set_up(self) -> None:
        """Writes the whole configuration."""

    @abstractmethod
    def is_set_up(self) -> bool:
        """Reads the configuration back; returns whether it is complete."""

    @abstractmethod
    def read_inputs(self) -> int:
        """Returns the inputs that are touched or closed, a bit each, and releases the interrupt line."""

    @abstractmethod
    def input_name(self, number: int) -> str:
        """Returns the name of an input, 0 to 11, in the datasheet."""

    def read(self, register: int, count: int) -> bytes:
        """Returns the contents of `count` registers."""
        return bytes(self._try_twice(lambda: self._bus.read_i2c_block_data(self.address, register, count)))

    def write(self, register: int, *contents: int) -> None:
        """Writes `contents` into successive registers, beginning with `register`."""
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
            raise PartError(f"the fields' chip at 0x{self.address:02X} does not answer: {error}") from error


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


class Mpr121(Chip):
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
"""The registers from IODIRA on: the same value for port A and for port B."""


class Mcp23017(Chip):
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


log = logging.getLogger(__name__)

INPUTS_PER_CHIP = 12
READING_INTERVAL_S = 0.005
STABLE_READINGS = 3
"""The number of equal readings that count as stable."""
MAX_READINGS = 20
"""Maximum number of readings until the inputs are stable, about 100 ms. It is not a time, because a busy machine may
need far longer."""
NOISE_INTERRUPTS = 50
"""Interrupts per second that count as noise if they change nothing or always the same input. Hands cause fewer."""
COVERED_INPUTS = 4
"""If this many inputs are down at once, a sleeve or water covers them, not fingers."""
LONG_TOUCH_S = 10.0
"""A touch of this length is not a finger."""
RECOVERY_S = 1.0
"""Time that the sensors must work after a fault before their recovery is reported."""
CHIPS: dict[FieldKind, type[Chip]] = {"touch": Mpr121, "contacts": Mcp23017}


class FieldSensors:
    """Reads the chips, and reports touches, stones and faults."""

    def __init__(
        self,
        wiring: Wiring,
        open_bus: Callable[[], I2cBus],
        open_pins: Callable[[], Factory],
        enqueue: Callable[[FieldChanged], None],
        report_fault: Callable[[PartFault], None],
        *,
        clock: Clock = CLOCK,
    ) -> None:
        """Starts the thread.

        Args:
            wiring: the chips, and the input under each field.
            open_bus: opens I2C-1; raises OSError.
            open_pins: opens the pins as a gpiozero factory; raises PartError.
            enqueue: called on the thread with each touch, and each stone that is placed or removed.
            report_fault: called once when the sensors fail, and once when they work again.
            clock: the clock of all times.
        """
        self._wiring = wiring
        self._open_bus = open_bus
        self._open_pins = open_pins
        self._enqueue = enqueue
        self._report_fault = report_fault
        self._clock = clock
        self._fields = {number: field for field, number in enumerate(field_inputs(wiring))}
        """The field of each input."""
        self._changed = Condition()
        self._interrupted = self._closing = self._is_asleep = False
        self._refresh_at_s = self._recovered_at_s = 0.0
        self._noise: deque[float] = deque(maxlen=NOISE_INTERRUPTS)
        """The times of the newest interrupts that may be noise."""
        self._last_change = 0
        """The inputs that changed at the newest change."""
        self._fault: PartFault | None = None
        self._pauses = retry_pauses()
        self._chips: list[Chip] = []
        self._line: Any = None
        self._touches: _Touches | None = None
        """None from opening the bus until the first stable reading: the chips are then set up, and not yet read."""
        self._levels = 0
        """The inputs that are down, a bit each."""
        self._thread = Thread(target=self._run, name="fields", daemon=True)
        self._thread.start()

    def await_idle(self, timeout_s: float) -> bool:
        """Waits until every interrupt so far is processed; returns False on a timeout."""
        with self._changed:
            return self._changed.wait_for(lambda: self._is_asleep and not self._interrupted, timeout_s)

    def close(self) -> None:
        """Ends the thread, and closes the pin and the bus. Can be called twice."""
        with self._changed:
            self._closing = True
            self._changed.notify_all()
        self._thread.join(1.0)  # a blocked transfer must not keep the box from going dark

    def _run(self) -> None:
        while not self._closing:
            try:
                with self._opened():
                    self._serve()
            except PartError as failure:
                self._report(PartFault(Part.FIELDS, str(failure)))
            except Exception as error:  # an unexpected exception must not end the thread
                if self._fault is None:
                    log.exception("reading the fields")
                self._report(PartFault(Part.FIELDS, f"the fields cannot be read: {error!r}"))
            self._interrupted = False  # after the pause everything is read anyway
            self._sleep(next(self._pauses))

    @contextmanager
    def _opened(self) -> Iterator[None]:
        """Opens the bus and the interrupt line for the duration of a context. Raises PartError."""
        with ExitStack() as opened:
            try:
                bus = self._open_bus()
                opened.callback(bus.close)
                self._line = DigitalInputDevice(
                    self._wiring.fields.interrupt, pull_up=True, pin_factory=self._open_pins()
                )
                opened.callback(self._line.close)
                self._line.when_activated = self._wake
            except (GPIOZeroError, OSError) as error:
                raise PartError(f"the fields' bus or interrupt pin cannot be used: {error}") from error
            kind = self._wiring.fields.kind
            self._chips = [CHIPS[kind](bus, address) for address in FIELD_ADDRESSES[kind]]
            self._touches = None
            self._noise.clear()
            now_s = self._clock.now_s()
            self._refresh_at_s, self._recovered_at_s = now_s, now_s + RECOVERY_S
            yield

    def _serve(self) -> None:
        """Processes interrupts and refreshes until closing. Raises PartError."""
        while not self._closing:
            now_s = self._clock.now_s()
            if now_s >= self._refresh_at_s:
                self._refresh_at_s = now_s + REFRESH_S
                levels, was_set_up = None if self._touches is None else self._read(), self._repair_chips()
                # A missed edge must not leave the line low forever.
                if was_set_up or levels != self._levels or self._line.is_active:
                    self._read_until_stable()
            elif self._interrupted:
                self._read_until_stable()
            self._report_state()
            now_s = self._clock.now_s()
            long_touch_s = self._touches.next_long_touch_s(now_s) if self._touches else inf
            recovery_s = self._recovered_at_s if self._fault is not None and not self._fault.stuck else inf
            self._sleep(min(self._refresh_at_s, long_touch_s, recovery_s) - now_s, ends_with_interrupt=True)

    def _repair_chips(self) -> bool:
        """Sets up each chip, at first or if a voltage dip has erased its configuration; returns whether it did any."""
        has_set_up = False
        for chip in self._chips:
            if self._touches is not None and chip.is_set_up():
                continue
            has_set_up = True
            chip.set_up()
            if not chip.is_set_up():
                kind = self._wiring.fields.kind
                raise PartError(f"the chip at 0x{chip.address:02X} does not match fields.kind = {kind}")
        return has_set_up

    def _read_until_stable(self) -> None:
        """Reads until three readings agree and the line is released. Raises PartError after `MAX_READINGS`."""
        before: int | None = None
        agreeing = unstable = readings = 0
        while agreeing < STABLE_READINGS or self._line.is_active:
            readings += 1
            if readings > MAX_READINGS:
                raise PartError(self._unstable_text(unstable))
            if before is not None:
                self._sleep(READING_INTERVAL_S)
            # Before the reading: a later interrupt needs another reading.
            self._interrupted = False
            levels = self._read()
            agreeing = agreeing + 1 if levels == before else 1
            unstable |= 0 if before is None else levels ^ before
            before = levels
            if agreeing == STABLE_READINGS:  # only once: while the line stays low, `agreeing` grows further
                self._accept_levels(levels)

    def _unstable_text(self, unstable: int) -> str:
        """Returns a text about inputs that do not become stable."""
        if names := list(map(self._input_text, _inputs(unstable))):
            return f"fields change all the time: {', '.join(names[:3])}"
        return f"the fields' interrupt line, GPIO {self._wiring.fields.interrupt}, changes all the time"

    def _input_text(self, number: int) -> str:
        """Returns the field of an input, and its pin."""
        chip = self._chips[number // INPUTS_PER_CHIP]
        pin = chip.input_name(number % INPUTS_PER_CHIP)
        return f"{field_name(self._fields[number])} ({pin} of 0x{chip.address:02X})"

    def _read(self) -> int:
        return sum(chip.read_inputs() << INPUTS_PER_CHIP * index for index, chip in enumerate(self._chips))

    def _accept_levels(self, levels: int) -> None:
        """Stores stable levels, and reports the changes as stones or touches. Raises PartError: a line is noisy."""
        now_s, changed = self._clock.now_s(), levels ^ self._levels
        if not changed or changed & self._last_change:
            self._noise.append(now_s)  # nothing has changed, or the same input again
            if len(self._noise) == NOISE_INTERRUPTS and now_s - self._noise[0] < 1.0:
                raise PartError(self._unstable_text(changed))
        self._levels, self._last_change = levels, changed or self._last_change
        if self._wiring.fields.presence:
            self._touches = _Touches(0, now_s)  # without touches: a stone may stay for any time
            for number in _inputs(changed):
                self._enqueue(FieldChanged(self._fields[number], bool(levels >> number & 1), is_stone=True))
        elif self._touches is None:
            self._touches = _Touches(levels, now_s)
        else:
            for number in self._touches.note_levels(levels, now_s):
                self._enqueue(FieldChanged(self._fields[number]))

    def _report_state(self) -> None:
        """Reports touches that last too long, and sensors that work again."""
        now_s, touches = self._clock.now_s(), self._touches
        if touches is not None and touches.is_covered:
            self._report(PartFault(Part.FIELDS, "several fields are touched at once", stuck=True))
        elif touches is not None and (long := touches.long_touches(now_s)):
            names = ", ".join(map(self._input_text, long))
            self._report(PartFault(Part.FIELDS, f"touched for too long: {names}", stuck=True))
        elif self._fault is not None and (self._fault.stuck or now_s >= self._recovered_at_s):
            self._read()  # a chip may have stopped without an interrupt
            self._pauses = retry_pauses()
            self._report(None)

    def _report(self, fault: PartFault | None) -> None:
        """Reports a fault, or its end, but not a change of its text."""
        before, self._fault = self._fault, fault
        if before is not None and (fault is None or fault.stuck != before.stuck):
            self._report_fault(PartFault(Part.FIELDS, None))
        if fault is not None and (before is None or fault.stuck != before.stuck):
            self._report_fault(fault)

    def _sleep(self, seconds: float, *, ends_with_interrupt: bool = False) -> None:
        """Sleeps until the timeout, until closing, or until an interrupt."""
        with self._changed:
            self._is_asleep = seconds > READING_INTERVAL_S  # not within a series of readings
            self._changed.notify_all()
            self._clock.wait_for(
                self._changed, lambda: self._closing or (ends_with_interrupt and self._interrupted), seconds
            )
            self._is_asleep = False

    def _wake(self) -> None:
        """Wakes the thread after an interrupt; called on the thread of the pins."""
        with self._changed:
            self._interrupted = True
            self._changed.notify_all()


class _Touches:
    """Finds touches in the levels of the inputs, an int with a bit each."""

    def __init__(self, levels: int, now_s: float) -> None:
        """Starts with the inputs that are down already: they are not touches."""
        self._since_s = dict.fromkeys(_inputs(levels), now_s)
        self.is_covered = False
        """Whether several inputs were down at once, and not all of them are free again."""

    def note_levels(self, levels: int, now_s: float) -> list[int]:
        """Returns the newly touched inputs."""
        down = _inputs(levels)
        touched = [number for number in down if number not in self._since_s]
        self._since_s = {number: self._since_s.get(number, now_s) for number in down}
        fingers = len(down) - len(self.long_touches(now_s))
        self.is_covered = fingers >= COVERED_INPUTS or (self.is_covered and fingers > 0)
        return [] if self.is_covered else touched

    def long_touches(self, now_s: float) -> list[int]:
        return [number for number, since_s in self._since_s.items() if since_s + LONG_TOUCH_S <= now_s]

    def next_long_touch_s(self, now_s: float) -> float:
        """Returns when the next input will be down for too long."""
        ends_s = (since_s + LONG_TOUCH_S for since_s in self._since_s.values())
        return min((end_s for end_s in ends_s if end_s > now_s), default=inf)


def _inputs(levels: int) -> list[int]:
    return [number for number in range(LIGHTS) if levels >> number & 1]
