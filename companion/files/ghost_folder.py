"""The folder beside the journal where ghosts lie that nobody gave another place: the table offers them as bots."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from companion.files.bot_loader import GHOST, load_ghost
from engine.game import Illegal

if TYPE_CHECKING:
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
