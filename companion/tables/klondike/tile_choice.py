"""Naming a tile at once, where there is room for all 28: the question of a form, and which tiles may be named."""

from __future__ import annotations

from companion.core.questions import Answer, Choice
from companion.locale.translator import N_
from engine.klondike import TILES, Tile


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
