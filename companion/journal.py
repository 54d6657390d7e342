"""The journal: every game's events, on the disk before their outcome is shown.

One SQLite file in WAL mode. What `append` has returned from survives kill -9 and a pulled plug; what it refused is not
there at all. Games and events are opaque JSON objects; times are UTC texts that the caller read off the clock.
"""

from __future__ import annotations

import errno
import fcntl
import json
import os
import sqlite3
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain, count
from typing import TYPE_CHECKING, Any, NewType, Self

from companion.words import mark

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from engine.game import Json

GameId = NewType("GameId", int)
"""A game in one journal; a later game has a higher one, whatever the clock said."""


class Trouble(StrEnum):
    """What can be wrong with a journal, and the sentence that says so, to be translated."""

    DAMAGED = mark("{path} is damaged, or no journal at all: set it aside (it is kept) and begin a new one")
    FAILING = mark("the disk does not read or write {path} properly: copy what you need and try another one")
    FOREIGN = mark("{path} belongs to another program: name another file for the journal")
    FULL = mark("no room is left on the disk for {path}: make room and try again")
    LOCKED = mark("{path} is in use by another companion: end that one, or name another file for the journal")
    MISSING = mark("{path} holds no journal yet: play a game first, or name another file")
    NEWER = mark("{path} was written by a newer companion: update this one, or name another file for the journal")
    READ_ONLY = mark("{path} cannot be written: see to its permissions, or name another file for the journal")


class JournalError(Exception):
    """The journal cannot do what was asked; nothing was written. Its text is one sentence for people.

    Attributes:
        trouble: which kind it is.
        path: the journal's file.
    """

    def __init__(self, trouble: Trouble, path: Path) -> None:
        super().__init__(trouble.format(path=path))
        self.trouble = trouble
        self.path = path


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A game that can be resumed."""

    game: GameId
    lineup: Json
    seed: bytes
    begun_at: str
    events: tuple[Json, ...]
    seen: int
    """What `Journal.seen` noted last; 0 before."""
    last_at: str
    """When the newest event was appended; before any, when the game was begun."""


@dataclass(frozen=True, slots=True)
class Finished:
    """A line of the history."""

    game: GameId
    lineup: Json
    begun_at: str
    ended_at: str
    summary: Json


_NEWEST = (1 << 63) - 1

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

# Small pages: a commit writes each page it touched whole, and an event touches one.
_PRAGMAS = (
    "PRAGMA page_size = 1024",
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    "PRAGMA wal_autocheckpoint = 1000",
    "PRAGMA journal_size_limit = 4194304",
    "PRAGMA foreign_keys = ON",
)

_CHECKED_BYTES = 1 << 20
"""Up to this size a file is checked whole as it is opened; in a larger one damage is told where it is met."""

_ERRNOS = {
    errno.EACCES: Trouble.READ_ONLY,
    errno.EPERM: Trouble.READ_ONLY,
    errno.EROFS: Trouble.READ_ONLY,
    errno.EEXIST: Trouble.READ_ONLY,  # a file lies where the folder should be
    errno.ENOTDIR: Trouble.READ_ONLY,
    errno.EISDIR: Trouble.READ_ONLY,
    errno.ENOENT: Trouble.MISSING,
    errno.ENOSPC: Trouble.FULL,
    errno.EDQUOT: Trouble.FULL,
    errno.EWOULDBLOCK: Trouble.LOCKED,
    errno.EIO: Trouble.FAILING,
}

_SQLITE_CODES = {
    sqlite3.SQLITE_BUSY: Trouble.LOCKED,
    sqlite3.SQLITE_CANTOPEN: Trouble.READ_ONLY,
    sqlite3.SQLITE_CORRUPT: Trouble.DAMAGED,
    sqlite3.SQLITE_FULL: Trouble.FULL,
    sqlite3.SQLITE_IOERR: Trouble.FAILING,
    sqlite3.SQLITE_IOERR_SHMSIZE: Trouble.FULL,  # no room for the index of its log
    sqlite3.SQLITE_NOTADB: Trouble.DAMAGED,
    sqlite3.SQLITE_READONLY: Trouble.READ_ONLY,
}


class Journal:
    """An open journal. Any thread may call it, one at a time."""

    def __init__(self, path: Path, db: sqlite3.Connection, resources: ExitStack) -> None:
        self.path = path
        self._db = db
        self._resources = resources

    @classmethod
    def open(cls, path: Path) -> Self:
        """Opens a journal to write; makes it, and its folder, where there is none.

        Raises:
            JournalError: every kind but `MISSING`; at once when another companion has it open.
        """
        with _told(path), ExitStack() as opened:
            opened.enter_context(_locked(path))
            if path.is_file():
                _check(path)
            db = opened.enter_context(closing(_connect(path)))
            _prepare(db)
            return cls(path, db, opened.pop_all())

    @classmethod
    def read(cls, path: Path) -> Self:
        """Opens a journal to read only, also while a companion plays on it.

        Raises:
            JournalError: every kind but `LOCKED`.
        """
        with _told(path), ExitStack() as opened:
            if not path.is_file() or path.stat().st_size == 0:
                raise JournalError(Trouble.MISSING, path)
            _check(path)
            db = opened.enter_context(closing(_connect(path, _reading(path))))
            return cls(path, db, opened.pop_all())

    def close(self) -> None:
        """Lets go of the file. May be called twice."""
        self._resources.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def begin(self, lineup: Json, seed: bytes, at: str) -> GameId:
        """Begins a game.

        Args:
            lineup: who plays what and how; opaque.
            seed: the dice's secret.
            at: now.
        """
        sql = "INSERT INTO games (lineup, seed, begun_at) VALUES (?, ?, ?) RETURNING id"
        with self._writing():
            (number,) = self._db.execute(sql, (_text(lineup), seed, at)).fetchone()
        return GameId(number)

    def append(self, game: GameId, events: Sequence[Json], at: str) -> None:
        """Appends events to a game, all or none; they are on the disk when this returns."""
        with self._writing():
            (last,) = self._db.execute("SELECT ifnull(max(number), 0) FROM events WHERE game = ?", (game,)).fetchone()
            rows = [(game, number, _text(event), at) for number, event in enumerate(events, last + 1)]
            self._db.executemany("INSERT INTO events (game, number, json, at) VALUES (?, ?, ?, ?)", rows)

    def seen(self, game: GameId, number: int) -> None:
        """Notes how far the players have acknowledged the outcomes, as a number whose meaning is the caller's.

        It survives kill -9, but is not forced to the disk: after a pulled plug a page may be shown again.
        """
        self._db.execute("PRAGMA synchronous = NORMAL")
        try:
            with self._writing():
                self._db.execute("UPDATE games SET seen = ? WHERE id = ?", (number, game))
        finally:
            self._db.execute("PRAGMA synchronous = FULL")

    def finish(self, game: GameId, at: str, summary: Json) -> None:
        """Ends a game that has a winner; `summary` is what the history tells of it."""
        self._end(game, "finished", at, _text(summary))

    def discard(self, game: GameId, at: str) -> None:
        """Ends a game that nobody will play on. Its events are kept."""
        self._end(game, "discarded", at, None)

    def unfinished(self) -> Unfinished | None:
        """The newest game that is neither finished nor discarded."""
        sql = """SELECT id, lineup, seed, begun_at, seen, ifnull(
                (SELECT at FROM events WHERE game = id ORDER BY number DESC LIMIT 1), begun_at
            ) FROM games WHERE status = 'open' ORDER BY id DESC LIMIT 1"""
        with _told(self.path):
            found = self._db.execute(sql).fetchone()
            if found is None:
                return None
            game, lineup, seed, begun_at, seen, last_at = found
            return Unfinished(game, _object(lineup), seed, begun_at, self.events(game), seen, last_at)

    def last_lineup(self) -> Json | None:
        """The line-up of the newest game, whatever became of it; None: there has been none."""
        with _told(self.path):
            found = self._db.execute("SELECT lineup FROM games ORDER BY id DESC LIMIT 1").fetchone()
            return None if found is None else _object(found[0])

    def events(self, game: GameId) -> tuple[Json, ...]:
        """All events of a game, in order."""
        with _told(self.path):
            rows = self._db.execute("SELECT json FROM events WHERE game = ? ORDER BY number", (game,))
            return tuple(_object(text) for (text,) in rows)

    def times(self, game: GameId) -> tuple[str, ...]:
        """When each event of a game was appended, in order."""
        with _told(self.path):
            rows = self._db.execute("SELECT at FROM events WHERE game = ? ORDER BY number", (game,))
            return tuple(at for (at,) in rows)

    def history(self, limit: int, before: GameId | None = None) -> tuple[Finished, ...]:
        """A page of the finished games, the newest first.

        Args:
            limit: how many at most.
            before: the last game of the page before this one; None: the first page.
        """
        sql = """SELECT id, lineup, begun_at, ended_at, summary FROM games
            WHERE status = 'finished' AND id < ? ORDER BY id DESC LIMIT ?"""
        with _told(self.path):
            return tuple(
                Finished(game, _object(lineup), begun_at, ended_at, _object(summary))
                for game, lineup, begun_at, ended_at, summary in self._db.execute(
                    sql, (_NEWEST if before is None else before, limit)
                )
            )

    def _end(self, game: GameId, status: str, at: str, summary: str | None) -> None:
        sql = "UPDATE games SET status = ?, ended_at = ?, summary = ? WHERE id = ?"
        with self._writing():
            self._db.execute(sql, (status, at, summary, game))

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """One transaction, all or nothing."""
        with _told(self.path), self._db:
            self._db.execute("BEGIN IMMEDIATE")
            yield


def set_aside(path: Path, at: str) -> Path:
    """Renames a journal, and what belongs to it, to a free name beside it: `journal.sqlite.damaged-2026-11-21`.

    Raises:
        JournalError: above all `LOCKED`, `READ_ONLY` and `MISSING`.
    """
    with _told(path), _locked(path):
        name = f"{path.name}.damaged-{at[:10]}"
        names = (path.with_name(name if n == 1 else f"{name}-{n}") for n in count(1))
        aside = next(free for free in names if not any(_beside(free, part).exists() for part in ("", *_PARTS)))
        for part in filter(lambda part: _beside(path, part).exists(), _PARTS):
            _beside(path, part).rename(_beside(aside, part))
        return path.rename(aside)


_PARTS = ("-wal", "-shm")  # renamed before the file itself: SQLite throws away a log that lies there without its file


def _beside(path: Path, part: str) -> Path:
    return path.with_name(path.name + part)


def _text(value: Json) -> str:
    return json.dumps(value, separators=(",", ":"))


def _object(text: str) -> dict[str, Any]:
    """What `_text` wrote.

    Raises:
        ValueError: it is something else.
    """
    value = json.loads(text)
    if not isinstance(value, dict):
        raise ValueError("no JSON object")  # noqa: TRY004 - the text is wrong, not the call
    return value


@contextmanager
def _told(path: Path) -> Iterator[None]:
    """Turns what the disk and SQLite say into JournalErrors."""
    try:
        yield
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorcode", 0)
        trouble = _SQLITE_CODES.get(code) or _SQLITE_CODES.get(code & 0xFF)
        if trouble is None:
            raise
        raise JournalError(trouble, path) from error
    except OSError as error:
        raise JournalError(_ERRNOS.get(error.errno or 0, Trouble.FAILING), path) from error
    except ValueError as error:  # not UTF-8, or no JSON object
        raise JournalError(Trouble.DAMAGED, path) from error


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Keeps other companions away; the system lets go of the lock however this one ends. Readers need none."""
    path.parent.mkdir(parents=True, exist_ok=True)
    lock = os.open(_beside(path, ".lock"), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    finally:
        os.close(lock)


def _reading(path: Path) -> str:
    """How a journal is opened to read: a reader, too, makes files beside it, unless nothing there can change."""
    changes = os.access(path.parent, os.W_OK) or _beside(path, "-wal").exists()
    return "?mode=ro" if changes else "?immutable=1"


def _connect(path: Path, mode: str = "") -> sqlite3.Connection:
    uri = path.absolute().as_uri() + mode
    db = sqlite3.connect(uri, uri=True, timeout=1, isolation_level=None, check_same_thread=False)
    db.text_factory = bytes.decode  # its errors, unlike SQLite's own, tell damage
    return db


def _check(path: Path) -> None:
    """Sees that this is a sound journal that we can read, or an empty file; changes nothing in it."""
    with closing(_connect(path, _reading(path))) as db:
        ours = _number(db, "application_id") == _APPLICATION
        if not ours and db.execute("SELECT 1 FROM sqlite_schema").fetchone():
            raise JournalError(Trouble.FOREIGN, path)
        if _number(db, "user_version") > len(_STEPS):
            raise JournalError(Trouble.NEWER, path)
        if path.stat().st_size <= _CHECKED_BYTES and db.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
            raise JournalError(Trouble.DAMAGED, path)


def _prepare(db: sqlite3.Connection) -> None:
    """Makes the file what this version writes; finds out whether it can be written at all."""
    for pragma in _PRAGMAS:
        db.execute(pragma)
    with db:
        db.execute("BEGIN IMMEDIATE")
        if missing := _STEPS[_number(db, "user_version") :]:
            stamps = (f"PRAGMA application_id = {_APPLICATION}", f"PRAGMA user_version = {len(_STEPS)}")
            for statement in (*chain(*missing), *stamps):
                db.execute(statement)


def _number(db: sqlite3.Connection, pragma: str) -> int:
    value: int = db.execute(f"PRAGMA {pragma}").fetchone()[0]
    return value
