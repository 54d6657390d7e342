"""The journal's file marks itself: copied without its log while it was open, it is never taken for all there is."""

import shutil
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from companion.commands.cli import main
from companion.composition_root import open_simulated_box
from companion.core.effects import OpenJournal
from companion.core.journal_error import Trouble
from companion.core.messages import JournalFailed, JournalOpened
from companion.runtime.effect_runner import EffectRunner
from companion.runtime.journal import Journal
from companion.settings.schema import Settings
from tests.companion.program.played import BEGUN, SEED, keep, played
from tests.companion.runtime.journal.test_write_ahead_log import refusal

KILLED = """
import os, shutil, sqlite3, sys
from itertools import count
from pathlib import Path

from companion.runtime.journal import Journal, back_up, restore

AT = "2026-11-21T18:30:05Z"
RUNS = "open", "restart"
AUDITED = {"open", "os.rename", "os.remove", "sqlite3.connect"}

def play(path, tell):
    with Journal.open(path) as journal:
        found = journal.unfinished()
        game = found.game if found else journal.begin({"game": "claimit"}, os.urandom(32), AT)
        for _ in range(2):
            journal.append(game, [{"event": "undo"}], AT)
            tell(f"events {game} {len(journal.events(game))}")
            journal.note_acknowledged(game, 1)
        journal.finish(game, AT, {})
        tell(f"finished {game} 0")
        game = journal.begin({"game": "claimit"}, os.urandom(32), AT)
        journal.append(game, [{"event": "undo"}], AT)
        tell(f"events {game} 1")

def killed_at(step, folder):
    told = os.open(folder / "told", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    steps = count()
    def trace(*_):
        if next(steps) == step:
            os.kill(os.getpid(), 9)
    def connect(*args, connect=sqlite3.connect, **options):
        db = connect(*args, **options)
        db.set_trace_callback(trace)
        return db
    sqlite3.connect = connect
    sys.addaudithook(lambda event, _: event in AUDITED and trace())
    if sys.argv[2] == "restore":
        restore(folder / "backup", folder / "journal.sqlite", AT, replaces=True)
        return
    for _ in RUNS:
        play(folder / "journal.sqlite", lambda text: os.write(told, text.encode() + b"\\n"))

# Played here once, so that every child sees the same steps.
first = Path(sys.argv[1]) / "first"
first.mkdir()
play(first / "journal.sqlite", lambda _: None)
with Journal.read(first / "journal.sqlite") as journal:
    back_up(journal, first / "backup")
if os.fork() == 0:
    play(first / "journal.sqlite", lambda text: text.startswith("finished") and os._exit(0))
os.wait()
for step in count():
    folder = Path(sys.argv[1]) / str(step)
    if sys.argv[2] == "restore":
        shutil.copytree(first, folder)
    else:
        folder.mkdir()
    child = os.fork()
    if child == 0:
        killed_at(step, folder)
        os._exit(0)
    if os.waitpid(child, 0)[1] == 0:
        break
"""
"""Killed before each statement and each file that is opened, in folder after folder: plays on a new journal, and on the
same once more; or restores a backup over a journal that went on after it, and was killed."""


@pytest.mark.slow
def test_a_kill_at_any_step_loses_nothing_and_a_copy_of_the_file_alone_hides_nothing(tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-c", KILLED, str(tmp_path), "play"], check=True)  # noqa: S603 - ours
    folders, whole = [each for each in tmp_path.iterdir() if each.name != "first"], 0
    assert len(folders) > 100
    for folder in folders:
        path, alone = folder / "journal.sqlite", folder / "alone" / "journal.sqlite"
        alone.parent.mkdir()
        if path.exists():
            shutil.copy(path, alone)
        told = [line.split() for line in (folder / "told").read_text().splitlines()]
        check_told(path, told)
        trouble = refusal(lambda alone=alone: Journal.read(alone).close())  # type: ignore[misc]
        assert trouble in {None, Trouble.LOG_MISSING if told or alone.exists() else Trouble.MISSING}
        if trouble is None:
            check_told(alone, told)
            whole += 1
    assert 10 < whole < len(folders) - 10


@pytest.mark.slow
def test_a_kill_while_a_backup_is_restored_leaves_the_one_or_the_other(tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-c", KILLED, str(tmp_path), "restore"], check=True)  # noqa: S603 - ours
    folders = [each for each in tmp_path.iterdir() if each.name != "first"]
    found = []
    for folder in folders:
        with Journal.open(folder / "journal.sqlite") as journal:
            found.append(len(journal.history(10)))
            assert journal.damaged_games() == ()
        if found[-1] == 1:
            (aside,) = folder.glob("journal.sqlite.replaced-*[0-9]")
            with Journal.read(aside) as journal:
                assert len(journal.history(10)) == 2
    assert min(found.count(1), found.count(2)) > 0
    assert len(found) == found.count(1) + found.count(2) > 20


def check_told(path: Path, told: list[list[str]]) -> None:
    with Journal.open(path) as journal:
        finished = {entry.game for entry in journal.history(10)}
        for what, game, number in told:
            if what == "finished":
                assert int(game) in finished
            else:
                assert len(journal.events(int(game))) >= int(number)  # type: ignore[arg-type]


def test_a_finished_game_is_in_the_file_itself(tmp_path: Path) -> None:
    path, alone = tmp_path / "journal.sqlite", tmp_path / "alone.sqlite"
    with Journal.open(path) as journal:
        keep(journal, played())
        journal.append(journal.begin({"game": "claimit"}, SEED, BEGUN), played().events[:5], BEGUN)
        shutil.copy(path, alone)
    with closing(open_simulated_box(Settings())) as device, closing(EffectRunner(alone, device, None, ())) as errands:
        for _ in range(2):  # a pulled plug may come before somebody has read it
            failed = errands(OpenJournal())
            assert isinstance(failed, JournalFailed)
            assert failed.error.trouble is Trouble.LOG_MISSING
        assert isinstance(errands(OpenJournal(accepts_loss=True)), JournalOpened)
    with Journal.open(alone) as kept:
        assert len(kept.history(10)) == 1


def test_commands_say_that_a_copy_lacks_its_log(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    alone = tmp_path / "alone.sqlite"
    with Journal.open(tmp_path / "journal.sqlite") as journal:
        keep(journal, played())
        shutil.copy(journal.path, alone)
    alone.with_name("alone.sqlite-wal").touch()
    assert main(["history", "--journal", str(alone)]) == 2
    assert f"lacks its log, {alone}-wal" in capsys.readouterr().err
