"""The screen's pixels as letters: braille, 2 by 4 pixels a cell, or half blocks, 1 by 2."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from hardware.device import HEIGHT, WIDTH

if TYPE_CHECKING:
    from collections.abc import Mapping


class Cells(NamedTuple):
    """How cells show pixels."""

    across: int
    """Columns of pixels in a cell."""
    down: int
    """Rows of pixels in a cell."""
    letters: Mapping[tuple[str, ...], str]
    """The letter for the pixels of a cell: for each row, from the top, its pixels as binary digits."""

    @property
    def columns(self) -> int:
        return WIDTH // self.across

    @property
    def rows(self) -> int:
        return HEIGHT // self.down

    def screen_lines(self, screen: bytes) -> list[str]:
        """Returns the screen's lines of letters, from the top.

        Args:
            screen: 1,024 bytes of a frame.
        """
        rows = [screen[first : first + WIDTH // 8] for first in range(0, len(screen), WIDTH // 8)]
        # As text, because a slice of digits is the key of a letter: no pixel is looked at alone.
        pixels = [f"{int.from_bytes(row):0{WIDTH}b}" for row in rows]
        lines = []
        for top in range(0, HEIGHT, self.down):
            band = pixels[top : top + self.down]
            parts = [[row[left : left + self.across] for left in range(0, WIDTH, self.across)] for row in band]
            lines.append("".join([self.letters[cell] for cell in zip(*parts, strict=True)]))
        return lines


def _braille_letters() -> dict[tuple[str, ...], str]:
    # Each dot of a letter is a bit of its number (Unicode, Braille Patterns U+2800). The bits count down the left
    # column, then the right one; the fourth row came to the script later, so its bits are the highest.
    bits = (0x01, 0x08, 0x02, 0x10, 0x04, 0x20, 0x40, 0x80)
    cells = product(("00", "01", "10", "11"), repeat=4)
    return {
        cell: chr(0x2800 + sum(bit for pixel, bit in zip("".join(cell), bits, strict=True) if pixel == "1"))
        for cell in cells
    }


BRAILLE = Cells(2, 4, _braille_letters())
HALF_BLOCKS = Cells(1, 2, {("0", "0"): " ", ("1", "0"): "▀", ("0", "1"): "▄", ("1", "1"): "█"})
