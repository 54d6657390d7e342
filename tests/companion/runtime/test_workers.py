import operator
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import wait
from contextlib import closing
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from msgspec.structs import replace

from companion.core.effects import Job, LaneName
from companion.runtime.worker_process import NICENESS
from companion.runtime.workers import WorkerError, Workers, WorkersClosed

TIMEOUT_S = 60.0
WORKERS = 2
COMPANION = """
import os, signal, time
from threading import Event
from companion.core.effects import Job
from companion.runtime.workers import Workers
told, workers = Event(), Workers()
for each in (signal.SIGINT, signal.SIGTERM):
    signal.signal(each, lambda *_: told.set())
for lane in ("play", "think"):
    workers.submit(Job(lane, os.write, (2, f"{lane}\\n".encode()), 60.0))
    workers.submit(Job(lane, time.sleep, (600,), 600.0))
print("begun", flush=True)
told.wait()
workers.close()
"""
"""Starts two workers and closes them on a signal."""


@pytest.fixture
def workers() -> Iterator[Workers]:
    with closing(Workers()) as opened:
        yield opened


def job(function: Callable[..., Any], *arguments: object, lane: LaneName = "read", limit_s: float = TIMEOUT_S) -> Job:
    return Job(lane, function, arguments, limit_s)


def newest(number: int) -> Job:
    return replace(job(int, number), is_newest_only=True)


def wait_until(is_so: Callable[[], bool]) -> None:
    waiting, until = Event(), time.monotonic() + TIMEOUT_S
    while not is_so():
        assert time.monotonic() < until
        waiting.wait(0.02)


def processes_of(session: int) -> list[str]:
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            name, _, rest = stat.read_text().partition(" (")[2].rpartition(") ")
        except OSError:
            continue
        state, _, _, its_session = rest.split()[:4]
        if state != "Z" and int(its_session) == session:
            found.append(name)
    return found


def test_each_lane_has_one_process_with_low_priority(workers: Workers) -> None:
    first, again, other = (
        workers.submit(job(os.getpid, lane=lane)).result(TIMEOUT_S) for lane in ("read", "read", "play")
    )
    assert first == again
    assert len({first, other, os.getpid()}) == 3
    assert workers.submit(job(os.nice, 0)).result(TIMEOUT_S) == min(os.nice(0) + NICENESS, 19)


def test_jobs_of_a_lane_run_in_order_and_fail_separately(workers: Workers) -> None:
    futures = [workers.submit(job(operator.floordiv, 60, number)) for number in range(5)]
    with pytest.raises(ZeroDivisionError):
        futures[0].result(TIMEOUT_S)
    assert [future.result(TIMEOUT_S) for future in futures[1:]] == [60, 30, 20, 15]


def test_output_of_a_bot_is_not_its_answer(workers: Workers) -> None:
    assert workers.submit(job(os.write, 1, b"a bot prints\n")).result(TIMEOUT_S) == 13


def test_a_newer_question_replaces_only_the_waiting_one(workers: Workers) -> None:
    running = workers.submit(job(os.getpid))
    queued, replaced, requested = workers.submit(job(int, 1)), workers.submit(newest(2)), workers.submit(newest(3))
    wait([running, queued, replaced, requested], TIMEOUT_S)
    assert replaced.cancelled()
    assert (queued.result(), requested.result()) == (1, 3)


@pytest.mark.parametrize(
    ("broken", "reason"),
    [(job(time.sleep, 600, limit_s=0.1), "no result in 0.1 seconds"), (job(os._exit, 3), "its process has ended")],
    ids=["late", "dead"],
)
def test_a_failed_worker_reports_an_error_and_is_replaced(workers: Workers, broken: Job, reason: str) -> None:
    before = workers.submit(job(os.getpid)).result(TIMEOUT_S)
    with pytest.raises(WorkerError, match=reason):
        workers.submit(broken).result(TIMEOUT_S)
    assert not Path(f"/proc/{before}").exists()
    assert workers.submit(job(int, 7)).result(TIMEOUT_S) == 7


def test_a_worker_that_died_between_two_jobs_loses_no_job(workers: Workers) -> None:
    before = workers.submit(job(os.getpid)).result(TIMEOUT_S)
    os.kill(before, signal.SIGKILL)
    wait_until(lambda: os.waitid(os.P_PID, before, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None)
    assert workers.submit(job(int, 7)).result(TIMEOUT_S) == 7


def test_closing_ends_running_and_waiting_jobs(workers: Workers) -> None:
    process = workers.submit(job(os.getpid)).result(TIMEOUT_S)
    unanswered = [workers.submit(job(time.sleep, 600)) for _ in range(2)]
    workers.close()
    workers.close()
    assert not Path(f"/proc/{process}").exists()
    for future in (*unanswered, workers.submit(job(int, 7))):
        assert isinstance(future.exception(TIMEOUT_S), WorkersClosed)


@pytest.mark.slow
@pytest.mark.parametrize("signum", [signal.SIGINT, signal.SIGKILL])
@pytest.mark.parametrize("has_started", [False, True], ids=["starting", "running"])
def test_no_worker_outlives_the_companion_or_prints_an_error(signum: signal.Signals, has_started: bool) -> None:
    companion = subprocess.Popen(  # noqa: S603 - our own program
        [sys.executable, "-c", COMPANION],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    with companion:
        assert companion.stdout
        assert companion.stderr
        assert companion.stdout.readline() == "begun\n"
        wait_until(lambda: len(processes_of(companion.pid)) > WORKERS)
        if has_started:
            assert {companion.stderr.readline() for _ in range(WORKERS)} == {"play\n", "think\n"}
        (os.kill if signum is signal.SIGKILL else os.killpg)(companion.pid, signum)
        assert companion.wait(TIMEOUT_S) == (-signum if signum is signal.SIGKILL else 0)
        wait_until(lambda: not processes_of(companion.pid))
        assert set(companion.stderr.read().split()) <= {"play", "think"}
