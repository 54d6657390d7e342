"""The journal's files: the database, SQLite's files beside it, and the lock."""

from __future__ import annotations

import fcntl
import os
import re
import stat
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from itertools import count
from pathlib import Path
from zlib import crc32

from companion.core.journal_error import JournalError, Trouble
from companion.runtime.journal.errors import translate_errors

PARTS = ("-wal", "-shm")
"""The suffixes of SQLite's files beside a journal that is open, or was at a power cut."""


LOG_KEPT_BYTES = 4 << 20
"""SQLite truncates the log to this size, never below, and never shrinks the journal's file."""


def beside(path: Path, part: str) -> Path:
    """Returns the path of a file that belongs to a journal."""
    return path.with_name(path.name + part)


def resolved(path: Path) -> Path:
    """Resolves symbolic links: two paths to one file must lead to one lock.

    Raises:
        JournalError: `READ_ONLY`: it is the root folder, beside which no file can lie.
    """
    file = Path(os.path.realpath(path))
    if not file.name:
        raise JournalError(Trouble.READ_ONLY, path)
    return file


def refuse_no_file(path: Path) -> None:
    """Checks that no folder, socket, pipe or device lies there. Raises JournalError: `FOLDER` or `SPECIAL`."""
    if path.exists() and not path.is_file():
        raise JournalError(Trouble.FOLDER if path.is_dir() else Trouble.SPECIAL, path)


def make_file(path: Path, content: bytes) -> None:
    """Makes a file whole or not at all, for its owner alone: the seed of the game in it tells all rolls to come."""
    new = beside(path, ".new")
    new.unlink(missing_ok=True)
    with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600), "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    new.replace(path)


def keep_from_others(path: Path) -> None:
    """Takes other users' rights to our own files away, which versions before 0600 have left to them."""
    for name in (beside(path, part) for part in ("", ".lock", *PARTS)):
        with suppress(OSError):
            found = name.lstat()
            if stat.S_ISREG(found.st_mode) and found.st_uid == os.geteuid() and found.st_mode & 0o077:
                name.chmod(found.st_mode & 0o700)


def refuse_second_name(path: Path) -> None:
    """Checks that the file has no second hard link: the log and the lock are named after the path that is used.

    Raises:
        JournalError: `LINKED`.
    """
    if path.is_file() and path.stat().st_nlink > 1:
        raise JournalError(Trouble.LINKED, path)


def refuse_emptied(path: Path) -> None:
    """Checks that no log with content lies beside an empty or missing file: SQLite would remove it unread.

    Raises:
        JournalError: `DAMAGED`.
    """
    log = beside(path, "-wal")
    emptied = path.stat().st_size == 0 if path.is_file() else not path.exists()
    if emptied and log.is_file() and log.stat().st_size > 0:
        raise JournalError(Trouble.DAMAGED, path)


def is_in_use(path: Path) -> bool:
    """Returns whether a companion has the file open for writing."""
    # Without O_NONBLOCK, opening a pipe would wait for its other end.
    file = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        # A shared lock is refused only while a companion holds its exclusive one; it is let go when the file is
        # closed, a few lines on.
        fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(file)
    return False


LARGEST_NUMBER = (1 << 63) - 1
"""Of what SQLite takes."""

_NOTE = re.compile(rb"(([0-9]{19}) ([0-9]{19})) ([0-9]{10})\n")
_NOTE_BYTES = 51


class OpenFiles:
    """The files that an open journal writes to; checks that their names still lead to them."""

    def __init__(self, path: Path, lock: int, own: int) -> None:
        self._path = path
        self._lock = lock
        self._own = own
        self._known: dict[Path, tuple[int, int]] = {}
        self._least_bytes = {path: 0, beside(path, "-wal"): 0}
        """The index (-shm) is left out: SQLite rebuilds it from the log."""

    def remember(self) -> None:
        names = [beside(self._path, part) for part in PARTS]
        self._known = {name: _identity(name.lstat()) for name in names if name.exists()}
        self._known[self._path] = _identity(os.fstat(self._own))
        self._known[beside(self._path, ".lock")] = _identity(os.fstat(self._lock))
        self.check()

    def check(self) -> None:
        """Checks that each name still leads to the same file, and that none was truncated; takes a few microseconds.

        Raises:
            JournalError: `REPLACED`; `DAMAGED` if one was truncated, because that content is lost.
        """
        for name, known in self._known.items():
            try:
                found = name.lstat()  # a link that has taken its place leads the log elsewhere
            except FileNotFoundError:
                raise JournalError(Trouble.REPLACED, self._path) from None
            if _identity(found) != known:
                raise JournalError(Trouble.REPLACED, self._path)
            if found.st_size < self._least_bytes.get(name, 0):
                raise JournalError(Trouble.DAMAGED, self._path)
            if name in self._least_bytes:
                self._least_bytes[name] = found.st_size if name == self._path else min(found.st_size, LOG_KEPT_BYTES)

    def note_events(self, game: int, events: int) -> None:
        """Notes in the lock's file how many events of a game are on the disk.

        The note itself is not synced: it survives a kill; a power cut leaves an older note, which is true as well.
        """
        text = b"%019d %019d" % (game, events)
        with suppress(OSError):  # without the note the other checks must do
            # A fixed length, written in one call over the note before: a note is the old one or the new one, and its
            # checksum tells a mixture.
            os.pwrite(self._lock, b"%b %010d\n" % (text, crc32(text)), 0)

    def noted_events(self) -> tuple[int, int] | None:
        """Returns the newest note: the game, and the number of its events; None if there is no valid note."""
        found = _NOTE.fullmatch(os.pread(self._lock, _NOTE_BYTES + 1, 0))
        if found is None or crc32(found[1]) != int(found[4]):
            return None
        game, events = int(found[2]), int(found[3])
        return (game, events) if max(game, events) <= LARGEST_NUMBER else None

    def forget_events(self) -> None:
        """Removes the note: its loss was accepted, or the file is new."""
        os.ftruncate(self._lock, 0)

    def refuse_second_name(self) -> None:
        """Checks that the file got no second hard link meanwhile. Raises JournalError: `LINKED`."""
        refuse_second_name(self._path)


def _identity(found: os.stat_result) -> tuple[int, int]:
    return found.st_dev, found.st_ino


@contextmanager
def locked(path: Path) -> Iterator[int]:
    """Locks the journal against other companions. The kernel releases the lock however this program ends.

    Readers need no lock. The lock's file is never removed, because another companion may have just locked it; it also
    holds the note of `OpenFiles`.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except FileNotFoundError as error:  # so says a file system that nobody makes folders in, as in /proc
        raise JournalError(Trouble.READ_ONLY, path) from error
    name = beside(path, ".lock")
    if name.is_symlink():  # it may lead to the journal, or nowhere
        raise JournalError(Trouble.READ_ONLY, name)
    lock = os.open(name, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
    try:
        found = os.fstat(lock)
        if not _is_a_lock(found):
            raise JournalError(Trouble.LINKED if stat.S_ISREG(found.st_mode) else Trouble.READ_ONLY, name)
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield lock
    finally:
        os.close(lock)


def _is_a_lock(found: os.stat_result) -> bool:
    """Whether it can be ours alone: a pipe can be locked but bears no note, another name may be the journal's."""
    return stat.S_ISREG(found.st_mode) and found.st_nlink <= 1


@contextmanager
def file_locked(path: Path) -> Iterator[int]:
    """Locks the file itself against companions that reach it by another path, such as a mount.

    SQLite's own locks are of another kind (fcntl). Closing any descriptor of a file releases them, so SQLite must have
    closed the file before this lock ends.
    """
    file = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield file
    finally:
        os.close(file)


def quarantine(path: Path, at: str) -> Path:
    """Renames a journal, and what belongs to it, to a free name beside it: `journal.sqlite.damaged-2026-11-21`.

    Whatever has those names is renamed: also the file of another program, a folder or a pipe.

    Raises:
        JournalError: above all `LOCKED`, `READ_ONLY` and `MISSING`.
    """
    file = resolved(path)
    lock = beside(file, ".lock")
    with translate_errors(path):
        if os.path.lexists(lock) and not _is_a_lock(lock.lstat()):
            lock.rename(beside(free_name(file, "damaged", at), ".lock"))
        with locked(file) as own, file_locked(file) if file.is_file() else nullcontext():
            aside = free_name(file, "damaged", at)
            there = [part for part in (*PARTS, "") if beside(file, part).exists()]
            if not there:
                raise JournalError(Trouble.MISSING, path)
            for part in there:  # the file last: SQLite throws away a log that lies there without its file
                beside(file, part).rename(beside(aside, part))
            os.ftruncate(own, 0)  # what it notes was of that journal
            return aside


def free_name(file: Path, kind: str, at: str) -> Path:
    """Returns a path beside a journal, with its date, that nothing has yet."""
    name = f"{file.name}.{kind}-{at[:10]}"
    names = (file.with_name(name if n == 1 else f"{name}-{n}") for n in count(1))
    return next(free for free in names if not any(beside(free, part).exists() for part in ("", ".lock", *PARTS)))
