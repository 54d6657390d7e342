"""Slots and tiles as people know them: named in the table's language, drawn on the screen, asked for in a form."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.core.questions import Answer, Choice
from companion.locale.translator import N_
from companion.screen.drawings import DIE, PIP, die
from engine.klondike import BITS, SLOT_POSITIONS, TILES, Tile

if TYPE_CHECKING:
    from companion.locale.translator import Translator
    from companion.screen.canvas import Canvas
    from engine.klondike import Slot, State


SIDES = {"N": N_("N"), "E": N_("E"), "S": N_("S"), "W": N_("W")}
"""The points of the compass, to be translated by a letter each; an O for east after a blank: 1/1O is no 1/10."""


def slot_name(_: Translator, slot: Slot) -> str:
    """Returns the name of a slot: its claim, and the letter of the side, `1/1O` in German."""
    name = SLOT_POSITIONS[slot].name
    return name[:-1] + _(SIDES[name[-1]])


HALVES = {"E": ((0, 0), (1, 0)), "W": ((1, 0), (0, 0)), "N": ((0, 1), (0, 0)), "S": ((0, 0), (0, 1))}
"""For each side of the naming claim, where the halves of a tile lie, the one at that claim first: column and row."""


def spelt(tile: Tile) -> str:
    """Returns the tile as text."""
    return f"{tile[0]}·{tile[1]}"


def aside_words(_: Translator, state: State) -> str:
    """Returns which tile is set aside for all to see; "" where none is."""
    return next((_("without {tile}", tile=spelt(tile)) for tile in TILES if state.aside & BITS[tile]), "")


def lying(canvas: Canvas, x: int, y: int, slot: Slot, tile: Tile) -> None:
    """Draws a tile as it lies in its slot, upright or across, in a square of two dice; the far half is solid."""
    letter = SLOT_POSITIONS[slot].name[-1]
    across = letter in "EW"
    left, top = (x, y + DIE // 2) if across else (x + DIE // 2, y)
    for number, (digit, (column, row)) in enumerate(zip(tile, HALVES[letter], strict=True)):
        die(canvas, left + DIE * column, top + DIE * row, digit, inverse=number == 1, pip=PIP)


def tile_value(tile: Tile) -> str:
    """Returns a tile as an answer names it, the low end first: `3|5`."""
    return "|".join(map(str, sorted(tile)))


def parse_tile(value: object) -> Tile:
    """Returns the tile that an answer names."""
    low, high = map(int, str(value).split("|"))
    return low, high


QUESTION = Choice(
    "tile", N_("Your tile"), tuple(Answer(tile_value(tile), tile_value(tile), "") for tile in TILES), are_names=True
)
"""Which tile is laid. All 28 can be named: of one that cannot be laid, the table says why."""
