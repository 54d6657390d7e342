"""Nobody plays: the title, and how to begin."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from companion.lights.shows import attract
from companion.model import Model, Step, refuse
from companion.screen.canvas import Box, Canvas
from companion.screen.icons import Icon
from companion.screen.layout import Key, big
from companion.words import mark
from hardware.device import Button

if TYPE_CHECKING:
    from companion.lights.composition import Lights


TITLE = mark("Claim companion")
"""What the box is called, whatever is played on it."""


@dataclass(frozen=True, slots=True)
class Attract:
    """The title."""

    name: ClassVar[str] = "attract"

    def press(self, model: Model, button: Button) -> Step:
        """`ok` begins a game, or offers the one that was left."""
        from companion.pages.resume import Resume  # noqa: PLC0415 - loaded when it is opened
        from companion.pages.setup import Setup  # noqa: PLC0415 - loaded when it is opened

        if button is not Button.OK:
            return refuse(model)
        return Step(model.opening(Resume() if model.game else Setup()))

    def keys(self, model: Model) -> tuple[Key, ...]:
        """Only on."""
        return (None, None, Icon.CHECK, None, None)

    def draw(self, model: Model, canvas: Canvas) -> None:
        """The title, large; how to begin, and whether that will be kept."""
        big(canvas, model.words(TITLE), Box(0, 2, 128, 36))
        _ = model.words
        if not model.saved:
            canvas.text(64, 45, _("nothing is saved"), align="centre")
        canvas.text(64, 40 if model.saved else 36, _("press ok to play"), align="centre")

    def lights(self, model: Model, now: float) -> Lights:
        """A slow show of the seats' colours."""
        return attract(model.colours, now)
