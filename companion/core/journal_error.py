"""What can be wrong with a journal."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from functools import partial
from pathlib import Path

from companion.files.named_files import legible
from companion.locale.translator import N_


class Trouble(StrEnum):
    """What can be wrong with a journal, and the sentence that says so, to be translated."""

    CHANGED = N_("{path} was changed by another program while it was in use")
    DAMAGED = N_("{path} is damaged, or no journal at all: set it aside (it is kept) and begin a new one")
    DAMAGED_EVENT = N_(
        "game {game} in {path} is damaged from event {event} on; before it: companion export {game} --salvage"
    )
    DAMAGED_GAME = N_("what is told of game {game} in {path} is damaged")
    FAILING = N_("the disk does not read or write {path} properly: copy what you need and try another one")
    FOLDER = N_("{path} is a folder: name a file for the journal, such as one in it")
    FOREIGN = N_("{path} belongs to another program: name another file for the journal")
    FULL = N_("no room is left on the disk for {path}: make room and try again")
    LINKED = N_("{path} has a second name (a hard link): remove one of them, or copy the file and play on the copy")
    LOCKED = N_("{path} is in use by another companion: end that one, or name another file for the journal")
    LOG_MISSING = N_(
        "{path} lacks its log, {path}-wal, and with it the newest events: copy both, or use companion backup"
    )
    MISSING = N_("{path} holds no journal yet: play a game first, or name another file")
    OUTDATED = N_("{path} was written by an earlier version: set it aside (it is kept) and begin a new one")
    NEWER = N_("{path} was written by a newer companion: update this one, or name another file for the journal")
    OLDER = N_("{path} lacks events that were played: it is a backup, or a part of it was lost")
    READ_ONLY = N_("{path} cannot be written: see to its permissions, or name another file for the journal")
    READ_ONLY_DISK = N_("{path} lies on a disk that has become read-only: copy what you need and try another one")
    REPLACED = N_("{path}, or a file that belongs to it, was removed or replaced while it was in use")
    SPECIAL = N_("{path} is a socket, a pipe or a device: name a file for the journal")


NEW_FILE_HELPS = frozenset(
    {
        Trouble.DAMAGED, Trouble.FOLDER, Trouble.FOREIGN, Trouble.LINKED, Trouble.NEWER, Trouble.OUTDATED,
        Trouble.READ_ONLY, Trouble.SPECIAL,
    }
)  # fmt: skip
"""What goes away when the file is renamed and a new one begun."""


class JournalError(Exception):
    """The journal cannot do what was asked. Its text is one sentence for people.

    Nothing was written, unless the files were replaced: then it was, but perhaps where nobody will look for it.

    Attributes:
        trouble: which kind it is.
        path: the journal's file.
        game: the damaged game's number; 0: it is not about one game.
        fields: what the fields of the sentence stand for.
    """

    def __init__(self, trouble: Trouble, path: Path, *, game: int = 0, event: int = 0) -> None:
        self.fields: dict[str, object] = {"path": legible(path), "game": game, "event": event}
        super().__init__(trouble.format(**self.fields))
        self.trouble = trouble
        self.path = path
        self.game = game
        self._event = event

    def __reduce__(self) -> tuple[Callable[..., JournalError], tuple[Trouble, Path]]:
        """Returns how `pickle` makes it again: a worker may raise it."""
        return partial(JournalError, game=self.game, event=self._event), (self.trouble, self.path)
