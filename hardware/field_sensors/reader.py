"""The thread of the field sensors: it sleeps until an interrupt, and reads until the inputs are stable.

The chips share one line. It is low while any of them has an interrupt, and only the first one causes an edge. So the
thread checks the level again after reading. Contacts bounce, so the chips are read every 5 ms until three readings
agree. If they do not agree within 100 ms, this is a fault.

Every failure ends in the same way: the line and the bus are closed, the fault is reported once, and after ever longer
pauses everything is opened and set up again. In between, a noisy line costs nothing, because it is closed.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from math import inf
from threading import Condition, Thread
from typing import Any

from gpiozero import DigitalInputDevice, Factory
from gpiozero.exc import GPIOZeroError

from hardware.clock import CLOCK, Clock
from hardware.device import LIGHTS, FieldChanged, Part, PartFailed, PartFault, field_name
from hardware.field_sensors.chips import Chip, FieldBus, Mcp23017, Mpr121
from hardware.latest_value_writer import REFRESH_S, retry_pauses
from hardware.wiring import FIELD_ADDRESSES, FieldKind, Wiring, field_inputs

log = logging.getLogger(__name__)

INPUTS_EACH = 12
READING_S = 0.005
"""The time between two readings."""
AGREEING = 3
"""The number of equal readings that count as stable."""
MOST_READINGS = 20
"""Maximum number of readings until the inputs are stable, about 100 ms. A count, because a busy machine may need far
longer."""
NOISE = 50
"""Interrupts per second without a change, or with a change of the same input only, that count as noise: hands cause
fewer."""
COVERED = 4
"""This many inputs at once are a sleeve or water, not fingers."""
HELD_S = 10.0
"""A touch of this length, in seconds, is not a finger."""
PROVEN_S = 1.0
"""Time that the sensors must work after a fault until that is reported."""
CHIPS: dict[FieldKind, Callable[[FieldBus, int], Chip]] = {"touch": Mpr121, "contacts": Mcp23017}


class FieldSensors:
    """Reads the chips, and reports touches, stones and faults."""

    def __init__(
        self,
        wiring: Wiring,
        open_bus: Callable[[], FieldBus],
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
            open_pins: opens the pins as a gpiozero factory; raises PartFailed.
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
        self._refresh_at_s = self._proven_at_s = 0.0
        self._noise: deque[float] = deque(maxlen=NOISE)
        """The times of the newest interrupts that may be noise."""
        self._changed_last = 0
        """The inputs that changed last."""
        self._fault: PartFault | None = None
        self._pauses = retry_pauses()
        self._chips: list[Chip] = []
        self._line: Any = None
        self._touches: _Touches | None = None
        self._levels = 0
        """The inputs that are down, a bit each."""
        self._thread = Thread(target=self._run, name="fields", daemon=True)
        self._thread.start()

    def await_rest(self, timeout_s: float) -> bool:
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
            except PartFailed as failure:
                self._report(PartFault(Part.FIELDS, str(failure)))
            except Exception as error:  # an unexpected exception must not end the thread
                if self._fault is None:
                    log.exception("reading the fields")
                self._report(PartFault(Part.FIELDS, f"the fields cannot be read: {error!r}"))
            self._interrupted = False  # everything is read again when the line is open again
            self._sleep(next(self._pauses))

    @contextmanager
    def _opened(self) -> Iterator[None]:
        """Opens the bus and the interrupt line for the duration of a context. Raises PartFailed."""
        with ExitStack() as opened:
            try:
                bus = self._open_bus()
                opened.callback(bus.close)
                self._line = DigitalInputDevice(
                    self._wiring.fields_interrupt, pull_up=True, pin_factory=self._open_pins()
                )
                opened.callback(self._line.close)
                self._line.when_activated = self._wake
            except (GPIOZeroError, OSError) as error:
                raise PartFailed(f"the fields' bus or interrupt pin cannot be used: {error}") from error
            kind = self._wiring.fields_kind
            self._chips = [CHIPS[kind](bus, address) for address in FIELD_ADDRESSES[kind]]
            self._touches = None
            self._noise.clear()
            now_s = self._clock.now_s()
            self._refresh_at_s, self._proven_at_s = now_s, now_s + PROVEN_S
            yield

    def _serve(self) -> None:
        """Processes interrupts and refreshes until closing. Raises PartFailed."""
        while not self._closing:
            now_s = self._clock.now_s()
            if now_s >= self._refresh_at_s:
                self._refresh_at_s = now_s + REFRESH_S
                # Before the chips are checked: one that has stopped for an over-current reports it.
                levels = None if self._touches is None else self._read()
                # A missed edge must not leave the line low for ever.
                if self._repair_chips() or levels != self._levels or self._line.is_active:
                    self._read_until_stable()
            elif self._interrupted:
                self._read_until_stable()
            self._report_state()
            self._sleep(self._next_due_s() - self._clock.now_s(), ends_with_interrupt=True)

    def _repair_chips(self) -> bool:
        """Sets up each chip that has lost its configuration, such as after a voltage dip; returns whether one had."""
        has_repaired = False
        for chip in self._chips:
            if self._touches is not None and chip.is_set_up():
                continue
            has_repaired = True
            chip.set_up()
            if not chip.is_set_up():
                chip.read_inputs()  # raises PartFailed for an over-current
                kind = self._wiring.fields_kind
                raise PartFailed(f"what answers at 0x{chip.address:02X} is not a chip for fields.kind = {kind}")
        return has_repaired

    def _read_until_stable(self) -> None:
        """Reads until three readings agree and the line is released. Raises PartFailed if this does not happen."""
        before, agreeing, unstable, readings = None, 0, 0, 0
        while agreeing < AGREEING or self._line.is_active:
            readings += 1
            if readings > MOST_READINGS:
                raise PartFailed(self._unstable_text(unstable))
            if before is not None:
                self._sleep(READING_S)
            # Before the reading: a later interrupt needs another reading.
            self._interrupted = False
            levels = self._read()
            agreeing = agreeing + 1 if levels == before else 1
            unstable |= 0 if before is None else levels ^ before
            before = levels
            if agreeing == AGREEING:
                self._accept_levels(levels)

    def _unstable_text(self, unstable: int) -> str:
        """Returns the fault of inputs that do not become stable."""
        if moving := list(map(self._name, _inputs(unstable))):
            return f"the fields never rest: {', '.join(moving[:3])}"
        return f"the fields' interrupt line, GPIO {self._wiring.fields_interrupt}, never rests"

    def _name(self, number: int) -> str:
        """Returns the field of an input, and its pin."""
        chip = self._chips[number // INPUTS_EACH]
        pin = chip.input_name(number % INPUTS_EACH)
        return f"{field_name(self._fields[number])} ({pin} of 0x{chip.address:02X})"

    def _read(self) -> int:
        return sum(chip.read_inputs() << INPUTS_EACH * place for place, chip in enumerate(self._chips))

    def _accept_levels(self, levels: int) -> None:
        """Accepts stable levels, and reports changes: every stone, or the touches."""
        now_s, changed = self._clock.now_s(), levels ^ self._levels
        if not changed or changed & self._changed_last:
            self._noise.append(now_s)
            if len(self._noise) == NOISE and now_s - self._noise[0] < 1.0:
                raise PartFailed(self._unstable_text(changed))
        self._levels, self._changed_last = levels, changed or self._changed_last
        if self._wiring.fields_presence:
            self._touches = _Touches(0, now_s)  # stones may stay as long as they like
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
        elif touches is not None and (held := touches.held(now_s)):
            names = ", ".join(map(self._name, held))
            self._report(PartFault(Part.FIELDS, f"touched for too long: {names}", stuck=True))
        elif self._fault is not None and (self._fault.stuck or now_s >= self._proven_at_s):
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

    def _next_due_s(self) -> float:
        now_s = self._clock.now_s()
        held_s = self._touches.due_s(now_s) if self._touches else inf
        proven_s = self._proven_at_s if self._fault is not None and not self._fault.stuck else inf
        return min(self._refresh_at_s, held_s, proven_s)

    def _sleep(self, seconds: float, *, ends_with_interrupt: bool = False) -> None:
        """Sleeps until the timeout, until closing, or until an interrupt."""
        with self._changed:
            self._is_asleep = seconds > READING_S
            self._changed.notify_all()
            self._clock.wait_for(
                self._changed, lambda: self._closing or (ends_with_interrupt and self._interrupted), seconds
            )
            self._is_asleep = False

    def _wake(self) -> None:
        """Runs on the thread of the pins."""
        with self._changed:
            self._interrupted = True
            self._changed.notify_all()


class _Touches:
    """Finds touches in the levels of the inputs, an int with a bit each."""

    def __init__(self, levels: int, now_s: float) -> None:
        """Inputs that are down already are not touches."""
        self._since_s = dict.fromkeys(_inputs(levels), now_s)
        self.is_covered = False
        """Whether several inputs were down at once, and not all of them are free again."""

    def note_levels(self, levels: int, now_s: float) -> list[int]:
        """Returns the newly touched inputs."""
        down = _inputs(levels)
        touched = [number for number in down if number not in self._since_s]
        self._since_s = {number: self._since_s.get(number, now_s) for number in down}
        fingers = len(down) - len(self.held(now_s))
        self.is_covered = fingers >= COVERED or (self.is_covered and fingers > 0)
        return [] if self.is_covered else touched

    def held(self, now_s: float) -> list[int]:
        """Returns the inputs that are down for too long."""
        return [number for number, since_s in self._since_s.items() if now_s - since_s >= HELD_S]

    def due_s(self, now_s: float) -> float:
        """Returns when the next input will be down for too long."""
        return min((since_s + HELD_S for since_s in self._since_s.values() if now_s - since_s < HELD_S), default=inf)


def _inputs(levels: int) -> list[int]:
    return [number for number in range(LIGHTS) if levels >> number & 1]
