"""What is left of a log of writes is what had to survive, and never what came after the plug."""

from __future__ import annotations

import random
from pathlib import Path

from tests.vm.write_log import (
    BLOCK_BYTES,
    ENTRY,
    FLUSH,
    FUA,
    HEAD,
    MAGIC,
    Entry,
    apply,
    count,
    forgotten,
    read,
    survivors,
)

SECTOR = 512


def logged(log: Path, *entries: tuple[int, int, bytes]) -> Path:
    """A log of these entries: flags, first sector, data."""
    text = HEAD.pack(MAGIC, 1, len(entries), SECTOR).ljust(SECTOR, b"\0")
    for flags, first, data in entries:
        text += ENTRY.pack(first, len(data) // SECTOR, flags, 0).ljust(SECTOR, b"\0") + data
    log.write_bytes(text)
    return log


def test_all_that_was_flushed_is_written_to_the_image(tmp_path: Path) -> None:
    log = logged(tmp_path / "log", (0, 1, b"a" * SECTOR), (0, 1, b"b" * SECTOR), (FLUSH, 0, b""))
    image = tmp_path / "image"
    image.write_bytes(bytes(3 * SECTOR))
    apply(survivors(read(log), random.Random(1)), log, image)
    assert image.read_bytes() == bytes(SECTOR) + b"b" * SECTOR + bytes(SECTOR)
    assert count(log) == 3


def test_what_was_not_flushed_may_be_forgotten_block_by_block(tmp_path: Path) -> None:
    log = logged(tmp_path / "log", (FLUSH, 0, b""), (0, 8, b"c" * 8 * BLOCK_BYTES), (FUA, 0, b"d" * SECTOR))
    entries = read(log)
    cuts = [survivors(entries, random.Random(seed)) for seed in range(20)]
    assert all(Entry(FUA, 0, SECTOR, entries[2].data_at) in cut for cut in cuts)
    assert {len(cut) for cut in cuts} >= {2, 5, 6}
    assert {forgotten(entries, cut) for cut in cuts} >= {8, 5, 4}
