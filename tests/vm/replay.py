"""Cuts the power at many random moments of one game, by replaying its log of writes up to each of them.

`python -m tests.vm.replay 170` boots a machine with the service, plays, and prints the results. Each moment gives a
disk: its file system is repaired as at a boot and checked, and its journal is opened as the companion opens it.
"""

import random
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from companion.core.saved_games import GameId, JournalError
from companion.runtime.journal import Journal
from tests.companion.games.players import Player
from tests.vm import write_log
from tests.vm.debian import BOOKWORM, CACHE, TRIXIE, base_disk, run
from tests.vm.machine import Machine, copy_disk
from tests.vm.positions import Events, State, lost_states
from tests.vm.service import Service
from tests.vm.stick import make_stick

MOVES = 150
JOURNAL = "/var/lib/private/companion"
REPAIRED = (0, 1)
"""Exit statuses of e2fsck with which a boot continues: nothing to repair, or repaired."""


class Shown(NamedTuple):
    """A position that the page showed, and the minimum number of log entries at that time."""

    entries: int
    state: State


class CutResults(NamedTuple):
    cuts: int = 0
    forgotten_blocks: int = 0
    """Number of accepted blocks that the disk lost."""
    broken_file_systems: int = 0
    broken_journals: int = 0
    lost_positions: int = 0
    """Number of shown positions that were lost."""


def play(machine: Machine, moves: int) -> list[Shown]:
    """Starts a machine, plays and cuts its power; returns the positions that it showed."""
    player, shown = Player(random.Random(moves), 3), list[Shown]()
    service = Service(machine.start())
    service.wait_until_up()
    with service.web_viewer() as viewer:
        viewer.resume()
        for _ in range(moves):
            for button in player.moves(viewer.frame):
                viewer.press(button)
            state = viewer.frame.state
            shown.append(Shown(write_log.count(machine.log), state))
        machine.kill()
    return shown


def cut_power_at_random(machine: Machine, shown: list[Shown], number: int, rng: random.Random) -> CutResults:
    """Cuts the power at `number` random points of the log after the first position that was shown."""
    entries = write_log.read(machine.log)
    points = sorted(rng.randint(shown[0].entries, len(entries)) for _ in range(number))
    durable, written, tally = machine.disk, 0, CutResults()
    for point in points:
        left = write_log.survivors(entries[:point], rng)
        flushed = write_log.flushed(entries[:point])
        write_log.apply(left[written:flushed], machine.log, durable)
        written = flushed
        forgotten = write_log.lost_blocks(entries[:point], left)
        with TemporaryDirectory(dir=machine.folder) as folder:
            image = Path(folder) / "cut.raw"
            run("cp", "--sparse=always", str(durable), str(image))
            write_log.apply(left[flushed:], machine.log, image)
            must = [seen.state for seen in shown if seen.entries <= point]
            tally = add_cut(tally, image, must, forgotten)
    return tally


def add_cut(tally: CutResults, image: Path, must: list[State], forgotten: int) -> CutResults:
    sound = status("e2fsck", "-p", str(image)) in REPAIRED and status("e2fsck", "-f", "-n", str(image)) == 0
    games: list[Events] | None = None
    with suppress(JournalError):
        games = games_on(image)
    return CutResults(
        tally.cuts + 1,
        tally.forgotten_blocks + forgotten,
        tally.broken_file_systems + (not sound),
        tally.broken_journals + (games is None),
        tally.lost_positions + len(lost_states(must, games or [])),
    )


def games_on(image: Path) -> list[Events]:
    """Returns the events of every game on a disk with a valid file system.

    Raises:
        JournalError: the journal cannot be opened.
    """
    with TemporaryDirectory(dir=image.parent) as folder:
        run("debugfs", "-R", f"rdump {JOURNAL} {folder}", str(image))
        with Journal.open(Path(folder) / "companion/journal.sqlite") as journal:
            going = journal.unfinished()
            numbers = {GameId(game.number) for game in journal.finished_games()} | (
                {going.number} if going else set[GameId]()
            )
            return [list(map(dict, journal.events_of(number).events)) for number in sorted(numbers)]


def status(*command: str) -> int:
    return subprocess.run(command, capture_output=True, check=False).returncode  # noqa: S603 - our own command


def main(number: int, release: str) -> None:
    debian = {"trixie": TRIXIE, "bookworm": BOOKWORM}[release]
    with TemporaryDirectory(dir=CACHE) as folder:
        sticks = make_stick(debian, Path(folder))
        with Machine(Path(folder) / "installing", base_disk(debian), sticks) as machine:
            Service(machine.start()).install("new")
            machine.stop()
            disk = copy_disk(machine, Path(folder) / "installed")
        with Machine(Path(folder) / "playing", disk, sticks) as machine:
            shown = play(machine, MOVES)
            tally = cut_power_at_random(machine, shown, number, random.Random(number))
    sys.stdout.write("".join(f"{name}: {value}\n" for name, value in tally._asdict().items()))


if __name__ == "__main__":
    main(int(sys.argv[1]), *(sys.argv[2:] or ["trixie"]))
