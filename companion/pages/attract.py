"""The page that is shown while nobody plays: the title, and how to begin."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from companion.core.effects import DrawSeed
from companion.core.model import Model, Transition
from companion.core.page import ButtonRow, Page
from companion.lights.idle_animations import attract_lights
from companion.locale.translator import N_
from companion.screen.canvas import Canvas, Rect
from companion.screen.icons import Icon
from companion.screen.layout import big
from hardware.device import Button

if TYPE_CHECKING:
    from companion.core.questions import Question
    from companion.lights.composition import Lights


SOLO = "solo"
"""By what name a page begins a game against a bot."""
AGAINST = N_("Play against Sheriff")
TITLE = N_("Claim companion")
"""What the box is called, whatever is played on it."""


@dataclass(frozen=True, slots=True)
class AttractPage(Page):
    """The title."""

    name: ClassVar[str] = "attract"

    def buttons(self, model: Model) -> dict[Button, ButtonRow]:
        _ = model.translate
        return {
            Button.OK: ButtonRow(Icon.CHECK, lambda: _begin(model), _("Resume?") if model.game else _("New game")),
            Button.BANK: ButtonRow(Icon.PLAY, lambda: _begin_solo(model), _(AGAINST)),
        }

    def choices(self, model: Model) -> tuple[Question, ...]:
        """Returns the game against a bot, as a page begins it."""
        from companion.core.form import Command  # noqa: PLC0415 - loaded when somebody chooses by name

        return (Command(SOLO, AGAINST),)

    def choose(self, model: Model, name: str, value: object) -> Transition:
        """Begins that game; the page is the board, so there are no stones to be moved."""
        return _begin_solo(replace(model, guide=False))

    def draw(self, model: Model, canvas: Canvas) -> None:
        """Draws the title, how to begin, and a warning where nothing is saved."""
        _ = model.translate
        big(canvas, _(TITLE), Rect(0, 0, 128, 34))
        canvas.text(64, 35, _("press ok to play") if model.saved else _("nothing is saved"), align="centre")
        canvas.text(64, 44, _("bank: against Sheriff"), align="centre")

    def lights(self, model: Model, now: float) -> Lights:
        """Shows the seats' colours in a slow animation."""
        return attract_lights(model.colours, now)


def _begin(model: Model) -> Transition:
    """Opens the setup, or the page of the game that was left."""
    from companion.pages.resume import ResumePage  # noqa: PLC0415 - loaded when it is opened
    from companion.pages.setup import SetupPage  # noqa: PLC0415 - loaded when it is opened

    # On top, so that `undo` leads back to this page.
    return Transition(model.with_page_on_top(ResumePage() if model.game else SetupPage()))


def _begin_solo(model: Model) -> Transition:
    """Begins a game for one person, without a question; one that was left stays in the journal."""
    from companion.pages.setup_questions import solo_lineup  # noqa: PLC0415 - loaded when it is opened

    return Transition(replace(model, requested_lineup=solo_lineup(model)), (DrawSeed(),))
