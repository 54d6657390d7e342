import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = """
import json, os, sys
touched = set()
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT
def note(event, given):
    named = given and isinstance(given[0], str | bytes)  # an open file's number was noted when it was opened
    if named and event in {"os.mkdir", "os.remove", "os.rename", "os.truncate", "sqlite3.connect"}:
        touched.add(os.fsdecode(given[0]))
    elif named and event == "open" and (given[2] or 0) & WRITING:
        touched.add(os.fsdecode(given[0]))
sys.addaudithook(note)
from companion.commands.cli import main
status = main(sys.argv[1:])
sys.stderr.write(json.dumps([status, sorted(touched)]))
"""
"""Runs the companion and prints the files that it opens for writing, creates, moves or removes (sys.audit)."""


def opened_files(home: Path, *arguments: str) -> list[str]:
    presses = "".join(json.dumps({"press": button}) + "\n" for button in ("ok", "ok", "ok", "bank") * 5)
    environ = {"HOME": str(home), "PATH": os.environ["PATH"], "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-c", PROGRAM, "play", "--device", "headless", "--players", "2", *arguments]
    done = subprocess.run(  # noqa: S603 - our own program
        command, input=presses, cwd=home, env=environ, capture_output=True, text=True, check=True
    )
    status, names = json.loads(done.stderr)
    assert status == 0
    return [name.removeprefix("file://") for name in names]


NO_FILES = (os.devnull, ":memory:")
"""Names without a file on the disk; the second is SQLite's database for comparing the schema."""


@pytest.mark.slow
def test_the_program_writes_only_to_the_folder_of_the_journal(tmp_path: Path) -> None:
    home, games = tmp_path / "home", tmp_path / "games"
    home.mkdir(mode=0o555)
    games.mkdir()
    names = opened_files(home, "--journal", str(games / "journal.sqlite"))
    assert str(games / "journal.sqlite") in names
    assert [name for name in names if not name.startswith(str(games)) and name not in NO_FILES] == []
    assert list(home.iterdir()) == []
