"""A list of what can be done now: one entry after the other with two buttons, all of them at once in a form."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from companion.core.page import ButtonRow, close, cursor_arrows
from companion.core.questions import Command, Form, choose_in_list, command_form
from companion.locale.translator import N_
from companion.screen.art import Icon
from companion.tables.piratenclaim.star_map import ViewPage
from hardware.device import Button

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.core.model import Model, Transition
    from companion.core.page import Press


class Entry(NamedTuple):
    """Something that can be done, or what stands in its way."""

    key: str
    """By which a form names it. It names the field, too, where the next list is alike: a second tap must not answer
    for that one as well."""
    label: str
    """Translated, as is the detail: what it costs or brings, or why it cannot be."""
    detail: str
    choose: Press | None
    """None: it cannot be done now."""
    words: tuple[str, str] | None = None
    """What the button says, where that is not the label and the detail."""


@dataclass(frozen=True, slots=True)
class ListPage(ViewPage):
    """Asks for one of a list. A page adds its `entries`, its question and `draw`."""

    cursor: int = 0
    icons: ClassVar[tuple[Icon, Icon]] = Icon.LEFT, Icon.RIGHT

    def entries(self, model: Model) -> Sequence[Entry]:
        """Returns what there is to choose from; what is not possible now is no button of the form."""
        raise NotImplementedError

    def question(self, model: Model) -> str:
        """Returns the form's title, in English, to be translated."""
        return self.headline_now()

    def commands(self, model: Model) -> tuple[Command, ...]:
        """Returns what the form offers besides."""
        return (Command(Button.UNDO.value, N_("Back")),)

    def note(self, model: Model) -> str:
        """Returns a line of the form, translated."""
        return ""

    def buttons(self, model: Model) -> dict[Button, ButtonRow]:
        entries = self.entries(model)
        chosen = entries[self.cursor]
        label, effect = chosen.words or (chosen.label, chosen.detail)
        rows = cursor_arrows(model, self, len(entries), self.icons) if len(entries) > 1 else {}
        return rows | {
            Button.OK: ButtonRow(Icon.CHECK if chosen.choose else None, chosen.choose, label, effect),
            Button.UNDO: ButtonRow(Icon.UNDO, close(model), model.translate("Back")),
        }

    def form(self, model: Model) -> Form:
        entries = self.entries(model)
        possible = [each for each in entries if each.choose is not None]
        commands = (Command(each.key, each.label, each.detail, are_names=True) for each in possible)
        cursor = entries[self.cursor].key if entries[self.cursor] in possible else ""
        title, besides = self.question(model), self.commands(model)
        return command_form(title, *commands, *besides, cursor=cursor, note=self.note(model))

    def choose(self, model: Model, name: str, value: object) -> Transition:
        return choose_in_list(self, model, name, [each.key for each in self.entries(model)])
