"""The log of all writes to a virtual disk, and the writes that survive a power cut.

QEMU's `blklogwrites` writes the log, in the format of the kernel's dm-log-writes: a sector with a magic number, the
number of entries and the size of a sector, then the entries: a sector with the position and length of a write, then its
data.
"""

import random
import struct
from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile
from pathlib import Path
from typing import NamedTuple

MAGIC = 0x6A736677736872
HEAD = struct.Struct("<QQQI")
"""Magic number, version, number of entries, bytes of a sector."""
ENTRY = struct.Struct("<QQQQ")
"""First sector, number of sectors, flags, bytes of data outside the disk."""
FLUSH, FUA, DISCARD = 1, 2, 4
BLOCK_BYTES = 4096


class Entry(NamedTuple):
    """One command to the disk; for a write, `data_at` is the position of the data in the log."""

    flags: int
    offset: int
    length: int
    data_at: int

    @property
    def is_flush(self) -> bool:
        """Whether all earlier entries must be on the disk from this entry on."""
        return bool(self.flags & FLUSH)


def count(log: Path) -> int:
    """Returns the number of entries of a log, also while it is being written."""
    with log.open("rb") as file:
        head = file.read(HEAD.size)
    if len(head) < HEAD.size:
        return 0
    magic, _, number, _ = HEAD.unpack(head)
    return number if magic == MAGIC else 0


def read(log: Path) -> list[Entry]:
    """Returns all entries of a log.

    Raises:
        ValueError: the file is not a log of writes.
    """
    with log.open("rb") as file:
        magic, version, number, sector = HEAD.unpack(file.read(HEAD.size))
        if (magic, version) != (MAGIC, 1):
            raise ValueError(f"{log}: no log of writes")
        entries, at = list[Entry](), sector
        for _ in range(number):
            file.seek(at)
            first, length, flags, _ = ENTRY.unpack(file.read(ENTRY.size))
            at += sector
            entries.append(Entry(flags, first * sector, length * sector, at))
            at += 0 if flags & DISCARD else length * sector
    return entries


def survivors(entries: Sequence[Entry], rng: random.Random) -> list[Entry]:
    """Returns entries that survive a power cut after the last one.

    Everything before the last flush survives. Of the blocks after it a random part survives, in their order: a disk
    may keep more than it has to.
    """
    share, safe = rng.choice((0.0, rng.random())), flushed(entries)
    unflushed = (block for entry in entries[safe:] for block in blocks(entry))
    return [*entries[:safe], *(block for block in unflushed if block.flags & FUA or rng.random() < share)]


def flushed(entries: Sequence[Entry]) -> int:
    return len(entries) - len(list(takewhile(lambda entry: not entry.is_flush, reversed(entries))))


def lost_blocks(entries: Sequence[Entry], left: Sequence[Entry]) -> int:
    safe = flushed(entries)
    return sum(len(list(blocks(entry))) for entry in entries[safe:]) - len(left[safe:])


def blocks(entry: Entry) -> Iterator[Entry]:
    """Yields the blocks of an entry; a disk writes each block completely or not at all."""
    if entry.flags & DISCARD:
        return
    for done in range(0, entry.length, BLOCK_BYTES):
        length = min(BLOCK_BYTES, entry.length - done)
        yield Entry(entry.flags, entry.offset + done, length, entry.data_at + done)


def apply(entries: Iterable[Entry], log: Path, image: Path) -> None:
    """Writes the entries into an image; a discard changes nothing, which a disk is free to do."""
    with log.open("rb") as source, image.open("r+b") as disk:
        for entry in entries:
            if entry.length and not entry.flags & DISCARD:
                source.seek(entry.data_at)
                disk.seek(entry.offset)
                disk.write(source.read(entry.length))
