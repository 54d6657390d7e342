import os
import pty
import re
import select
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from signal import SIGHUP, SIGTERM

import pytest

pytestmark = pytest.mark.slow

COMPANION = Path(sys.executable).parent / "companion"
TIMEOUT_S = 60.0
STUDY = ("simulate", "--games", "10000000", "--bots", "greenhorn,greenhorn", "--seed", "7")
CTRL_C = b"\x03"


def read_until(terminal: int, requested: str) -> str:
    seen, ends = b"", time.monotonic() + TIMEOUT_S
    while not re.search(requested.encode(), seen):
        left = ends - time.monotonic()
        if left <= 0 or not select.select([terminal], [], [], left)[0]:
            raise TimeoutError(f"{requested!r} is not to be seen in {seen!r}")
        try:
            seen += os.read(terminal, 65536)
        except OSError:  # no one holds the other end any more
            break
    return seen.decode()


def test_ctrl_c_prints_the_games_so_far() -> None:
    program, terminal = pty.fork()
    if not program:
        os.execv(COMPANION, [str(COMPANION), *STUDY, "--jobs", "2"])  # noqa: S606 - our own
    try:
        progress = read_until(terminal, " of 10,000,000 games")
        started = players_of(program)
        os.write(terminal, CTRL_C)
        rest = read_until(terminal, "turns a game.*\n")
        _, status = os.waitpid(program, 0)
    finally:
        os.close(terminal)
    assert os.waitstatus_to_exitcode(status) == 130
    # The progress is erased before anything else is written.
    _, _, shown = (progress + rest).rpartition("\r\x1b[K")
    played = re.match(r"companion simulate: interrupted after ([\d,]+) of 10,000,000 games\r\n", shown)
    assert played
    assert f"Claim It!, 2 players, the first {played[1]} of 10,000,000 games, seed 7, recycle=false\r\n" in shown
    assert "Traceback" not in shown
    assert len(started) == 2
    assert not [each for each in started if is_running(each)]


def is_running(process: str) -> bool:
    ends = time.monotonic() + TIMEOUT_S
    while Path(f"/proc/{process}").exists() and time.monotonic() < ends:
        time.sleep(0.05)
    return Path(f"/proc/{process}").exists()


def test_a_process_that_is_killed_ends_the_study() -> None:
    command = [str(COMPANION), *STUDY, "--jobs", "2"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True) as program:  # noqa: S603 - our own
        try:
            os.kill(int(wait_for_players(program.pid)[0]), 9)
            out, err = program.communicate(timeout=TIMEOUT_S)
        finally:
            program.kill()
    assert program.returncode == 75
    shown = re.fullmatch(r"companion simulate: a worker process was killed .* after ([\d,]+) of .* games\n", err)
    assert shown
    assert (f"the first {shown[1]} of 10,000,000 games" in out) == (shown[1] != "0")


@pytest.mark.parametrize(("signum", "kill"), [(SIGTERM, os.kill), (SIGHUP, os.killpg)])
def test_a_study_that_is_ended_prints_the_games_so_far(signum: int, kill: Callable[[int, int], None]) -> None:
    command, pipe = [str(COMPANION), *STUDY, "--jobs", "2"], subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, start_new_session=True) as program:  # noqa: S603
        try:
            assert wait_for_players(program.pid)
            kill(program.pid, signum)
            out, err = program.communicate(timeout=TIMEOUT_S)
        finally:
            program.kill()
    assert program.returncode == 130
    shown = re.fullmatch(r"companion simulate: interrupted after ([\d,]+) of 10,000,000 games\n", err)
    assert shown
    assert (f"the first {shown[1]} of 10,000,000 games" in out) == (shown[1] != "0")


def wait_for_players(process: int) -> list[str]:
    ends = time.monotonic() + TIMEOUT_S
    while not (players := players_of(process)) and time.monotonic() < ends:
        time.sleep(0.05)
    return players


def players_of(process: int) -> list[str]:
    tasks = Path(f"/proc/{process}/task").glob("*/children")
    children = [child for task in tasks for child in task.read_text().split()]
    return [each for each in children if b"worker_process" in Path(f"/proc/{each}/cmdline").read_bytes()]
