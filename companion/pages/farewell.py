"""The last picture before the machine goes down."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from companion.effects import Power
from companion.lights.composition import DARK
from companion.model import Model, Step, refuse
from companion.screen.canvas import Box
from companion.screen.font import DOUBLE
from companion.screen.icons import Icon
from companion.screen.layout import Key, big, paragraph
from companion.words import mark
from hardware.device import Button

if TYPE_CHECKING:
    from companion.lights.composition import Lights
    from companion.screen.canvas import Canvas

FAREWELL_S = 3.0
"""How long it stays, unless somebody presses `ok`: two short lines are read."""
WORDS = {
    Power.OFF: (mark("Goodbye!"), mark("You may pull the plug in ten seconds.")),
    Power.RESTART: (mark("See you!"), mark("Back in about a minute.")),
}
"""In English, to be translated."""


@dataclass(frozen=True, slots=True)
class Farewell:
    """What happens to the machine now."""

    power: Power
    name: ClassVar[str] = "farewell"

    def press(self, model: Model, button: Button) -> Step:
        """`ok` does not wait until everybody has read it."""
        return Step(replace(model, leaving=True)) if button is Button.OK else refuse(model)

    def keys(self, model: Model) -> tuple[Key, ...]:
        """Go on."""
        return (None, None, Icon.CHECK, None, None)

    def draw(self, model: Model, canvas: Canvas) -> None:
        """What happens, and how long that takes."""
        what, how_long = (model.words(text) for text in WORDS[self.power])
        big(canvas, what, Box(1, 0, 127, 32), (DOUBLE,))
        paragraph(canvas, how_long, Box(1, 32, 127, 53))

    def lights(self, model: Model, now: float) -> Lights:
        """None."""
        return DARK
