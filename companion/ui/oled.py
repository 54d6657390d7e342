"""Draws a screen on the OLED, 128 by 64 pixels, above the softkeys.

Blocks are placed below each other in their order. A `Text` takes the lines that it needs, and a `Big` what is left; if
there is none, what is left is the space around the texts. Below them are the choices: a list, which scrolls, or buttons
side by side. Of choices that are shown one at a time, the one under the cursor is a `Big` above the blocks.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.screen.canvas import Canvas, Rect
from companion.screen.font import BOLD, THIN, Font
from companion.screen.layout import ABOVE_KEYS, BODY, PITCH, Item, big, choices, header, menu, paragraph, wrapped
from companion.ui.screen import Big, Block, Choices, Screen, Text
from hardware.device import WIDTH

FONTS = {"plain": THIN, "bold": BOLD}
ROOMY_ROW, ROOMY_GAP, FLAT_ROW = 14, 3, 12
"""The height of buttons side by side with the space below them, and their height where there is little room."""
LIST_SHOWN = 2
"""How many options of a list are visible at least, below blocks: a longer list scrolls."""
LIST_GAP = 1


def draw(screen: Screen, canvas: Canvas) -> None:
    """Draws all but the softkeys; the labels of the choices are recorded as items of the canvas."""
    area = ABOVE_KEYS
    if screen.title or screen.note:
        header(canvas, screen.title, screen.note)
        area = BODY
    match screen.choices:
        case Choices(show="row") as row:
            _draw_with_row(screen.body, row, canvas, area)
        case Choices(show="list") as listed:
            _draw_with_list(screen.body, listed, canvas, area)
        case Choices(show="one") as one:
            detail = (Text(one.chosen.detail),) if one.chosen.detail else ()
            _draw_blocks((Big(one.chosen.label), *detail, *screen.body), canvas, area)
        case _:
            _draw_blocks(screen.body, canvas, area)


def _draw_with_row(blocks: Sequence[Block], row: Choices, canvas: Canvas, area: Rect) -> None:
    is_roomy = _height(blocks) <= area.height - ROOMY_ROW - ROOMY_GAP
    height, gap = (ROOMY_ROW, ROOMY_GAP) if is_roomy else (FLAT_ROW, 0)
    top = area.bottom - gap - height
    _draw_blocks(blocks, canvas, area._replace(bottom=top - 1))
    labels = [each.label for each in row.options]
    choices(canvas, labels, row.cursor, area._replace(top=top, bottom=top + height))


def _draw_with_list(blocks: Sequence[Block], listed: Choices, canvas: Canvas, area: Rect) -> None:
    items = [Item(each.label, each.value) for each in listed.options]
    if blocks:
        top = area.bottom - LIST_GAP - PITCH * min(LIST_SHOWN, len(items))
        _draw_blocks(blocks, canvas, area._replace(bottom=top))
        area = area._replace(top=top)
    menu(canvas, items, listed.cursor, area)


def _draw_blocks(blocks: Sequence[Block], canvas: Canvas, area: Rect) -> None:
    box = area._replace(left=0, right=WIDTH)
    spare = max(0, box.height - _height(blocks))
    growing = [block for block in blocks if isinstance(block, Big)] or blocks
    top = box.top
    for number, block in enumerate(blocks):
        bottom = top + _block_height(block) + (spare // len(growing) if block in growing else 0)
        place = box._replace(top=top, bottom=box.bottom if number == len(blocks) - 1 else bottom)
        if isinstance(block, Big):
            big(canvas, block.text, place)
        else:
            paragraph(canvas, block.text, place, FONTS[block.style])
        top = bottom


def _height(blocks: Sequence[Block]) -> int:
    return sum(map(_block_height, blocks))


def _block_height(block: Block) -> int:
    """Returns the rows that a block needs at least."""
    font: Font = FONTS[block.style] if isinstance(block, Text) else BOLD
    return font.pitch * len(wrapped(font, block.text, WIDTH))
