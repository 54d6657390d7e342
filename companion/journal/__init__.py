"""The journal: every game's events, on the disk before their outcome is shown.

One SQLite file in WAL mode. What `Journal.append` has returned from survives kill -9 and a pulled plug; what it refused
is not there at all. Games and events are opaque JSON objects; times are UTC texts that the caller read off the clock.
"""

from __future__ import annotations

from companion.journal.errors import JournalError, Trouble
from companion.journal.files import set_aside
from companion.journal.rows import Finished, GameId, Kept, Unfinished
from companion.journal.store import Journal, salvage

__all__ = ["Finished", "GameId", "Journal", "JournalError", "Kept", "Trouble", "Unfinished", "salvage", "set_aside"]
