"""SQLite's write-ahead log (`-wal`), looked at before SQLite opens it: damage in it is told from a torn end.

A log is a header and frames, each of them a page of the journal as a commit left it. Header and frames bear a checksum
over everything before them, and the two salts of this log; behind them may stand frames of an older log, whose salts
differ (https://www.sqlite.org/fileformat2.html, "The Write-Ahead Log"). SQLite takes the frames up to the first one
whose checksum does not fit, and drops the rest without a word: right where a pulled plug tore the end of the log, wrong
where a bit flipped before events that had been shown.

Which it is, a commit behind the broken frame tells. `Journal.seen` apart, each of ours returns when the disk has taken
it and everything before it; `seen` writes no page of an index, and each other commit writes one. So what a pulled plug
may have torn, some of its blocks on the disk and some not, is any number of commits without such a page and then one
with such a page. If a frame follows that one, it was on the disk with all that stands before it: a broken frame there
is damage. That a frame follows another one is certain if its checksum continues the other's. Nothing else is believed
behind a broken frame: a torn frame, or those that an older torn end left there, may say anything.

So damage in the newest of these commits, and in the last frame of the one before it, looks like a torn end from here.
After a kill `OpenFiles.note_events` tells it, after a pulled plug nothing can.
"""

from __future__ import annotations

import os
import struct
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

from companion.core.journal_error import JournalError, Trouble
from companion.runtime.journal.files import beside

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

HEADER_BYTES = 32
FRAME_HEADER_BYTES = 24
_HEADER = struct.Struct(">IIIIIIII")
"""Magic number, format, bytes of a page, number of the log, two salts, and the checksum: two numbers, as each is."""
_FRAME_HEADER = struct.Struct(">IIIIII")
"""Number of the page, pages of the journal after a commit (else 0), the salts, the checksum."""
_ORDERS = {0x377F0682: "<", 0x377F0683: ">"}
"""How the checksums take their numbers from the bytes, by magic number."""
_PAGE_BYTES = {1 << power for power in range(9, 17)}
_INDEX_PAGES = {2, 10}
"""With what a page of an index begins, or of a table without row numbers; no other page in a journal begins so."""

Checksum = tuple[int, int]


class _Header(NamedTuple):
    order: str
    page_bytes: int
    salts: tuple[int, int]
    checksum: Checksum


class _Frame(NamedTuple):
    """A frame of this log, or of an older one."""

    fits: bool
    """Whether its checksum continues that of the frame before."""
    commits: bool
    of_index: bool


def refuse_damaged_log(path: Path) -> None:
    """Sees that no damage hides in a journal's log; nobody may write to it meanwhile.

    Raises:
        JournalError: `DAMAGED`.
    """
    log = beside(path, "-wal")
    if log.is_file() and is_damaged(log.read_bytes()):
        raise JournalError(Trouble.DAMAGED, path)


class OpenLog:
    """The log of an open journal; only its header is looked at, for what overwrites a log begins there."""

    def __init__(self, path: Path, file: int) -> None:
        self._path = path
        self._file = file
        self._header = b""

    def check(self) -> None:
        """Sees that the header is SQLite's own; a call costs a microsecond.

        Raises:
            JournalError: `REPLACED`.
        """
        header = os.pread(self._file, HEADER_BYTES, 0)
        if header != self._header and len(header) == HEADER_BYTES and _header(header) is None:
            raise JournalError(Trouble.REPLACED, self._path)
        self._header = header


@contextmanager
def open_log(path: Path) -> Iterator[OpenLog]:
    """The log of a journal that SQLite has opened to write; on a log it holds no lock that closing it would let go."""
    file = os.open(beside(path, "-wal"), os.O_RDONLY | os.O_CLOEXEC)
    try:
        yield OpenLog(path, file)
    finally:
        os.close(file)


def is_damaged(log: bytes) -> bool:
    """Whether something that was on the disk is broken; see above what cannot be told."""
    if len(log) <= HEADER_BYTES:
        return False
    header = _header(log)
    if header is None:
        return True  # it is on the disk before the first frame is written, and no disk writes a part of 32 bytes
    broken = of_index = follows_synced = False
    for frame in _frames(log, header):
        if not frame.fits:
            broken, of_index, follows_synced = True, False, False
            continue
        if broken and follows_synced:
            return True
        of_index = of_index or frame.of_index
        follows_synced = frame.commits and of_index
        of_index = of_index and not frame.commits
    return False


def _header(log: bytes) -> _Header | None:
    """The header of a log; None: it is no sound one."""
    magic, _, page_bytes, _, salt, other_salt, *stored = _HEADER.unpack_from(log)
    order = _ORDERS.get(magic)
    if order is None or page_bytes not in _PAGE_BYTES or _continued((0, 0), order, log[:24]) != tuple(stored):
        return None
    return _Header(order, page_bytes, (salt, other_salt), (stored[0], stored[1]))


def _frames(log: bytes, header: _Header) -> Iterator[_Frame]:
    """Every whole frame."""
    before, frame_bytes = header.checksum, FRAME_HEADER_BYTES + header.page_bytes
    for start in range(HEADER_BYTES, len(log) - frame_bytes + 1, frame_bytes):
        _, pages, salt, other_salt, *stored = _FRAME_HEADER.unpack_from(log, start)
        page = log[start + FRAME_HEADER_BYTES : start + frame_bytes]
        # The checksum of an older log's frame need not be computed.
        fits = (salt, other_salt) == header.salts and stored == [
            *_continued(before, header.order, log[start : start + 8] + page)
        ]
        yield _Frame(fits, pages != 0, page[0] in _INDEX_PAGES)
        before = (stored[0], stored[1])


def _continued(before: Checksum, order: str, content: bytes) -> Checksum:
    """The checksum after some more bytes, a multiple of 8."""
    first, second = before
    numbers = iter(struct.unpack(f"{order}{len(content) // 4}I", content))
    for number, other in zip(numbers, numbers, strict=True):
        first = (first + number + second) & 0xFFFFFFFF
        second = (second + other + first) & 0xFFFFFFFF
    return first, second
