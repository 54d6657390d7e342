"""Checks that a page without animation is idle: no byte is sent and no thread wakes.

The threads of the drivers send everything again once a minute (hardware/latest_value_writer.py); here every 22 seconds,
to save time. The benchmark watches 10 seconds between two refreshes, then 14 seconds with exactly one refresh, during
which the event loop must not wake.

As a program with the name of a page and a folder as its arguments, it opens the page and prints the number of bytes
sent so far for each line of its input.
"""

import asyncio
import sys
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from time import sleep
from typing import NamedTuple

from companion.core.model import Model
from companion.main import run_application
from companion.program.view import View
from companion.runtime.loop import Loop
from hardware import latest_value_writer
from hardware.device import Button, Press
from tests.bench.benchmark import Measurement
from tests.bench.command import StartedCommand, started_command
from tests.bench.scripted_game import ScriptedFrontend, after_press, launch_config, model_of_new_game, simulated_device

PAGES = ("turn", "choose", "scores", "info", "menu")
"""Pages without animation, if there is no goldclaim, because goldclaims glint."""
STARTUP_S = 8.0
"""Time until the page is open and the animation at the start of a turn has ended."""
ANSWER_S = 0.5
"""Time until a process that answered sleeps again."""
WATCHED_S = 10.0
REFRESH_S = 22.0
"""Interval of the refreshes, instead of one minute."""
REFRESHED_S = 14.0
"""Time after the 10 seconds that contains exactly one refresh, the first: 22 seconds after the start."""
LONGEST_PATH = 8
"""Maximum number of presses from the start of a turn to a page."""


class Activity(NamedTuple):
    """The activity of a page in 10 seconds between two refreshes, and in 14 seconds with one refresh."""

    sent_bytes: int
    wakes: int
    """Number of wakes of all threads in the 10 seconds."""
    refreshed_bytes: int
    """Number of bytes sent in the 14 seconds."""
    loop_wakes: int
    """Number of wakes of the event loop in the 14 seconds."""


def sent_bytes() -> Measurement:
    return Measurement(sum(page.sent_bytes for page in _activities()), ", ".join(PAGES))


def wakes() -> Measurement:
    return Measurement(sum(page.wakes for page in _activities()), ", ".join(PAGES))


def loop_wakes() -> Measurement:
    return Measurement(sum(page.loop_wakes for page in _activities()), ", ".join(PAGES))


def refreshed_bytes() -> Measurement:
    """Measures the bytes of a refresh on both wires, of the page with the most bytes.

    Raises:
        RuntimeError: there was no refresh, so that `loop_wakes` is invalid, too.
    """
    sent = [page.refreshed_bytes for page in _activities()]
    if not all(sent):
        raise RuntimeError(f"a page was not refreshed: {sent}")
    return Measurement(max(sent), "setup and picture of the screen, frame of the strip")


@cache
def _activities() -> tuple[Activity, ...]:
    with ExitStack() as running:
        homes = [Path(running.enter_context(TemporaryDirectory())) for _ in PAGES]
        processes = [
            running.enter_context(started_command(sys.executable, "-m", "tests.bench.idle", page, str(home), home=home))
            for page, home in zip(PAGES, homes, strict=True)
        ]
        sleep(STARTUP_S)
        sent = [_sent_bytes(process) for process in processes]
        sleep(ANSWER_S)
        asleep = [_context_switches(process.pid) for process in processes]
        if not all((*sent, *asleep)):
            raise RuntimeError(f"a page was never drawn, or its threads never slept: {sent}, {asleep}")
        sleep(WATCHED_S)
        woken = [_context_switches(process.pid) - before for process, before in zip(processes, asleep, strict=True)]
        then = [_sent_bytes(process) for process in processes]
        sleep(ANSWER_S)
        asleep = [_context_switches(process.pid, str(process.pid)) for process in processes]
        sleep(REFRESHED_S)
        loops = [
            _context_switches(process.pid, str(process.pid)) - before
            for process, before in zip(processes, asleep, strict=True)
        ]
        last = [_sent_bytes(process) for process in processes]
        return tuple(
            Activity(middle - first, wakes, end - middle, loop)
            for first, middle, end, wakes, loop in zip(sent, then, last, woken, loops, strict=True)
        )


def _sent_bytes(process: StartedCommand) -> int:
    return int(process.ask(b"?\n"))


def _context_switches(pid: int, thread: str = "*") -> int:
    """Returns the number of context switches of the threads; the first thread of a process runs the loop."""
    states = [path.read_text() for path in Path(f"/proc/{pid}/task").glob(f"{thread}/status")]
    return sum(int(line.split()[1]) for state in states for line in state.splitlines() if "_ctxt_switches" in line)


def presses_to(page: str) -> tuple[Press, ...]:
    """Returns the shortest sequence of presses from the start of the first turn to a page.

    Raises:
        LookupError: no sequence of up to `LONGEST_PATH` presses opens the page.
    """
    presses = [Press(button) for button in Button] + [Press(Button.UNDO, held=True)]
    paths: list[tuple[tuple[Press, ...], Model]] = [((), model_of_new_game())]
    known = set[str]()
    for path, model in paths:
        if model.page.name == page:
            return path
        if repr(model.page) not in known and len(path) < LONGEST_PATH:
            paths += [((*path, press), after_press(model, press)) for press in presses]
        known.add(repr(model.page))
    raise LookupError(f"no presses open the page {page}")


def _table(page: str, folder: Path) -> None:
    """Opens the page and answers each line of the input with the number of bytes sent so far, until the input ends."""
    latest_value_writer.REFRESH_S = REFRESH_S
    device = simulated_device()

    async def play(loop: Loop) -> None:
        for press in presses_to(page):
            loop.enqueue(press)
        while await asyncio.to_thread(sys.stdin.readline):
            sys.stdout.write(f"{device.strip.sent_bytes + device.bus.sent_bytes}\n")
            sys.stdout.flush()

    run_application(launch_config(folder / "journal.sqlite"), device, ScriptedFrontend(_nothing, play))


def _nothing(_: View, __: Model) -> None:
    pass


if __name__ == "__main__":
    _table(sys.argv[1], Path(sys.argv[2]))
