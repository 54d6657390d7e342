"""Journals damaged behind the back of a killed table: each is opened as a table, and what it says is judged.

`python -m tests.companion.games.damage 500` prints the figures. Bits are flipped, pages are zeroed and ends are cut
off, in the journal and in the log that the kill left beside it, its header and salts included.
"""

import random
import shutil
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from hardware.device import Button
from tests.companion.games.frame import Frame
from tests.companion.games.kill import GAME
from tests.companion.games.player import Player
from tests.companion.games.table import Table, TableError

FRAME_BYTES, HEADER_BYTES = 536, 32
"""Of the log: a frame holds a page of 512 bytes."""
DAMAGES_OF_A_GAME = 50


class Killed(NamedTuple):
    """What a killed table left, and what it had shown."""

    journal: bytes
    log: bytes
    last: Frame


def killed(folder: Path, chance: random.Random) -> Killed:
    """Plays for a while, and pulls the plug between two presses; in half of the games all is in the log alone."""
    path = folder / "journal.sqlite"
    player = Player(chance, 3)
    with Table(path, *GAME) as table:
        for _ in range(chance.randrange(20, 60)):
            table.touch(*player.moves(table.frame))
        if chance.random() < 0.5:
            table.leave()
    with Table(path) as table:
        if table.frame.page == "resume":
            table.touch(Button.OK)
        for _ in range(chance.randrange(5, 30)):
            table.touch(*player.moves(table.frame))
        last = table.kill()
    return Killed(path.read_bytes(), path.with_name("journal.sqlite-wal").read_bytes(), last)


def outcome(path: Path, last: Frame) -> str:
    """What a table makes of it: `told`, `harmless`, `lost in silence` or `traceback`."""
    try:
        with Table(path) as table:
            if table.frame.page == "fault":
                return "told"
            if table.frame.page == "resume":
                table.touch(Button.OK)
            if table.frame.page == "fault":
                return "told"
            same = (table.frame.events, table.frame.state) == (last.events, last.state)
            return "harmless" if same else "lost in silence"
    except TableError as error:
        return "traceback" if "Traceback" in str(error) else f"ended: {error}"


def flipped(content: bytes, chance: random.Random) -> bytes:
    changed = bytearray(content)
    for _ in range(chance.choice((1, 1, 1, 8))):
        changed[chance.randrange(len(changed))] ^= 1 << chance.randrange(8)
    return bytes(changed)


def salted(content: bytes, chance: random.Random) -> bytes:
    """A bit of a salt changed, in the log's header or in one of its frames."""
    frame = chance.randrange(-1, (len(content) - HEADER_BYTES) // FRAME_BYTES)
    place = 16 if frame < 0 else HEADER_BYTES + frame * FRAME_BYTES + 8
    changed = bytearray(content)
    changed[place + chance.randrange(8)] ^= 1 << chance.randrange(8)
    return bytes(changed)


def cut_off(content: bytes, chance: random.Random) -> bytes:
    return content[: chance.randrange(len(content))]


def zeroed(content: bytes, chance: random.Random) -> bytes:
    """A page, or a block of the disk, holds nothing."""
    size = chance.choice((512, 4096))
    start = size * chance.randrange(1 + (len(content) - 1) // size)
    return content[:start] + bytes(min(size, len(content) - start)) + content[start + size :]


KINDS: dict[str, Callable[[bytes, random.Random], bytes]] = {
    "bits": flipped,
    "salts": salted,
    "end": cut_off,
    "zeros": zeroed,
}


def damages(folder: Path, number: int, chance: random.Random) -> Counter[tuple[str, str, str]]:
    """How often it ended how, by file and kind of damage."""
    found: Counter[tuple[str, str, str]] = Counter()
    for game in range(0, number, DAMAGES_OF_A_GAME):
        playing = folder / f"game-{game}"
        playing.mkdir()
        left = killed(playing, chance)
        for _ in range(min(DAMAGES_OF_A_GAME, number - game)):
            damaged = shutil.copytree(playing, folder / "damaged")
            file, kind = damage(damaged, left, chance)
            how = outcome(damaged / "journal.sqlite", left.last)
            found[file, kind, how] += 1
            shutil.rmtree(damaged)
    return found


def damage(folder: Path, left: Killed, chance: random.Random) -> tuple[str, str]:
    """Damages one of the files; returns which, and how."""
    kind = chance.choice(list(KINDS))
    if kind == "salts" or chance.random() < 0.5:
        (folder / "journal.sqlite-wal").write_bytes(KINDS[kind](left.log, chance))
        return "log", kind
    (folder / "journal.sqlite").write_bytes(KINDS[kind](left.journal, chance))
    return "journal", kind


def main(number: int) -> None:
    with TemporaryDirectory() as folder:
        found = damages(Path(folder), number, random.Random(number))
    sys.stdout.write("".join(f"{' '.join(what)}: {times}\n" for what, times in sorted(found.items())))


if __name__ == "__main__":
    main(int(sys.argv[1]))
