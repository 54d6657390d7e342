"""Nothing fits: the player passes, which the table has to believe, for hands are secret."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from companion.core.model import Model, Transition, reject_press
from companion.screen.icons import Icon
from companion.screen.layout import Softkey, question
from companion.tables.klondike.board import board
from companion.tables.klondike.turn_flow import record_event
from engine.klondike import Pass
from hardware.device import Button

if TYPE_CHECKING:
    from companion.lights.composition import Lights
    from companion.screen.canvas import Canvas

YES, NO = range(2)


@dataclass(frozen=True, slots=True)
class PassingPage:
    """Yes or no."""

    cursor: int = YES
    name: ClassVar[str] = "choose"

    def press(self, model: Model, button: Button) -> Transition:
        """`left` and `right` move, `ok` answers, `undo` is a no."""
        match button:
            case Button.LEFT | Button.RIGHT:
                return Transition(model.with_page(PassingPage(NO - self.cursor)))
            case Button.OK if self.cursor == YES:
                return record_event(model, Pass())
            case Button.OK | Button.UNDO:
                return Transition(model.with_top_page_closed())
            case _:
                return reject_press(model)

    def keys(self, model: Model) -> tuple[Softkey, ...]:
        """Move, answer, no."""
        return (Icon.LEFT, Icon.RIGHT, Icon.CHECK, None, Icon.CROSS)

    def draw(self, model: Model, canvas: Canvas) -> None:
        """The question, with the reminder when it is allowed."""
        _ = model.translate
        question(canvas, _("Pass? Only if no tile of yours fits."), (_("yes"), _("no")), self.cursor)

    def lights(self, model: Model, now: float) -> Lights:
        """The board as it lies."""
        return board(model, now)
