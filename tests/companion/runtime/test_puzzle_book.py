"""Which puzzles there are, and what the journal keeps of them: over a kill, in a backup, for an older version."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from companion.runtime import puzzle_book
from companion.runtime.journal import Journal
from companion.runtime.journal.backup import back_up, restore
from companion.runtime.puzzle_book import game_to_look_at, keep, read_book
from engine.claimit.puzzles import Answered, shipped_puzzles
from tests.companion.program.played import BEGUN, played
from tests.companion.program.played import keep as keep_game
from tests.engine.claimit_puzzles import BANK, FIELD

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A journal with two finished games."""
    path = tmp_path / "journal.sqlite"
    with Journal.open(path) as journal:
        for day in range(2):
            keep_game(journal, played(("Ann", "Blue"), bytes([day]) * 32))
    return path


def test_without_a_journal_there_are_those_of_the_program() -> None:
    book, shipped = read_book(None), shipped_puzzles()
    assert book.puzzles == shipped
    assert [book.after(""), book.after(shipped[0].name)] == list(shipped[:2])


def test_answers_are_kept_at_once(path: Path) -> None:
    with Journal.open(path) as journal:
        assert read_book(journal).answered == {}
        journal.note_answer(FIELD.name, missed=True)
        journal.note_answer(BANK.name, missed=True)
        journal.note_answer(FIELD.name, missed=False)
        with Journal.read(path) as other:
            assert read_book(other).answered == {
                FIELD.name: Answered(3, missed=False), BANK.name: Answered(2, missed=True)
            }  # fmt: skip


def test_one_s_own_come_first_and_a_game_is_looked_at_once(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Journal.open(path) as journal:
        for game, found in ((2, (BANK,)), (1, ())):
            asked = game_to_look_at(journal, read_book(journal))
            assert asked is not None
            assert asked[0] == game
            assert asked[1][-1]["event"] == "reveal"
            keep(journal, asked[0], found)
        book = read_book(journal)
        assert game_to_look_at(journal, book) is None
        assert book.puzzles[:2] == (BANK, shipped_puzzles()[0])
        monkeypatch.setattr(puzzle_book, "VALUE_NAME", "another")
        anew = read_book(journal)
        assert BANK not in anew.puzzles
        assert game_to_look_at(journal, anew) is not None


def test_a_damaged_row_is_no_puzzle(path: Path) -> None:
    with Journal.open(path) as journal:
        keep(journal, journal.history(1)[0].game, (BANK, FIELD))
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("UPDATE sqlitepuzzles SET told = substr(told, 1, 30) WHERE name = ?", (BANK.name,))
    with Journal.read(path) as journal:
        assert read_book(journal).puzzles == (FIELD, *shipped_puzzles())


def test_a_backup_carries_them(path: Path, tmp_path: Path) -> None:
    with Journal.open(path) as journal:
        keep(journal, journal.history(1)[0].game, (BANK,))
        journal.note_answer(BANK.name, missed=True)
        kept = journal.puzzles()
        back_up(journal, tmp_path / "backup")
    path.unlink()
    restore(tmp_path / "backup", path, BEGUN)
    with Journal.open(path) as journal:
        assert journal.puzzles() == kept != []


def test_versions_before_take_the_table_for_one_of_sqlite_s(path: Path) -> None:
    with Journal.open(path) as journal:
        journal.note_answer(BANK.name, missed=True)
    with closing(sqlite3.connect(path)) as db:
        seen = db.execute("SELECT name FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%'").fetchall()
        assert ("sqlitepuzzles",) not in seen
        assert db.execute("SELECT missed FROM sqlitepuzzles").fetchall() == [(1,)]
