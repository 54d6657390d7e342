"""A simulated box that feels its fields, and what it said."""

from collections.abc import Callable
from queue import Empty, SimpleQueue
from threading import Condition

from hardware.device import FieldChanged, Input, PartFault
from hardware.simulated.buses import SimulatedFieldBus
from hardware.simulated.device import SimulatedDevice
from hardware.simulated.field_sensors import InterruptLine
from hardware.wiring import Wiring
from tests.hardware.stopped_clock import StoppedClock

PATIENCE_S = 20.0


class Feeling:
    """A box, a clock that stands still until it is told, and the end of its queue."""

    def __init__(self, wiring: Wiring) -> None:
        self.clock = RestlessClock()
        self.device: SimulatedDevice = SimulatedDevice(wiring, clock=self.clock)
        self._heard: SimpleQueue[Input] = SimpleQueue()

    @property
    def line(self) -> InterruptLine:
        return self.device.interrupt_line

    @property
    def bus(self) -> SimulatedFieldBus:
        return self.device.field_bus

    def listen(self) -> None:
        """Opens the fields; returns when they have been read."""
        self.device.listen(self._heard.put)
        self.rest()

    def rest(self) -> None:
        assert self.device._fields is not None
        assert self.device._fields.await_rest(PATIENCE_S)
        assert self.clock.await_sleep(self.device._fields._changed)

    def pass_time(self, seconds: float) -> None:
        """Lets time pass, and what is due then happen."""
        self.clock.pass_time(seconds)
        self.rest()

    def heard(self) -> list[int | PartFault]:
        """Returns what was reported: fields by their numbers, with a minus where a stone was lifted; faults."""
        found: list[int | PartFault] = []
        while True:
            try:
                told = self._heard.get_nowait()
            except Empty:
                return found
            if isinstance(told, FieldChanged):
                found.append(told.field if told.is_down else -told.field)
            if isinstance(told, PartFault):
                found.append(told)


class RestlessClock(StoppedClock):
    """Stands still, but for who waits for a tenth of a second or less: that time passes at once."""

    late_s = 0.0
    """How long such a wait lasts at least, as on a busy machine."""
    sleeps = 0
    """How often anybody went to sleep: so often somebody woke."""

    def wait_for(self, changed: Condition, predicate: Callable[[], bool], timeout_s: float | None) -> bool:
        """Waits as a stopped clock does, or not at all."""
        self.sleeps += 1
        if timeout_s is not None and timeout_s <= 0.1:
            self._now_s += max(timeout_s, self.late_s)
            return predicate()
        return super().wait_for(changed, predicate, timeout_s)

    def await_sleep(self, changed: Condition) -> bool:
        """Waits until somebody sleeps on a condition, until a time that has not come."""

        def sleeps() -> bool:
            until_s = self._waiting.get(changed, -1.0)
            return until_s is None or until_s > self._now_s

        with self._changed:
            return self._changed.wait_for(sleeps, PATIENCE_S)
