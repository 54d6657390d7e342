"""Tiles on the screen: two halves with pips."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.screen.pieces import DIE, PIP, die
from engine.klondike import SLOT_POSITIONS

if TYPE_CHECKING:
    from companion.screen.canvas import Canvas
    from engine.klondike import Slot, Tile

HALVES = {"E": ((0, 0), (1, 0)), "W": ((1, 0), (0, 0)), "N": ((0, 1), (0, 0)), "S": ((0, 0), (0, 1))}
"""For each side of the naming claim, where the halves of a tile lie, the one at that claim first: column and row."""


def spelt(tile: Tile) -> str:
    """Returns the tile as text."""
    return f"{tile[0]}·{tile[1]}"


def lying(canvas: Canvas, x: int, y: int, slot: Slot, tile: Tile) -> None:
    """Draws a tile as it lies in its slot, upright or across, in a square of two dice; the far half is solid."""
    letter = SLOT_POSITIONS[slot].name[-1]
    across = letter in "EW"
    left, top = (x, y + DIE // 2) if across else (x + DIE // 2, y)
    for number, (digit, (column, row)) in enumerate(zip(tile, HALVES[letter], strict=True)):
        die(canvas, left + DIE * column, top + DIE * row, digit, inverse=number == 1, pip=PIP)
