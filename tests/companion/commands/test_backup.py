import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest

from companion.commands.cli import main
from companion.runtime.journal import Journal
from tests.companion.program.recorded_games import BEGUN, played, save_game

OTHER = bytes(reversed(range(32)))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "journal.sqlite"
    with Journal.open(path) as journal:
        save_game(journal, played())
        game = journal.begin(played().running.lineup.to_json(), OTHER, BEGUN)
        journal.append(game, played().events[:9], BEGUN)
    return path


def run(*words: object) -> int:
    return main([str(word) for word in words])


def games(path: Path) -> tuple[object, ...]:
    with Journal.read(path) as journal:
        return tuple(journal.finished_games()), journal.unfinished()


def test_a_backup_during_a_game_is_complete(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = path.with_name("copy.sqlite")
    path.with_name("journal.sqlite.secret").write_bytes(b"x" * 32)
    with Journal.open(path) as journal:
        left = journal.unfinished()
        assert left is not None
        journal.append(left.number, played().events[9:12], BEGUN)
        assert run("backup", target, "--journal", path) == 0
        journal.append(left.number, played().events[12:13], BEGUN)
        output = capsys.readouterr().out
        assert "secret number of game 2, which is not over" in output
        assert stat.S_IMODE(target.stat().st_mode) == 0o600
        with Journal.read(target) as copy:
            found = copy.unfinished()
            assert list(copy.finished_games()) == list(journal.finished_games())
            assert (found and found.events) == played().events[:12]
        content = target.read_bytes()
        assert b"x" * 32 not in content
        assert run("backup", target, "--journal", path) == 2
        assert (target.read_bytes(), "already exists" in capsys.readouterr().err) == (content, True)
    assert not list(path.parent.glob("copy.sqlite?*"))


def test_a_backup_names_damaged_games_and_does_not_change_them(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("UPDATE events SET json = '{}' WHERE game = 1 AND number = 5")
    target = path.with_name("copy.sqlite")
    assert run("backup", target, "--journal", path) == 1
    output = capsys.readouterr()
    assert (output.err.count("\n"), f"game 1 in {path} is" in output.err, "from event 5 on" in output.err) == (
        1,
        True,
        True,
    )
    with Journal.read(target) as copy:
        assert len(list(copy.finished_games())) == 1


def test_a_backup_that_cannot_be_written_is_reported(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for target in ["none/copy", "journal.sqlite/copy"]:
        assert run("backup", path.parent / target, "--journal", path) == 2
        assert "cannot be written" in capsys.readouterr().err, target


def test_a_restored_backup_replaces_the_journal_and_keeps_the_old_one(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target, backed_up = path.with_name("copy.sqlite"), games(path)
    run("backup", target, "--journal", path)
    with Journal.open(path) as journal:
        save_game(journal, played(seed=OTHER), "2026-11-22T12:00:00Z")
    before = games(path)
    for place in (path, path.parent / "new" / "journal.sqlite"):
        assert run("restore", target, "--journal", place) == 0
        assert games(place) == backed_up
    (aside,) = path.parent.glob("journal-replaced-*.sqlite")
    output = capsys.readouterr()
    assert (f"The previous file is saved as {aside}." in output.out, output.err) == (True, "")
    assert games(aside) == before
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_damaged_backup_is_rejected_and_a_damaged_journal_replaced(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target, before = path.with_name("copy.sqlite"), games(path)
    run("backup", target, "--journal", path)
    path.write_bytes(path.read_bytes()[:9000])
    assert run("restore", path, "--journal", target) == 2
    assert "is damaged" in capsys.readouterr().err
    assert games(target) == before
    assert run("restore", target, "--journal", path) == 0
    assert games(path) == before


def test_a_backup_is_not_restored_while_a_companion_runs(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = path.with_name("copy.sqlite")
    run("backup", target, "--journal", path)
    with Journal.open(path):
        assert run("restore", target, "--journal", path) == 2
    assert "in use by another companion" in capsys.readouterr().err
    assert not list(path.parent.glob("*.new"))


def test_a_journal_cannot_be_backed_up_to_itself(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = path.read_bytes()
    assert run("restore", path, "--journal", path) == 2
    assert "is the current game file: choose a backup" in capsys.readouterr().err
    assert path.read_bytes() == before
    assert list(path.parent.glob("*replaced*")) == []
