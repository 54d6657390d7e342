"""Introduces the ghosts that are to play: what they were learned from, and how sure they are."""

from __future__ import annotations

from typing import TYPE_CHECKING, TextIO

from companion.files.bot_loader import load_ghost
from companion.files.named_files import legible

if TYPE_CHECKING:
    from collections.abc import Iterable


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
