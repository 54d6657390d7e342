"""The folder beside the journal where ghosts lie that nobody gave another place: the table offers them as bots.

Whoever plays against one is told what it was learned from, and how sure it is.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, TextIO

from companion.files.bot_loader import GHOST, load_ghost
from companion.files.named_files import legible
from engine.game import Illegal

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

FOLDER = "ghosts"
SUFFIX = ".json"

log = logging.getLogger(__name__)


def ghost_path(journal: Path, person: str) -> Path:
    """Returns where a person's ghost lies.

    Args:
        journal: the games that it was learned from.
        person: the name, in small letters.
    """
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
    """Writes a line for each ghost among some bots.

    Args:
        bots: their names; those that are ghosts can be loaded.
        stream: where it is written.
    """
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
