"""Children of the table: what becomes of them when it is killed, and of what they complain about."""

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from queue import Queue
from signal import SIGKILL
from threading import Event
from time import monotonic

import pytest

from companion.runtime.child_process import MINUTE_BYTES, AnsweringProcess, Pipes, kill_child, start_child
from tests.companion.runtime.test_bot_program import is_alive

PATIENCE_S = 20.0
TABLE = """
import sys
from companion.runtime.child_process import start_child
child = start_child((sys.executable, "-c", sys.argv[1]), "it")
print(child.pid, child.stdout.readline().decode(), flush=True)
sys.stdin.read()
"""
DEAF = """
import os, signal, time
for each in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
    signal.signal(each, signal.SIG_IGN)
child = os.fork() or os.getpid()
if child != os.getpid():
    print(child, flush=True)
while True:
    time.sleep(60)
"""
"""It heeds no signal and no closed pipe, nor does what it has started."""
LEFT = """
import os, sys, time
if os.fork() == 0:
    os.setsid()
    print(os.getpid(), flush=True)
time.sleep(60)
"""
"""It waits for what it has started, which has left its group and holds its pipes open."""
ECHO = "import time; print('here', flush=True); print('again', flush=True); time.sleep(60)"
FLOOD = f"import sys; sys.stderr.write('y' * {20 * MINUTE_BYTES}); print(flush=True)"


@pytest.mark.slow
def test_no_child_outlives_a_table_that_was_killed() -> None:
    table = subprocess.Popen(  # noqa: S603 - our own program
        [sys.executable, "-c", TABLE, DEAF], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    with table:
        pids = [int(pid) for pid in (table.stdout.readline() if table.stdout else b"").split()]
        assert len(pids) == 2
        assert all(map(is_alive, pids))
        table.send_signal(SIGKILL)
        table.wait(PATIENCE_S)
        assert wait_until_gone(pids)
        assert table.stderr
        assert table.stderr.read() == b""


def wait_until_gone(pids: list[int]) -> bool:
    waiting, until = Event(), monotonic() + PATIENCE_S
    while monotonic() < until and any(map(is_alive, pids)):
        waiting.wait(0.02)
    return not any(map(is_alive, pids))


@pytest.mark.slow
def test_an_answer_that_nobody_foresaw_leaves_the_next_question_answered() -> None:
    process, told = AnsweringProcess((sys.executable, "-c", ECHO), "it"), Queue[object]()

    def misread(pipes: Pipes) -> bytes:
        pipes.readline()
        raise AttributeError("no such class")

    def refuse(line: bytes) -> None:
        raise RuntimeError(line)

    process.ask(misread, told.put, told.put)
    process.ask(Pipes.readline, refuse, told.put)
    process.ask(Pipes.readline, told.put, told.put)
    try:
        assert str(told.get(timeout=PATIENCE_S)) == "no such class"
        assert told.get(timeout=PATIENCE_S) == b"again\n"
    finally:
        process.close()


@pytest.mark.slow
def test_closing_waits_for_nothing_that_has_left_the_group() -> None:
    process, pids, failed = AnsweringProcess((sys.executable, "-c", LEFT), "it"), Queue[bytes](), Event()

    def exchange(pipes: Pipes) -> bytes:
        pids.put(pipes.readline())
        return pipes.readline()

    process.ask(exchange, lambda _: None, lambda _: failed.set())
    left = int(pids.get(timeout=PATIENCE_S))
    try:
        process.close()
        assert not process.is_running
        assert not failed.is_set()
    finally:
        os.kill(left, SIGKILL)
    assert failed.wait(PATIENCE_S)


@pytest.mark.slow
def test_a_flood_of_errors_is_cut_and_told_once(
    capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    with start_child((sys.executable, "-c", FLOOD), "the bot mine") as child:
        assert child.stdout
        assert child.stdout.readline() == b"\n"
        kill_child(child)
    for thread in error_threads():
        thread.join(PATIENCE_S)
    assert capfd.readouterr().err.count("y") == MINUTE_BYTES
    assert [record.getMessage() for record in caplog.records] == [
        "the bot mine has written 64 kB to the standard error; the rest of this minute is left out"
    ]


def error_threads() -> Iterator[threading.Thread]:
    return (thread for thread in threading.enumerate() if thread.name == "errors")
