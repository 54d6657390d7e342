"""The open journal: begins, extends, ends and reads games."""

from __future__ import annotations

import logging
import sqlite3
from contextlib import ExitStack, closing, contextmanager, nullcontext, suppress
from typing import TYPE_CHECKING, Any, Self

from companion.core.journal_error import JournalError, Trouble
from companion.core.saved_games import Finished, GameId, Unfinished
from companion.runtime.journal.checksums import (
    END,
    GAME,
    EventRow,
    checked_number,
    checksum,
    examine,
    of_events,
    of_game,
    of_text,
    with_check,
)
from companion.runtime.journal.errors import translate_errors
from companion.runtime.journal.files import (
    LARGEST_NUMBER,
    OpenFiles,
    file_locked,
    is_in_use,
    locked,
    refuse_emptied,
    refuse_second_name,
    resolved,
)
from companion.runtime.journal.other_writers import OtherWriters
from companion.runtime.journal.rows import Kept, number_of, seed_of, text_of, time_of, to_object, to_text
from companion.runtime.journal.schema import check, check_pages, connect, prepare, prepare_to_read, to_read
from companion.runtime.journal.write_ahead_log import refuse_damaged_log

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from companion.runtime.journal.checksums import Examined
    from engine.game import Json

_OPEN = "SELECT id, lineup, seed, begun_at, seen FROM games WHERE status = 'open' ORDER BY id DESC LIMIT 1"

_UNENDED = _OPEN.replace("WHERE status = 'open'", "NOT INDEXED WHERE ended_at IS NULL")
"""The same without the index and the status, which may be what is damaged."""

_EVENTS = """SELECT number, CAST(ifnull(at, '') AS BLOB), CAST(ifnull(json, '') AS BLOB) FROM events
    WHERE game = ? ORDER BY number"""

_NEWEST_VALUE = "SELECT number, value FROM checksums WHERE game = ? AND number >= 0 ORDER BY number DESC LIMIT 1"

_AT_LETTERS = len("2026-11-21T18:30:05Z")
"""The length of a time: all have the same."""

log = logging.getLogger(__name__)


class Journal:
    """An open journal. Any thread may call it, but only one at a time."""

    def __init__(
        self, path: Path, db: sqlite3.Connection, resources: ExitStack,
        files: OpenFiles | None = None, other_writers: OtherWriters | None = None,
    ) -> None:  # fmt: skip
        self.path = path
        self._db = db
        self._resources = resources
        self._files = files
        """None: the journal is open for reading only."""
        self._other_writers = other_writers
        self._salvages = False
        """Whether the rows before an unreadable page are accepted."""

    @classmethod
    def open(cls, path: Path) -> Self:
        """Opens a journal for writing; creates it, and its folder, if there is none.

        Raises:
            JournalError: every kind but `MISSING`; `LOCKED`, without waiting, if another companion has it open.
        """
        file = resolved(path)
        with translate_errors(path), ExitStack() as opened:
            # The order matters. The lock comes before everything: nothing may be judged while another companion
            # writes. What SQLite would remove or repair without a word is judged before SQLite opens the file.
            lock = opened.enter_context(locked(file))
            refuse_emptied(file)
            refuse_damaged_log(file)
            is_new = not file.exists()
            files = OpenFiles(file, lock, opened.enter_context(file_locked(file)))
            refuse_second_name(file)
            check(file)
            other_writers = opened.enter_context(OtherWriters(file))
            db = opened.enter_context(closing(connect(file)))
            # It writes, so it comes after `check`, and makes the log, so what needs the log comes after it.
            prepare(db)
            files.remember()
            other_writers.open_files()
            # The last connection that is closed copies the log into the file. `close` says why that may have to be
            # one that can only read.
            reader = opened.enter_context(closing(connect(file, "?mode=ro")))
            reader.execute("PRAGMA user_version").fetchone()
            if is_new:
                files.forget_events()
            # `pop_all` hands everything to the journal; an exception before this line closes it all.
            return cls(path, db, opened.pop_all(), files, other_writers)

    @classmethod
    def read(cls, path: Path, *, salvages: bool = False) -> Self:
        """Opens a journal for reading only, also while a companion plays on it.

        Args:
            path: the journal's file.
            salvages: whether the rows before damage in its log are accepted.

        Raises:
            JournalError: every kind but `LOCKED`.
        """
        file = resolved(path)
        with translate_errors(path), ExitStack() as opened:
            refuse_emptied(file)
            if not file.is_file() or file.stat().st_size == 0:
                raise JournalError(Trouble.MISSING, path)
            if not salvages and not is_in_use(file):  # in use, its log changes meanwhile
                refuse_damaged_log(file)
            check(file)
            db = opened.enter_context(closing(connect(file, to_read(file))))
            prepare_to_read(db)
            return cls(path, db, opened.pop_all())

    def close(self) -> None:
        """Closes the journal and releases its lock. May be called twice."""
        try:
            self._refuse_other_writers()
        except JournalError as error:
            # SQLite would copy the log into the file, without a look at its checksums: garbage over the whole games
            # there. While another connection is open it does not.
            log.warning("%s", error)
            self._db.close()
        self._other_writers = None
        self._resources.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def begin(self, lineup: Json, seed: bytes, at: str) -> GameId:
        """Begins a game.

        Args:
            lineup: the line-up as JSON, which the journal does not interpret.
            seed: the secret seed of the dice.
            at: the current time.
        """
        sql, text = "INSERT INTO games (lineup, seed, begun_at) VALUES (?, ?, ?) RETURNING id", to_text(lineup)
        with self._writing():
            (number,) = self._db.execute(sql, (text, seed, at)).fetchone()
            self._vouch(number, [(GAME, of_game(at, seed, text))])
        self._note(number, 0)
        return GameId(number)

    def append(self, game: GameId, events: Iterable[Json], at: str) -> None:
        """Appends events to a game, all or none; they are on the disk when it returns."""
        with self._writing():
            last, value = self._newest(game)
            rows = [(game, number, to_text(event), at) for number, event in enumerate(events, last + 1)]
            self._db.executemany("INSERT INTO events (game, number, json, at) VALUES (?, ?, ?, ?)", rows)
            values = []
            for _, number, text, _ in rows:
                value = of_events(value, [EventRow(number, at.encode(), text.encode())])
                values.append((number, value))
            self._vouch(game, values)
        # After the commit: the note must never claim an event that is not on the disk.
        self._note(game, last + len(rows))

    def refuse_lost_events(self) -> None:
        """Checks that no event is missing at the end.

        A log that was cut off looks complete. Only the note in the lock's file shows that events are missing. The note
        stays until `accept_lost_events`: power may be cut before anybody has read the fault page.

        Raises:
            JournalError: `OLDER`; `DAMAGED` where what is left is not sound either.
        """
        noted = self._files.noted_events() if self._files else None
        if self._files is None or noted is None:
            return
        game, events = noted
        with translate_errors(self.path):
            sql = "SELECT (SELECT ifnull(max(number), 0) FROM events WHERE game = id) FROM games WHERE id = ?"
            found = self._db.execute(sql, (game,)).fetchone()
            # A game without its row counts too: the log that held it may be gone.
            if found is None or found[0] < events:
                check_pages(self._db, self.path)
                raise JournalError(Trouble.OLDER, self.path)

    def accept_lost_events(self) -> None:
        """Accepts what is left: somebody has read that events are missing, and chosen to go on."""
        if self._files is not None:
            with translate_errors(self.path):
                self._files.forget_events()

    def note_acknowledged(self, game: GameId, number: int) -> None:
        """Stores how far the players have acknowledged the outcomes, as a number that only the caller interprets.

        It survives kill -9, but is not synced to the disk: after a power cut a page may be shown again.
        """
        # FULL would sync the disk for every page that is acknowledged. A lost acknowledgement costs a page that is
        # shown again; a lost event would cost a roll.
        self._db.execute("PRAGMA synchronous = NORMAL")
        try:
            with self._writing():
                self._db.execute("UPDATE games SET seen = ? WHERE id = ?", (with_check(number), game))
        finally:
            self._db.execute("PRAGMA synchronous = FULL")

    def finish(self, game: GameId, at: str, summary: Json) -> None:
        """Ends a finished game; the history shows its summary."""
        self._end(game, "finished", at, to_text(summary))

    def discard(self, game: GameId, at: str) -> None:
        """Ends a game that nobody will continue. Its events are kept."""
        self._end(game, "discarded", at, None)

    def unfinished(self) -> Unfinished | None:
        """Returns the newest open game, or None; adds the checksums that an older version did not write."""
        sql = _UNENDED if self._salvages else _OPEN
        with translate_errors(self.path):
            found = self._db.execute(sql).fetchone()
            if found is None:
                return None
            game, lineup, seed, begun_at, seen = found
            kept, examined = self._examined(game)
            if examined.unchecked and kept.damaged is None and self._files is not None:
                self._take_over(game, examined)
            last_at = kept.times[-1] if kept.times else time_of(begun_at)
            return Unfinished(
                GameId(number_of(game)), to_object(lineup), seed_of(seed), time_of(begun_at), kept.events,
                checked_number(number_of(seen)), last_at, kept.damaged,
            )  # fmt: skip

    def last_lineup(self) -> Json | None:
        """Returns the line-up of the newest game, finished or not; None if there is none."""
        with translate_errors(self.path):
            found = self._db.execute("SELECT lineup FROM games ORDER BY id DESC LIMIT 1").fetchone()
            return None if found is None else to_object(text_of(found[0]))

    def kept(self, game: GameId) -> Kept:
        """Returns the undamaged events of a game, in order."""
        with translate_errors(self.path):
            return self._examined(game)[0]

    def events(self, game: GameId) -> tuple[Json, ...]:
        """Returns all events of a game, in order.

        Raises:
            JournalError: above all `DAMAGED_EVENT`.
        """
        kept = self.kept(game)
        if kept.damaged is not None:
            raise JournalError(Trouble.DAMAGED_EVENT, self.path, game=game, event=kept.damaged)
        return kept.events

    def event_texts(self, game: GameId) -> list[str]:
        """Returns all events of a game as JSON texts, in order: for many games, where decoding takes too long.

        Raises:
            JournalError: above all `DAMAGED_EVENT`.
        """
        # One query and one checksum over the joined text, instead of a row and a checksum an event: statistics over
        # all games read every event there is.
        sql = "SELECT count(*), min(number), max(number), group_concat(at || json, char(10)) FROM events WHERE game = ?"
        with translate_errors(self.path):
            number, first, last, text = self._db.execute(sql, (game,)).fetchone()
            newest = self._db.execute(_NEWEST_VALUE, (game,)).fetchone()
            if number and (first, last) == (1, number):
                lines = text_of(text).split("\n")
                value = of_text(self._first(game), f"{text}\n".encode())
                if len(lines) == number and newest == (number, value):
                    return [line[_AT_LETTERS:] for line in lines]
        return [to_text(event) for event in self.events(game)]

    def times(self, game: GameId) -> tuple[str, ...]:
        """Returns when each event of a game was appended, in order."""
        return self.kept(game).times

    def history(self, limit: int, before: GameId | None = None) -> tuple[Finished, ...]:
        """Returns a page of the finished games, the newest first.

        Args:
            limit: the most games.
            before: the last game of the page before this one; None: the first page.

        Raises:
            JournalError: above all `DAMAGED_GAME`.
        """
        entries = self.entries(limit, before)
        if error := next((entry for entry in entries if isinstance(entry, JournalError)), None):
            raise error
        return tuple(entry for entry in entries if isinstance(entry, Finished))

    def entries(self, limit: int, before: GameId | None = None) -> tuple[Finished | JournalError, ...]:
        """Does the same, with the error in the place of each game whose entry is damaged."""
        sql = """SELECT id, lineup, seed, begun_at, ended_at, status, summary,
                (SELECT value FROM checksums WHERE game = id AND number = ?),
                (SELECT value FROM checksums WHERE game = id AND number = ?)
            FROM games WHERE status = 'finished' AND id < ? ORDER BY id DESC LIMIT ?"""
        with translate_errors(self.path):
            rows = self._db.execute(sql, (GAME, END, LARGEST_NUMBER if before is None else before, limit)).fetchall()
            return tuple(self._entry(*row) for row in rows)

    def _entry(self, game: int, *columns: Any) -> Finished | JournalError:  # noqa: ANN401 - what a damaged row holds
        """Returns a row of the history, checked against its checksums if there are any."""
        lineup, seed, begun_at, ended_at, status, summary, begun_value, end_value = columns
        damaged = JournalError(Trouble.DAMAGED_GAME, self.path, game=game)
        try:
            first = of_game(time_of(begun_at), seed_of(seed), text_of(lineup))
            end = checksum(first, status, time_of(ended_at), text_of(summary))
            entry = Finished(GameId(game), to_object(lineup), begun_at, ended_at, to_object(summary))
        except (ValueError, RecursionError):
            return damaged
        return entry if begun_value in {None, first} and end_value in {None, end} else damaged

    def _examined(self, game: int) -> tuple[Kept, Examined]:
        """Checks a game against its checksums; returns its events up to the first damaged one."""
        rows = [EventRow(*row) for row in self._readable(_EVENTS, game)]
        values = dict(self._readable("SELECT number, value FROM checksums WHERE game = ?", game))
        examined = examine(self._first(game), rows, values)
        wrong = examined.wrong
        events: list[Json] = []
        sound = rows if wrong is None else rows[: max(wrong - 1, 0)]
        for number, row in enumerate(sound, 1):
            try:
                time_of(row.at.decode())
                events.append(to_object(row.json))
            except (ValueError, RecursionError):
                wrong = number
                break
        times = tuple(row.at.decode() for row in sound[: len(events)])
        return Kept(tuple(events), times, wrong, examined.unchecked), examined

    def _first(self, game: int) -> int:
        """Computes the checksum of the game's own row."""
        found = self._db.execute("SELECT begun_at, seed, lineup FROM games WHERE id = ?", (game,)).fetchone()
        begun_at, seed, lineup = found or ("", bytes(32), "")  # there is no such game: then it has no events either
        return of_game(text_of(begun_at), seed_of(seed), text_of(lineup))

    def _readable(self, sql: str, game: int) -> list[Any]:
        """Returns the rows of a game; when salvaging, those before the first unreadable page."""
        rows = []
        with suppress(sqlite3.DatabaseError) if self._salvages else nullcontext():
            for row in self._db.execute(sql, (game,)):
                rows.append(row)  # noqa: PERF402 - what was read stays read when the next row cannot be
        return rows

    def _newest(self, game: GameId) -> tuple[int, int]:
        """Returns number and checksum of the newest event; adds the checksums that an older version did not write."""
        (last,) = self._db.execute("SELECT ifnull(max(number), 0) FROM events WHERE game = ?", (game,)).fetchone()
        found = self._db.execute(_NEWEST_VALUE, (game,)).fetchone()
        if found is not None and found[0] == last:
            return last, found[1]
        kept, examined = self._examined(game)
        if kept.damaged is not None:
            raise JournalError(Trouble.DAMAGED, self.path)
        self._fill(game)
        return last, examined.last

    def _take_over(self, game: int, examined: Examined) -> None:
        """Adds the checksums that an older version did not write, and logs that."""
        log.warning(
            "%s: an older companion wrote %d rows of game %d, without checksums: they are taken over as they are",
            self.path, examined.unchecked, game,
        )  # fmt: skip
        with self._writing():
            self._fill(game)

    def _fill(self, game: int) -> None:
        value = self._first(game)
        values = [(GAME, value)]
        for row in self._db.execute(_EVENTS, (game,)).fetchall():
            value = of_events(value, [EventRow(*row)])
            values.append((row[0], value))
        self._vouch(game, values)

    def _vouch(self, game: int, values: Sequence[tuple[int, int]]) -> None:
        sql = "INSERT OR REPLACE INTO checksums (game, number, value) VALUES (?, ?, ?)"
        self._db.executemany(sql, [(game, number, value) for number, value in values])

    def _end(self, game: GameId, status: str, at: str, summary: str | None) -> None:
        sql = "UPDATE games SET status = ?, ended_at = ?, summary = ? WHERE id = ?"
        with self._writing():
            self._db.execute(sql, (status, at, summary, game))
            if summary is not None:
                self._vouch(game, [(END, checksum(self._first(game), status, at, summary))])

    def _note(self, game: int, events: int) -> None:
        if self._files is not None:
            self._files.note_events(game, events)

    def _check_files(self) -> None:
        if self._files is not None:
            self._files.check()

    def _refuse_other_writers(self) -> None:
        if self._other_writers is not None:
            with translate_errors(self.path):
                self._other_writers.refuse_changed_content()

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """Runs one transaction; checks before and after it that the journal's names still lead to the open files."""
        with translate_errors(self.path):
            self._check_files()
            self._refuse_other_writers()
            if self._files is not None:
                self._files.refuse_second_name()
            # The files are compared before and after: a file that was replaced in between took the commit with it.
            with self._db:
                # Takes the write lock at once. A plain BEGIN would take it at the first write, and fail half-way.
                self._db.execute("BEGIN IMMEDIATE")
                yield
            self._check_files()
            if self._other_writers is not None:
                self._other_writers.note_own_commit()


def salvage(path: Path) -> Unfinished | None:
    """Returns what can still be read of the unfinished game in a damaged journal; None if nothing can."""
    with suppress(JournalError), translate_errors(path), ExitStack() as opened:
        file = resolved(path)
        if not file.is_file():  # opening a pipe waits for a writer
            return None
        refuse_emptied(file)
        db = opened.enter_context(closing(connect(file, to_read(file))))
        prepare_to_read(db)
        journal = Journal(path, db, opened)
        journal._salvages = True  # noqa: SLF001 - its own kind
        return journal.unfinished()
    return None
