"""A field on the screen: its name, large, what is said of it, and its segment beside that."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.screen.font import DOUBLE, THIN, shortened
from companion.tables.piratenclaim.map_segment import WIDTH as SEGMENT_PX
from companion.tables.piratenclaim.map_segment import draw_segment
from companion.tables.piratenclaim.words import field_name
from hardware.device import WIDTH

if TYPE_CHECKING:
    from collections.abc import Iterable

    from companion.core.snapshot import MapSnapshot
    from companion.screen.canvas import Canvas
    from engine.piratenclaim import Field

SEGMENT_X, SEGMENT_Y = WIDTH - SEGMENT_PX, 1
LINES_Y, LINE_PX = 18, 9
ROOM_PX = SEGMENT_X - 4
"""The columns for words."""


def draw_field(canvas: Canvas, shown: MapSnapshot, field: Field, lines: Iterable[str]) -> None:
    """Draws the name of the field at the left, at most four short lines below it, and the segment at the right."""
    canvas.text(1, 1, field_name(field), DOUBLE)
    for row, line in enumerate(lines):
        canvas.text(1, LINES_Y + LINE_PX * row, shortened(THIN, line, ROOM_PX), says=line)
    draw_segment(canvas, shown, SEGMENT_X, SEGMENT_Y)
