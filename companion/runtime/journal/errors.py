"""Translates errors of the system and of SQLite into the troubles of a journal."""

from __future__ import annotations

import errno
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.core.journal_error import JournalError, Trouble

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
"""Any other code means that the content is no journal's: a table lacks a column, an event has no game."""


@contextmanager
def translate_errors(path: Path) -> Iterator[None]:
    """Translates errors of the disk and of SQLite, and of impossible values, into JournalErrors."""
    try:
        yield
    except sqlite3.ProgrammingError:
        raise  # a mistake of ours, such as a call of a closed journal
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
        trouble = _SQLITE_CODES.get(code) or _SQLITE_CODES.get(code & 0xFF, Trouble.DAMAGED)
        if trouble in {Trouble.FAILING, Trouble.READ_ONLY} and _is_on_read_only_disk(path):
            trouble = Trouble.READ_ONLY_DISK
        raise JournalError(trouble, path) from error
    except OSError as error:
        raise JournalError(_ERRNOS.get(error.errno or 0, Trouble.FAILING), path) from error
    except (ValueError, RecursionError) as error:  # not UTF-8, no JSON object or one nested too deep, no time
        raise JournalError(Trouble.DAMAGED, path) from error


def _is_on_read_only_disk(path: Path) -> bool:
    """Returns whether the file system takes no writes; SQLite only reports that one failed."""
    try:
        if os.statvfs(path.parent).f_flag & os.ST_RDONLY:
            return True
        # Since Linux 6.14, ext4 no longer sets the flag when it stops writing after an error. A file without a name
        # tells; not every file system, nor macOS, has such files.
        os.close(os.open(path.parent, os.O_RDWR | os.O_CLOEXEC | getattr(os, "O_TMPFILE", 0)))
    except OSError as error:
        return error.errno == errno.EROFS
    return False
