"""A text that is typed in the place of the line about the buttons, such as a word for sealed dice."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType  # noqa: TID251 (its owner)
from textual.widgets import Input  # noqa: TID251 (its owner)

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.widget import Widget  # noqa: TID251 (its owner)

    from companion.core.questions import FormItem


class TextInput(Input):
    """One line to type in. Enter hands it over; it stays open until the table has accepted it, or until Escape."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "close", show=False)]

    def __init__(self, choose: Callable[[str, object], None], in_place_of: Widget) -> None:
        """Takes what answers a question by its key, and what gives way while somebody types."""
        super().__init__(id="typed", compact=True, select_on_focus=False)
        # Closed, it must not get the focus by itself: the keys are buttons.
        self.display = self.can_focus = False
        self._in_place_of = in_place_of
        self._choose = choose
        self._item: FormItem | None = None

    def offer(self, item: FormItem | None, label: str) -> None:
        """Takes the text that is asked for now, with its answer, and what it is called; None: no text is asked for."""
        before, self._item = self._item, item
        self.placeholder = label
        # Another text is asked for, or this one has been accepted.
        if item is None or before is None or (item.question.key, item.value) != (before.question.key, before.value):
            self.action_close()

    def open(self) -> None:
        """Makes the keys letters, if a text is asked for."""
        if self._item is None:
            return
        self.value = self._item.value
        self._show(is_open=True)
        self.focus()

    def action_close(self) -> None:
        """Makes the keys buttons again."""
        self._show(is_open=False)
        if self.has_focus:
            self.screen.set_focus(None)

    def on_input_submitted(self) -> None:
        """Hands the text over, unless it is the answer already."""
        if self._item is None or self.value == self._item.value:
            self.action_close()
        else:
            self._choose(self._item.question.key, self.value)

    def _show(self, *, is_open: bool) -> None:
        self.display = self.can_focus = is_open
        self._in_place_of.display = not is_open
