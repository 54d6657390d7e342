"""Nothing fits: the player passes, which the table has to believe, for hands are secret."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from companion.model import Model, Step, refuse
from companion.screen.icons import Icon
from companion.screen.layout import Key, question
from companion.tables.klondike.board import board
from companion.tables.klondike.play import happen
from engine.klondike import Pass
from hardware.device import Button

if TYPE_CHECKING:
    from companion.lights.composition import Lights
    from companion.screen.canvas import Canvas

YES, NO = range(2)


@dataclass(frozen=True, slots=True)
class Passing:
    """Yes or no."""

    cursor: int = YES
    name: ClassVar[str] = "choose"

    def press(self, model: Model, button: Button) -> Step:
        """`left` and `right` move, `ok` answers, `undo` is a no."""
        match button:
            case Button.LEFT | Button.RIGHT:
                return Step(model.showing(Passing(NO - self.cursor)))
            case Button.OK if self.cursor == YES:
                return happen(model, Pass())
            case Button.OK | Button.UNDO:
                return Step(model.back())
            case _:
                return refuse(model)

    def keys(self, model: Model) -> tuple[Key, ...]:
        """Move, answer, no."""
        return (Icon.LEFT, Icon.RIGHT, Icon.CHECK, None, Icon.CROSS)

    def draw(self, model: Model, canvas: Canvas) -> None:
        """The question, with the reminder when it is allowed."""
        _ = model.words
        question(canvas, _("Pass? Only if no tile of yours fits."), (_("yes"), _("no")), self.cursor)

    def lights(self, model: Model, now: float) -> Lights:
        """The board as it lies."""
        return board(model, now)
