"""A page that asks a question and offers yes and no."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from companion.core.model import Model, Transition
from companion.core.page import ButtonRow, Page, arrows
from companion.locale.translator import N_
from companion.screen.icons import Icon
from companion.screen.layout import question
from hardware.device import Button

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.core.form import Form
    from companion.screen.canvas import Canvas

YES, NO = range(2)


@dataclass(frozen=True, slots=True)
class YesNoPage(Page):
    """A question, and the answer under the cursor; `undo` means no."""

    question: str
    """In English, to be translated."""
    agree: Callable[[Model], Transition]
    """Returns what a yes leads to. A no closes the page."""
    # On No, so that whoever presses ok without reading changes nothing.
    cursor: int = NO
    note: Callable[[Model], str] = lambda _: ""
    """Returns what to know before the answer, translated; may be empty."""
    name: ClassVar[str]

    def buttons(self, model: Model) -> dict[Button, ButtonRow]:
        other = replace(self, cursor=NO - self.cursor)
        return arrows(model, lambda _: other) | {
            Button.OK: ButtonRow(Icon.CHECK, lambda: self.choose(model, ("yes", "no")[self.cursor], value=True)),
            Button.UNDO: ButtonRow(Icon.CROSS, lambda: self.choose(model, "no", value=True)),
        }

    def form(self, model: Model) -> Form:
        from companion.core.form import Command, command_form  # noqa: PLC0415 - loaded when a form is asked for

        answers = Command("yes", N_("yes")), Command("no", N_("no"))
        return command_form(self.question, *answers, cursor=("yes", "no")[self.cursor], note=self.note(model))

    def choose(self, model: Model, name: str, value: object) -> Transition:
        return self.agree(model) if name == "yes" else Transition(model.with_top_page_closed())

    def draw(self, model: Model, canvas: Canvas) -> None:
        _ = model.translate
        question(canvas, _(self.question), (_("yes"), _("no")), self.cursor, self.note(model))
