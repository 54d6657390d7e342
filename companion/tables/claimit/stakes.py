"""What a bust would cost, or has cost, in a line: how many fields and how many goldclaims."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.screen.font import BOLD
from companion.screen.icons import Icon, drawing
from hardware.device import WIDTH

if TYPE_CHECKING:
    from companion.locale.translator import Translator
    from companion.screen.canvas import Canvas
    from engine.claimit import BustCost

RIGHT = WIDTH - 1
PLACE_PX = 30
"""What an icon and its number take."""


def stakes(canvas: Canvas, y: int, label: str, risk: BustCost, _: Translator) -> None:
    """Writes what it is at the left, the two numbers at the right, each after its icon."""
    canvas.text(1, y, label)
    said = (
        (Icon.FIELDS, risk.fields, _.many("{n} field", "{n} fields", risk.fields)),
        (Icon.GOLD, risk.goldclaims, _.many("{n} goldclaim", "{n} goldclaims", risk.goldclaims)),
    )
    for place, (icon, number, says) in enumerate(said):
        right = RIGHT - PLACE_PX * (len(said) - 1 - place)
        box = canvas.text(right, y, str(number), BOLD, "right", says=says)
        canvas.icon(box.left - drawing(icon).width - 3, y, icon)
