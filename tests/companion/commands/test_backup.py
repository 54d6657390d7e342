"""`companion backup` and `companion restore`: the whole journal in one file, and back again."""

import os
import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest

from companion.commands.cli import main
from companion.runtime.journal import Journal, JournalError, Trouble
from tests.companion.program.played import BEGUN, keep, played

OTHER = bytes(reversed(range(32)))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "journal.sqlite"
    with Journal.open(path) as journal:
        keep(journal, played())
        game = journal.begin(played().running.lineup.to_json(), OTHER, BEGUN)
        journal.append(game, played().events[:9], BEGUN)
    return path


def run(*words: object) -> int:
    return main([str(word) for word in words])


def games(path: Path) -> tuple[object, ...]:
    with Journal.read(path) as journal:
        return journal.history(10), journal.unfinished()


def test_a_backup_is_whole_also_while_a_table_plays(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = path.with_name("copy.sqlite")
    path.with_name("journal.sqlite.secret").write_bytes(b"x" * 32)
    with Journal.open(path) as journal:
        left = journal.unfinished()
        assert left is not None
        journal.append(left.game, played().events[9:12], BEGUN)
        assert run("backup", target, "--journal", path) == 0
        journal.append(left.game, played().events[12:13], BEGUN)
        said = capsys.readouterr().out
        assert "secret seed of game 2, which is not over" in said
        assert stat.S_IMODE(target.stat().st_mode) == 0o600
        with Journal.read(target) as copy:
            found = copy.unfinished()
            assert (copy.history(10), found and found.events) == (journal.history(10), played().events[:12])
        content = target.read_bytes()
        assert b"x" * 32 not in content
        assert run("backup", target, "--journal", path) == 2
        assert (target.read_bytes(), "exists already" in capsys.readouterr().err) == (content, True)
    assert not list(path.parent.glob("copy.sqlite?*"))


def test_a_backup_names_damaged_games_and_keeps_them_as_they_are(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("UPDATE events SET json = '{}' WHERE game = 1 AND number = 5")
    target = path.with_name("copy.sqlite")
    assert run("backup", target, "--journal", path) == 1
    said = capsys.readouterr()
    assert (said.err.count("\n"), f"game 1 in {target} is" in said.err, "from event 5 on" in said.err) == (
        1,
        True,
        True,
    )
    with Journal.read(target) as copy:
        assert len(copy.history(10)) == 1


def test_a_backup_that_cannot_be_written_says_so(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for target in ["none/copy", "journal.sqlite/copy"]:
        assert run("backup", path.parent / target, "--journal", path) == 2
        assert "cannot be written" in capsys.readouterr().err, target


def test_a_backup_takes_the_place_of_what_it_holds_all_of(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target, before = path.with_name("copy.sqlite"), games(path)
    run("backup", target, "--journal", path)
    for place in (path, path.parent / "new" / "journal.sqlite"):
        assert run("restore", target, "--journal", place) == 0
        assert games(place) == before
    assert "What it replaced is kept as" in capsys.readouterr().out
    (aside,) = path.parent.glob("journal.sqlite.replaced-*")
    assert games(aside) == before
    with Journal.open(path) as journal:
        journal.refuse_lost_events()
        alone = path.read_bytes()
    path.write_bytes(alone)
    with pytest.raises(JournalError) as caught:
        Journal.read(path)
    assert caught.value.trouble is Trouble.LOG_MISSING
    assert run("restore", target, "--journal", path) == 0
    assert games(path) == before


def test_games_that_the_backup_lacks_are_replaced_only_on_request(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = path.with_name("copy.sqlite")
    run("backup", target, "--journal", path)
    with Journal.open(path) as journal:
        left = journal.unfinished()
        assert left is not None
        journal.append(left.game, played().events[9:10], BEGUN)
        keep(journal, played(seed=OTHER), "2026-11-22T12:00:00Z")
    with closing(sqlite3.connect(target)) as database, database:
        database.execute("UPDATE events SET json = '{}' WHERE game = 1 AND number = 5")
    before = games(path)
    assert run("restore", target, "--journal", path) == 2
    said = capsys.readouterr().err
    assert ("1, 2, 3;" in said, "--replace" in said, games(path)) == (True, True, before)
    assert not list(path.parent.glob("*.replaced-*"))
    assert run("restore", target, "--journal", path, "--replace") == 1
    (aside,) = path.parent.glob("journal.sqlite.replaced-*")
    assert games(aside) == before
    with Journal.open(path) as journal:
        journal.refuse_lost_events()  # the note of the newer journal is gone, too
        assert len(journal.history(10)) == 1


def test_a_refused_restore_leaves_nothing_beside_either_file(path: Path) -> None:
    older = path.with_name("older.sqlite")
    older.write_bytes(path.read_bytes())
    with Journal.open(path) as journal:
        keep(journal, played(seed=OTHER), "2026-11-22T12:00:00Z")
    before = set(path.parent.iterdir())
    assert run("restore", older, "--journal", path) == 2
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("DROP TABLE events")
    assert run("restore", older, "--journal", path) == 2
    assert set(path.parent.iterdir()) == before


def test_a_folder_is_no_backup(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for backup in [".", "/"]:
        assert run("restore", backup, "--journal", path) == 2
        said = capsys.readouterr().err
        assert said.startswith("companion restore: "), backup
        assert said.count("\n") == 1, backup


def test_no_backup_is_restored_under_an_open_table(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = path.with_name("copy.sqlite")
    run("backup", target, "--journal", path)
    for words in ([], ["--replace"]):
        with Journal.open(path):
            assert run("restore", target, "--journal", path, *words) == 2
        assert "in use by another companion" in capsys.readouterr().err
    assert not list(path.parent.glob("*.new"))


def test_a_damaged_journal_is_replaced_on_request_and_a_foreign_file_never(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target, before = path.with_name("copy.sqlite"), games(path)
    run("backup", target, "--journal", path)
    path.write_bytes(b"Dear diary,\n" * 500)
    assert run("restore", target, "--journal", path) == 2
    assert run("restore", path, "--journal", target) == 2
    assert run("restore", target, "--journal", path, "--replace") == 0
    (aside,) = path.parent.glob("journal.sqlite.damaged-*[0-9]")
    assert (games(path), aside.read_bytes()[:5]) == (before, b"Dear ")
    path.unlink()
    with closing(sqlite3.connect(path)) as database:
        database.execute("CREATE TABLE moz_places (url TEXT)")
    assert run("restore", target, "--journal", path, "--replace") == 2
    assert "another program" in capsys.readouterr().err


def test_a_journal_that_was_killed_is_replaced_with_its_log(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = path.with_name("copy.sqlite")
    run("backup", target, "--journal", path)
    child = os.fork()
    if child == 0:
        journal = Journal.open(path)
        keep(journal, played(seed=OTHER), "2026-11-22T12:00:00Z")
        os._exit(0)
    os.waitpid(child, 0)
    log = path.with_name("journal.sqlite-wal")
    assert log.stat().st_size
    with Journal.read(path) as reader:
        reader.connection.execute("BEGIN")
        assert len(reader.history(10)) == 2
        assert run("restore", target, "--journal", path, "--replace") == 2
        assert "in use" in capsys.readouterr().err
        reader.connection.execute("COMMIT")
        assert run("restore", target, "--journal", path, "--replace") == 0
        assert not log.exists()
    assert games(path) == games(target)


def test_a_journal_is_no_backup_of_itself(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = path.read_bytes()
    assert run("restore", path, "--journal", path, "--replace") == 2
    assert "is the journal itself: name a backup of it" in capsys.readouterr().err
    assert path.read_bytes() == before
    assert list(path.parent.glob("*replaced*")) == []
