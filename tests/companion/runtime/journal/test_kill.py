import random
import subprocess
import sys
from pathlib import Path

import pytest

from companion.runtime.journal import Journal

KILLS = 12

TABLE = """
import sys
from itertools import count
from pathlib import Path
from companion.runtime.journal import Journal

journal = Journal.open(Path(sys.argv[1]))
found = journal.unfinished()
game = found.game if found else journal.begin({}, bytes(32), "2026-11-21T18:30:05Z")
for number in count(len(found.events) + 1 if found else 1):
    journal.append(game, [{"event": "roll", "number": number}], "2026-11-21T18:31:00Z")
    journal.note_acknowledged(game, number)
    print(number, flush=True)
"""
"""Appends an event after the other, and tells each when it is journalled and seen."""


def told_before_kill(path: Path, lines: int) -> int:
    """Lets a table run for so many lines, kills it, and returns the last number that it told."""
    with subprocess.Popen([sys.executable, "-c", TABLE, str(path)], stdout=subprocess.PIPE, text=True) as table:  # noqa: S603 (our own program)
        if table.stdout is None:
            raise RuntimeError("no pipe to the table")
        told = [int(table.stdout.readline()) for _ in range(lines)]
        table.kill()
        return [*told, *(int(line) for line in table.stdout if line.endswith("\n"))][-1]


@pytest.mark.slow
def test_what_a_killed_table_told_is_journalled(tmp_path: Path) -> None:
    path, chance = tmp_path / "journal.sqlite", random.Random(2)
    for _ in range(KILLS):
        told = told_before_kill(path, chance.randrange(1, 150))
        with Journal.open(path) as journal:
            found = journal.unfinished()
        assert found is not None
        assert [event["number"] for event in found.events] == list(range(1, len(found.events) + 1))
        assert len(found.events) >= told
        assert found.seen >= told
