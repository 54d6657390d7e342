"""The six dice on the screen, each with the letter of its colour."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.screen.font import BOLD
from companion.screen.pieces import die
from companion.tables.piratenclaim.words import DICE, DIE_LETTERS

if TYPE_CHECKING:
    from collections.abc import Container

    from companion.locale.translator import Translator
    from companion.screen.canvas import Canvas
    from engine.piratenclaim import Dice

DIE_PX = 21
"""What a die takes, with the gap beside it."""
LETTER_Y, DICE_Y = 12, 22


def draw_dice(_: Translator, canvas: Canvas, dice: Dice, solid: Container[int]) -> None:
    """Draws all six in the order in which they are thrown; some solid, the others outlined."""
    for place, (face, letter, colour) in enumerate(zip(dice, _(DIE_LETTERS), DICE, strict=True)):
        left = 1 + DIE_PX * place
        canvas.text(left + DIE_PX // 2 - 1, LETTER_Y, letter, BOLD, "centre", says=_(colour))
        die(canvas, left, DICE_Y, face, inverse=place in solid)
