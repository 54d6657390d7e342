"""The bitmap fonts of luma.core, for drawing.

Both are proportional: empty columns at the sides of a glyph are cut off, and one empty column follows.
"""

from enum import Enum
from functools import cache

from luma.core.legacy.font import CP437_FONT, LCD_FONT, proportional


class Typeface(Enum):
    THIN = "LCD_FONT"
    """5 by 7 pixels, the codes 0x20 to 0x7F."""
    BOLD = "CP437_FONT"
    """8 by 8 pixels, all 256 codes of code page 437."""


THIN, BOLD = Typeface.THIN, Typeface.BOLD

_BITMAPS = {THIN: proportional(LCD_FONT), BOLD: proportional(CP437_FONT)}


@cache
def glyph_columns(font: Typeface, char_code: int) -> bytes:
    """Returns the columns of a glyph from the left, a byte each with the lowest bit on top.

    Raises:
        IndexError: the font does not have this code.
    """
    return bytes(_BITMAPS[font][char_code])
