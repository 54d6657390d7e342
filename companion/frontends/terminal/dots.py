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
        """Of the whole screen, in cells."""
        return WIDTH // self.across

    @property
    def rows(self) -> int:
        """Of the whole screen, in cells."""
        return HEIGHT // self.down

    def lines(self, screen: bytes) -> list[str]:
        """The screen, line by line.

        Args:
            screen: 1,024 bytes of a frame.
        """
        rows = [screen[first : first + WIDTH // 8] for first in range(0, len(screen), WIDTH // 8)]
        pixels = [f"{int.from_bytes(row):0{WIDTH}b}" for row in rows]
        return [self._line(pixels[top : top + self.down]) for top in range(0, HEIGHT, self.down)]

    def _line(self, rows: list[str]) -> str:
        parts = [[row[left : left + self.across] for left in range(0, WIDTH, self.across)] for row in rows]
        return "".join([self.letters[cell] for cell in zip(*parts, strict=True)])


def _braille() -> dict[tuple[str, ...], str]:
    """The dots of a letter are bits of its number (Unicode, Braille Patterns U+2800)."""
    bits = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
    pairs = ("00", "01", "10", "11")
    return {cell: chr(0x2800 + sum(_dots(row, bit) for row, bit in zip(cell, bits, strict=True)))
            for cell in product(pairs, repeat=4)}  # fmt: skip


def _dots(row: str, bits: tuple[int, int]) -> int:
    return sum(bit for pixel, bit in zip(row, bits, strict=True) if pixel == "1")


BRAILLE = Cells(2, 4, _braille())
HALF_BLOCKS = Cells(1, 2, {("0", "0"): " ", ("1", "0"): "▀", ("0", "1"): "▄", ("1", "1"): "█"})
