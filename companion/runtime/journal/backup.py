"""A copy of a whole journal in one file, and the way back from it.

SQLite's own backup copies what one transaction sees, also while a companion plays on the journal. The copy is made
under another name and gets its own when it is whole. It has no log beside it, and is marked as closed.

A restored copy takes the place of the journal in one step, after a copy of the journal has been kept aside. So a kill
anywhere leaves the one or the other; only a damaged journal, which nothing can copy, is renamed before.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, nullcontext, suppress
from pathlib import Path
from typing import NamedTuple

from companion.core.journal_error import JournalError, Trouble
from companion.runtime.journal import files as journal_files
from companion.runtime.journal.errors import translate_errors
from companion.runtime.journal.schema import check, connect, copy_to, mark_closed
from companion.runtime.journal.store import Journal
from companion.runtime.journal.write_ahead_log import refuse_damaged_log

OWNERS_ONLY = 0o600
"""It holds the seed of the game that is played."""

_GAMES = """SELECT begun_at, seed, (SELECT ifnull(max(number), 0) FROM events WHERE game = id), status = 'finished', id
    FROM games"""


class LackingGames(Exception):
    """A backup lacks games, or their newest events, of the journal that it is to replace.

    Attributes:
        games: their numbers in the journal.
    """

    def __init__(self, games: tuple[int, ...]) -> None:
        super().__init__(games)
        self.games = games


class Restored(NamedTuple):
    """What came of restoring."""

    games: int
    aside: Path | None
    """Where the journal is that was replaced; None: there was none."""
    damaged: tuple[JournalError, ...]
    """The damaged games of the backup."""


def back_up(journal: Journal, target: Path) -> tuple[JournalError, ...]:
    """Copies an open journal into a new file that its owner alone can read; returns its damaged games.

    Raises:
        FileExistsError: something has this name.
        OSError: the file cannot be written.
        JournalError: the journal cannot be read.
    """
    # Taken at once, so that two backups never meet under one name.
    os.close(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, OWNERS_ONLY))
    try:
        with _copied(journal.connection, target) as new:
            new.replace(target)
        with Journal.read(target) as copy:
            return copy.damaged_games()
    except BaseException:
        target.unlink()
        raise


def restore(backup: Path, path: Path, at: str, *, replaces: bool = False) -> Restored:
    """Puts a backup in the place of a journal that nobody has open, if there is one, and keeps that journal aside.

    With `replaces` the journal may be damaged, or hold games that the backup lacks.

    Raises:
        LackingGames: the journal holds games that the backup lacks.
        JournalError: above all `LOCKED`; also that the backup cannot be read.
    """
    file = journal_files.resolved(path)
    with _without_index(backup), _without_index(file), Journal.read(backup) as source:
        aside = _set_damaged_aside(path, at, source) if replaces else None
        with (
            translate_errors(path),
            journal_files.locked(file) as lock,
            journal_files.file_locked(file) if file.is_file() else nullcontext(),
        ):
            journal_files.refuse_no_file(file)
            journal_files.refuse_second_name(file)
            journal_files.refuse_emptied(file)
            refuse_damaged_log(file)
            if file.is_file():
                check(file, accepts_missing_log=True)  # a copy without its log is what a backup is wanted for
            owner = file.stat() if file.is_file() else None
            with _copied(source.connection, file) as new:
                if owner is not None and owner.st_size:
                    aside = _keep_aside(file, source, at, replaces=replaces)
                    new.chmod(owner.st_mode & 0o777)
                if os.geteuid() == 0:
                    # What root restores belongs to the service's user, who could not open it otherwise.
                    belongs = owner or file.parent.stat()
                    os.chown(new, belongs.st_uid, belongs.st_gid)
                    os.fchown(lock, belongs.st_uid, belongs.st_gid)
                new.replace(file)
            os.ftruncate(lock, 0)  # what it notes was of the other journal
        return Restored(len(_games(source.connection)), aside, source.damaged_games())


@contextmanager
def _without_index(path: Path) -> Iterator[None]:
    """Removes the log and the index again that reading a file leaves beside it, if there were none.

    SQLite does so itself, with its own locks, as the last connection closes that may write; the log is empty.
    """
    with translate_errors(path):
        file = journal_files.resolved(path)
        log = journal_files.beside(file, "-wal") if file.is_file() else None
        was_there = log is None or log.exists()
    try:
        yield
    finally:
        if log and not was_there and log.is_file() and log.stat().st_size == 0:
            with suppress(sqlite3.Error), closing(connect(file)) as db:
                db.execute("PRAGMA user_version").fetchone()


def _set_damaged_aside(path: Path, at: str, source: Journal) -> Path | None:
    """Renames a journal that cannot be copied; returns where it is, None if it can be, or is none."""
    try:
        Journal.read(path).close()
    except JournalError as error:
        if error.trouble is Trouble.DAMAGED:
            with _copied(source.connection, journal_files.resolved(path)):
                pass  # there is room for the backup: else the place would stay empty
            return journal_files.quarantine(path, at)
    return None


def _keep_aside(file: Path, source: Journal, at: str, *, replaces: bool) -> Path:
    """Copies the journal, and leaves it without a log, which SQLite would take for that of the restored file."""
    with closing(connect(file)) as db:
        unsound = {error.game for error in source.damaged_games()}
        has = {key: kept for key, (kept, number) in _games(source.connection).items() if number not in unsound}
        lacking = [number for key, (kept, number) in _games(db).items() if has.get(key, ()) < kept]
        if lacking and not replaces:
            raise LackingGames(tuple(sorted(lacking)))
        aside = journal_files.free_name(file, "replaced", at)
        with _copied(db, aside) as copy:
            copy.replace(aside)
        mark_closed(db)
        if db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]:
            aside.unlink()  # nothing is restored: the journal stays where it is
            raise JournalError(Trouble.LOCKED, file)  # somebody reads what only the log holds
    for part in journal_files.PARTS:
        journal_files.beside(file, part).unlink(missing_ok=True)
    return aside


def _games(db: sqlite3.Connection) -> dict[tuple[object, ...], tuple[tuple[int, ...], int]]:
    """Returns by time and seed of each game how far it is kept, and its number."""
    return {(begun_at, seed): ((events, ended), number) for begun_at, seed, events, ended, number in db.execute(_GAMES)}


@contextmanager
def _copied(db: sqlite3.Connection, target: Path) -> Iterator[Path]:
    """Yields a whole copy beside the target, to be renamed; removes what is left of it."""
    new = journal_files.beside(target, ".new")
    new.unlink(missing_ok=True)
    os.close(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, OWNERS_ONLY))
    try:
        with translate_errors(target):
            copy_to(db, new)
        yield new
    finally:
        for part in ("", "-journal", *journal_files.PARTS):
            journal_files.beside(new, part).unlink(missing_ok=True)
