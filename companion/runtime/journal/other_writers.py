"""Notices that somebody else wrote to the file or to the log of an open journal.

Only our commits write there. So the times of change stay as the last commit left them, and comparing them takes
microseconds. Where one differs, the content decides: `touch` changes a time and nothing else, and garbage breaks the
log's checksums, or what SQLite's own check looks at.

Two things stay unseen until the next start: what is written within the same tick of the kernel's clock as our commit
(4 ms, often), and what changes on the disk without being written, such as a bit that flips there.
"""

from __future__ import annotations

import os
import struct
from contextlib import closing
from pathlib import Path
from typing import NamedTuple, Self

from companion.core.journal_error import JournalError, Trouble
from companion.runtime.journal.files import beside
from companion.runtime.journal.schema import check_pages, connect
from companion.runtime.journal.write_ahead_log import is_whole

_INDEX_HEADER = struct.Struct("=16xII2I")
"""Of SQLite's index of the log, in the machine's byte order: the log's valid frames, pages, the last frame's checksum
(https://www.sqlite.org/walformat.html, "The WAL-Index Header")."""


class _Stamp(NamedTuple):
    """What changes whenever somebody writes to a file."""

    modified_ns: int
    size_bytes: int


class OtherWriters:
    """Compares the file and the log of an open journal with what its own commits left.

    To be closed after SQLite has closed them: closing any descriptor of a file releases SQLite's locks on it.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._files: dict[str, int] = {}
        self._stamps: dict[str, _Stamp] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for file in self._files.values():
            os.close(file)

    def open_files(self) -> None:
        """Opens the files for reading; SQLite must have opened the journal for writing, which makes the log."""
        for part in ("", "-wal", "-shm"):
            self._files[part] = os.open(beside(self._path, part), os.O_RDONLY | os.O_CLOEXEC)
        self.note_own_commit()

    def note_own_commit(self) -> None:
        """Takes what is there now as ours."""
        self._stamps = {part: self._stamp(part) for part in ("", "-wal")}

    def refuse_changed_content(self) -> None:
        """Checks that nobody else has written anything that matters since our last commit.

        Raises:
            JournalError: `DAMAGED`.
        """
        if self._stamp("-wal") != self._stamps["-wal"] and not self._is_log_whole():
            raise JournalError(Trouble.DAMAGED, self._path)
        if self._stamp("") != self._stamps[""]:
            # A connection of its own: the journal's reads the pages that it has in its cache.
            with closing(connect(self._path, "?mode=ro")) as db:
                check_pages(db, self._path)

    def _stamp(self, part: str) -> _Stamp:
        found = os.fstat(self._files[part])
        return _Stamp(found.st_mtime_ns, found.st_size)

    def _is_log_whole(self) -> bool:
        """Checks the frames that SQLite would find again; behind them may stand what an older log has left."""
        index = os.pread(self._files["-shm"], _INDEX_HEADER.size, 0)
        if len(index) < _INDEX_HEADER.size:
            return False
        frames, _, first, second = _INDEX_HEADER.unpack(index)
        log = os.pread(self._files["-wal"], self._stamp("-wal").size_bytes, 0)
        return is_whole(log, frames, (first, second))
