"""How the time to read a record grows with its length, for three commands and for resuming a game.

As a program with a record as its argument, it resumes the game.
"""

import json
import resource
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.core.game_session import resume_session
from companion.core.lineup import LineUp
from tests.bench.benchmark import Measurement
from tests.bench.command import COMPANION, environment
from tests.companion.commands.long_records import events

FEW, MANY, MOST = 10_000, 100_000, 10
"""Ten times the events may take ten times as long; a ratio above that is measured a second time."""
COMMANDS = {
    "replay": (*COMPANION, "replay"),
    "verify": (*COMPANION, "verify"),
    "referee": (*COMPANION, "referee"),
    "resume": (sys.executable, "-m", "tests.bench.records"),
}


def growth() -> Measurement:
    """Measures the processor time for 100,000 events relative to 10,000 events, of the worst command."""
    with TemporaryDirectory() as home:
        folder = Path(home)
        few, many = _written(folder, FEW), _written(folder, MANY)
        ratios = {name: _ratio(command, many, few) for name, command in COMMANDS.items()}
    return Measurement(max(ratios.values()), ", ".join(f"{name} {ratio:.1f}" for name, ratio in ratios.items()))


def _written(folder: Path, number: int) -> Path:
    file = folder / f"{number}.jsonl"
    with file.open("w") as lines:
        lines.writelines(json.dumps(event) + "\n" for event in events(number))
    return file


def _ratio(command: Sequence[str], many: Path, few: Path) -> float:
    """Returns the time for many events divided by the best of three times for few events."""
    ratio = _seconds(command, many) / min(_seconds(command, few) for _ in range(3))
    return min(ratio, _seconds(command, many) / _seconds(command, few)) if ratio > MOST else ratio


def _seconds(command: Sequence[str], record: Path) -> float:
    before = _processor_seconds_of_children()
    named = [] if command[-1] == "referee" else [str(record)]
    with record.open() as lines:
        subprocess.run(  # noqa: S603 - our own
            [*command, *named], stdin=lines, stdout=subprocess.DEVNULL, env=environment(record.parent), check=False
        )
    return _processor_seconds_of_children() - before


def _processor_seconds_of_children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main() -> None:
    with Path(sys.argv[1]).open() as lines:
        resume_session(
            LineUp("claimit", ("Green", "Blue"), colours=(0, 1)).to_json(), bytes(32), map(json.loads, lines), 0
        )


if __name__ == "__main__":
    main()
