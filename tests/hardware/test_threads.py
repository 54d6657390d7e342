"""Writers and the scheduler: threads that write the newest value of a part and make calls at their times."""

import logging
from collections.abc import Callable, Iterator
from itertools import repeat
from queue import SimpleQueue
from threading import Event

import pytest

from hardware.clock import Scheduler
from hardware.device import Part, PartError, PartFault
from hardware.latest_value_writer import LatestValueWriter
from tests.hardware.clocks import ManualClock

TIMEOUT_S = 20.0


class FakePart:
    """A part that a test can block and break. It keeps what was written to it."""

    def __init__(self) -> None:
        self.written: list[str] = []
        self.begun: SimpleQueue[str] = SimpleQueue()
        self.open = Event()
        self.open.set()
        self.failures = 0
        """The number of the next writes that fail."""

    def write(self, value: str) -> None:
        self.begun.put(value)
        self.open.wait(TIMEOUT_S)
        if self.failures:
            self.failures -= 1
            raise PartError("unplugged")
        self.written.append(value)


@pytest.fixture
def part() -> FakePart:
    return FakePart()


@pytest.fixture
def faults() -> list[PartFault]:
    return []


@pytest.fixture
def writer(part: FakePart, faults: list[PartFault]) -> Iterator[LatestValueWriter[str]]:
    writer = LatestValueWriter(Part.SCREEN, part.write, faults.append, pauses=lambda: repeat(0.0))
    yield writer
    part.open.set()
    writer.close()


def test_a_newer_value_replaces_a_waiting_value(writer: LatestValueWriter[str], part: FakePart) -> None:
    part.open.clear()
    writer.submit("a")
    part.begun.get(timeout=TIMEOUT_S)
    writer.submit("b")
    writer.submit("c")
    part.open.set()
    assert writer.flush(TIMEOUT_S)
    assert part.written == ["a", "c"]


def test_a_value_is_written(writer: LatestValueWriter[str], part: FakePart) -> None:
    writer.submit("a")
    assert writer.hand_over(TIMEOUT_S)
    writer.close()
    assert part.written == ["a"]


def test_writing_never_waits_for_the_part(writer: LatestValueWriter[str], part: FakePart) -> None:
    part.open.clear()
    writer.submit("a")
    assert part.begun.get(timeout=TIMEOUT_S) == "a"
    writer.submit("b")
    assert writer.hand_over(TIMEOUT_S)
    assert not part.written
    part.open.set()
    assert writer.flush(TIMEOUT_S)
    assert writer.hand_over(TIMEOUT_S)


def test_the_same_value_is_not_written_again(writer: LatestValueWriter[str], part: FakePart) -> None:
    writer.submit("a")
    writer.flush(TIMEOUT_S)
    writer.submit("a")
    assert writer.flush(0)
    assert part.written == ["a"]


def test_many_failures_and_their_end_are_reported_once_each(
    writer: LatestValueWriter[str], part: FakePart, faults: list[PartFault]
) -> None:
    part.failures = 3
    writer.submit("a")
    for _ in range(4):
        part.begun.get(timeout=TIMEOUT_S)
    writer.close()
    assert faults == [PartFault(Part.SCREEN, "unplugged"), PartFault(Part.SCREEN, None)]
    assert part.written == ["a"]


def test_an_unexpected_error_is_a_failure_like_any_other(
    part: FakePart, faults: list[PartFault], caplog: pytest.LogCaptureFixture
) -> None:
    errors = [ValueError("odd"), ValueError("odd")]

    def write(value: str) -> None:
        if errors:
            raise errors.pop()
        part.write(value)

    writer = LatestValueWriter(Part.SCREEN, write, faults.append, pauses=lambda: repeat(0.0))
    writer.submit("a")
    assert part.begun.get(timeout=TIMEOUT_S) == "a"
    writer.close()
    assert faults == [
        PartFault(Part.SCREEN, "the screen cannot be written to: ValueError('odd')"),
        PartFault(Part.SCREEN, None),
    ]
    assert [record.getMessage() for record in caplog.records] == ["writing to the screen"]


def test_a_flush_does_not_wait_for_a_part_that_fails(part: FakePart, faults: list[PartFault]) -> None:
    part.failures = 1
    writer = LatestValueWriter(Part.SCREEN, part.write, faults.append, pauses=lambda: repeat(3600.0))
    writer.submit("a")
    assert not writer.flush(3600.0)
    writer.close()


def test_closing_ends_the_wait_for_a_missing_part(part: FakePart, faults: list[PartFault]) -> None:
    part.failures = 1
    failed = Event()
    writer = LatestValueWriter(Part.SCREEN, part.write, lambda _: failed.set(), pauses=lambda: repeat(3600.0))
    writer.submit("a")
    assert failed.wait(TIMEOUT_S)
    writer.close()
    assert not writer._thread.is_alive()
    assert faults == []


class Chip:
    """A part that can lose what was written to it. It keeps how it received each value."""

    def __init__(self) -> None:
        self.clock = ManualClock()
        self.written: SimpleQueue[str] = SimpleQueue()
        self.failures = 0
        """The number of the next refreshes that fail."""
        self.faults: SimpleQueue[PartFault] = SimpleQueue()
        self.writer = LatestValueWriter(
            Part.SCREEN, self.write, self.faults.put, refresh=self.refresh, pauses=lambda: repeat(5.0), clock=self.clock
        )

    def write(self, value: str) -> None:
        self.written.put(value)

    def refresh(self, value: str) -> None:
        if self.failures:
            self.failures -= 1
            raise PartError("unplugged")
        self.written.put(f"all of {value}")

    def takes(self) -> str:
        return self.written.get(timeout=TIMEOUT_S)


@pytest.fixture
def chip() -> Iterator[Chip]:
    """A part with a stopped clock. The value a was written to it at 0 s."""
    chip = Chip()
    chip.writer.submit("a")
    assert chip.takes() == "all of a"
    yield chip
    chip.writer.close()
    assert chip.written.empty()


def test_every_value_is_rewritten_after_a_minute(chip: Chip) -> None:
    for minute in (1, 2):
        assert chip.clock.wait_for_waiters(60.0 * minute)
        assert chip.written.empty()
        chip.clock.advance(60.0)
        assert chip.takes() == "all of a"


def test_a_part_with_constant_writes_is_also_refreshed(chip: Chip) -> None:
    for value in "bcd":
        chip.clock.advance(19.0)
        chip.writer.submit(value)
        assert chip.takes() == value
    assert chip.clock.wait_for_waiters(60.0)
    chip.clock.advance(3.0)
    assert chip.takes() == "all of d"


def test_a_requested_refresh_starts_immediately(chip: Chip) -> None:
    chip.clock.advance(10.0)
    chip.writer.submit("a", refresh=True)
    assert chip.takes() == "all of a"
    assert chip.clock.wait_for_waiters(70.0)


def test_a_refresh_that_fails_is_a_fault_like_any_other(chip: Chip) -> None:
    chip.failures = 1
    assert chip.clock.wait_for_waiters(60.0)
    chip.clock.advance(60.0)
    assert chip.faults.get(timeout=TIMEOUT_S) == PartFault(Part.SCREEN, "unplugged")
    assert chip.clock.wait_for_waiters(65.0)
    chip.clock.advance(5.0)
    assert chip.takes() == "a"  # the part itself knows that it starts again
    assert chip.faults.get(timeout=TIMEOUT_S) == PartFault(Part.SCREEN, None)


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
def scheduler(clock: ManualClock) -> Iterator[Scheduler]:
    scheduler = Scheduler("calls", clock)
    yield scheduler
    scheduler.close()


@pytest.fixture
def made() -> SimpleQueue[str]:
    return SimpleQueue()


def recording(made: SimpleQueue[str], what: str) -> Callable[[], None]:
    return lambda: made.put(what)


def test_calls_are_made_in_the_order_of_their_times(
    clock: ManualClock, scheduler: Scheduler, made: SimpleQueue[str]
) -> None:
    scheduler.call_later(3, recording(made, "third"))
    assert clock.wait_for_waiters(3)
    scheduler.call_later(1, recording(made, "first"))
    assert clock.wait_for_waiters(1)
    scheduler.call_later(2, recording(made, "second"))
    clock.advance(1)
    assert made.get(timeout=TIMEOUT_S) == "first"
    assert clock.wait_for_waiters(2)
    clock.advance(2)
    assert [made.get(timeout=TIMEOUT_S) for _ in range(2)] == ["second", "third"]


def test_a_cancelled_call_is_not_made(clock: ManualClock, scheduler: Scheduler, made: SimpleQueue[str]) -> None:
    call = scheduler.call_later(1, recording(made, "never"))
    scheduler.call_later(1, recording(made, "in its time"))
    scheduler.cancel(call)
    scheduler.cancel(call)
    assert call.wait(TIMEOUT_S)
    assert clock.wait_for_waiters(1)
    clock.advance(1)
    assert made.get(timeout=TIMEOUT_S) == "in its time"


def test_wait_returns_when_the_call_was_made(clock: ManualClock, scheduler: Scheduler, made: SimpleQueue[str]) -> None:
    call = scheduler.call_later(1, recording(made, "once"))
    assert not call.wait(0)
    assert clock.wait_for_waiters(1)
    clock.advance(1)
    assert call.wait(TIMEOUT_S)
    assert made.get_nowait() == "once"


def test_a_failing_call_does_not_stop_later_calls(
    clock: ManualClock, scheduler: Scheduler, made: SimpleQueue[str], caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.ERROR):
        broken = scheduler.call_later(1, lambda: made.put(str(1 / 0)))
        scheduler.call_later(1, recording(made, "the next one"))
        assert clock.wait_for_waiters(1)
        clock.advance(1)
        assert made.get(timeout=TIMEOUT_S) == "the next one"
    assert broken.wait(TIMEOUT_S)
    assert "ZeroDivisionError" in caplog.text


def test_a_closed_scheduler_calls_nothing(clock: ManualClock, scheduler: Scheduler, made: SimpleQueue[str]) -> None:
    scheduler.call_later(1, recording(made, "too late"))
    scheduler.close()
    scheduler.close()
    clock.advance(1)
    assert made.empty()
