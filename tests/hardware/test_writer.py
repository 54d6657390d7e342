"""Writers: newest value only, one fault for many failures, asleep when idle."""

from collections.abc import Iterator
from itertools import repeat
from queue import SimpleQueue
from threading import Event

import pytest

from hardware.device import Part, PartFailed, PartFault
from hardware.latest_value_writer import LatestValueWriter
from tests.hardware.stopped_clock import StoppedClock

PATIENCE_S = 20.0


class Outlet:
    """A part that can be blocked and broken, and keeps what was written to it."""

    def __init__(self) -> None:
        self.written: list[str] = []
        self.begun: SimpleQueue[str] = SimpleQueue()
        self.open = Event()
        self.open.set()
        self.failures = 0
        """How many of the next writes fail."""

    def write(self, value: str) -> None:
        self.begun.put(value)
        self.open.wait(PATIENCE_S)
        if self.failures:
            self.failures -= 1
            raise PartFailed("unplugged")
        self.written.append(value)


@pytest.fixture
def outlet() -> Outlet:
    return Outlet()


@pytest.fixture
def told() -> list[PartFault]:
    return []


@pytest.fixture
def writer(outlet: Outlet, told: list[PartFault]) -> Iterator[LatestValueWriter[str]]:
    """A writer that does not pause before it tries again."""
    writer = LatestValueWriter(Part.SCREEN, outlet.write, told.append, pauses=lambda: repeat(0.0))
    yield writer
    outlet.open.set()
    writer.close()


def test_a_newer_value_takes_the_place_of_one_that_waits(writer: LatestValueWriter[str], outlet: Outlet) -> None:
    outlet.open.clear()
    writer.submit("a")
    outlet.begun.get(timeout=PATIENCE_S)
    writer.submit("b")
    writer.submit("c")
    outlet.open.set()
    assert writer.flush(PATIENCE_S)
    assert outlet.written == ["a", "c"]


def test_a_value_that_was_handed_over_is_written(writer: LatestValueWriter[str], outlet: Outlet) -> None:
    writer.submit("a")
    assert writer.hand_over(PATIENCE_S)
    writer.close()
    assert outlet.written == ["a"]


def test_handing_over_never_waits_for_the_part(writer: LatestValueWriter[str], outlet: Outlet) -> None:
    outlet.open.clear()
    writer.submit("a")
    assert outlet.begun.get(timeout=PATIENCE_S) == "a"
    writer.submit("b")
    assert writer.hand_over(PATIENCE_S)
    assert not outlet.written
    outlet.open.set()
    assert writer.flush(PATIENCE_S)
    assert writer.hand_over(PATIENCE_S)


def test_the_same_value_is_not_written_again(writer: LatestValueWriter[str], outlet: Outlet) -> None:
    writer.submit("a")
    writer.flush(PATIENCE_S)
    writer.submit("a")
    assert writer.flush(0)
    assert outlet.written == ["a"]


def test_many_failures_are_told_once_and_the_end_of_them_once(
    writer: LatestValueWriter[str], outlet: Outlet, told: list[PartFault]
) -> None:
    outlet.failures = 3
    writer.submit("a")
    for _ in range(4):
        outlet.begun.get(timeout=PATIENCE_S)
    writer.close()
    assert told == [PartFault(Part.SCREEN, "unplugged"), PartFault(Part.SCREEN, None)]
    assert outlet.written == ["a"]


def test_an_error_that_nobody_foresaw_is_a_failure_like_any_other(
    outlet: Outlet, told: list[PartFault], caplog: pytest.LogCaptureFixture
) -> None:
    errors = [ValueError("odd"), ValueError("odd")]

    def write(value: str) -> None:
        if errors:
            raise errors.pop()
        outlet.write(value)

    writer = LatestValueWriter(Part.SCREEN, write, told.append, pauses=lambda: repeat(0.0))
    writer.submit("a")
    assert outlet.begun.get(timeout=PATIENCE_S) == "a"
    writer.close()
    assert told == [
        PartFault(Part.SCREEN, "the screen cannot be written to: ValueError('odd')"),
        PartFault(Part.SCREEN, None),
    ]
    assert [record.getMessage() for record in caplog.records] == ["writing to the screen"]


def test_the_newest_value_is_written_after_a_failure(outlet: Outlet, told: list[PartFault]) -> None:
    outlet.failures = 1
    back = Event()

    def once_back() -> Iterator[float]:
        back.wait(PATIENCE_S)
        yield 0.0

    writer = LatestValueWriter(Part.SCREEN, outlet.write, told.append, pauses=once_back)
    writer.submit("a")
    outlet.begun.get(timeout=PATIENCE_S)
    writer.submit("b")
    writer.submit("c")
    back.set()
    outlet.begun.get(timeout=PATIENCE_S)
    writer.close()
    assert outlet.written == ["c"]


def test_nobody_waits_for_a_part_that_fails(outlet: Outlet, told: list[PartFault]) -> None:
    outlet.failures = 1
    writer = LatestValueWriter(Part.SCREEN, outlet.write, told.append, pauses=lambda: repeat(3600.0))
    writer.submit("a")
    assert not writer.flush(3600.0)
    writer.close()


def test_closing_ends_the_wait_for_a_part_that_is_gone(outlet: Outlet, told: list[PartFault]) -> None:
    outlet.failures = 1
    failed = Event()
    writer = LatestValueWriter(Part.SCREEN, outlet.write, lambda _: failed.set(), pauses=lambda: repeat(3600.0))
    writer.submit("a")
    assert failed.wait(PATIENCE_S)
    writer.close()
    assert not writer._thread.is_alive()
    assert told == []


# What is written again


class Chip:
    """A part that forgets what it was told; keeps how each value came."""

    def __init__(self) -> None:
        self.clock = StoppedClock()
        self.written: SimpleQueue[str] = SimpleQueue()
        self.failures = 0
        """How many of the next refreshes fail."""
        self.told: SimpleQueue[PartFault] = SimpleQueue()
        self.writer = LatestValueWriter(
            Part.SCREEN, self.write, self.told.put, refresh=self.refresh, pauses=lambda: repeat(5.0), clock=self.clock
        )

    def write(self, value: str) -> None:
        self.written.put(value)

    def refresh(self, value: str) -> None:
        if self.failures:
            self.failures -= 1
            raise PartFailed("unplugged")
        self.written.put(f"all of {value}")

    def takes(self) -> str:
        return self.written.get(timeout=PATIENCE_S)


@pytest.fixture
def chip() -> Iterator[Chip]:
    """A part whose time passes only when it is told to; all of a was written to it at 0 s."""
    chip = Chip()
    chip.writer.submit("a")
    assert chip.takes() == "all of a"
    yield chip
    chip.writer.close()
    assert chip.written.empty()


def test_a_minute_later_all_is_written_again(chip: Chip) -> None:
    for minute in (1, 2):
        assert chip.clock.settle(60.0 * minute)
        assert chip.written.empty()
        chip.clock.pass_time(60.0)
        assert chip.takes() == "all of a"


def test_a_part_that_is_written_to_all_the_time_is_refreshed_all_the_same(chip: Chip) -> None:
    for value in "bcd":
        chip.clock.pass_time(19.0)
        chip.writer.submit(value)
        assert chip.takes() == value
    assert chip.clock.settle(60.0)
    chip.clock.pass_time(3.0)
    assert chip.takes() == "all of d"


def test_a_refresh_that_is_asked_for_comes_at_once(chip: Chip) -> None:
    chip.clock.pass_time(10.0)
    chip.writer.submit("a", refresh=True)
    assert chip.takes() == "all of a"
    assert chip.clock.settle(70.0)


def test_a_refresh_that_fails_is_a_fault_like_any_other(chip: Chip) -> None:
    chip.failures = 1
    assert chip.clock.settle(60.0)
    chip.clock.pass_time(60.0)
    assert chip.told.get(timeout=PATIENCE_S) == PartFault(Part.SCREEN, "unplugged")
    assert chip.clock.settle(65.0)
    chip.clock.pass_time(5.0)
    assert chip.takes() == "a"  # the part itself knows that it begins anew
    assert chip.told.get(timeout=PATIENCE_S) == PartFault(Part.SCREEN, None)
