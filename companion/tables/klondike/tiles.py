"""Names, pictures and questions for slots and tiles."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from companion.core.questions import Answer, Choice
from companion.locale.translator import N_, Translator
from companion.ui.canvas import BLACK, WHITE, Canvas, Rect
from companion.ui.drawings import DIE, LARGE_DIE, LARGE_PIP, PIP, die
from companion.ui.pictures import Picture, Size, in_words
from engine.klondike import BITS, SLOT_POSITIONS, TILES, Slot, State, Tile

SIDES = {"N": N_("N"), "E": N_("E"), "S": N_("S"), "W": N_("W")}
"""The points of the compass as letters, to be translated. After a blank, because 1/1O looks like 1/10."""


def slot_name(_: Translator, slot: Slot) -> str:
    """Returns the name of a slot: its claim, and the letter of the side, `1/1O` in German."""
    name = SLOT_POSITIONS[slot].name
    return name[:-1] + _(SIDES[name[-1]])


HALVES = {"E": ((0, 0), (1, 0)), "W": ((1, 0), (0, 0)), "N": ((0, 1), (0, 0)), "S": ((0, 0), (0, 1))}
"""The positions (column, row) of the halves of a tile, by the side of its claim; the half at that claim first."""


def tile_text(tile: Tile) -> str:
    """Returns the tile as text."""
    return f"{tile[0]}·{tile[1]}"


def aside_words(_: Translator, state: State) -> str:
    """Returns which tile is set aside face up; "" if there is none."""
    return next((_("without {tile}", tile=tile_text(tile)) for tile in TILES if state.aside & BITS[tile]), "")


class TilePicture(Picture, Struct, frozen=True):
    """A tile, upright or across."""

    ends: Tile
    side: str = "E"
    """The side of the second end seen from the first: N and S upright, E and W across."""
    solid: int = 1
    """The end that is solid (0 for the first); the other one is outlined."""
    is_large: bool = False

    @property
    def size(self) -> Size:
        # The same width in both orientations keeps the neighbouring text in place while the cursor moves.
        return Size(2 * self._half, self._half * (2 if self.side in "NS" else 1))

    @property
    def text(self) -> str:
        return tile_text(self.ends)

    def draw(self, canvas: Canvas, x: int, y: int) -> None:
        half = self._half
        left = x + half // 2 * (self.side in "NS")
        for number, (digit, (column, row)) in enumerate(zip(self.ends, HALVES[self.side], strict=True)):
            pip = LARGE_PIP if self.is_large else PIP
            die(canvas, left + half * column, y + half * row, digit, inverse=number == self.solid, pip=pip)

    def within(self, rows: int) -> Picture | str:
        sizes = (self, replace(self, is_large=False))
        return next((each for each in sizes if each.size.height <= rows), tile_text(self.ends))

    @property
    def _half(self) -> int:
        return LARGE_DIE if self.is_large else DIE


def tile_in_slot(slot: Slot, tile: Tile) -> TilePicture:
    """Returns a tile as it is in its slot; the far half is solid."""
    return TilePicture(tile, SLOT_POSITIONS[slot].name[-1])


COLUMNS, COLUMN_PX, ROW_PX = 7, 18, 10
"""Tiles per row, and the width and height of one as text: all 28 fit."""


class Tiles(Picture, Struct, frozen=True):
    """Tiles in rows, as text."""

    tiles: tuple[Tile, ...]
    cursor: int | None = None
    """The number of the inverse tile, from 0; None without a cursor."""

    @property
    def size(self) -> Size:
        count = len(self.tiles)
        return Size(COLUMN_PX * min(count, COLUMNS), ROW_PX * -(-count // COLUMNS))

    @property
    def text(self) -> str:
        return in_words(map(tile_text, self.tiles), self.cursor, " ")

    def draw(self, canvas: Canvas, x: int, y: int) -> None:
        for number, tile in enumerate(self.tiles):
            row, column = divmod(number, COLUMNS)
            left, top, is_chosen = x + COLUMN_PX * column, y + ROW_PX * row, number == self.cursor
            if is_chosen:
                canvas.fill(Rect(left, top, left + COLUMN_PX - 1, top + ROW_PX - 1))
            canvas.text(left + 1, top + 1, tile_text(tile), ink=BLACK if is_chosen else WHITE)


def tile_value(tile: Tile) -> str:
    """Returns a tile as an answer, the low end first: `3|5`."""
    return "|".join(map(str, sorted(tile)))


def parse_tile(value: object) -> Tile:
    """Parses an answer."""
    low, high = map(int, str(value).split("|"))
    return low, high


QUESTION = Choice(
    "tile", N_("Your tile"), tuple(Answer(tile_value(tile), tile_value(tile), "") for tile in TILES), are_names=True
)
"""Which tile to place. All 28 can be named; the application explains why a tile is not available."""
