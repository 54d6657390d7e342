"""Reads pictures that the program has drawn."""

import unicodedata
from itertools import combinations

from companion.ui.canvas import Canvas, Rect
from companion.ui.font import Font, _glyph
from companion.ui.layout import KEYS, Softkey, key_width
from hardware.device import WIDTH

Pixels = frozenset[tuple[int, int]]
"""The lit pixels, column and row."""


def lit_pixels(screen: bytes) -> Pixels:
    bits = (place * 8 + bit for place, byte in enumerate(screen) for bit in range(8) if byte << bit & 128)
    return frozenset((number % WIDTH, number // WIDTH) for number in bits)


def drawing(screen: bytes, left: int, top: int, right: int, bottom: int) -> tuple[str, ...]:
    pixels = lit_pixels(screen)
    rows = (("#" if (x, y) in pixels else "." for x in range(left, right)) for y in range(top, bottom))
    return tuple("".join(row) for row in rows)


def overlaps(canvas: Canvas) -> tuple[tuple[str, str], ...]:
    """Returns the pairs of texts and dice that overlap; a correct page has none."""
    pairs = combinations(canvas._recorded, 2)
    return tuple((one.words, other.words) for one, other in pairs if _overlap(one.box, other.box))


def _overlap(one: Rect, other: Rect) -> bool:
    across = max(one.left, other.left) < min(one.right, other.right)
    return across and max(one.top, other.top) < min(one.bottom, other.bottom)


def fits_key(key: Softkey, place: int) -> bool:
    """Returns whether a label fits a softkey (place 0 to 4) with a free column on each side."""
    return key is None or key_width(key) <= KEYS[place].width - 2


def has_letters(font: Font, text: str) -> bool:
    return all(_glyph(font.face, letter) for letter in unicodedata.normalize("NFC", text))
