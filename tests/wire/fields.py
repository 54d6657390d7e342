"""A simulated box with field sensors, and what it reports."""

from collections.abc import Callable
from queue import Empty, SimpleQueue
from threading import Condition

from hardware.device import FieldChanged, Input, PartFault
from hardware.simulated.buses import SimulatedFieldBus
from hardware.simulated.chips import InterruptLine
from hardware.simulated.device import SimulatedDevice
from hardware.wiring import Wiring
from tests.hardware.clocks import ManualClock

TIMEOUT_S = 20.0


class FieldBox:
    """A box with a manual clock, and the queue of its inputs."""

    def __init__(self, wiring: Wiring) -> None:
        self.clock = AutoAdvancingClock()
        self.device: SimulatedDevice = SimulatedDevice(wiring, clock=self.clock)
        self._inputs: SimpleQueue[Input] = SimpleQueue()

    @property
    def line(self) -> InterruptLine:
        return self.device.interrupt_line

    @property
    def bus(self) -> SimulatedFieldBus:
        return self.device.field_bus

    def listen(self) -> None:
        self.device.listen(self._inputs.put)
        self.wait_until_idle()

    def wait_until_idle(self) -> None:
        assert self.device._fields is not None
        assert self.device._fields.await_idle(TIMEOUT_S)
        assert self.clock.wait_for_waiter(self.device._fields._changed)

    def advance(self, seconds: float) -> None:
        self.clock.advance(seconds)
        self.wait_until_idle()

    def take_reports(self) -> list[int | PartFault]:
        """Returns the reports since the last call: faults, and fields by number, negative for a lifted stone."""
        reports: list[int | PartFault] = []
        while True:
            try:
                report = self._inputs.get_nowait()
            except Empty:
                return reports
            if isinstance(report, FieldChanged):
                reports.append(report.field if report.is_down else -report.field)
            if isinstance(report, PartFault):
                reports.append(report)


class AutoAdvancingClock(ManualClock):
    """A manual clock on which waits of at most a tenth of a second end at once."""

    min_wait_s = 0.0
    """The least duration of such a short wait. It is more than 0 on a busy machine."""
    wait_count = 0
    """The number of waits so far, which is the number of wake-ups."""

    def wait_for(self, changed: Condition, predicate: Callable[[], bool], timeout_s: float | None) -> bool:
        self.wait_count += 1
        if timeout_s is not None and timeout_s <= 0.1:
            self._now_s += max(timeout_s, self.min_wait_s)
            return predicate()
        return super().wait_for(changed, predicate, timeout_s)

    def wait_for_waiter(self, changed: Condition) -> bool:
        def sleeps() -> bool:
            until_s = self._waiting.get(changed, -1.0)
            return until_s is None or until_s > self._now_s

        with self._changed:
            return self._changed.wait_for(sleeps, TIMEOUT_S)
