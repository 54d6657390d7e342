"""Asks for a press of every button, and counts the presses: a button that bounces counts too many."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from companion.core.model import Model, Transition
from companion.lights.composition import DARK
from companion.screen.font import DOUBLE
from companion.screen.icons import Icon
from companion.screen.layout import KEYS, Softkey, header
from hardware.device import Button

if TYPE_CHECKING:
    from companion.lights.composition import Lights
    from companion.screen.canvas import Canvas

ENOUGH = 3
"""So many presses of one button lead on though another is dead."""
ORDER = tuple(Button)


@dataclass(frozen=True, slots=True)
class TryButtonsPage:
    """Counts the presses of each button, from left to right."""

    counts: tuple[int, ...] = (0,) * len(ORDER)
    encoder: bool = False
    """Whether left and right are turned."""
    name: ClassVar[str] = "try_buttons"

    def press(self, model: Model, button: Button) -> Transition:
        """Counts; when all have been pressed, the next press leads back."""
        counts = tuple(count + (each is button) for each, count in zip(ORDER, self.counts, strict=True))
        # The press after the last new button leads back, so that its count is seen before the page closes.
        done = all(self.counts) or max(counts) == ENOUGH
        return Transition(model.with_top_page_closed() if done else model.with_page(replace(self, counts=counts)))

    def keys(self, model: Model) -> tuple[Softkey, ...]:
        """Labels the buttons: each button's own name."""
        return (Icon.LEFT, Icon.RIGHT, Icon.CHECK, Icon.BANK, Icon.UNDO)

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
