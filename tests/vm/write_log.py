"""What a virtual disk was told to write, in order, and what of it is left when the plug is pulled at some point.

QEMU's `blklogwrites` writes the log, in the format of the kernel's dm-log-writes: a sector with a magic number, the
number of entries and the size of a sector, then the entries: a sector that tells what is written where, and the data.
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
"""First sector, number of sectors, flags, bytes of data that are not a part of the disk."""
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
        """Whether everything before it must be on the disk from here on."""
        return bool(self.flags & FLUSH)


def count(log: Path) -> int:
    """How many entries a log has, also while it is being written."""
    with log.open("rb") as file:
        head = file.read(HEAD.size)
    if len(head) < HEAD.size:
        return 0
    magic, _, number, _ = HEAD.unpack(head)
    return number if magic == MAGIC else 0


def read(log: Path) -> list[Entry]:
    """All entries of a log.

    Raises:
        ValueError: it is not a log of writes.
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


def survivors(entries: Sequence[Entry], chance: random.Random) -> list[Entry]:
    """What is left of these entries when the plug is pulled behind the last.

    Everything up to the last flush, and of the blocks that were written behind it any, or none: a disk may keep what
    it did not have to. Of one block the newest that is kept counts, so that the order stays.
    """
    share, safe = chance.choice((0.0, chance.random())), flushed(entries)
    unsure = (block for entry in entries[safe:] for block in blocks(entry))
    return [*entries[:safe], *(block for block in unsure if block.flags & FUA or chance.random() < share)]


def flushed(entries: Sequence[Entry]) -> int:
    return len(entries) - len(list(takewhile(lambda entry: not entry.is_flush, reversed(entries))))


def forgotten(entries: Sequence[Entry], left: Sequence[Entry]) -> int:
    safe = flushed(entries)
    return sum(len(list(blocks(entry))) for entry in entries[safe:]) - len(left[safe:])


def blocks(entry: Entry) -> Iterator[Entry]:
    """The blocks that an entry writes, each of which a disk writes whole or not at all."""
    if entry.flags & DISCARD:
        return
    for done in range(0, entry.length, BLOCK_BYTES):
        length = min(BLOCK_BYTES, entry.length - done)
        yield Entry(entry.flags, entry.offset + done, length, entry.data_at + done)


def apply(entries: Iterable[Entry], log: Path, image: Path) -> None:
    """Writes them into an image; a discard leaves what was there, as a disk may."""
    with log.open("rb") as source, image.open("r+b") as disk:
        for entry in entries:
            if entry.length and not entry.flags & DISCARD:
                source.seek(entry.data_at)
                disk.seek(entry.offset)
                disk.write(source.read(entry.length))
