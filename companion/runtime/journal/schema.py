"""The tables of a journal's file: creates them, and checks whether a file has them."""

from __future__ import annotations

import os
import re
import sqlite3
from contextlib import closing
from functools import cache
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from companion.core.journal_error import JournalError, Trouble
from companion.runtime.journal.files import LOG_KEPT_BYTES, beside

if TYPE_CHECKING:
    from pathlib import Path

_APPLICATION = 0x434C4D49  # "CLMI", in the file's header

# Version 1. A later version is one more step; a file of an older one is brought up to date as it is opened.
_STEPS = (
    (
        """CREATE TABLE games (
            id INTEGER PRIMARY KEY, status TEXT NOT NULL DEFAULT 'open', seen INTEGER NOT NULL DEFAULT 0,
            begun_at TEXT NOT NULL, ended_at TEXT, seed BLOB NOT NULL, lineup TEXT NOT NULL, summary TEXT
        ) STRICT""",
        "CREATE INDEX games_by_status ON games (status)",
        """CREATE TABLE events (
            game INTEGER NOT NULL REFERENCES games, number INTEGER NOT NULL, json TEXT NOT NULL, at TEXT NOT NULL,
            PRIMARY KEY (game, number)
        ) STRICT, WITHOUT ROWID""",
    ),
)

# Beside the versions: the first one plays on a file that has this table too, and leaves it alone.
_CHECKSUMS = """CREATE {temporary} TABLE checksums (
        game INTEGER NOT NULL, number INTEGER NOT NULL, value INTEGER NOT NULL, PRIMARY KEY (game, number)
    ) STRICT, WITHOUT ROWID"""

# The smallest pages: a commit writes each page it touched whole, and an event touches one, its checksum another.
_PRAGMAS = (
    "PRAGMA page_size = 512",
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
    db.text_factory = bytes.decode  # its errors, unlike SQLite's own, tell damage
    return db


def to_read(path: Path) -> str:
    """Returns the URI's query for reading: a reader also creates files beside it, unless nothing there can change."""
    changes = os.access(path.parent, os.W_OK) or beside(path, "-wal").exists()
    return "?mode=ro" if changes else "?immutable=1"


def check(path: Path) -> None:
    """Checks that this is an undamaged journal of a known version, or an empty file; changes nothing.

    Raises:
        JournalError: it is not.
    """
    with closing(connect(path, to_read(path))) as db:
        found = _schema(db)
        ours = _known() if found else frozenset()  # 0.5 ms, for which the first frame on a new file need not wait
        if found and _number(db, "application_id") != _APPLICATION:
            raise JournalError(Trouble.DAMAGED if found & ours else Trouble.FOREIGN, path)
        # Newer before damaged: tables that this version does not know are no damage.
        if _number(db, "user_version") > len(_STEPS):
            raise JournalError(Trouble.NEWER, path)
        if found and (not found <= ours or {row for row in ours if row.name != "checksums"} - found):
            raise JournalError(Trouble.DAMAGED, path)
        check_pages(db, path, "1" if path.stat().st_size <= _CHECKED_BYTES else "games")


def prepare(db: sqlite3.Connection) -> None:
    """Brings the file to this version; fails if it cannot be written at all."""
    for pragma in _PRAGMAS:
        db.execute(pragma)
    with db:
        db.execute("BEGIN IMMEDIATE")
        if missing := _STEPS[_number(db, "user_version") :]:
            stamps = (f"PRAGMA application_id = {_APPLICATION}", f"PRAGMA user_version = {len(_STEPS)}")
            for statement in (*chain(*missing), *stamps):
                db.execute(statement)
        if not _has_checksums(db):
            db.execute(_CHECKSUMS.format(temporary=""))


def prepare_to_read(db: sqlite3.Connection) -> None:
    """Gives the connection an empty table of checksums if an older version wrote the file."""
    if not _has_checksums(db):
        db.execute("PRAGMA temp_store = MEMORY")
        db.execute(_CHECKSUMS.format(temporary="TEMPORARY"))


def check_pages(db: sqlite3.Connection, path: Path, scope: str = "1") -> None:
    """Sees that SQLite finds no fault in the file.

    Args:
        db: the connection to it.
        path: its name.
        scope: a table, which is looked at with its indexes; "1": all.

    Raises:
        JournalError: `DAMAGED` or `FAILING`.
    """
    (found,) = db.execute(f"PRAGMA integrity_check({scope})").fetchone()
    if found != "ok":
        disk = _DISK_ERROR.search(found)
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
    """Returns the schema of a journal."""
    with closing(sqlite3.connect(":memory:")) as db:
        for statement in (*chain(*_STEPS), _CHECKSUMS.format(temporary="")):
            db.execute(statement)
        return frozenset(_schema(db))


def _has_checksums(db: sqlite3.Connection) -> bool:
    return db.execute("SELECT 1 FROM sqlite_schema WHERE name = 'checksums'").fetchone() is not None


def _number(db: sqlite3.Connection, pragma: str) -> int:
    value: int = db.execute(f"PRAGMA {pragma}").fetchone()[0]
    return value
