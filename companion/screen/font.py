"""The letters of the screen: thin for details, bold for headlines, bold doubled and tripled for the big thing.

The bitmaps are the display controllers' own. What they lack (thin umlauts) is composed of their own letters and a
mark; what they squeeze (letters that reach below the line) or spell for programmers (a slashed 0) is drawn here.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from companion.screen.art import DARK, LIT, Art, art, beside, enlarged, picture
from companion.screen.letters import DOTLESS, DRAWN, MARKS, SPELT, Face
from hardware import fonts

if TYPE_CHECKING:
    from PIL import Image

HEIGHT = 8
"""Rows of a letter: seven above the line, one below it."""
CAPITAL = 7
X_HEIGHT = 5
SPACE = 3
"""Columns of a space; one more lies between any two letters."""


class Font(NamedTuple):
    """A face at a size."""

    face: Face
    scale: int = 1

    @property
    def height(self) -> int:
        """Rows of a line, with the one below the line."""
        return HEIGHT * self.scale

    @property
    def pitch(self) -> int:
        """Rows from the top of a line to the top of the next."""
        return self.height + max(0, 3 - self.scale)

    @property
    def capital(self) -> int:
        """Rows of a capital letter or a figure."""
        return CAPITAL * self.scale


THIN = Font(Face.THIN)
BOLD = Font(Face.BOLD)
DOUBLE = Font(Face.BOLD, 2)
TRIPLE = Font(Face.BOLD, 3)

MISSING = art("##### #...# #...# #...# #...# #...# ##### .....")
"""What stands for a letter that a font lacks: a name may hold anything, and nobody shall see a crash."""
ELLIPSIS = "…"


def has(font: Font, text: str) -> bool:
    """Tells whether the font has every letter of the text."""
    return all(_glyph(font.face, letter) for letter in unicodedata.normalize("NFC", text))


def width(font: Font, text: str) -> int:
    """The columns that the text takes."""
    letters = unicodedata.normalize("NFC", text)
    return sum(len(_grown(font, letter)[0]) for letter in letters) + font.scale * max(0, len(letters) - 1)


def shortened(font: Font, text: str, limit: int) -> str:
    """Cuts the text to at most `limit` columns, an ellipsis at its end; nothing where not even that fits."""
    if width(font, text) <= limit:
        return text
    most = min(len(text), max(0, limit))  # a letter takes a column or more: what lies beyond is never looked at
    cuts = (text[:end].rstrip() + ELLIPSIS for end in reversed(range(most)))
    return next((cut for cut in cuts if width(font, cut) <= limit), "")


@lru_cache(maxsize=1024)
def image(font: Font, text: str) -> Image.Image:
    """The text, not empty, as a one-bit picture of the font's height; shared, never to be drawn on."""
    letters = unicodedata.normalize("NFC", text)
    return picture(beside([_grown(font, letter) for letter in letters], font.scale))


@lru_cache(maxsize=512)
def _grown(font: Font, letter: str) -> Art:
    """The letter at its size; without its mark where the face lacks the mark, a box where it lacks the letter."""
    bare = unicodedata.normalize("NFD", letter)[0]
    return enlarged(_glyph(font.face, letter) or _glyph(font.face, bare) or MISSING, font.scale)


@lru_cache(maxsize=512)
def _glyph(face: Face, letter: str) -> Art | None:
    """The letter in eight rows, None where the face lacks it."""
    letter = SPELT.get(letter, letter)
    if letter == " ":
        return (DARK * SPACE,) * HEIGHT
    return DRAWN[face].get(letter) or _composed(face, letter) or _stored(face, letter)


def _stored(face: Face, letter: str) -> Art | None:
    """The letter as the controller's font has it."""
    code = letter.encode("cp437", "ignore")
    if not code or code < b" " or (face is Face.THIN and not letter.isascii()):
        return None
    columns = fonts.glyph_columns(fonts.THIN if face is Face.THIN else fonts.BOLD, code[0])
    rows = tuple("".join(LIT if column >> y & 1 else DARK for column in columns) for y in range(HEIGHT))
    return _trimmed(rows) if any(columns) else None


def _trimmed(rows: Art) -> Art:
    """The rows without dark columns at either side."""
    lit = [x for x in range(len(rows[0])) if any(row[x] == LIT for row in rows)]
    return tuple(row[lit[0] : lit[-1] + 1] for row in rows)


def _composed(face: Face, letter: str) -> Art | None:
    """A letter with a mark above it, from the letter and the mark."""
    base, *marks = list(unicodedata.normalize("NFD", letter))
    above = MARKS[face].get("".join(marks))
    body = _glyph(face, DOTLESS.get(base, base)) if above else None
    if above is None or body is None:
        return None
    low = body[HEIGHT - 1 - X_HEIGHT :] if base.islower() else (*_squeezed(body[:CAPITAL]), DARK * len(body[0]))
    total = max(len(low[0]), len(above[0]))
    return tuple(row.center(total, DARK) for row in (*above, *low))


def _squeezed(rows: Art) -> Art:
    """A capital letter, five rows high: rows that repeat the one above them go first."""
    kept = list(rows)
    while len(kept) > X_HEIGHT:
        repeated = [y for y in range(1, len(kept)) if kept[y] == kept[y - 1]]
        kept.pop(repeated[-1] if repeated else len(kept) // 2)
    return tuple(kept)
