"""A page that asks a question and offers yes and no."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from companion.core.model import Model, Transition, reject_press
from companion.core.table_registry import board_or_show
from companion.locale.translator import N_
from companion.screen.icons import Icon
from companion.screen.layout import Softkey, question
from hardware.device import Button

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.core.form import Form
    from companion.lights.composition import Lights
    from companion.screen.canvas import Canvas

YES, NO = range(2)


@dataclass(frozen=True, slots=True)
class YesNoPage:
    """A question, and the answer under the cursor."""

    question: str
    """In English, to be translated."""
    agree: Callable[[Model], Transition]
    """Returns what a yes leads to. A no closes the page."""
    # On No, so that whoever presses ok without reading changes nothing.
    cursor: int = NO
    note: Callable[[Model], str] = lambda _: ""
    """Returns what to know before the answer, translated; may be empty."""
    name: ClassVar[str]

    def press(self, model: Model, button: Button) -> Transition:
        """`left` and `right` move the cursor, `ok` answers, `undo` means no."""
        match button:
            case Button.LEFT | Button.RIGHT:
                return Transition(model.with_page(replace(self, cursor=NO - self.cursor)))
            case Button.OK if self.cursor == YES:
                return self.agree(model)
            case Button.OK | Button.UNDO:
                return Transition(model.with_top_page_closed())
            case _:
                return reject_press(model)

    def form(self, model: Model) -> Form:
        """Returns the question with its two answers."""
        from companion.core.form import Command, command_form  # noqa: PLC0415 - loaded when a form is asked for

        answers = Command("yes", N_("yes")), Command("no", N_("no"))
        return command_form(self.question, *answers, cursor=("yes", "no")[self.cursor], note=self.note(model))

    def choose(self, model: Model, name: str, value: object) -> Transition:
        """Answers."""
        return self.agree(model) if name == "yes" else Transition(model.with_top_page_closed())

    def keys(self, model: Model) -> tuple[Softkey, ...]:
        """Labels the buttons: move, answer, no."""
        return (Icon.LEFT, Icon.RIGHT, Icon.CHECK, None, Icon.CROSS)

    def draw(self, model: Model, canvas: Canvas) -> None:
        """Draws the question, what to know, and the two answers."""
        _ = model.translate
        question(canvas, _(self.question), (_("yes"), _("no")), self.cursor, self.note(model))

    def lights(self, model: Model, now: float) -> Lights:
        """Shows the board as it lies."""
        return board_or_show(model, now)
