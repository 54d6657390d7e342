"""A page: what is on the screen, what can be done there, and what the lights show.

A page says in one value, a `Screen`, what it shows and what can be done: the displays render it (`companion.ui`), and
what the buttons, pointing at a place and a choice by name lead to follows from it (`control`). So presses, softkeys and
words cannot disagree. The screen is made again for each picture: making it must be cheap. A button that does nothing
now has a key only if there is something to say about it, mostly why; its press is rejected, with the low tone and a
blink of the softkeys.

Two things are decided elsewhere, for all pages: what observers add to a screen (`core/observers.py`), and what a hold
means (`program/actions.py`).

A page is a frozen value. What it shows it takes from the model; what it holds is its own, such as the place of a
cursor. It never changes: moving the cursor is a transition to a page that differs. That is also why a page holds
nothing that the game's record says: after an undo, a restart or an observer's event it would be wrong.

A page never says which page follows an event. It returns the model with the event recorded, and the effect that
journals it; `program.update` then drops whatever is open and asks the table for the page of the new state. What a page
does decide is where else people go: to a page on top of it (`open_on_top`), to another in its place (`show`), or back
(`close`). `core/model.py` describes the stack of pages.

What only some pages can do, such as to be a form, is a protocol there: a display checks whether the open page has it.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar

from msgspec import Struct

from companion.core import control
from companion.core.model import Model, Transition, reject_press
from companion.core.questions import Command, Form, command_form
from companion.core.table_registry import board_or_show, table_axes, table_of
from companion.lights.composition import attract_lights
from companion.ui.art import Icon
from companion.ui.screen import Announcement, BoxOnly, Choices, Do, Option, Screen, Text
from hardware.device import Button

if TYPE_CHECKING:
    from companion.core.effects import Effect
    from companion.core.snapshot import Snapshot
    from companion.core.table import Axes
    from companion.core.viewer_kind import ViewerKind
    from companion.lights.composition import Lights
    from engine.game import GameEvent


STEPS = {Button.LEFT: -1, Button.RIGHT: 1, Button.OK: 1, Button.UNDO: -1}
"""By how much a button moves a cursor. `ok` and `undo` move one only on pages that walk or turn over steps."""


def moved_cursor(cursor: int, button: Button, count: int) -> int:
    """Returns the cursor after a press. After the last of `count` items comes the first, before the first the last."""
    return (cursor + STEPS[button]) % count


def show(model: Model, page: Page, *effects: Effect) -> Do:
    """Returns the press that shows a page in the place of the open one: mostly the same page, with its cursor moved."""
    return lambda: Transition(model.with_page(page), effects)


def open_on_top(model: Model, page: Page) -> Do:
    """Returns the press that opens a page on top of the open one, which is still there when it is closed."""
    return lambda: Transition(model.with_page_on_top(page))


def close(model: Model) -> Do:
    """Returns the press that closes the open page: the one beneath it is shown."""
    return lambda: Transition(model.with_top_page_closed())


def closing_keys(model: Model) -> dict[Button, Option]:
    """Returns the keys of a page that is only read: `ok` and `undo` close it."""
    # People who have read it press whichever comes to mind. Where all buttons have words one of them is enough.
    return {
        Button.OK: Option(model.translate("Back"), close(model), icon=Icon.CHECK),
        Button.UNDO: Option("", close(model), icon=Icon.UNDO, box_only=True),
    }


class Page(Struct, frozen=True):
    """What every page is. It inherits from this class, so what it shares with all others it need not say."""

    name: ClassVar[str]
    """Its id for the headless device, tests and golden pictures."""
    headline: ClassVar[str] = ""
    """The sentence of a screen that has none, in English, to be translated; `{name}` is the player who acts."""
    is_lesson: ClassVar[bool] = False
    """Whether a menu that is opened on top of it offers to continue it, or to leave it."""
    hides_game: ClassVar[bool] = False
    """Whether this page of a game shows something else than what is to be done: viewers read the screen there, too."""
    has_places: ClassVar[bool] = False
    """Whether places of the board can be pointed at."""
    has_position: ClassVar[bool] = False
    """Whether it shows another position than the game's: `snapshot`."""
    is_aside: ClassVar[bool] = False
    """Whether it says something about the game on the page below, whose board and headline stay."""
    chooses_first: ClassVar[bool] = False
    """Whether pointing at a place chooses it, and pointing there again places."""

    @abstractmethod
    def screen(self, model: Model) -> Screen:
        """Returns what it shows, in the model's language, and what can be done on it."""

    def announcement(self, model: Model) -> Announcement:
        """Returns what is heard when the page opens because of an event; not after an undo."""
        return Announcement()

    def is_seen_by(self, model: Model, viewer: ViewerKind) -> bool:
        """Returns whether this kind of viewer may see it, such as a hand; if not, the viewer sees the game's page."""
        return True

    def snapshot(self, model: Model, viewer: ViewerKind) -> Snapshot:
        """Returns its own position in words and figures, in the model's language."""
        raise NotImplementedError

    def axes(self, model: Model) -> Axes | None:
        """Returns the labels along the edges of the lights; None if there are none."""
        return table_axes(model)

    def place_at(self, model: Model, light: int) -> str:
        """Returns the name of the place at a light without axes; empty if there is no place."""
        return "" if model.game is None else table_of(model.game).place_at(model, light)

    @property
    def has_entries(self) -> bool:
        """Whether something was entered that would be lost with the page: then it waits as long as a game."""
        return False

    def offering(self, model: Model, event: GameEvent) -> Page:
        """Returns the page that offers to record an event, with the cursor there: mostly this one."""
        choices = self.screen(model).choices
        for number, option in enumerate(choices.options if choices else ()):
            if choices and option.event == event:
                return control.move(model, choices, number).model.page
        return self

    def press(self, model: Model, button: Button) -> Transition:
        """Returns what a press leads to; observers have no part in it."""
        return control.press(model, self.screen(model), button)

    def point(self, model: Model, place: str) -> Transition:
        """Returns what pointing at a place leads to: a place that means nothing now is a rejected press.

        Raises:
            UnknownPlaceError: no place of the board has this name.
        """
        return control.point(model, self.screen(model), place)

    def touch(self, model: Model, place: str) -> Transition:
        """Returns what a finger on the board itself leads to, as `point` for a picture of it."""
        return self.point(model, place) if self.has_places else reject_press(model)

    def choice_at(self, place: str) -> str:
        """Returns what the first touch of a place chooses, so that the second one places: here the place itself."""
        return place

    def is_at_cursor(self, place: str) -> bool:
        """Returns whether the cursor is at a place, if a touch that acts there shows a page of the same kind."""
        return False

    def touch_at_once(self, model: Model, place: str) -> Transition:
        """Returns what a touch leads to that chooses a place and places there."""
        step = self.touch(model, place)
        page = step.model.page
        is_chosen = self.chooses_first and type(page) is type(self) and page != self and not self.is_at_cursor(place)
        return page.touch(step.model, place) if is_chosen else step

    def put(self, model: Model, place: str) -> Transition:
        """Returns what a stone leads to that is put on the board."""
        return self.touch_at_once(model, place) if self.chooses_first else Transition(model)

    def lights(self, model: Model, now: float) -> Lights:
        """Returns the 36 lights at time `now`, in seconds of the loop's clock: the board, or the show that invites."""
        return board_or_show(model, now)


class InvitingPage(Page, frozen=True):
    """A page under which the lights invite to play: a board would look as if a game were going on there."""

    def lights(self, model: Model, now: float) -> Lights:
        return attract_lights(model.colours, now)


class BoardScreenPage(Page, frozen=True):
    """A page with options on the board, which can be pointed at there."""

    has_places: ClassVar[bool] = True


class ListScreenPage(Page, frozen=True):
    """A page with options that the web page offers as buttons: those of the choices, and `bank` and `undo`."""

    def form_title(self, model: Model) -> str:
        """Returns what the web page writes above the options, translated."""
        screen = self.screen(model)
        return screen.title or screen.sentence

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


class YesNoPage(ListScreenPage, frozen=True):
    """A question, and the answer under the cursor; `undo` means no."""

    question: str
    """In English, to be translated."""
    agree: Callable[[Model], Transition]
    """Returns what a yes leads to. A no closes the page."""
    # On No, so that pressing ok without reading changes nothing.
    cursor: int = NO
    note: Callable[[Model], str] = lambda _: ""
    """Returns what to know before the answer, translated; may be empty."""
    name: ClassVar[str]

    def screen(self, model: Model) -> Screen:
        _, note = model.translate, self.note(model)
        yes, no = Option(_("yes"), lambda: self.agree(model), key="yes"), Option(_("no"), close(model), key="no")
        return Screen(
            body=(BoxOnly((Text(_(self.question), "bold"),)), *([Text(note)] if note else [])),
            choices=Choices((yes, no), self.cursor, "row"),
            keys={Button.UNDO: Option("", close(model), icon=Icon.CROSS)},
            sentence=_(self.question),
        )
