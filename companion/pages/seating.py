"""Seating: one after the other chooses a colour and presses, in the order in which they sit around the table."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from companion.core.button_meaning import Meaning
from companion.core.cursor import moved_cursor
from companion.core.form import Command, Form, choose_in_list, command_form
from companion.core.model import Model, Transition, reject_press
from companion.core.players import SEAT_COLOUR_NAMES
from companion.lights.animation import FAST_S, STEADY, blink
from companion.lights.composition import Lights, Paint, compose
from companion.locale.translator import N_
from companion.screen.canvas import Rect
from companion.screen.icons import Icon
from companion.screen.layout import Softkey, big, header
from hardware.device import LIGHTS, SIDE, Button

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.pages.setup import SetupPage
    from companion.screen.canvas import Canvas

FIRST, NEXT = N_("Who sits first?"), N_("Who sits next?")
NOBODY_ELSE = N_("Nobody else")


@dataclass(frozen=True, slots=True)
class SeatingPage:
    """Who sits already, and the colour under the cursor."""

    setup: SetupPage
    """The page that asks how many play; it goes on from there."""
    seats: range
    """How many the game can seat."""
    seated: tuple[int, ...] = ()
    """The colours of those who sit, by their number in the palette, in the order in which they sit."""
    cursor: int = 0
    """Which of the colours that are free."""
    name: ClassVar[str] = "seating"

    def press(self, model: Model, button: Button) -> Transition:
        """`left` and `right` choose a colour, `ok` sits down, `undo` gets the newest up again; `bank`: nobody else."""
        match button:
            case Button.LEFT | Button.RIGHT:
                cursor = moved_cursor(self.cursor, button, len(self._free))
                return Transition(model.with_page(replace(self, cursor=cursor)))
            case Button.OK:
                seated = (*self.seated, self._free[self.cursor])
                is_full = len(seated) == self.seats[-1]
                page = self.setup.with_seated(model, seated) if is_full else replace(self, seated=seated, cursor=0)
                return Transition(model.with_page(page))
            case Button.BANK if self._are_enough:
                return Transition(model.with_page(self.setup.with_seated(model, self.seated)))
            case Button.UNDO if self.seated:
                seated, newest = self.seated[:-1], self.seated[-1]
                cursor = _free_colours(seated).index(newest)
                return Transition(model.with_page(replace(self, seated=seated, cursor=cursor)))
            case Button.UNDO:
                return Transition(model.with_page(self.setup))
            case _:
                return reject_press(model)

    def form(self, model: Model) -> Form:
        """Returns the colours that are free, to tap; the page is handed from one to the next."""
        colours = [Command(_colour_key(number), SEAT_COLOUR_NAMES[number]) for number in self._free]
        enough = [Command(Button.BANK, NOBODY_ELSE, is_main=True)] if self._are_enough else []
        back = Command(Button.UNDO, N_("Back"))
        return command_form(
            self._title,
            *colours,
            *enough,
            back,
            cursor=colours[self.cursor].key,
            note=self._names(model) or model.translate("Each taps a colour, in the order in which you sit."),
        )

    def choose(self, model: Model, name: str, value: object) -> Transition:
        """Seats whoever taps a colour, or does what a button does."""
        return choose_in_list(self, model, name, [_colour_key(number) for number in self._free])

    def keys(self, model: Model) -> tuple[Softkey, ...]:
        """Labels the buttons: choose a colour, sit down, that is all, get up again or back."""
        return (Icon.LEFT, Icon.RIGHT, Icon.CHECK, model.translate("all") if self._are_enough else None, Icon.UNDO)

    def meanings(self, model: Model) -> Mapping[Button, Meaning]:
        """Who sits down, and who sits already."""
        _ = model.translate
        enough = {Button.BANK: Meaning(_(NOBODY_ELSE), self._names(model))} if self._are_enough else {}
        return {Button.OK: Meaning(_(self._colour_name), _("sits here")), **enough}

    def draw(self, model: Model, canvas: Canvas) -> None:
        """Draws the question, the colour in large letters, and how to go on."""
        _ = model.translate
        header(canvas, _(self._title), str(len(self.seated) + 1))
        big(canvas, _(self._colour_name), Rect(2, 11, 126, 40))
        canvas.text(64, 43, _("bank: nobody else") if self._are_enough else _("your colour, then ok"), align="centre")

    def lights(self, model: Model, now: float) -> Lights:
        """Lights a column for each who sits, and the next one blinking in the colour under the cursor."""
        columns = [(number, STEADY) for number in self.seated]
        columns.append((self._free[self.cursor], blink(now, model.shown_since, FAST_S)))
        return compose(
            Paint(range(column, LIGHTS, SIDE), model.colours[number], intensity)
            for column, (number, intensity) in enumerate(columns)
        )

    @property
    def _title(self) -> str:
        return NEXT if self.seated else FIRST

    @property
    def _free(self) -> tuple[int, ...]:
        return _free_colours(self.seated)

    @property
    def _colour_name(self) -> str:
        return SEAT_COLOUR_NAMES[self._free[self.cursor]]

    @property
    def _are_enough(self) -> bool:
        return len(self.seated) in self.seats

    def _names(self, model: Model) -> str:
        return ", ".join(model.translate(SEAT_COLOUR_NAMES[number]) for number in self.seated)


def _free_colours(seated: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(number for number in range(len(SEAT_COLOUR_NAMES)) if number not in seated)


def _colour_key(number: int) -> str:
    return f"colour {number}"
