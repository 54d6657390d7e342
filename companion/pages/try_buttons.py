"""Asks for a press of every button, and counts the presses: a button that bounces counts too many."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from companion.core.page import ButtonRow, Page, Press, close, show
from companion.lights.composition import DARK
from companion.screen.font import DOUBLE
from companion.screen.icons import Icon
from companion.screen.layout import KEYS, header
from hardware.device import Button

if TYPE_CHECKING:
    from companion.core.model import Model
    from companion.lights.composition import Lights
    from companion.screen.canvas import Canvas

ENOUGH = 3
"""So many presses of one button lead on though another is dead."""
ORDER = tuple(Button)


@dataclass(frozen=True, slots=True)
class TryButtonsPage(Page):
    """Counts the presses of each button, from left to right."""

    counts: tuple[int, ...] = (0,) * len(ORDER)
    encoder: bool = False
    """Whether left and right are turned."""
    name: ClassVar[str] = "try_buttons"

    def buttons(self, model: Model) -> dict[Button, ButtonRow]:
        def count(button: Button) -> Press:
            counts = tuple(count + (each is button) for each, count in zip(ORDER, self.counts, strict=True))
            # The press after the last new button leads back, so that its count is seen before the page closes.
            done = all(self.counts) or max(counts) == ENOUGH
            return close(model) if done else show(model, replace(self, counts=counts))

        icons = (Icon.LEFT, Icon.RIGHT, Icon.CHECK, Icon.BANK, Icon.UNDO)
        return {button: ButtonRow(icon, count(button)) for button, icon in zip(Button, icons, strict=True)}

    def draw(self, model: Model, canvas: Canvas) -> None:
        """Draws each button's count above the button, and what to do."""
        _, noticed = model.translate, sum(map(bool, self.counts))
        header(canvas, _("Buttons"), f"{noticed}/{len(ORDER)}")
        done = noticed == len(ORDER)
        wanted = _("turn and press each") if self.encoder else _("press each button")
        canvas.text(64, 13, _("all of them work") if done else wanted, align="centre")
        canvas.text(64, 23, _("any button: go on") if done else _("one three times: go on"), align="centre")
        for count, box in zip(self.counts, KEYS, strict=True):
            canvas.text((box.left + box.right) // 2, 35, str(count), DOUBLE, "centre")

    def lights(self, model: Model, now: float) -> Lights:
        """Lights nothing."""
        return DARK
