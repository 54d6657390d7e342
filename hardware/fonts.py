"""The display library's bitmap fonts, handed on as columns of pixels."""

from __future__ import annotations

from luma.core.legacy.font import CP437_FONT, LCD_FONT, proportional

THIN = proportional(LCD_FONT)
"""5 × 7 letters; ASCII only can be relied on."""
BOLD = proportional(CP437_FONT)
"""8 × 8 letters in the order of code page 437."""


def columns(font: proportional, char_code: int) -> bytes:
    """The columns of a letter from the left, without dark ones at its sides save one at the right.

    Args:
        font: `THIN` or `BOLD`.
        char_code: 0 to 255.

    Returns:
        One byte a column; its lowest bit is the pixel on top.
    """
    return bytes(font[char_code])
