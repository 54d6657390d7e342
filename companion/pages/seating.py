"""Seating: one after the other chooses a colour and presses, in the order in which they sit; a bot may sit, too."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from companion.core.bot_names import bot_certainty, bot_title
from companion.core.cursor import moved_cursor
from companion.core.form import Command, Form, choose_in_list, command_form
from companion.core.model import Model, Transition
from companion.core.page import ButtonRow, Page, arrows, show
from companion.core.player_names import display_name
from companion.core.players import SEAT_COLOUR_NAMES
from companion.lights.animation import FAST_S, STEADY, blink
from companion.lights.composition import Lights, Paint, compose
from companion.locale.translator import N_
from companion.screen.canvas import Rect
from companion.screen.icons import Icon
from companion.screen.layout import big, header
from hardware.device import LIGHTS, SIDE, Button

if TYPE_CHECKING:
    from companion.pages.setup import SetupPage
    from companion.screen.canvas import Canvas

FIRST, NEXT = N_("Who sits first?"), N_("Who sits next?")
NOBODY_ELSE = N_("Nobody else")


@dataclass(frozen=True, slots=True)
class SeatingPage(Page):
    """Who sits already, and the colour under the cursor."""

    setup: SetupPage
    """The page that asks how many play; it goes on from there."""
    game: str
    """Its name in the registry."""
    seats: range
    """How many it can seat."""
    seated: tuple[int, ...] = ()
    """The colours of those who sit, by their number in the palette, in the order in which they sit."""
    cursor: int = 0
    """Which of the colours that are free; after them the bots."""
    bots: tuple[str, ...] = ()
    """The bots that play this game, by their names in the notation."""
    seated_bots: tuple[str, ...] = ()
    """For each who sits, the bot that it is; empty: a person."""
    name: ClassVar[str] = "seating"

    def buttons(self, model: Model) -> dict[Button, ButtonRow]:
        _, (colour, bot) = model.translate, self.choices[self.cursor]

        def moved(button: Button) -> SeatingPage:
            return replace(self, cursor=moved_cursor(self.cursor, button, len(self.choices)))

        def sit() -> Transition:
            more = replace(self, seated=(*self.seated, colour), seated_bots=(*self.seated_bots, bot), cursor=0)
            is_full = len(more.seated) == self.seats[-1]
            return Transition(model.with_page(self.setup.with_seated(model, more) if is_full else more))

        def get_up() -> Transition:
            fewer = replace(self, seated=self.seated[:-1], seated_bots=self.seated_bots[:-1])
            newest = (self.seated[-1], self.seated_bots[-1])
            return Transition(model.with_page(replace(fewer, cursor=fewer.choices.index(newest))))

        def go_on() -> Transition:
            return Transition(model.with_page(self.setup.with_seated(model, self)))

        rows = arrows(model, moved) | {
            Button.OK: ButtonRow(Icon.CHECK, sit, display_name(_, self._name), _("sits here")),
            Button.UNDO: ButtonRow(Icon.UNDO, get_up if self.seated else show(model, self.setup)),
        }
        if self._are_enough:
            rows[Button.BANK] = ButtonRow(_("all"), go_on, _(NOBODY_ELSE), self._names(model))
        return rows

    def form(self, model: Model) -> Form:
        """Returns the colours that are free, to tap; the page is handed from one to the next."""
        colours = [
            Command(key, self._name_of(*choice), bot_certainty(model.translate, choice[1]), are_names=True)
            for key, choice in zip(self._keys, self.choices, strict=True)
        ]
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
        return choose_in_list(self, model, name, self._keys)

    def draw(self, model: Model, canvas: Canvas) -> None:
        """Draws the question, the colour in large letters, and how to go on."""
        _ = model.translate
        header(canvas, _(self._title), str(len(self.seated) + 1))
        big(canvas, display_name(_, self._name), Rect(2, 11, 126, 40))
        bot = self.choices[self.cursor][1]
        how = _("a bot plays") if bot else _("your colour, then ok")
        how = bot_certainty(_, bot) or (_("bank: nobody else") if self._are_enough else how)
        canvas.text(64, 43, how, align="centre")

    def lights(self, model: Model, now: float) -> Lights:
        """Lights a column for each who sits, and the next one blinking in the colour under the cursor."""
        columns = [(number, STEADY) for number in self.seated]
        columns.append((self.choices[self.cursor][0], blink(now, model.shown_since, FAST_S)))
        return compose(
            Paint(range(column, LIGHTS, SIDE), model.colours[number], intensity)
            for column, (number, intensity) in enumerate(columns)
        )

    @property
    def _title(self) -> str:
        return NEXT if self.seated else FIRST

    @property
    def choices(self) -> tuple[tuple[int, str], ...]:
        """The colours that are free, each for a person; then the bots, who take the first of them."""
        free = tuple(number for number in range(len(SEAT_COLOUR_NAMES)) if number not in self.seated)
        return (*((number, "") for number in free), *((free[0], bot) for bot in self.bots))

    @property
    def _keys(self) -> list[str]:
        """By which a form names them."""
        return [f"bot {bot}" if bot else f"colour {number}" for number, bot in self.choices]

    @property
    def _name(self) -> str:
        return self._name_of(*self.choices[self.cursor])

    def _name_of(self, colour: int, bot: str) -> str:
        """Returns what somebody who sits is called, in English, to be translated."""
        return bot_title(bot, self.game) if bot else SEAT_COLOUR_NAMES[colour]

    @property
    def _are_enough(self) -> bool:
        return len(self.seated) in self.seats

    def _names(self, model: Model) -> str:
        _ = model.translate
        sit = zip(self.seated, self.seated_bots, strict=True)
        return ", ".join(display_name(_, self._name_of(colour, bot)) for colour, bot in sit)
