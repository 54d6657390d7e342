"""Whether all that was shown stands in the journal."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

from engine.record import AnyRecord, follow
from tests.companion.games.table import Frame


class Replay:
    def __init__(self) -> None:
        self._record: AnyRecord | None = None
        self._states = [_digest(None)]
        """As digests: an hour's games are many."""

    @property
    def events(self) -> int:
        return len(self._states) - 1

    def follow(self, text: str) -> None:
        event = json.loads(text)
        if self._record is not None or event["event"] == "start":
            self._record = follow(self._record, event)
        record = self._record
        state = None if record is None else json.loads(json.dumps(record.game.to_json(record.state)))
        self._states.append(_digest(state))

    def had(self, frame: Frame) -> bool:
        return frame.events <= self.events and self._states[frame.events] == _digest(frame.state)


class Shown:
    """Holds what is shown against the journal: each state that is shown must be one that a game there had."""

    def __init__(self, journal: Path) -> None:
        self._journal = journal
        self._games: dict[int, Replay] = {}

    @property
    def events(self) -> int:
        """The number of events in the journal at the last check."""
        return sum(game.events for game in self._games.values())

    def is_journalled(self, frame: Frame) -> bool:
        self._read()
        return frame.events == 0 or any(game.had(frame) for game in reversed(self._games.values()))

    def is_sound(self) -> bool:
        with closing(sqlite3.connect(self._journal)) as db:
            return db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]

    def _read(self) -> None:
        with closing(sqlite3.connect(f"{self._journal.as_uri()}?mode=ro", uri=True)) as db:
            for (number,) in db.execute("SELECT id FROM games ORDER BY id").fetchall():
                game = self._games.setdefault(number, Replay())
                sql = "SELECT json FROM events WHERE game = ? AND number > ? ORDER BY number"
                for (text,) in db.execute(sql, (number, game.events)):
                    game.follow(text)


def _digest(state: object) -> int:
    return hash(json.dumps(state, sort_keys=True))
