"""Finds every bot by its name: one that is installed, or `ghost:FILE`, which `companion ghost` has written.

Ghosts that nobody gave another place lie in a folder beside the journal, and the table offers them as bots. Whoever
plays against one is told what it was learned from, and how sure it is.
"""

from __future__ import annotations

import logging
from errno import EINVAL
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from companion.files.named_files import legible, open_to_read
from engine.bots import find_bot
from engine.game import Code, Illegal
from engine.games import title_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.bot import Bot
    from engine.claimit.ghost import Ghost

GHOST = "ghost:"
MOST_BYTES = 1 << 16
"""A larger file is no ghost's: one has 2 kB."""


def load_bot(name: str, game: str) -> Bot:
    """Returns the bot of that name, or of `ghost:FILE`, which is to play the game of that name.

    Raises:
        Illegal: `bot`: there is none, it does not play this game, or it cannot be loaded; one sentence says why.
    """
    ghost = load_ghost(name)
    if ghost is None:
        return find_bot(name, game)
    if game not in ghost.games:
        raise Illegal(Code.BOT, f"A ghost plays {title_of(ghost.games[0])}, and not {title_of(game)}.")
    return ghost


def can_play(name: str, game: str) -> bool:
    """Returns whether there is a bot of that name, and it plays this game."""
    try:
        load_bot(name, game)
    except Illegal:
        return False
    return True


def load_ghost(name: str) -> Ghost | None:
    """Returns the ghost of that name; None: it is the name of another bot.

    Raises:
        Illegal: `bot`: there is no such ghost.
    """
    return _read_ghost(Path(name.removeprefix(GHOST))) if name.startswith(GHOST) else None


def absolute_name(name: str) -> str:
    """Returns the name by which a bot is found from any folder."""
    return f"{GHOST}{_expanded(Path(name.removeprefix(GHOST))).absolute()}" if name.startswith(GHOST) else name


def public_name(name: str) -> str:
    """Returns the name of a bot without the folders of this machine, which are nobody else's business."""
    return f"{GHOST}{Path(name).name}" if name.startswith(GHOST) else name


@cache
def _read_ghost(path: Path) -> Ghost:
    # Once only: whatever becomes of the file, who plays stays the same, and no picture waits for a disk.
    from engine.claimit.ghost_notation import GhostError, parse_ghost  # noqa: PLC0415 - loaded where there are ghosts

    shown = legible(path)
    try:
        return parse_ghost(_read_start(_expanded(path)).decode())
    except OSError as problem:
        raise Illegal(Code.BOT, f"{shown} cannot be read: {problem.strerror}.") from problem
    except GhostError as problem:
        raise Illegal(Code.BOT, f"{shown} {problem}.") from problem
    except ValueError as problem:  # bytes that are no text, or a path that no file can have
        raise Illegal(Code.BOT, f"{shown} is no ghost's file.") from problem


def _read_start(path: Path) -> bytes:
    """Returns what a file holds, or of a large one the start. Raises OSError: it cannot be read."""
    # Nothing else: who plays reads it again in a process of its own, where a pipe would be empty.
    if path.exists() and not path.is_file():
        raise OSError(EINVAL, "it is no file")
    with open_to_read(path) as file:
        return file.read(MOST_BYTES)


def _expanded(path: Path) -> Path:
    """Returns the path with `~` replaced, which no shell does behind `ghost:`; where nobody has that home, as it is."""
    try:
        return path.expanduser()
    except RuntimeError:
        return path


FOLDER = "ghosts"
SUFFIX = ".json"

log = logging.getLogger(__name__)


def ghost_path(journal: Path, person: str) -> Path:
    """Returns where the ghost of a person lies, by the name in small letters: beside the journal it learned from."""
    # A name may hold whatever a file's cannot: only letters and digits are kept.
    name = "".join(letter if letter.isalnum() else "-" for letter in person)
    return journal.absolute().parent / FOLDER / f"{name}{SUFFIX}"


def kept_ghosts(journal: Path) -> tuple[str, ...]:
    """Returns the names of the bots in the folder; a file that is none is left out, and the log tells why."""
    found = []
    for path in sorted((journal.absolute().parent / FOLDER).glob(f"*{SUFFIX}")):
        name = f"{GHOST}{path}"
        try:
            load_ghost(name)
        except Illegal as refusal:
            log.warning("%s", refusal.message)
        else:
            found.append(name)
    return tuple(found)


def introduce_ghosts(bots: Iterable[str], stream: TextIO) -> None:
    """Writes a line for each ghost among some bots."""
    for name in dict.fromkeys(bots):
        ghost = load_ghost(name)
        if ghost is None:
            continue
        risk = "banks at no bust chance that could be told"
        if ghost.risk is not None:
            share, low, high = (f"{100 * each:.0f} %" for each in ghost.risk)
            risk = f"banks from a bust chance of {share} on ({low} to {high}, at 95 %)"
        learned = f"{ghost.fitted_to} games, {ghost.banking.foretold.decisions} decisions to bank or to roll"
        stream.write(f"companion: {legible(ghost.title)}, learned from {learned}: {risk}\n")
