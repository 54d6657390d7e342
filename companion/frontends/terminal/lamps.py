"""The 36 lights as a board of lamps, each a block of quarter cells, with the numbers of its columns and rows."""

from __future__ import annotations

from functools import cache
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from textual.color import Color  # noqa: TID251 (its owner)
from textual.content import Content, Span  # noqa: TID251 (its owner)
from textual.style import Style  # noqa: TID251 (its owner)

from companion.core.axes import DEVICE_AXES, Axes
from hardware.device import OFF, SIDE, Colour

if TYPE_CHECKING:
    from collections.abc import Sequence

AXIS = 1
"""Cells that the numbers take, to the left and at the bottom."""
NO_AXES = Axes((" ",) * SIDE, (" ",) * SIDE)
UNLIT = Colour(38, 40, 46)
"""A lamp that is off."""
PALE = Style(foreground=Color(124, 130, 142))
"""The numbers."""
QUARTERS = " ▗▖▄▝▐▞▟▘▚▌▙▀▜▛█"
"""The letter for the quarters of a cell: upper left 8, upper right 4, lower left 2, lower right 1."""


class Pitch(NamedTuple):
    """How large a board is drawn, in quarters of a cell: half a cell wide, half a cell high, which is twice as far."""

    across: int
    """From one lamp to the next in a row."""
    up: int
    """From one lamp to the next in a column."""

    @property
    def columns(self) -> int:
        """Of the lamps, in cells."""
        return SIDE * self.across // 2

    @property
    def rows(self) -> int:
        """Of the lamps, in cells."""
        return SIDE * self.up // 2

    def is_lamp(self, x: int, y: int) -> bool:
        """Returns whether a quarter, counted from the pitch's upper left, belongs to the lamp, not to the gap."""
        # A gap is a quarter, which is half as wide as high: two of them in a row look as wide as one in a column.
        width, height = self.across - 1 - (self.across > 4), self.up - 1
        corner = self.up > 4 and x in {0, width - 1} and y in {0, height - 1}
        return x < width and y < height and not corner


SMALLEST = Pitch(4, 3)


class Run(NamedTuple):
    """Letters that show one lamp, as places in the text."""

    start: int
    end: int
    field: int


class Cell(NamedTuple):
    """A letter, and the lamp that it shows."""

    letter: str
    field: int | None


def largest_pitch(columns: int, rows: int) -> Pitch:
    """Returns the largest pitch that fits, square from four quarters on; the smallest one where nothing fits."""
    up = min((columns - AXIS) // SIDE, 2 * (rows - AXIS) // SIDE)
    return Pitch(2 * up, up) if up > SMALLEST.up else SMALLEST


def draw_board(lights: Sequence[Colour], size: Pitch, axes: Axes | None = DEVICE_AXES) -> Content:
    """Returns the board as text in colours, 1/1 at the lower left.

    Args:
        lights: 36 colours, field 1/1 first, then 2/1 … 6/6; sRGB.
        size: how large.
        axes: what stands beside the rows and beneath the columns, a letter each; None: nothing.
    """
    text, runs = _plan_board(size, axes or NO_AXES)
    styles = [Style(foreground=Color(*(UNLIT if colour == OFF else colour))) for colour in lights]
    return Content(text, [Span(0, len(text), PALE), *(Span(start, end, styles[field]) for start, end, field in runs)])


# Kept: it depends on the size and the axes only, while the lights change 30 times a second.
@cache
def _plan_board(size: Pitch, axes: Axes) -> tuple[str, tuple[Run, ...]]:
    """Returns what is the same whatever the lights are: the letters, and which lamps they show."""
    text, runs = "", list[Run]()
    # Each number stands beside the middle of its lamps.
    row_labels = {(place * size.up + (size.up - 1) // 2) // 2: label for place, label in enumerate(axes.rows[::-1])}
    column_labels = {
        (place * size.across + (size.across - 2) // 2) // 2: label for place, label in enumerate(axes.columns)
    }
    for row in range(size.rows):
        text += row_labels.get(row, " ")
        cells = [_lamp_cell(size, column, row) for column in range(size.columns)]
        for field, same in groupby(cells, lambda cell: cell.field):
            letters = "".join(cell.letter for cell in same)
            if field is not None:
                runs.append(Run(len(text), len(text) + len(letters), field))
            text += letters
        text += "\n"
    text += " " + "".join(column_labels.get(column, " ") for column in range(size.columns))
    return text, tuple(runs)


def _lamp_cell(size: Pitch, column: int, row: int) -> Cell:
    letter, field = 0, None
    # A cell has one colour. It never shows two lamps, because at least a quarter lies between them.
    for bit, (x, y) in enumerate(((1, 1), (0, 1), (1, 0), (0, 0))):
        (from_left, across), (from_top, down) = divmod(2 * column + x, size.across), divmod(2 * row + y, size.up)
        if size.is_lamp(across, down):
            letter |= 1 << bit
            field = SIDE * (SIDE - 1 - from_top) + from_left
    return Cell(QUARTERS[letter], field)
