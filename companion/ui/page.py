"""Pages that are described by a `Screen`: what they draw and what their buttons do is derived from it."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from companion.core.model import Model, Transition
from companion.core.page import ButtonRow, Page, close
from companion.core.questions import Command, Form, command_form
from companion.screen.art import Icon
from companion.screen.canvas import Canvas
from companion.screen.layout import TAKEN
from companion.ui import control, oled
from companion.ui.screen import Choices, Option, Screen, Text
from hardware.device import Button


def closing_keys(model: Model) -> dict[Button, Option]:
    """Returns the keys of a page that is only read: `ok` and `undo` close it."""
    # People who have read it press whichever comes to mind. Where all buttons have words one of them is enough.
    return {
        Button.OK: Option(model.translate("Back"), close(model), icon=Icon.CHECK),
        Button.UNDO: Option("", close(model), icon=Icon.UNDO, box_only=True),
    }


class ScreenPage(Page):
    """A page that says in one value what it shows and what can be done on it."""

    __slots__ = ()

    @abstractmethod
    def screen(self, model: Model) -> Screen:
        """Returns what it shows, in the model's language, and what can be done on it."""

    def buttons(self, model: Model) -> dict[Button, ButtonRow]:
        screen = self.screen(model)
        return dict.fromkeys(oled.covered_keys(screen), ButtonRow(TAKEN)) | {
            button: ButtonRow((each.icon or None) if each.do else None, each.do, each.label, each.detail, each.box_only)
            for button, each in control.keys(model, screen).items()
        }

    def draw(self, model: Model, canvas: Canvas) -> None:
        oled.draw(self.screen(model), canvas)


class BoardScreenPage(ScreenPage):
    """A page with options on the board, which can be pointed at there."""

    __slots__ = ()

    def point(self, model: Model, place: str) -> Transition:
        return control.point(model, self.screen(model), place)


class ListScreenPage(ScreenPage):
    """A page with options that the web page offers as buttons: those of the choices, and `bank` and `undo`."""

    __slots__ = ()

    def form_title(self, model: Model) -> str:
        """Returns what the web page writes above the options, translated."""
        return self.screen(model).title

    def form_note(self, model: Model) -> str:
        """Returns what it writes below that, translated; may be empty."""
        return next((block.text for block in self.screen(model).body if isinstance(block, Text)), "")

    def form(self, model: Model) -> Form:
        screen = self.screen(model)
        choices = screen.choices
        buttons = ((button, screen.keys[button]) for button in (Button.BANK, Button.UNDO) if button in screen.keys)
        options = (
            *((each.name, each) for each in (choices.options if choices else ())),
            *((button.value, each) for button, each in buttons if each.label and not each.box_only),
        )
        commands = (
            Command(key, each.label, each.detail or each.value, is_main=each.main, are_names=True)
            for key, each in options
            if each.do
        )
        cursor = choices.chosen.name if choices else ""
        return command_form(self.form_title(model), *commands, cursor=cursor, note=self.form_note(model))

    def choose(self, model: Model, name: str, value: object) -> Transition:
        return control.choose(self.screen(model), name)


YES, NO = range(2)


@dataclass(frozen=True, slots=True)
class YesNoPage(ListScreenPage):
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

    def headline_now(self) -> str:
        return self.question

    def form_title(self, model: Model) -> str:
        return model.translate(self.question)

    def form_note(self, model: Model) -> str:
        return self.note(model)

    def screen(self, model: Model) -> Screen:
        _, note = model.translate, self.note(model)
        yes, no = Option(_("yes"), lambda: self.agree(model), key="yes"), Option(_("no"), close(model), key="no")
        return Screen(
            body=(Text(_(self.question), "bold"), *([Text(note)] if note else [])),
            choices=Choices((yes, no), self.cursor, "row"),
            keys={Button.UNDO: Option("", close(model), icon=Icon.CROSS)},
        )
