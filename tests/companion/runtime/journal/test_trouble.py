"""The journal on a bad day: damaged, locked, on a full or read-only disk, or not a journal at all."""

import os
import resource
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from socket import AF_UNIX, socket

import pytest

from companion.core.journal_error import JournalError, Trouble
from companion.runtime.journal import Journal, quarantine

NOW = "2026-11-21T18:31:00Z"
ROLL = {"event": "roll", "dice": [1, 4, 5]}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite"


@contextmanager
def refused(trouble: Trouble, path: Path) -> Iterator[None]:
    """Expects one friendly sentence of that kind that names the file."""
    with pytest.raises(JournalError) as caught:
        yield
    assert (caught.value.trouble, caught.value.path) == (trouble, path)
    assert str(caught.value) == trouble.format(path=path)


def filled(path: Path) -> bytes:
    """A closed journal with an open game of 200 events; what is in the file."""
    with Journal.open(path) as journal:
        game = journal.begin({"game": "claimit"}, bytes(32), NOW)
        journal.append(game, [ROLL] * 200, NOW)
    return path.read_bytes()


def other_database(path: Path, *statements: str) -> bytes:
    """An SQLite file of somebody else's; what is in it."""
    with closing(sqlite3.connect(path)) as db:
        for statement in statements:
            db.execute(statement)
    return path.read_bytes()


def test_a_file_that_is_no_database_is_refused_and_left_as_it_is(path: Path) -> None:
    for content in [b"Dear diary,\n" * 500, bytes(8192), b"SQLite format 3\0" + bytes(4080)]:
        path.write_bytes(content)
        with refused(Trouble.DAMAGED, path):
            Journal.open(path)
        assert path.read_bytes() == content


@pytest.mark.parametrize("page", [1, 2, 4, 5, 6])
def test_damage_is_found_at_opening_and_the_file_is_left_as_it_is(path: Path, page: int) -> None:
    content = bytearray(filled(path))
    content[page * 512 : (page + 1) * 512] = b"\xa5" * 512
    path.write_bytes(content)
    with refused(Trouble.DAMAGED, path):
        Journal.open(path)
    assert path.read_bytes() == content


def test_the_log_of_a_damaged_journal_is_left_as_it_is(path: Path, tmp_path: Path) -> None:
    content = bytearray(filled(path))
    with Journal.open(path) as journal:
        journal.begin({}, bytes(32), NOW)
        log = path.with_name("journal.sqlite-wal").read_bytes()
    copy, copied_log = tmp_path / "copy", tmp_path / "copy-wal"
    content[4096:5120] = b"\xa5" * 1024
    copy.write_bytes(bytes(content))
    copied_log.write_bytes(log)
    with refused(Trouble.DAMAGED, copy):
        Journal.open(copy)
    assert (copy.read_bytes(), copied_log.read_bytes()) == (bytes(content), log)


def test_a_file_that_was_cut_off_is_refused(path: Path) -> None:
    path.write_bytes(filled(path)[: 4 * 1024])
    with refused(Trouble.DAMAGED, path):
        Journal.open(path)


@pytest.mark.parametrize(
    "rubbish",
    [
        "UPDATE events SET json = '{' WHERE number = 100",
        "UPDATE events SET json = CAST(x'ff' AS TEXT) WHERE number = 100",
        "UPDATE events SET json = '[]' WHERE number = 100",
        "UPDATE events SET json = replace(hex(zeroblob(30000)), '0', '[') WHERE number = 100",
        "UPDATE events SET json = replace(json, '4', '6') WHERE number = 100",
        "UPDATE events SET at = replace(at, '18', '19') WHERE number = 100",
        "DELETE FROM events WHERE number = 100",
        "UPDATE events SET number = 1000 WHERE number = 100",
    ],
)
def test_damage_that_is_met_while_reading_is_told(path: Path, rubbish: str) -> None:
    filled(path)
    other_database(path, rubbish, "COMMIT")
    with Journal.open(path) as journal:
        found = journal.unfinished()
    assert found is not None
    assert (found.damaged, len(found.events)) == (100, 99)


@pytest.mark.parametrize("rubbish", ["UPDATE games SET lineup = '{'", "UPDATE games SET lineup = 'null'"])
def test_a_damaged_line_up_of_the_last_game_is_told(path: Path, rubbish: str) -> None:
    filled(path)
    other_database(path, rubbish, "COMMIT")
    with Journal.open(path) as journal, refused(Trouble.DAMAGED, path):
        journal.last_lineup()


def test_the_file_of_another_program_is_refused_and_left_as_it_is(path: Path) -> None:
    content = other_database(path, "CREATE TABLE moz_places (url TEXT)")
    with refused(Trouble.FOREIGN, path):
        Journal.open(path)
    assert path.read_bytes() == content


def test_a_newer_journal_is_refused_and_left_as_it_is(path: Path) -> None:
    filled(path)
    content = other_database(path, "PRAGMA user_version = 3")
    with refused(Trouble.NEWER, path):
        Journal.open(path)
    assert path.read_bytes() == content


def test_an_empty_file_becomes_a_journal(path: Path) -> None:
    path.touch()
    with Journal.open(path) as journal:
        assert journal.history(1) == ()


def test_the_journal_of_a_running_table_can_be_read(path: Path) -> None:
    with Journal.open(path) as journal:
        game = journal.begin({}, bytes(32), NOW)
        journal.append(game, [ROLL], NOW)
        with Journal.read(path) as reader:
            journal.append(game, [ROLL], NOW)
            assert reader.events(game) == (ROLL, ROLL)


def test_a_reader_cannot_write(path: Path) -> None:
    filled(path)
    with Journal.read(path) as reader, refused(Trouble.READ_ONLY, path):
        reader.begin({}, bytes(32), NOW)


def test_a_journal_in_a_folder_that_cannot_be_written_is_read(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    filled(path)
    there = sorted(path.parent.iterdir())
    monkeypatch.setattr("os.access", lambda folder, _: folder != path.parent)
    with Journal.read(path) as reader:
        assert reader.unfinished() is not None
        assert sorted(path.parent.iterdir()) == there


def test_reading_a_journal_that_is_not_there_says_so(path: Path) -> None:
    with refused(Trouble.MISSING, path):
        Journal.read(path)
    assert not path.exists()


def test_a_folder_that_cannot_be_written_is_told() -> None:
    for tree in ["/sys", "/proc"]:
        path = Path(tree, "companion", "journal.sqlite")
        with refused(Trouble.READ_ONLY, path):
            Journal.open(path)


def test_what_is_no_file_is_called_what_it_is(path: Path) -> None:
    folder, pipe, bound = path.with_name("folder"), path.with_name("pipe"), path.with_name("socket")
    folder.mkdir()
    os.mkfifo(pipe)
    with socket(AF_UNIX) as listening:
        listening.bind(str(bound))
    for there, trouble in ((folder, Trouble.FOLDER), (pipe, Trouble.SPECIAL), (bound, Trouble.SPECIAL)):
        for opens in (Journal.open, Journal.read):
            with refused(trouble, there):
                opens(there)


def test_a_full_disk_leaves_nothing_half_written(path: Path) -> None:
    with Journal.open(path) as journal:
        game = journal.begin({}, bytes(32), NOW)
        journal.append(game, [ROLL], NOW)
        journal._db.execute("PRAGMA max_page_count = 8")
        with refused(Trouble.FULL, path):
            journal.append(game, [ROLL] * 500, NOW)
        assert journal.events(game) == (ROLL,)


def test_a_journal_goes_on_when_there_is_room_again(path: Path) -> None:
    with Journal.open(path) as journal:
        game = journal.begin({}, bytes(32), NOW)
        journal._db.execute("PRAGMA max_page_count = 8")
        with refused(Trouble.FULL, path):
            journal.append(game, [ROLL] * 500, NOW)
        journal._db.execute("PRAGMA max_page_count = 1000000")
        journal.append(game, [ROLL] * 500, NOW)
        assert journal.events(game) == (ROLL,) * 500


@contextmanager
def no_file_longer_than(size_bytes: int) -> Iterator[None]:
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size_bytes, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_a_write_cut_off_by_the_system_leaves_the_journal_usable(path: Path) -> None:
    with Journal.open(path) as journal:
        game = journal.begin({}, bytes(32), NOW)
        log_bytes = path.with_name("journal.sqlite-wal").stat().st_size
        with no_file_longer_than(log_bytes + 500), refused(Trouble.FAILING, path):
            journal.append(game, [ROLL], NOW)
        journal.append(game, [ROLL, ROLL], NOW)
    with Journal.open(path) as again:
        assert again.events(game) == (ROLL, ROLL)


def test_a_disk_without_room_for_the_index_of_the_log_is_full(path: Path) -> None:
    filled(path)
    with no_file_longer_than(20_000), refused(Trouble.FULL, path):
        Journal.open(path)


def test_a_journal_set_aside_is_whole_under_its_new_name(path: Path) -> None:
    content = filled(path)
    aside = quarantine(path, NOW)
    assert (aside.name, aside.read_bytes()) == ("journal.sqlite.damaged-2026-11-21", content)
    with Journal.open(path) as journal:
        assert journal.unfinished() is None


def test_what_belongs_to_a_journal_is_set_aside_with_it(path: Path) -> None:
    for part in ("", "-wal", "-shm"):
        path.with_name(path.name + part).write_text(part)
    aside = quarantine(path, NOW)
    assert [aside.with_name(aside.name + part).read_text() for part in ("", "-wal", "-shm")] == ["", "-wal", "-shm"]


def test_a_second_journal_set_aside_on_a_day_gets_a_name_of_its_own(path: Path) -> None:
    path.with_name("journal.sqlite.damaged-2026-11-21-2-wal").touch()
    names = []
    for _ in range(2):
        filled(path)
        names.append(quarantine(path, NOW).name)
    assert names == ["journal.sqlite.damaged-2026-11-21", "journal.sqlite.damaged-2026-11-21-3"]
