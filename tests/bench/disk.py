"""The wear of a memory card by a game: the bytes written, and the number of waits for the disk.

As a program with a folder as its argument, it plays a game without displays and prints the number of bytes and events.
"""

import re
import shutil
import subprocess
import sys
from functools import cache
from math import nan
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from companion.core.effects import OpenJournal
from companion.core.model import Model
from companion.runtime.effect_runner import EffectRunner
from companion.runtime.launch_config import initial_model
from companion.runtime.loop import Loop
from tests.bench.benchmark import Measurement
from tests.bench.scripted_game import ScriptedPlayer, launch_config, simulated_device

EVENTS = 300
SYNC = re.compile(r"^fdatasync\(|^fsync\(", re.MULTILINE)
"""A line in the output of strace."""


class Cost(NamedTuple):
    written_bytes: int
    events: int
    syncs: float
    """Number of waits of the loop's thread for the disk; nan if strace is not installed."""


def written_mb() -> Measurement:
    """Measures the MB (1,000,000 bytes) that a game of two players writes to the disk."""
    cost = _cost()
    return Measurement(cost.written_bytes / 1e6, f"{cost.events} events, with the creation of the journal")


def syncs_per_event() -> Measurement:
    cost = _cost()
    note = f"{cost.syncs:.0f} waits, with start and end" if shutil.which("strace") else "strace is missing"
    return Measurement(cost.syncs / cost.events, note)


@cache
def _cost() -> Cost:
    written_bytes, events = _played().split()
    strace, calls = shutil.which("strace"), nan
    if strace:
        with TemporaryDirectory() as folder:
            # strace writes a file for each thread; the loop's thread has the lowest number.
            _played(strace, "-ff", "-o", f"{folder}/trace", "-e", "trace=fsync,fdatasync")
            loop = min(Path(folder).iterdir(), key=lambda file: int(file.suffix[1:]))
            calls = len(SYNC.findall(loop.read_text()))
    return Cost(int(written_bytes), int(events), calls)


def _played(*watcher: str) -> str:
    with TemporaryDirectory() as folder:
        command = [*watcher, sys.executable, "-m", "tests.bench.disk", folder]
        return subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout  # noqa: S603 - our own


def _written_bytes() -> int:
    lines = Path("/proc/self/io").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("write_bytes"))


def _play(journal: Path) -> Model:
    """Plays until the game has `EVENTS` events; the players roll again so often that many turns are a bust."""
    order = launch_config(journal)
    runner = EffectRunner(order.journal, simulated_device(), order.seed, ())
    loop, player = Loop(initial_model(order), runner, ()), ScriptedPlayer(move_chance=0.3, roll_again_chance=0.9)
    loop.start(OpenJournal())
    while loop.model.session.event_count < EVENTS:
        loop.enqueue(player.next_press(loop.model))
        loop._handle_all()
    runner.close()
    return loop.model


def main() -> None:
    before = _written_bytes()
    model = _play(Path(sys.argv[1]) / "journal.sqlite")
    sys.stdout.write(f"{_written_bytes() - before} {model.session.event_count}\n")


if __name__ == "__main__":
    main()
