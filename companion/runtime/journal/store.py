"""The open journal: begins, extends and ends games."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from typing import Self

from companion.core.journal_error import JournalError, Trouble
from companion.core.saved_games import GameId, Unfinished
from companion.runtime.journal import files as journal_files
from companion.runtime.journal import schema
from companion.runtime.journal.checksums import END, GAME, EventRow, checksum, of_events, of_game, with_check
from companion.runtime.journal.errors import translate_errors
from companion.runtime.journal.game_reader import EVENTS, NEWEST_VALUE, GameReader, to_text
from companion.runtime.journal.other_writers import OtherWriters
from companion.runtime.journal.write_ahead_log import refuse_damaged_log
from engine.game import Json

log = logging.getLogger(__name__)


class Journal(GameReader):
    """An open journal: reads, begins, extends and ends games. Any thread may call it, but only one at a time."""

    def __init__(
        self, path: Path, db: sqlite3.Connection, resources: ExitStack,
        files: journal_files.OpenFiles | None = None, other_writers: OtherWriters | None = None,
    ) -> None:  # fmt: skip
        super().__init__(path, db)
        self._resources = resources
        self._files = files
        """None: the journal is open for reading only."""
        self._other_writers = other_writers
        self._data_version = self._find_data_version()

    @classmethod
    def open(cls, path: Path, *, accepts_missing_log: bool = False) -> Self:
        """Opens a journal for writing; creates it, and its folder, if there is none.

        With `accepts_missing_log` somebody has read that its log is missing, and chosen to go on.

        Raises:
            JournalError: every kind but `MISSING`; `LOCKED`, without waiting, if another companion has it open.
        """
        file = journal_files.resolved(path)
        with translate_errors(path), ExitStack() as opened:
            # The order matters. The lock comes before everything: nothing may be judged while another companion
            # writes. What SQLite would remove or repair without a word is judged before SQLite opens the file.
            lock = opened.enter_context(journal_files.locked(file))
            journal_files.refuse_no_file(file)
            journal_files.refuse_emptied(file)
            refuse_damaged_log(file)
            is_new = not file.exists()
            if is_new or file.stat().st_size == 0:
                # SQLite removes whatever lies in the place of an empty file's log; ours is not empty.
                for log in (journal_files.beside(file, part) for part in journal_files.PARTS):
                    if log.is_fifo() or log.is_socket():
                        log.unlink()
                journal_files.make_file(file, schema.empty_journal())
            files = journal_files.OpenFiles(file, lock, opened.enter_context(journal_files.file_locked(file)))
            journal_files.refuse_second_name(file)
            schema.check(file, accepts_missing_log=accepts_missing_log)
            journal_files.keep_from_others(file)
            other_writers = opened.enter_context(OtherWriters(file))
            db = opened.enter_context(closing(schema.connect(file)))
            # It writes, so it comes after `check`, and makes the log, so what needs the log comes after it.
            schema.prepare(db)
            files.remember()
            other_writers.open_files()
            # The last connection that is closed copies the log into the file. `close` says why that may have to be
            # one that can only read.
            reader = opened.enter_context(closing(schema.connect(file, "?mode=ro")))
            reader.execute("PRAGMA user_version").fetchone()
            if is_new:
                files.forget_events()
            # `pop_all` hands everything to the journal; an exception before this line closes it all.
            return cls(path, db, opened.pop_all(), files, other_writers)

    @classmethod
    def read(cls, path: Path, *, salvages: bool = False) -> Self:
        """Opens a journal for reading only, also while a companion plays on it.

        With `salvages` the rows before damage in its log are accepted. Raises JournalError: every kind but `LOCKED`.
        """
        file = journal_files.resolved(path)
        with translate_errors(path), ExitStack() as opened:
            journal_files.refuse_no_file(file)
            journal_files.refuse_emptied(file)
            if not file.exists() or file.stat().st_size == 0:
                raise JournalError(Trouble.MISSING, path)
            unchecked = salvages or journal_files.is_in_use(file)  # in use, its log changes meanwhile
            if not unchecked:
                refuse_damaged_log(file)
            schema.check(file, accepts_missing_log=unchecked)
            db = opened.enter_context(closing(schema.connect(file, schema.to_read(file))))
            return cls(path, db, opened.pop_all())

    def close(self) -> None:
        """Closes the journal and releases its lock. May be called twice."""
        try:
            self._refuse_other_writers()
            if self._other_writers is not None:
                with translate_errors(self.path):
                    schema.mark_closed(self._db)
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
        """Begins a game, whose line-up the journal does not interpret."""
        # Above the numbers of games whose row is gone, too: their events are still there.
        sql = """INSERT INTO games (id, lineup, seed, begun_at) SELECT 1 + max(ifnull(max(id), 0),
            (SELECT ifnull(max(game), 0) FROM events)), ?, ?, ? FROM games RETURNING id"""
        text = to_text(lineup)
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

    def replace_lineup(self, game: GameId, lineup: Json) -> None:
        """Replaces the line-up of a game, in which a seat has changed hands; it is on the disk when this returns.

        Raises:
            JournalError: above all `DAMAGED`, where the game is: new checksums would vouch for the damage.
        """
        with self._writing():
            self._refuse_damaged(game)
            self._db.execute("UPDATE games SET lineup = ? WHERE id = ?", (to_text(lineup), game))
            self._vouch_anew(game)

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
                schema.check_pages(self._db, self.path)
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
        """Ends a finished game; the history shows its summary, and how long it was played."""
        minutes = 0
        with suppress(JournalError):  # a damaged event must not keep the game from ending
            minutes = self.minutes(game)
        self._end(game, "finished", at, to_text({**summary, "minutes": minutes}))

    def discard(self, game: GameId, at: str) -> None:
        """Ends a game that nobody will continue. Its events are kept."""
        self._end(game, "discarded", at, None)

    def _newest(self, game: int) -> tuple[int, int]:
        """Returns number and checksum of the newest event. Raises JournalError: it has no checksum."""
        with translate_errors(self.path):
            (last,) = self._db.execute("SELECT ifnull(max(number), 0) FROM events WHERE game = ?", (game,)).fetchone()
            number, value = self._db.execute(NEWEST_VALUE, (game,)).fetchone() or (None, 0)
        if number != last:
            raise JournalError(Trouble.DAMAGED, self.path)
        return last, value

    def _refuse_damaged(self, game: GameId) -> None:
        if self.kept(game).damaged is not None:
            raise JournalError(Trouble.DAMAGED, self.path)

    def _vouch_anew(self, game: GameId) -> None:
        """Writes all checksums of a game, as its rows are now."""
        value = self.first_checksum(game)
        values = [(GAME, value)]
        for row in self._db.execute(EVENTS, (game,)).fetchall():
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
                self._vouch(game, [(END, checksum(self.first_checksum(game), status, at, summary))])
        # The end is on the disk, whatever becomes of this.
        try:
            with translate_errors(self.path):
                schema.copy_log(self._db)
        except JournalError as error:
            log.warning("%s", error)
        if self._other_writers is not None:
            self._other_writers.note_own_commit()

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

    def _find_data_version(self) -> int:
        """Returns a number that changes when another connection has committed something."""
        version: int = self._db.execute("PRAGMA data_version").fetchone()[0]
        return version

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
                if self._find_data_version() != self._data_version:
                    raise JournalError(Trouble.CHANGED, self.path)
                yield
            self._check_files()
            if self._other_writers is not None:
                self._other_writers.note_own_commit()


def salvage(path: Path) -> Unfinished | None:
    """Returns what can still be read of the unfinished game in a damaged journal; None if nothing can."""
    with suppress(JournalError), translate_errors(path), ExitStack() as opened:
        file = journal_files.resolved(path)
        if not file.is_file():  # opening a pipe waits for a writer
            return None
        journal_files.refuse_emptied(file)
        db = opened.enter_context(closing(schema.connect(file, schema.to_read(file))))
        return GameReader(path, db, salvages=True).unfinished()
    return None
