"""The journal: every game's events, on the disk before their outcome is shown.

One SQLite file in WAL mode. What `Journal.append` has returned from survives kill -9 and a pulled plug; what it refused
is not there at all. Games and events are opaque JSON objects; times are UTC texts that the caller read off the clock.
"""

from __future__ import annotations

from companion.core.journal_error import JournalError, Trouble
from companion.core.saved_games import Finished, GameId, Unfinished
from companion.runtime.journal.backup import LackingGames, Restored, back_up, restore
from companion.runtime.journal.files import quarantine
from companion.runtime.journal.game_reader import Kept
from companion.runtime.journal.store import Journal, salvage

__all__ = [
    "Finished", "GameId", "Journal", "JournalError", "Kept", "LackingGames", "Restored", "Trouble", "Unfinished",
    "back_up", "quarantine", "restore", "salvage",
]  # fmt: skip
