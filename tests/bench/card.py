"""What a game costs a memory card: bytes written, and how often the loop waits until they are on the disk.

Run as a program, with a folder, it plays a game there with nothing shown, and tells bytes and events.
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
from tests.bench import seat
from tests.bench.figure import Reading

EVENTS = 300
SYNC = re.compile(r"^fdatasync\(|^fsync\(", re.MULTILINE)
"""A line of `strace`."""


class Cost(NamedTuple):
    written_bytes: int
    events: int
    syncs: float
    """How often the loop's thread waited for the disk; nan where strace is missing."""


def written() -> Reading:
    """MB of 1,000,000 bytes that a game of two has written to the disk when it is put away."""
    cost = _cost()
    return Reading(cost.written_bytes / 1e6, f"{cost.events} events, the journal's beginning included")


def syncs() -> Reading:
    cost = _cost()
    note = f"{cost.syncs:.0f} of them, start and end included" if shutil.which("strace") else "strace is missing"
    return Reading(cost.syncs / cost.events, note)


@cache
def _cost() -> Cost:
    """Of one game, in its own process; counted once without strace, and once with it."""
    written_bytes, events = _played().split()
    strace, calls = shutil.which("strace"), nan
    if strace:
        with TemporaryDirectory() as folder:
            # A file for each thread; the first one is the loop's, which has the lowest number.
            _played(strace, "-ff", "-o", f"{folder}/trace", "-e", "trace=fsync,fdatasync")
            loop = min(Path(folder).iterdir(), key=lambda file: int(file.suffix[1:]))
            calls = len(SYNC.findall(loop.read_text()))
    return Cost(int(written_bytes), int(events), calls)


def _played(*watcher: str) -> str:
    with TemporaryDirectory() as folder:
        command = [*watcher, sys.executable, "-m", "tests.bench.card", folder]
        return subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout  # noqa: S603 - our own


def _written_bytes() -> int:
    """What this process has sent towards a disk so far (proc(5), /proc/pid/io)."""
    lines = Path("/proc/self/io").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("write_bytes"))


def _play(journal: Path) -> Model:
    """Plays until enough has happened: bold players, who often lose what they have marked."""
    order = seat.order(journal)
    errands = EffectRunner(order.journal, seat.device(), order.seed, ())
    loop, player = Loop(initial_model(order), errands, ()), seat.Player(looks=0.3, again=0.9)
    loop.start(OpenJournal())
    while loop.model.session.events < EVENTS:
        loop.enqueue(player.next_press(loop.model))
        loop._handle_all()
    errands.close()
    return loop.model


def main() -> None:
    before = _written_bytes()
    model = _play(Path(sys.argv[1]) / "journal.sqlite")
    sys.stdout.write(f"{_written_bytes() - before} {model.session.events}\n")


if __name__ == "__main__":
    main()
