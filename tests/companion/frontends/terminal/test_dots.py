from random import Random

from companion.frontends.terminal.panels import BRAILLE, HALF_BLOCKS, Cells
from hardware.device import HEIGHT, WIDTH

DOTS = ((0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1), (3, 0), (3, 1))
"""Row and column of the dots 1 to 8 (Unicode, Braille Patterns)."""
HALVES = " ▀▄█"


def pixel(cells: Cells, lines: list[str], x: int, y: int) -> bool:
    letter = lines[y // cells.down][x // cells.across]
    if cells is BRAILLE:
        return bool(ord(letter) - 0x2800 >> DOTS.index((y % 4, x % 2)) & 1)
    return bool(HALVES.index(letter) >> y % 2 & 1)


def read(cells: Cells, lines: list[str]) -> bytes:
    digits = ["01"[pixel(cells, lines, x, y)] for y in range(HEIGHT) for x in range(WIDTH)]
    return int("".join(digits), 2).to_bytes(WIDTH * HEIGHT // 8)


def test_the_letters_show_every_pixel() -> None:
    for cells in [BRAILLE, HALF_BLOCKS]:
        screen = Random(1).randbytes(WIDTH * HEIGHT // 8)
        assert read(cells, cells.screen_lines(screen)) == screen


def test_the_letters_fill_their_lines() -> None:
    for cells, size in [(BRAILLE, (64, 16)), (HALF_BLOCKS, (128, 32))]:
        lines = cells.screen_lines(bytes(WIDTH * HEIGHT // 8))
        assert {len(line) for line in lines} == {cells.columns}
        assert (cells.columns, len(lines)) == size == (cells.columns, HEIGHT // cells.down)
