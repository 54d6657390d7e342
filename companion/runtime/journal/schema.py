"""The tables of a journal's file: creates them, and checks whether a file has them."""

from __future__ import annotations

import os
import re
import sqlite3
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import NamedTuple

from companion.core.journal_error import JournalError, Trouble
from companion.runtime.journal.files import LOG_KEPT_BYTES, beside
from companion.runtime.journal.write_ahead_log import HEADER_BYTES

_APPLICATION = 0x434C4D49  # "CLMI", in the file's header

_VERSION = 2
_TABLES = (
    """CREATE TABLE games (
        id INTEGER PRIMARY KEY, status TEXT NOT NULL DEFAULT 'open', seen INTEGER NOT NULL DEFAULT 0,
        begun_at TEXT NOT NULL, ended_at TEXT, seed BLOB NOT NULL, lineup TEXT NOT NULL, summary TEXT
    ) STRICT""",
    "CREATE INDEX games_by_status ON games (status)",
    """CREATE TABLE events (
        game INTEGER NOT NULL REFERENCES games, number INTEGER NOT NULL, json TEXT NOT NULL, at TEXT NOT NULL,
        PRIMARY KEY (game, number)
    ) STRICT, WITHOUT ROWID""",
    """CREATE TABLE checksums (
        game INTEGER NOT NULL, number INTEGER NOT NULL, value INTEGER NOT NULL, PRIMARY KEY (game, number)
    ) STRICT, WITHOUT ROWID""",
)

# A checksum of no game: whether newer content may be in the log next to the file.
_MARK = "INSERT OR REPLACE INTO checksums VALUES (0, 0, ?)"
_MARKED_OPEN = "SELECT 1 FROM checksums WHERE game = 0 AND number = 0 AND value != 0"

# The smallest pages: a commit writes each page it touched whole, and an event touches one, its checksum another.
_PAGE_SIZE = "PRAGMA page_size = 512"
_PRAGMAS = (
    _PAGE_SIZE,
    "PRAGMA journal_mode = WAL",
    # FULL syncs the log at every commit. NORMAL, the usual choice with WAL, syncs at checkpoints only: a pulled plug
    # would take back rolls that were shown.
    "PRAGMA synchronous = FULL",
    # 1 MB of log. SQLite's default is 1,000 pages of 4,096 bytes.
    "PRAGMA wal_autocheckpoint = 2000",
    f"PRAGMA journal_size_limit = {LOG_KEPT_BYTES}",
    "PRAGMA foreign_keys = ON",
)

_CHECKED_BYTES = 1 << 20
"""The largest file, in bytes, that is checked completely when it is opened; in a larger one, damage shows when read.

The table of games is always checked with its index, which holds the status of each game again: one changed bit could
hide a game, and what is not found is never read. On a laptop that takes 40 ms for 10,000
games, a complete check 600 ms.
"""

_DISK_ERROR = re.compile(r"error code=(\d+)")
"""Finds in the answer of SQLite's check that the disk could not read a page."""


def connect(path: Path, mode: str = "") -> sqlite3.Connection:
    """Opens the file; `mode` is a query of SQLite's URI."""
    uri = path.absolute().as_uri() + mode
    # No isolation level: transactions are begun by hand (`BEGIN IMMEDIATE`). Not bound to a thread: the page reads
    # journals in a pool of threads, one thread at a time.
    db = sqlite3.connect(uri, uri=True, timeout=1, isolation_level=None, check_same_thread=False)
    db.text_factory = _text
    return db


def _text(content: bytes) -> str | bytes:
    """Returns a text; where a bit has flipped and it is none any more, its bytes, so that the other rows are read."""
    try:
        return content.decode()
    except UnicodeDecodeError:
        return content


def to_read(path: Path) -> str:
    """Returns the URI's query for reading: a reader also creates files beside it, unless nothing there can change."""
    changes = os.access(path.parent, os.W_OK) or beside(path, "-wal").exists()
    return "?mode=ro" if changes else "?immutable=1"


def check(path: Path, *, accepts_missing_log: bool = False) -> None:
    """Checks that this is an undamaged journal of this version; changes nothing.

    Raises:
        JournalError: it is not.
    """
    with closing(connect(path, to_read(path))) as db:
        found, ours = _schema(db), _known()
        if found and _number(db, "application_id") != _APPLICATION:
            raise JournalError(Trouble.DAMAGED if found & ours else Trouble.FOREIGN, path)
        # The version before the tables: those of another version are no damage.
        version = _number(db, "user_version")
        if found and version != _VERSION:
            raise JournalError(Trouble.NEWER if version > _VERSION else Trouble.OUTDATED, path)
        if found != ours:
            raise JournalError(Trouble.DAMAGED, path)
        if not accepts_missing_log and _lacks_log(db, path):
            raise JournalError(Trouble.LOG_MISSING, path)
        check_pages(db, path, "1" if path.stat().st_size <= _CHECKED_BYTES else "games")


def _lacks_log(db: sqlite3.Connection, path: Path) -> bool:
    """Returns whether the file was open when it was copied, or its log removed: its newest content is elsewhere."""
    marked = db.execute(_MARKED_OPEN).fetchone() is not None
    log = beside(path, "-wal")
    # In this order: whoever opens the journal now has written to its log before the mark is in the file. A reader
    # leaves an empty log.
    return marked and not (log.exists() and log.stat().st_size > HEADER_BYTES)


def empty_journal() -> bytes:
    """Returns the file of a journal without games: made at once, it is never seen without its tables."""
    with closing(sqlite3.connect(":memory:")) as db:
        stamps = (f"PRAGMA application_id = {_APPLICATION}", f"PRAGMA user_version = {_VERSION}")
        for statement in (_PAGE_SIZE, *_TABLES, *stamps):
            db.execute(statement)
        made = bytearray(db.serialize())
    # Written for WAL from the start: SQLite would write the file anew to change that
    # (https://www.sqlite.org/fileformat2.html, "File format version numbers").
    made[18:20] = b"\2\2"
    return bytes(made)


def prepare(db: sqlite3.Connection) -> None:
    """Marks the file as open; fails if it cannot be written at all."""
    for pragma in _PRAGMAS:
        db.execute(pragma)
    with db:
        db.execute("BEGIN IMMEDIATE")
        db.execute(_MARK, (True,))
    copy_log(db)


def copy_log(db: sqlite3.Connection) -> bool:
    """Copies the log into the file; returns whether all of it: a reader of an older state keeps the rest back."""
    busy, frames, copied = db.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()  # the other kinds wait for readers
    return not busy and frames == copied


def mark_closed(db: sqlite3.Connection) -> None:
    """Copies the log into the file, and then marks the file: it is whole without the log."""
    # In two steps: a kill while everything is copied must not leave the mark in a file that is not whole.
    if copy_log(db):
        db.execute(_MARK, (False,))
        copy_log(db)


def copy_to(db: sqlite3.Connection, path: Path) -> None:
    """Copies what this connection sees into a file, which is whole by itself: it has no log and no mark."""
    with closing(connect(path)) as copy:
        db.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")
        copy.execute(_MARK, (False,))


def check_pages(db: sqlite3.Connection, path: Path, scope: str = "1") -> None:
    """Sees that SQLite finds no fault in the file.

    The scope is a table, which is looked at with its indexes; "1": all. Raises JournalError: `DAMAGED` or `FAILING`.
    """
    (found,) = db.execute(f"PRAGMA integrity_check({scope})").fetchone()
    if found != "ok":
        disk = _DISK_ERROR.search(str(found))
        failing = disk is not None and int(disk[1]) & 0xFF == sqlite3.SQLITE_IOERR
        raise JournalError(Trouble.FAILING if failing else Trouble.DAMAGED, path)


class _Made(NamedTuple):
    """An entry of SQLite's schema: a table or an index."""

    kind: str
    name: str
    table: str
    statement: str


def _schema(db: sqlite3.Connection) -> set[_Made]:
    """Returns the file's schema; SQLite itself accepts one in which a letter has changed."""
    rows = db.execute("SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%'")
    return {_Made(kind, name, table, " ".join(str(statement).split())) for kind, name, table, statement in rows}


@cache
def _known() -> frozenset[_Made]:
    with closing(sqlite3.connect(":memory:")) as db:
        for statement in _TABLES:
            db.execute(statement)
        return frozenset(_schema(db))


def _number(db: sqlite3.Connection, pragma: str) -> int:
    value: int = db.execute(f"PRAGMA {pragma}").fetchone()[0]
    return value
