"""The last page before the machine switches off or restarts."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from companion.core.effects import Power
from companion.core.model import Model, Transition
from companion.core.page import ButtonRow, Page
from companion.lights.composition import DARK
from companion.locale.translator import N_
from companion.screen.canvas import Rect
from companion.screen.font import DOUBLE
from companion.screen.icons import Icon
from companion.screen.layout import big, paragraph
from hardware.device import Button

if TYPE_CHECKING:
    from companion.lights.composition import Lights
    from companion.screen.canvas import Canvas

FAREWELL_S = 3.0
"""How long it stays, unless somebody presses `ok`: two short lines are read."""
WORDS = {
    Power.OFF: (N_("Goodbye!"), N_("You may pull the plug in ten seconds.")),
    Power.RESTART: (N_("See you!"), N_("Back in about a minute.")),
}
"""In English, to be translated."""


@dataclass(frozen=True, slots=True)
class FarewellPage(Page):
    """Says what happens to the machine now."""

    power: Power
    name: ClassVar[str] = "farewell"

    def buttons(self, model: Model) -> dict[Button, ButtonRow]:
        return {Button.OK: ButtonRow(Icon.CHECK, lambda: Transition(replace(model, is_leaving=True)))}

    def draw(self, model: Model, canvas: Canvas) -> None:
        """Draws what happens, and how long it takes."""
        what, how_long = (model.translate(text) for text in WORDS[self.power])
        big(canvas, what, Rect(1, 0, 127, 32), (DOUBLE,))
        paragraph(canvas, how_long, Rect(1, 32, 127, 53))

    def lights(self, model: Model, now: float) -> Lights:
        """Lights nothing."""
        return DARK
