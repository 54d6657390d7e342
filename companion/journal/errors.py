"""What can be wrong with a journal, and how the system's errors become that."""

from __future__ import annotations

import errno
import os
import sqlite3
from contextlib import contextmanager
from enum import StrEnum
from typing import TYPE_CHECKING

from companion.named_files import legible
from companion.words import mark

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


class Trouble(StrEnum):
    """What can be wrong with a journal, and the sentence that says so, to be translated."""

    DAMAGED = mark("{path} is damaged, or no journal at all: set it aside (it is kept) and begin a new one")
    DAMAGED_EVENT = mark(
        "game {game} in {path} is damaged from event {event} on; before it: companion export {game} --salvage"
    )
    DAMAGED_GAME = mark("what is told of game {game} in {path} is damaged")
    FAILING = mark("the disk does not read or write {path} properly: copy what you need and try another one")
    FOREIGN = mark("{path} belongs to another program: name another file for the journal")
    FULL = mark("no room is left on the disk for {path}: make room and try again")
    LINKED = mark("{path} has a second name (a hard link): remove one of them, or copy the file and play on the copy")
    LOCKED = mark("{path} is in use by another companion: end that one, or name another file for the journal")
    MISSING = mark("{path} holds no journal yet: play a game first, or name another file")
    NEWER = mark("{path} was written by a newer companion: update this one, or name another file for the journal")
    READ_ONLY = mark("{path} cannot be written: see to its permissions, or name another file for the journal")
    READ_ONLY_DISK = mark("{path} lies on a disk that has become read-only: copy what you need and try another one")
    REPLACED = mark("{path}, or a file that belongs to it, was removed or replaced while it was in use")


class JournalError(Exception):
    """The journal cannot do what was asked. Its text is one sentence for people.

    Nothing was written, unless the files were replaced: then it was, but perhaps where nobody will look for it.

    Attributes:
        trouble: which kind it is.
        path: the journal's file.
        fields: what the fields of the sentence stand for.
    """

    def __init__(self, trouble: Trouble, path: Path, *, game: int = 0, event: int = 0) -> None:
        self.fields: dict[str, object] = {"path": legible(path), "game": game, "event": event}
        super().__init__(trouble.format(**self.fields))
        self.trouble = trouble
        self.path = path


_ERRNOS = {
    errno.EACCES: Trouble.READ_ONLY,
    errno.EPERM: Trouble.READ_ONLY,
    errno.EROFS: Trouble.READ_ONLY_DISK,
    errno.EEXIST: Trouble.READ_ONLY,  # a file lies where the folder should be
    errno.ENOTDIR: Trouble.READ_ONLY,
    errno.EISDIR: Trouble.READ_ONLY,
    errno.ENAMETOOLONG: Trouble.READ_ONLY,
    errno.ELOOP: Trouble.READ_ONLY,  # links that lead in a circle
    errno.ENOENT: Trouble.MISSING,
    errno.ENOSPC: Trouble.FULL,
    errno.EDQUOT: Trouble.FULL,
    errno.EWOULDBLOCK: Trouble.LOCKED,
    errno.EIO: Trouble.FAILING,
}

_SQLITE_CODES = {
    sqlite3.SQLITE_BUSY: Trouble.LOCKED,
    sqlite3.SQLITE_CANTOPEN: Trouble.READ_ONLY,
    sqlite3.SQLITE_FULL: Trouble.FULL,
    sqlite3.SQLITE_IOERR: Trouble.FAILING,
    sqlite3.SQLITE_IOERR_DELETE: Trouble.READ_ONLY,  # a folder lies where its log should be
    sqlite3.SQLITE_IOERR_SHMOPEN: Trouble.READ_ONLY,  # a pipe lies where the index of its log should be
    sqlite3.SQLITE_IOERR_SHMSIZE: Trouble.FULL,  # no room for the index of its log
    sqlite3.SQLITE_LOCKED: Trouble.LOCKED,
    sqlite3.SQLITE_PERM: Trouble.READ_ONLY,
    sqlite3.SQLITE_PROTOCOL: Trouble.LOCKED,
    sqlite3.SQLITE_READONLY: Trouble.READ_ONLY,
}
"""Any other means that the file does not hold what a journal does: a table lacks a column, an event its game."""


@contextmanager
def translated(path: Path) -> Iterator[None]:
    """Turns what the disk and SQLite say, and values that no journal holds, into JournalErrors."""
    try:
        yield
    except sqlite3.ProgrammingError:
        raise  # a mistake of ours, such as a call of a closed journal
    except sqlite3.Error as error:
        raise JournalError(_trouble(error, path), path) from error
    except OSError as error:
        raise JournalError(_ERRNOS.get(error.errno or 0, Trouble.FAILING), path) from error
    except (ValueError, RecursionError) as error:  # not UTF-8, no JSON object or one nested too deep, no time
        raise JournalError(Trouble.DAMAGED, path) from error


def _trouble(error: sqlite3.Error, path: Path) -> Trouble:
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
    trouble = _SQLITE_CODES.get(code) or _SQLITE_CODES.get(code & 0xFF, Trouble.DAMAGED)
    if trouble in {Trouble.FAILING, Trouble.READ_ONLY} and _is_on_read_only_disk(path):
        return Trouble.READ_ONLY_DISK
    return trouble


def _is_on_read_only_disk(path: Path) -> bool:
    """Whether the file system lets nobody write; SQLite only says that a write has failed."""
    try:
        return bool(os.statvfs(path.parent).f_flag & os.ST_RDONLY)
    except OSError:
        return False
