"""Calls that are made later, all on one thread; the clock is the test's."""

import logging
from collections.abc import Callable, Iterator
from queue import SimpleQueue

import pytest

from hardware.clock import Scheduler
from tests.hardware.stopped_clock import StoppedClock

PATIENCE_S = 20.0


@pytest.fixture
def clock() -> StoppedClock:
    return StoppedClock()


@pytest.fixture
def scheduler(clock: StoppedClock) -> Iterator[Scheduler]:
    scheduler = Scheduler("calls", clock)
    yield scheduler
    scheduler.close()


@pytest.fixture
def made() -> SimpleQueue[str]:
    return SimpleQueue()


def says(made: SimpleQueue[str], what: str) -> Callable[[], None]:
    return lambda: made.put(what)


def test_calls_are_made_in_the_order_of_their_times(
    clock: StoppedClock, scheduler: Scheduler, made: SimpleQueue[str]
) -> None:
    scheduler.call_later(3, says(made, "third"))
    assert clock.settle(3)
    scheduler.call_later(1, says(made, "first"))
    assert clock.settle(1)
    scheduler.call_later(2, says(made, "second"))
    clock.pass_time(1)
    assert made.get(timeout=PATIENCE_S) == "first"
    assert clock.settle(2)
    clock.pass_time(2)
    assert [made.get(timeout=PATIENCE_S) for _ in range(2)] == ["second", "third"]


def test_a_call_that_was_cancelled_is_not_made(
    clock: StoppedClock, scheduler: Scheduler, made: SimpleQueue[str]
) -> None:
    call = scheduler.call_later(1, says(made, "never"))
    scheduler.call_later(1, says(made, "in its time"))
    scheduler.cancel(call)
    scheduler.cancel(call)
    assert call.wait(PATIENCE_S)
    assert clock.settle(1)
    clock.pass_time(1)
    assert made.get(timeout=PATIENCE_S) == "in its time"


def test_whoever_waits_for_a_call_waits_until_it_was_made(
    clock: StoppedClock, scheduler: Scheduler, made: SimpleQueue[str]
) -> None:
    call = scheduler.call_later(1, says(made, "once"))
    assert not call.wait(0)
    assert clock.settle(1)
    clock.pass_time(1)
    assert call.wait(PATIENCE_S)
    assert made.get_nowait() == "once"


def test_a_call_that_fails_ends_no_other(
    clock: StoppedClock, scheduler: Scheduler, made: SimpleQueue[str], caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.ERROR):
        broken = scheduler.call_later(1, lambda: made.put(str(1 / 0)))
        scheduler.call_later(1, says(made, "the next one"))
        assert clock.settle(1)
        clock.pass_time(1)
        assert made.get(timeout=PATIENCE_S) == "the next one"
    assert broken.wait(PATIENCE_S)
    assert "ZeroDivisionError" in caplog.text


def test_a_closed_scheduler_calls_nothing(clock: StoppedClock, scheduler: Scheduler, made: SimpleQueue[str]) -> None:
    scheduler.call_later(1, says(made, "too late"))
    scheduler.close()
    scheduler.close()
    clock.pass_time(1)
    assert made.empty()
