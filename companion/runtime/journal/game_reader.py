"""Reads games from an open journal, and checks them against their checksums.

Nothing that is read is trusted. After damage a row may hold anything, and SQLite's types do not stop a bit that flips;
a game that cannot be read must not hide the others. So what is found wrong in one game names that game, lists carry the
error in its place, and only a disk that does not read, or a file that is none, is the journal's own trouble.
"""

from __future__ import annotations

import json
import re
import sqlite3
from contextlib import nullcontext, suppress
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

from companion.core.journal_error import JournalError, Trouble
from companion.core.saved_games import Finished, GameId, Unfinished
from companion.runtime.journal.checksums import (
    END,
    GAME,
    EventRow,
    checked_number,
    checksum,
    first_damaged,
    of_game,
    of_text,
)
from companion.runtime.journal.errors import translate_errors
from companion.runtime.journal.files import LARGEST_NUMBER
from engine.game import Json

_OPEN = "SELECT id, lineup, seed, begun_at, seen FROM games WHERE status = 'open' ORDER BY id DESC LIMIT 1"

_UNENDED = _OPEN.replace("WHERE status = 'open'", "NOT INDEXED WHERE ended_at IS NULL")
"""The same without the index and the status, which may be what is damaged."""

EVENTS = """SELECT number, CAST(ifnull(at, '') AS BLOB), CAST(ifnull(json, '') AS BLOB) FROM events
    WHERE game = ? ORDER BY number"""

NEWEST_VALUE = "SELECT number, value FROM checksums WHERE game = ? AND number >= 0 ORDER BY number DESC LIMIT 1"

_PLAYED_S = """WITH gaps AS (
        SELECT strftime('%s', at) - lag(strftime('%s', at)) OVER (ORDER BY number) AS gap_s FROM events WHERE game = ?
    ) SELECT ifnull(sum(gap_s), 0) FROM gaps WHERE gap_s BETWEEN 0 AND 1800"""

_ORIGIN = "SELECT begun_at, seed FROM games WHERE id = ?"

_TIME = re.compile(r"(19[7-9]|2[0-9]{2})[0-9]-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z")

_AT_LETTERS = len("2026-11-21T18:30:05Z")
"""The length of a time: all have the same."""


class Kept(NamedTuple):
    """The undamaged events of a game."""

    events: tuple[Json, ...]
    times: tuple[str, ...]
    """When each was appended."""
    damaged: int | None
    """The number of the first damaged event, 0 for the line-up or the seed; None: no damage."""


def to_text(value: Json) -> str:
    """Formats a JSON object as the journal stores it."""
    return json.dumps(value, separators=(",", ":"))


# What a column or a text holds after damage may be anything: each of these raises ValueError where it is not what is
# wanted, `to_object` also RecursionError where it is nested too deep.


def to_object(text: str | bytes) -> dict[str, Any]:
    """Parses what `to_text` wrote."""
    value = json.loads(_text_of(text) if isinstance(text, str) else text)
    if not isinstance(value, dict):
        raise ValueError("no JSON object")  # noqa: TRY004 - the text is wrong, not the call
    return value


def _text_of(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError("no text")  # noqa: TRY004 - the row is wrong, not the call
    return value


def _time_of(value: object) -> str:
    text = _text_of(value)
    if not _TIME.fullmatch(text):
        raise ValueError("no time")
    datetime.fromisoformat(text)
    return text


def _seed_of(value: object) -> bytes:
    if not isinstance(value, bytes) or len(value) != 32:
        raise ValueError("no seed")
    return value


def _number_of(value: object) -> int:
    if not isinstance(value, int):
        raise ValueError("no number")  # noqa: TRY004 - the row is wrong, not the call
    return value


class GameReader:
    """The games of an open journal. Any thread may call it, but only one at a time."""

    def __init__(self, path: Path, db: sqlite3.Connection, *, salvages: bool = False) -> None:
        """Reads from an open journal, which whoever opened it closes.

        With `salvages` the rows before an unreadable page are accepted.
        """
        self.path = path
        self._db = db
        self._salvages = salvages

    @property
    def connection(self) -> sqlite3.Connection:
        """SQLite's own, for a copy of everything."""
        return self._db

    def unfinished(self) -> Unfinished | None:
        """Returns the newest open game, or None."""
        sql = _UNENDED if self._salvages else _OPEN
        with translate_errors(self.path):
            found = self._db.execute(sql).fetchone()
            if found is None:
                return None
            game, lineup, seed, begun_at, seen = found
            kept = self._examined(game)
            return Unfinished(
                GameId(_number_of(game)), to_object(lineup), _seed_of(seed), _time_of(begun_at), kept.events,
                checked_number(_number_of(seen)), kept.damaged,
            )  # fmt: skip

    def last_lineup(self) -> Json | None:
        """Returns the line-up of the newest game, finished or not; None if there is none."""
        with translate_errors(self.path):
            found = self._db.execute("SELECT lineup FROM games ORDER BY id DESC LIMIT 1").fetchone()
            return None if found is None else to_object(_text_of(found[0]))

    def newest_lineups(self, limit: int) -> tuple[Json, ...]:
        """Returns the line-ups of the newest games, the newest first, without those that cannot be read."""
        with translate_errors(self.path):
            found = self._db.execute("SELECT lineup FROM games ORDER BY id DESC LIMIT ?", (limit,)).fetchall()
        lineups: list[Json] = []
        for (text,) in found:
            with suppress(ValueError, RecursionError):
                lineups.append(to_object(_text_of(text)))
        return tuple(lineups)

    def kept(self, game: GameId) -> Kept:
        with translate_errors(self.path):
            return self._examined(game)

    def events(self, game: GameId) -> tuple[Json, ...]:
        """Returns all events of a game, in order. Raises JournalError: above all `DAMAGED_EVENT`."""
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
            newest = self._db.execute(NEWEST_VALUE, (game,)).fetchone()
            if number and (first, last) == (1, number) and isinstance(text, str):
                lines = _text_of(text).split("\n")
                value = of_text(self.first_checksum(game), f"{text}\n".encode())
                if len(lines) == number and newest == (number, value):
                    return [line[_AT_LETTERS:] for line in lines]
        return [to_text(event) for event in self.events(game)]

    def minutes(self, game: GameId) -> int:
        """Returns how long a game was played, in whole minutes: the sum of the gaps between its events.

        A gap over 30 minutes is a break, or the clock was set forward: a Pi has no battery for its clock. A negative
        gap is a clock that was set back. Neither counts, nor does a damaged time.
        """
        with translate_errors(self.path):
            seconds: int = self._db.execute(_PLAYED_S, (game,)).fetchone()[0]
        return round(seconds / 60)

    def origin(self, game: GameId) -> tuple[str, bytes]:
        """Returns when a game was begun, and its seed.

        Raises:
            LookupError: there is no such game.
            JournalError: above all `DAMAGED_GAME`.
        """
        with translate_errors(self.path):
            found = self._db.execute(_ORIGIN, (game,)).fetchone()
        if found is None:
            raise LookupError(f"no game {game}")
        try:
            return _time_of(found[0]), _seed_of(found[1])
        except ValueError as error:
            raise JournalError(Trouble.DAMAGED_GAME, self.path, game=game) from error

    def history(self, limit: int, before: GameId | None = None) -> tuple[Finished, ...]:
        """Returns a page of the finished games, the newest first: those below `before`, the last of the page before.

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
            end = LARGEST_NUMBER if before is None else before
            rows = self._db.execute(sql, (GAME, END, end, limit)).fetchall()
            entries = [self._entry(*row) for row in rows]
            entries += self._lost_games([row[0] for row in rows], end, is_full=len(rows) == limit)
        return tuple(sorted(entries, key=lambda entry: entry.game, reverse=True)[:limit])

    def _lost_games(self, listed: list[int], end: int, *, is_full: bool) -> list[JournalError]:
        """Returns the games of a page of the history that have events but no row of their own any more.

        Args:
            listed: the numbers of its games, the newest first.
            end: it lists games before this one.
            is_full: whether older games follow on another page.
        """
        (last,) = self._db.execute("SELECT ifnull(max(game), 0) FROM events WHERE game < ?", (end,)).fetchone()
        first, last = listed[-1] if listed and is_full else 1, max(last, *listed[:1], 0)
        there = "SELECT count(*) FROM games WHERE id BETWEEN ? AND ?"
        # We number games without gaps and delete none: where all are there, no event has to be looked at.
        span = last - first + 1
        if span == len(listed) or span == self._db.execute(there, (first, last)).fetchone()[0]:
            return []
        sql = "SELECT DISTINCT game FROM events WHERE game BETWEEN ? AND ? AND game NOT IN (SELECT id FROM games)"
        lost = self._db.execute(sql, (first, last)).fetchall()
        return [JournalError(Trouble.DAMAGED_GAME, self.path, game=game) for (game,) in lost]

    def damaged_games(self) -> tuple[JournalError, ...]:
        """Reads every game and checks it against its checksums; returns what is wrong, by number."""
        entries = self.entries(LARGEST_NUMBER)
        damaged = {entry.game: entry for entry in entries if isinstance(entry, JournalError)}
        with translate_errors(self.path):
            numbers = [game for (game,) in self._db.execute("SELECT id FROM games ORDER BY id")]
        for game in numbers:
            try:
                self.event_texts(game)
            except JournalError as error:
                if error.trouble is Trouble.FAILING:
                    raise  # it is the disk that does not read
                damaged.setdefault(
                    game, error if error.game else JournalError(Trouble.DAMAGED_GAME, self.path, game=game)
                )
        return tuple(damaged[game] for game in sorted(damaged))

    def count_ended(self) -> tuple[int, str]:
        """Returns how many games were finished or abandoned, and when the last ended; both change with every other."""
        sql = "SELECT count(*), ifnull(max(ended_at), '') FROM games WHERE status != 'open'"
        with translate_errors(self.path):
            count, last = self._db.execute(sql).fetchone()
            return count, str(last)

    def _entry(self, game: int, *columns: Any) -> Finished | JournalError:  # noqa: ANN401 - what a damaged row holds
        """Returns a row of the history, checked against its checksums."""
        lineup, seed, begun_at, ended_at, status, summary, begun_value, end_value = columns
        damaged = JournalError(Trouble.DAMAGED_GAME, self.path, game=game)
        try:
            first = of_game(_time_of(begun_at), _seed_of(seed), _text_of(lineup))
            end = checksum(first, status, _time_of(ended_at), _text_of(summary))
            told = to_object(summary)
            entry = Finished(GameId(game), to_object(lineup), begun_at, told.pop("minutes", 0), told)
        except (ValueError, RecursionError):
            return damaged
        return entry if (begun_value, end_value) == (first, end) else damaged

    def _examined(self, game: int) -> Kept:
        """Checks a game against its checksums; returns its events up to the first damaged one."""
        rows = [EventRow(*row) for row in self._readable(EVENTS, game)]
        values = dict(self._readable("SELECT number, value FROM checksums WHERE game = ?", game))
        wrong = first_damaged(self.first_checksum(game), rows, values)
        events: list[Json] = []
        sound = rows if wrong is None else rows[: max(wrong - 1, 0)]
        for number, row in enumerate(sound, 1):
            try:
                _time_of(row.at.decode())
                events.append(to_object(row.json))
            except (ValueError, RecursionError):
                wrong = number
                break
        times = tuple(row.at.decode() for row in sound[: len(events)])
        return Kept(tuple(events), times, wrong)

    def first_checksum(self, game: int) -> int:
        """Computes the checksum of the game's own row."""
        found = self._db.execute("SELECT begun_at, seed, lineup FROM games WHERE id = ?", (game,)).fetchone()
        begun_at, seed, lineup = found or ("", bytes(32), "")  # there is no such game: then it has no events either
        return of_game(_text_of(begun_at), _seed_of(seed), _text_of(lineup))

    def _readable(self, sql: str, game: int) -> list[Any]:
        """Returns the rows of a game; when salvaging, those before the first unreadable page."""
        rows = []
        with suppress(sqlite3.DatabaseError) if self._salvages else nullcontext():
            for row in self._db.execute(sql, (game,)):
                rows.append(row)  # noqa: PERF402 - what was read stays read when the next row cannot be
        return rows
