"""The page that is shown while nobody plays: the title, and how to begin."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from companion.core.button_meaning import Meaning
from companion.core.model import Model, Transition, reject_press
from companion.lights.idle_animations import attract_lights
from companion.locale.translator import N_
from companion.screen.canvas import Canvas, Rect
from companion.screen.icons import Icon
from companion.screen.layout import Softkey, big
from hardware.device import Button

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.lights.composition import Lights


TITLE = N_("Claim companion")
"""What the box is called, whatever is played on it."""


@dataclass(frozen=True, slots=True)
class AttractPage:
    """The title."""

    name: ClassVar[str] = "attract"

    def press(self, model: Model, button: Button) -> Transition:
        """`ok` begins a game, or offers the one that was left."""
        from companion.pages.resume import ResumePage  # noqa: PLC0415 - loaded when it is opened
        from companion.pages.setup import SetupPage  # noqa: PLC0415 - loaded when it is opened

        if button is not Button.OK:
            return reject_press(model)
        # On top, so that `undo` leads back to this page.
        return Transition(model.with_page_on_top(ResumePage() if model.game else SetupPage()))

    def keys(self, model: Model) -> tuple[Softkey, ...]:
        """Labels the buttons: only `ok` goes on."""
        return (None, None, Icon.CHECK, None, None)

    def meanings(self, model: Model) -> Mapping[Button, Meaning]:
        """A game begins, or the one that was left is offered."""
        _ = model.translate
        return {Button.OK: Meaning(_("Resume?") if model.game else _("New game"))}

    def draw(self, model: Model, canvas: Canvas) -> None:
        """Draws the title, how to begin, and a warning where nothing is saved."""
        big(canvas, model.translate(TITLE), Rect(0, 2, 128, 36))
        _ = model.translate
        if not model.saved:
            canvas.text(64, 45, _("nothing is saved"), align="centre")
        canvas.text(64, 40 if model.saved else 36, _("press ok to play"), align="centre")

    def lights(self, model: Model, now: float) -> Lights:
        """Shows the seats' colours in a slow animation."""
        return attract_lights(model.colours, now)
