"""The journal: the events of all games, saved to the disk before their outcome is shown. Also its backups.

One SQLite file in WAL mode with `synchronous=FULL`: when `Journal.append` returns, its events survive kill -9 and a
pulled plug; if it raises, none of them is stored. Games and events are opaque JSON objects; times are UTC texts from
the caller.

The events of a game are numbered from 1. Row 0 has its line-up and seed, row -1 its result. Each row has a CRC-32 over
itself and its numbers. SQLite's own check finds broken pages: such a file is renamed, and a new one is started. A wrong
CRC concerns one game: reading reports that game, and the others can be read. SQLite reads a damaged log (`-wal`) up to
the damage without an error, so the events since the previous turn may be lost.
"""

import errno
import fcntl
import json
import logging
import os
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from datetime import datetime
from itertools import count, pairwise
from pathlib import Path
from threading import Lock
from typing import Self
from zlib import crc32

from companion.core.saved_games import (
    DamagedGame,
    Finished,
    GameId,
    JournalError,
    JournalProblem,
    SavedEvents,
    Unfinished,
)
from companion.runtime.clock import utc_now
from engine.game import Json

log = logging.getLogger(__name__)

_APPLICATION = 0x434C4D49  # "CLMI", in the file's header
_VERSION = 3
_TABLES = (
    "CREATE TABLE games (id INTEGER PRIMARY KEY, status TEXT NOT NULL, seen INTEGER NOT NULL) STRICT",
    """CREATE TABLE events (
        game INTEGER NOT NULL, number INTEGER NOT NULL, at TEXT NOT NULL, json TEXT NOT NULL, crc INTEGER NOT NULL,
        PRIMARY KEY (game, number)
    ) STRICT, WITHOUT ROWID""",
)
_WRITE_STAMPS = f"PRAGMA application_id = {_APPLICATION}; PRAGMA user_version = {_VERSION}"
_PAGE_BYTES = 512
"""The smallest page size, because a commit writes each changed page, mostly one for an event."""

_BEGIN, _END = 0, -1
_CHECK = "PRAGMA quick_check(1)"
_CHECKED_BYTES = 1 << 20
"""Maximum size in bytes of a file that is checked before the first frame, which takes 5 ms on a PC."""
_SUFFIXES = ("-wal", "-shm", "")
"""The suffixes of a journal's files. The database is renamed last, so that it keeps its name until then."""

_PROBLEM_BY_ERRNO = {
    errno.EWOULDBLOCK: JournalProblem.LOCKED,
    errno.ENOSPC: JournalProblem.FULL,
    errno.EDQUOT: JournalProblem.FULL,
}
_PROBLEM_BY_SQLITE_CODE = {
    sqlite3.SQLITE_BUSY: JournalProblem.LOCKED,
    sqlite3.SQLITE_LOCKED: JournalProblem.LOCKED,
    sqlite3.SQLITE_FULL: JournalProblem.FULL,
    sqlite3.SQLITE_CANTOPEN: JournalProblem.READ_ONLY,
    sqlite3.SQLITE_IOERR: JournalProblem.READ_ONLY,
    sqlite3.SQLITE_READONLY: JournalProblem.READ_ONLY,
}
"""Any other code is `JournalProblem.DAMAGED`."""


class Journal:
    """An open journal: reads, begins, extends and ends games.

    It can be called from any thread, but only one at a time; `copy_log` and `check` can run during another call.
    """

    def __init__(self, path: Path, file: Path, db: sqlite3.Connection, resources: ExitStack) -> None:
        self.path = path
        self.is_replacement = False
        """Whether the existing file was damaged, and was renamed."""
        self.is_checked = True
        """Whether the file was checked when it was opened; a large file needs `check`."""
        self._file, self._opened_stat = file, file.stat()  # `file` is `path` without symbolic links
        self.connection = db
        self._resources = resources
        self._copying = Lock()
        self._copiers: tuple[sqlite3.Connection, ...] = ()
        """A connection that copies the log, and one that reads so that the log does not restart; none if read-only."""
        self._log_frames = 0

    @classmethod
    def open(cls, path: Path, *, replace_file: bool = False) -> Self:
        """Opens a journal for writing; creates it and its folder if necessary.

        A damaged file is renamed, and a new one is started; `replace_file` does so without a check. Raises
        JournalError, such as `NEWER`, and `LOCKED` without waiting.
        """
        file = _resolved(path)
        with _journal_errors(path), ExitStack() as opened:
            # The file must not be checked while another companion writes to it.
            opened.enter_context(_locked(file))
            is_replacement = replace_file or _is_damaged(file)
            if is_replacement and (kept := _rename(file, "damaged")):
                log.warning("%s was renamed: it is kept as %s", file, kept)
            # SQLite would create a file that all users can read; its seed determines all future rolls.
            os.close(os.open(file, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600))
            db, copier, reader = (opened.enter_context(closing(_connect(file))) for _ in range(3))
            db.execute(f"PRAGMA page_size = {_PAGE_BYTES}")
            db.execute("PRAGMA journal_mode = WAL")
            # FULL syncs the log at every commit. NORMAL, the usual choice with WAL, syncs only at checkpoints: a power
            # failure would undo rolls that were shown.
            db.execute("PRAGMA synchronous = FULL")
            if not _statements(db):
                db.executescript("; ".join(("BEGIN IMMEDIATE", *_TABLES, _WRITE_STAMPS, "COMMIT")))
            # `pop_all` hands everything to the journal; an exception before this line closes it all.
            journal = cls(path, file, db, opened.pop_all())
            journal._copiers = copier, reader
            journal.is_replacement, journal.is_checked = is_replacement, _size_of(file) <= _CHECKED_BYTES
            return journal

    @classmethod
    def read(cls, path: Path) -> Self:
        """Opens a journal for reading only, even if it is in use or damaged. Raises JournalError, such as `NEWER`."""
        file = _resolved(path)
        with _journal_errors(path), ExitStack() as opened:
            if file.exists() and not file.stat().st_size:
                raise JournalError(JournalProblem.DAMAGED, path)  # SQLite would remove the log of an empty file
            # A reader creates files next to it, unless the file is opened as immutable.
            can_create = os.access(file.parent, os.W_OK) or _with_suffix(file, "-wal").exists()
            db = opened.enter_context(closing(_connect(file, "?mode=ro" if can_create else "?immutable=1")))
            _require_journal(file, db)
            return cls(path, file, db, opened.pop_all())

    def check(self) -> None:
        """Checks the whole file. Raises JournalError, such as `DAMAGED`."""
        with _journal_errors(self.path), closing(_connect(self._file, "?mode=ro")) as db:
            if db.execute(_CHECK).fetchone() != ("ok",):
                raise JournalError(JournalProblem.DAMAGED, self.path)

    def close(self) -> None:
        """Copies everything into the file, closes the journal and releases its lock. May be called twice."""
        if self._copiers:
            self._empty_log()
        self._copiers = ()
        self._resources.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def begin(self, lineup: Json, seed: bytes, at: str, events: Iterable[Json] = ()) -> GameId:
        """Begins a game, optionally with events of another journal. The journal does not interpret the line-up."""
        with self._transaction():
            number = self._newest() + 1
            self.connection.execute("INSERT INTO games (id, status, seen) VALUES (?, 'open', 0)", (number,))
            for event_number, value in enumerate(({"lineup": lineup, "seed": seed.hex()}, *events)):
                self._write(number, event_number, at, value)
        return GameId(number)

    def append(self, game: GameId, events: Iterable[Json], at: str) -> None:
        """Appends events to a game, all or none; they are on the disk when it returns."""
        with self._transaction():
            sql = "SELECT max(number) FROM events WHERE game = ?"
            (last,) = self.connection.execute(sql, (game,)).fetchone()
            for number, event in enumerate(events, last + 1):
                self._write(game, number, at, event)

    def replace_lineup(self, game: GameId, lineup: Json) -> None:
        """Replaces the line-up of a game after a change of its players; it is on the disk when this returns."""
        with self._transaction():
            begun_at, start = self.start_of(game)
            self._write(game, _BEGIN, begun_at, {**start, "lineup": lineup})

    def save_ack_cursor(self, game: GameId, number: int) -> None:
        """Stores how far the players have acknowledged the outcomes, as a number that only the caller interprets.

        It survives kill -9, but is not synced to the disk: after a power cut a page may be shown again.
        """
        self.connection.execute("PRAGMA synchronous = NORMAL")
        try:
            with self._transaction():
                self.connection.execute("UPDATE games SET seen = ? WHERE id = ?", (number, game))
        finally:
            self.connection.execute("PRAGMA synchronous = FULL")

    def finish(self, game: GameId, at: str, summary: Json) -> None:
        """Ends a finished game; the history shows its summary, and how long it was played."""
        with self._transaction():
            self._write(game, _END, at, {"summary": summary, "minutes": self.minutes(game)})
            self.connection.execute("UPDATE games SET status = 'finished' WHERE id = ?", (game,))
        # A copy of this file alone then has all finished games.
        self._empty_log()

    def discard(self, game: GameId) -> None:
        """Ends a game that no one will continue. Its events are kept."""
        with self._transaction():
            self.connection.execute("UPDATE games SET status = 'discarded' WHERE id = ?", (game,))

    def copy_log(self) -> None:
        """Copies the log into the file, on another thread than the writer's, which does not wait for it."""
        with self._copying, suppress(sqlite3.Error):
            if not self._copiers:
                return  # closed meanwhile
            copier, reader = self._copiers
            reader.rollback()
            # After a complete copy SQLite restarts the log and syncs its new header before the next event: a second
            # wait for the disk. While a reader holds its end, the log grows instead; but from 1,000 frames on SQLite
            # would copy it during each commit.
            if self._log_frames < 900:
                reader.execute("BEGIN")
                reader.execute("SELECT count(*) FROM games").fetchone()
            _, self._log_frames, _ = copier.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()

    def unfinished(self) -> Unfinished | None:
        """Returns the newest open game, or None."""
        # A damaged status counts as open, so that no game is lost, although one may be offered again.
        sql = "SELECT id, seen FROM games WHERE status NOT IN ('finished', 'discarded') ORDER BY id DESC LIMIT 1"
        with _journal_errors(self.path):
            found = self.connection.execute(sql).fetchone()
        if found is None:
            return None
        game, seen = GameId(found[0]), found[1]
        try:
            begun_at, start = self.start_of(game)
        except DamagedGame:
            return Unfinished(game, lineup={}, seed=b"", begun_at="", events=(), ack_cursor=0, first_damaged_event=0)
        kept, seed = self.events_of(game), bytes.fromhex(start["seed"])
        return Unfinished(game, start["lineup"], seed, begun_at, kept.events, seen, kept.first_damaged_event)

    def newest_lineups(self, limit: int) -> tuple[Json, ...]:
        """Returns the line-ups of the newest games, the newest first, without those that cannot be read."""
        lineups: list[Json] = []
        newest = self._newest()
        for game in range(newest, max(newest - limit, 0), -1):
            with suppress(DamagedGame):
                lineups.append(self.start_of(game)[1]["lineup"])
        return tuple(lineups)

    def events_of(self, game: GameId) -> SavedEvents:
        """Returns the events of a game up to the first damaged one."""
        rows, first_damaged = self._read(game)
        rows = {number: row for number, row in rows.items() if number > _BEGIN}
        events = tuple(json.loads(text) for _, text in rows.values())
        return SavedEvents(events, tuple(at for at, _ in rows.values()), first_damaged)

    def minutes(self, game: GameId) -> int:
        """Returns how long a game was played, in whole minutes: the sum of the gaps between its events.

        A gap over 30 minutes (a break, or a clock that was set: a Pi has no battery for it) or below 0 does not count.
        """
        rows, _ = self._read(game)
        times = [datetime.fromisoformat(at).timestamp() for number, (at, _) in rows.items() if number > _BEGIN]
        gaps_s = (later - earlier for earlier, later in pairwise(times))
        return round(sum(gap_s for gap_s in gaps_s if 0 <= gap_s <= 1800) / 60)

    def finished_games(self, before: GameId | None = None) -> Iterator[Finished | DamagedGame]:
        """Yields the finished games below `before`, the newest first; for a damaged game, its error."""
        newest = self._newest()
        # Games are numbered without gaps, and none is deleted: so no lost game is missed.
        for number in range(newest if before is None else min(newest, before - 1), 0, -1):
            rows, first_damaged = self._read(number, _BEGIN)
            if first_damaged is not None or _BEGIN not in rows:
                yield DamagedGame(self.path, number)
            elif _END in rows:
                (begun_at, start), (_, ended) = rows[_BEGIN], rows[_END]
                lineup, end = json.loads(start)["lineup"], json.loads(ended)
                yield Finished(GameId(number), lineup, begun_at, end["minutes"], end["summary"])

    def ended_games_key(self) -> tuple[int, str]:
        """Returns a key that changes when a game ends: the number of ended games, and their highest id."""
        sql = "SELECT count(*), ifnull(max(id), 0) FROM games WHERE status != 'open'"
        with _journal_errors(self.path):
            number, newest = self.connection.execute(sql).fetchone()
            return number, str(newest)

    def _newest(self) -> int:
        with _journal_errors(self.path):
            newest: int = self.connection.execute("SELECT ifnull(max(game), 0) FROM events").fetchone()[0]
        if newest > 1_000_000:  # a damaged number
            raise JournalError(JournalProblem.DAMAGED, self.path)
        return newest

    def start_of(self, game: int) -> tuple[str, Json]:
        """Returns when a game started, its `lineup` and `seed`. Raises JournalError, such as `DamagedGame`."""
        rows, first_damaged = self._read(game, _BEGIN)
        if first_damaged is not None or _BEGIN not in rows:
            raise DamagedGame(self.path, game)
        begun_at, text = rows[_BEGIN]
        return begun_at, json.loads(text)

    def _read(self, game: int, last: int = 1 << 40) -> tuple[dict[int, tuple[str, str]], int | None]:
        """Returns time and JSON of a game's rows up to `last`, by number, and the number of the first damaged one."""
        rows: dict[int, tuple[str, str]] = {}
        expected = _BEGIN
        sql = "SELECT number, at, json, crc FROM events WHERE game = ? AND number <= ? ORDER BY number"
        try:
            with _journal_errors(self.path):
                for number, at, text, crc in self.connection.execute(sql, (game, last)):
                    if number not in {expected, _END} or crc != _crc(game, number, at, text):
                        return rows, expected
                    rows[number] = at, text
                    expected = number + 1
        except JournalError as error:
            if error.problem is not JournalProblem.DAMAGED:
                raise
            return rows, expected
        return rows, None

    def _write(self, game: int, number: int, at: str, value: Json) -> None:
        text = json.dumps(value, separators=(",", ":"))
        sql = "INSERT OR REPLACE INTO events (game, number, at, json, crc) VALUES (?, ?, ?, ?, ?)"
        self.connection.execute(sql, (game, number, at, text, _crc(game, number, at, text)))

    def _empty_log(self) -> None:
        """Copies the log into the file, and truncates it."""
        with self._copying, suppress(sqlite3.Error):  # what the log contains is on the disk in any case
            for each in self._copiers:
                each.rollback()
            # Do not wait for a reader: copy as much as possible.
            self.connection.execute("PRAGMA busy_timeout = 0")
            self.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            self.connection.execute("PRAGMA busy_timeout = 1000")

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        with _journal_errors(self.path):
            # SQLite continues to write into a removed file; the commits would be lost.
            if not self._file.exists() or not os.path.samestat(self._file.stat(), self._opened_stat):
                raise JournalError(JournalProblem.DAMAGED, self.path)
            with self.connection:
                # Takes the write lock at once. A plain BEGIN would take it at the first write, and fail half-way.
                self.connection.execute("BEGIN IMMEDIATE")
                yield


def is_in_use(path: Path) -> bool:
    """Returns whether a companion has this journal open for writing."""
    try:
        with _locked(_resolved(path)):
            return False
    except BlockingIOError:
        return True
    except (JournalError, OSError):  # opening the journal reports it
        return False


def back_up(journal: Journal, target: Path) -> None:
    """Copies an open journal into a new file that only its owner can read. Raises OSError or JournalError."""
    os.close(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600))
    try:
        with _journal_errors(target), closing(_connect(target)) as copy:
            journal.connection.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")  # one file alone, also while it is read
            copy.executescript(_WRITE_STAMPS)  # only they may be damaged in the original
    except BaseException:
        target.unlink()
        raise


def restore(backup: Path, path: Path) -> Path | None:
    """Replaces a closed journal by a backup; returns the old one's new path, or None. Raises JournalError."""
    file = _resolved(path)
    new = _with_suffix(file, ".new")
    with Journal.read(backup) as source, _journal_errors(path), _locked(file) as lock:
        source.check()
        new.unlink(missing_ok=True)
        back_up(source, new)
        if os.geteuid() == 0:
            # Root gives the files to the user of the service, who could not open them otherwise.
            owner = (file if file.exists() else file.parent).stat()
            os.chown(new, owner.st_uid, owner.st_gid)
            os.fchown(lock, owner.st_uid, owner.st_gid)
        replaced = _rename(file, "replaced")
        new.replace(file)
        return replaced


def _connect(file: Path, mode: str = "") -> sqlite3.Connection:
    # No isolation level: transactions are started explicitly. Not bound to a thread: the API reads in a thread pool.
    path = file.absolute()
    name = path.as_uri() + mode if mode else path
    return sqlite3.connect(name, uri=bool(mode), timeout=1, isolation_level=None, check_same_thread=False)


def _is_damaged(file: Path) -> bool:
    """Returns whether a file is a damaged journal. Raises JournalError: `NEWER`."""
    if not file.exists() or not file.stat().st_size:
        return _size_of(file) > 0  # a log without its file
    try:
        with _journal_errors(file), closing(_connect(file, "?mode=ro")) as db:
            _require_journal(file, db)
            statements = _statements(db)
            is_sound = _size_of(file) > _CHECKED_BYTES or db.execute(_CHECK).fetchone() == ("ok",)
            return not is_sound or (
                bool(statements) and (statements != set(_TABLES) or _stamps(db) != (_APPLICATION, _VERSION))
            )
    except JournalError as error:
        if error.problem is not JournalProblem.DAMAGED:
            raise
        return True


def _require_journal(file: Path, db: sqlite3.Connection) -> None:
    """Raises JournalError `NEWER` if an open file is not a journal, or a newer one; a damaged one is accepted."""
    try:
        statements, (application, version) = _statements(db), _stamps(db)
        # No other program has these tables, even if the stamp is damaged.
        is_ours = version <= _VERSION if application == _APPLICATION else statements in (set(), set(_TABLES))
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        if _problem_of(error) is not JournalProblem.DAMAGED:
            raise
        with file.open("rb") as opened:
            head = opened.read(16 * _PAGE_BYTES)
        # The first pages are damaged: a part of them, or a log next to the file, identifies a journal.
        parts = (_APPLICATION.to_bytes(4), *(statement.encode() for statement in _TABLES))
        is_ours = not any(head) or any(part in head for part in parts) or _with_suffix(file, "-wal").exists()
    if not is_ours:
        raise JournalError(JournalProblem.NEWER, file)


def _stamps(db: sqlite3.Connection) -> tuple[int, int]:
    """Returns the application and the version in the file's header, both 0 in a new file."""
    return tuple(db.execute(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version"))


def _statements(db: sqlite3.Connection) -> set[str]:
    """Returns the statements that created the tables; SQLite accepts even one with a damaged letter."""
    return {str(sql) for (sql,) in db.execute("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL")}


def _rename(file: Path, why: str) -> Path | None:
    """Renames a locked journal with its log: `journal-damaged-2026-11-21.sqlite`. Returns None without a file."""
    stem = f"{file.stem}-{why}-{utc_now()[:10]}"
    names = (file.with_name(f"{stem}{'' if number == 1 else f'-{number}'}{file.suffix}") for number in count(1))
    new = next(name for name in names if not any(os.path.lexists(_with_suffix(name, part)) for part in _SUFFIXES))
    existing = [part for part in _SUFFIXES if os.path.lexists(_with_suffix(file, part))]
    for part in existing:
        _with_suffix(file, part).rename(_with_suffix(new, part))
    return new if existing else None


@contextmanager
def _locked(file: Path) -> Iterator[int]:
    """Locks a journal by another file, because its own can be renamed. The kernel unlocks it when the program ends."""
    file.parent.mkdir(parents=True, exist_ok=True)
    lock = os.open(_with_suffix(file, ".lock"), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield lock
    finally:
        os.close(lock)


def _resolved(path: Path) -> Path:
    """Resolves symbolic links: two paths to one file must lead to one lock."""
    file = Path(os.path.realpath(path))
    if not file.name or (file.exists() and not file.is_file()):
        raise JournalError(JournalProblem.READ_ONLY, path)
    return file


def _with_suffix(file: Path, part: str) -> Path:
    return file.with_name(file.name + part)


def _size_of(file: Path) -> int:
    """Returns the bytes of a journal and its log."""
    return sum(each.stat().st_size for each in (file, _with_suffix(file, "-wal")) if each.exists())


def _crc(game: int, number: int, at: str, text: str) -> int:
    """Returns a row's checksum. It protects against the disk, not against people."""
    return crc32(f"{at}{text}".encode(), (game << 16) + number & 0xFFFFFFFF)


def _problem_of(error: sqlite3.Error | UnicodeDecodeError) -> JournalProblem:
    code: int = getattr(error, "sqlite_errorcode", 0)
    # The index of the log cannot be created: the disk is full at the start.
    if code == sqlite3.SQLITE_IOERR_SHMSIZE:
        return JournalProblem.FULL
    return _PROBLEM_BY_SQLITE_CODE.get(code & 0xFF, JournalProblem.DAMAGED)


@contextmanager
def _journal_errors(path: Path) -> Iterator[None]:
    """Raises errors of the system and of SQLite as JournalErrors."""
    try:
        yield
    except sqlite3.ProgrammingError:
        raise  # a mistake of ours, such as a call of a closed journal
    except (sqlite3.Error, UnicodeDecodeError) as error:
        raise JournalError(_problem_of(error), path) from error
    except OSError as error:
        raise JournalError(_PROBLEM_BY_ERRNO.get(error.errno or 0, JournalProblem.READ_ONLY), path) from error
