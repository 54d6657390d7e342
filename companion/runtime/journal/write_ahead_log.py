"""Checks SQLite's write-ahead log (`-wal`) before SQLite opens it: tells damage from an end that a power cut tore.

A log is a header and frames; each frame is a page of the journal as a commit left it. The header and every frame have
a checksum over everything before them, and the two salts of this log. Frames of an older log, with other salts, may
follow (https://www.sqlite.org/fileformat2.html, "The Write-Ahead Log").
SQLite takes the frames up to the first broken one, whose checksum does not fit, and drops the rest without a word. That
is right if a power cut tore the end of the log, and wrong if a bit flipped before events that had been shown.

The commits behind the broken frame tell which it is. All our commits but those of `Journal.note_acknowledged` return
only when the disk has taken them and everything before them, and they write a page of an index, which
`note_acknowledged` never does. So a power cut may have torn any number of commits without such a page, and one commit
with such a page after them, some blocks of them on the disk and some not. If another frame follows that commit, the
commit was on the disk with everything before it, and a broken frame there is damage. A frame certainly follows another
one if its checksum continues the other's. Nothing else behind a broken frame is believed: a torn frame, or frames that
an older torn end left there, may contain anything.

So damage in the newest of these commits, or in the last frame of the one before it, looks like a torn end from here.
After a kill, the note of `OpenFiles.note_events` shows it; after a power cut nothing can.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from companion.core.journal_error import JournalError, Trouble
from companion.runtime.journal.files import beside

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
"""The first byte of a page of an index, or of a table WITHOUT ROWID; no other page of a journal begins with it."""

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
    checksum: Checksum


def refuse_damaged_log(path: Path) -> None:
    """Checks a journal's log for damage; nobody may write to it meanwhile. Raises JournalError: `DAMAGED`."""
    log = beside(path, "-wal")
    if log.is_file() and is_damaged(log.read_bytes()):
        raise JournalError(Trouble.DAMAGED, path)


def is_whole(log: bytes, frames: int, checksum: Checksum) -> bool:
    """Returns whether so many frames continue the header's checksum, and the last of them has this one."""
    header = _header(log) if len(log) >= HEADER_BYTES else None
    if header is None:
        return False
    end, count = header.checksum, 0
    for frame in islice(_frames(log, header), frames):
        if not frame.fits:
            return False
        end, count = frame.checksum, count + 1
    return count == frames and (frames == 0 or end == checksum)


def is_damaged(log: bytes) -> bool:
    """Returns whether content that was on the disk is broken; the module's docstring says what cannot be known."""
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
    """Parses the header of a log; None if it is invalid."""
    magic, _, page_bytes, _, salt, other_salt, *stored = _HEADER.unpack_from(log)
    order = _ORDERS.get(magic)
    if order is None or page_bytes not in _PAGE_BYTES or _continued((0, 0), order, log[:24]) != tuple(stored):
        return None
    return _Header(order, page_bytes, (salt, other_salt), (stored[0], stored[1]))


def _frames(log: bytes, header: _Header) -> Iterator[_Frame]:
    before, frame_bytes = header.checksum, FRAME_HEADER_BYTES + header.page_bytes
    for start in range(HEADER_BYTES, len(log) - frame_bytes + 1, frame_bytes):
        _, pages, salt, other_salt, *stored = _FRAME_HEADER.unpack_from(log, start)
        page = log[start + FRAME_HEADER_BYTES : start + frame_bytes]
        # The checksum of an older log's frame need not be computed.
        fits = (salt, other_salt) == header.salts and stored == [
            *_continued(before, header.order, log[start : start + 8] + page)
        ]
        before = (stored[0], stored[1])
        yield _Frame(fits, pages != 0, page[0] in _INDEX_PAGES, before)


def _continued(before: Checksum, order: str, content: bytes) -> Checksum:
    """Returns the checksum continued by more bytes, a multiple of 8."""
    first, second = before
    numbers = iter(struct.unpack(f"{order}{len(content) // 4}I", content))
    for number, other in zip(numbers, numbers, strict=True):
        first = (first + number + second) & 0xFFFFFFFF
        second = (second + other + first) & 0xFFFFFFFF
    return first, second
