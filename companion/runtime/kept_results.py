"""What the coach has found of finished games for ratings, kept in a file beside the journal.

It can be found anew at any time, so it is no part of the journal, and no backup has it. What was found with a value of
another name is dropped.
"""

from __future__ import annotations

import json
import logging
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

from companion.core.rated_games import Looked
from companion.files.atomic_files import replace_file

if TYPE_CHECKING:
    from companion.core.saved_games import Finished

SUFFIX = ".ratings.json"
OWNER_ONLY = 0o600
log = logging.getLogger(__name__)
_WRITING = Lock()


class KeptResults:
    """The file of one journal. Any thread may use it; of two programs that write at once one has to look again."""

    def __init__(self, journal: Path, value: str) -> None:
        """Reads nothing yet: of the file beside a journal, with what the shipped value, of this name, has found."""
        self.path = journal.with_name(journal.name + SUFFIX)
        self._value = value
        self._unwritten: dict[str, Any] | None = None

    @property
    def version(self) -> tuple[int, int]:
        """What changes whenever it is written."""
        try:
            found = self.path.stat()
        except OSError:
            return 0, 0
        return found.st_mtime_ns, found.st_size

    def read(self) -> dict[str, Looked]:
        """Returns what was found of each game, by `key_of`."""
        return {key: Looked(tuple(row[0]), *row[1:]) for key, row in self._read()["games"].items()}

    def add(self, key: str, looked: Looked) -> None:
        """Keeps what was found of a game; where it cannot be written, it is said once, and kept as long as this is."""
        with _WRITING:
            content = self._read()
            content["games"][key] = looked
            self._write(content)

    def take_renewal(self) -> bool:
        """Returns, once, whether all is reckoned anew, because the value has another name."""
        with _WRITING:
            content = self._read()
            if not content.pop("renewed", False):
                return False
            self._write(content)
            return True

    def _read(self) -> dict[str, Any]:
        if self._unwritten is not None:
            return self._unwritten
        content: Any = None
        try:
            content = json.loads(self.path.read_bytes())
            if content["value"] != self._value:
                return {"value": self._value, "renewed": bool(content["games"]), "games": {}}
            # A row that is damaged is left out, and so found anew.
            content["games"] = {key: row for key, row in content["games"].items() if _is_sound(row)}
        except (OSError, ValueError, TypeError, LookupError, AttributeError, RecursionError):
            return {"value": self._value, "games": {}}
        return dict(content)

    def _write(self, content: dict[str, Any]) -> None:
        try:
            replace_file(self.path, json.dumps(content, separators=(",", ":")).encode(), OWNER_ONLY)
        except OSError as problem:
            if self._unwritten is None:
                log.warning("%s cannot be written: %s", self.path, problem)
            self._unwritten = content


def _is_sound(row: object) -> bool:
    match row:
        case [list(results), bool(), bool()]:
            return all(type(result) in {int, float} for result in results)
        case _:
            return False


def key_of(game: Finished) -> str:
    """Returns what names a game: another journal, begun after this one was set aside, counts from 1 again."""
    return f"{game.game} {game.begun_at}"
