"""Pictures for a screen: frozen values with a size, which draw themselves. Also dice, stones and small labels."""

import unicodedata
from abc import abstractmethod
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from companion.ui.art import Art, alphabet, art, join_pieces
from companion.ui.canvas import BLACK, WHITE, Canvas, Rect
from companion.ui.font import BOLD
from hardware.device import HEIGHT

_CORNERS = ((0, 0), (0, 2), (2, 0), (2, 2))
PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    0: (),
    1: ((1, 1),),
    2: ((0, 2), (2, 0)),
    3: ((0, 2), (1, 1), (2, 0)),
    4: _CORNERS,
    5: (*_CORNERS, (1, 1)),
    6: (*_CORNERS, (0, 1), (2, 1)),
}
"""The pips of a die or of half a tile: column and row, each 0 to 2."""
SMALL_PIP, PIP, LARGE_PIP = 1, 3, 5
"""The sides of the pips of a die in a line of text, of a usual die, and of a large one, in pixels."""
SMALL_DIE, DIE, LARGE_DIE = 9, 19, 31
"""The sides of dice with these pips, in pixels, as `die` computes them."""
STONE_WIDTH, STONE_HEIGHT = 30, 11
"""A stone seen from the side, in pixels."""


def die(canvas: Canvas, x: int, y: int, value: int, *, solid: bool = False, pip: int = PIP) -> None:
    """Draws a die with pips of this size, outlined or solid; the canvas records its value as the text."""
    pitch, margin = pip + (pip + 1) // 2, max(pip, 2)
    # Three pips at this pitch, with a margin around them.
    side = pip + 2 * pitch + 2 * margin
    box = Rect(x, y, x + side, y + side)
    (canvas.fill if solid else canvas.outline)(box, radius=pip)
    for column, row in PIPS[value]:
        left, top = x + margin + pitch * column, y + margin + pitch * row
        canvas.fill(Rect(left, top, left + pip, top + pip), BLACK if solid else WHITE)
    canvas.record(str(value), box)


def stone(canvas: Canvas, x: int, y: int, text: str = "", *, solid: bool = False) -> None:
    """Draws a stone seen from the side, outlined or solid, with its text."""
    box = Rect(x, y, x + STONE_WIDTH, y + STONE_HEIGHT)
    (canvas.fill if solid else canvas.outline)(box, radius=3)
    ink = BLACK if solid else WHITE
    canvas.text(x + STONE_WIDTH // 2, y + 2, text, BOLD, "centre", limit=STONE_WIDTH - 6, ink=ink)


LETTERS = {
    **alphabet(
        "0123456789ABCDEFGHIJK",
        """
        ### .#. ### ### #.# ### ### ### ### ### .#. ##. .## ##. ### ### .## #.# ### ..# #.#
        #.# ##. ..# ..# #.# #.. #.. ..# #.# #.# #.# #.# #.. #.# #.. #.. #.. #.# .#. ..# ##.
        #.# .#. ### .## ### ### ### .#. ### ### ### ##. #.. #.# ##. ##. #.# ### .#. ..# #..
        #.# .#. #.. ..# ..# ..# #.# .#. #.# ..# #.# #.# #.. #.# #.. #.. #.# #.# .#. #.# ##.
        ### ### ### ### ..# ### ### .#. ### ### #.# ##. .## ##. ### #.. .## #.# ### .#. #.#
        """,
    ),
    **alphabet(
        "LMNOPQRSTUVWXYZ+",
        """
        #.. #.# ##. .#. ##. .#. ##. .## ### #.# #.# #.# #.# #.# ### ...
        #.. ### #.# #.# #.# #.# #.# #.. .#. #.# #.# #.# #.# #.# ..# .#.
        #.. ### #.# #.# ##. #.# ##. .#. .#. #.# #.# ### .#. .#. .#. ###
        #.. #.# #.# #.# #.. .## ##. ..# .#. #.# #.# ### #.# .#. #.. .#.
        ### #.# #.# .#. #.. ..# #.# ##. .#. ### .#. #.# #.# .#. ### ...
        """,
    ),
}
MISSING = art("### #.# #.# #.# ###")
"""The replacement of a missing letter, because a name may begin with any letter."""


def label(text: str) -> Art:
    """Returns a text, which must not be empty, in capital letters without marks."""
    letters = [unicodedata.normalize("NFD", letter)[0].upper() for letter in text]
    return join_pieces([LETTERS.get(letter, MISSING) for letter in letters], 1)


class Size(NamedTuple):
    width: int
    height: int


class Picture:
    """The base class of drawings for a screen, as a block or next to the title. Subclasses are frozen values."""

    __slots__ = ()

    @property
    @abstractmethod
    def size(self) -> Size:
        """The size in pixels."""

    @property
    def text(self) -> str:
        """Its meaning as text; "" if other blocks contain it."""
        return ""

    @abstractmethod
    def draw(self, canvas: Canvas, x: int, y: int) -> None:
        """Draws it with its upper left corner at x, y."""

    def within(self, rows: int) -> "Picture | str":
        """Returns a version with at most this number of rows, or, if that is not possible, a text instead."""
        return self if self.size.height <= rows else self.text


def in_words(parts: Iterable[str], chosen: int | None, between: str = ", ") -> str:
    """Returns the parts of a picture as text, with the chosen one (an index or None) in brackets."""
    return between.join(f"[{part}]" if number == chosen else part for number, part in enumerate(parts))


class Dice(Picture, Struct, frozen=True):
    values: tuple[int, ...]
    """1 to 6 each."""
    solid: int | None = None
    """The index of the solid die; None if all are outlined."""
    scale: int = 1
    """Their size: 0 in a line of text, 1 for usual dice, 2 for large ones."""

    @property
    def size(self) -> Size:
        side, gap = self._side_and_gap
        return Size(len(self.values) * (side + gap) - gap, side)

    @property
    def text(self) -> str:
        return in_words(map(str, self.values), self.solid, " ")

    def within(self, rows: int) -> Picture | str:
        smaller = (replace(self, scale=scale) for scale in range(self.scale, -1, -1))
        return next((dice for dice in smaller if dice.size.height <= rows), self.text)

    def draw(self, canvas: Canvas, x: int, y: int) -> None:
        pitch = sum(self._side_and_gap)
        for index, value in enumerate(self.values):
            pip = (SMALL_PIP, PIP, LARGE_PIP)[self.scale]
            die(canvas, x + pitch * index, y, value, solid=index == self.solid, pip=pip)

    @property
    def _side_and_gap(self) -> tuple[int, int]:
        return ((SMALL_DIE, 2), (DIE, 2), (LARGE_DIE, 9))[self.scale]


# Cached, because a page with a code is drawn many times.
@lru_cache(maxsize=16)
def qr_rows(text: str) -> tuple[str, ...]:
    """Returns the smallest QR code that holds a text: its rows from the top, a letter 1 for each dark module."""
    import segno  # noqa: PLC0415 - takes 9 ms, and only a page with a code needs it

    # At the low level of error correction a link fits into 29 by 29 modules, which fit twice as large into 64 rows. A
    # higher level is used if the size stays the same.
    made = segno.make_qr(text, error="l", boost_error=True)
    return tuple("".join(map(str, row)) for row in made.matrix)


class Code(Picture, Struct, frozen=True):
    """A QR code. It takes the whole height of the screen and covers the first three softkeys."""

    rows: tuple[str, ...]
    """A letter for each module, `1` where it is dark."""

    @property
    def size(self) -> Size:
        return Size(HEIGHT, HEIGHT)

    def draw(self, canvas: Canvas, x: int, y: int) -> None:
        scale = HEIGHT // len(self.rows)
        edge = (HEIGHT - scale * len(self.rows)) // 2
        # Dark on light with a margin, because many readers need that.
        canvas.fill(Rect(x, y, x + HEIGHT, y + HEIGHT))
        for row, modules in enumerate(self.rows):
            for column, dark in enumerate(modules):
                left, top = x + edge + scale * column, y + edge + scale * row
                if dark == "1":
                    canvas.fill(Rect(left, top, left + scale, top + scale), ink=BLACK)
