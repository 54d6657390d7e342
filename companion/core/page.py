"""A page: what is on the screen. It draws itself, lights the board, and has one table of what its buttons do.

The table is the whole truth about the buttons: a row says what the softkey shows, what a press leads to, what it is
called in words and what follows. Presses, softkeys and words are derived from it: they cannot disagree, and no test has
to compare them.

A page that is a `companion.ui.page.ScreenPage` says in one value what it shows and what can be chosen; drawing and the
table are derived from that.

What a press leads to is a call, made only when the button is pressed. The table itself is made again for each picture,
so making it must be cheap. A button that does nothing now has a row only if there is something to say about it, mostly
why; its press is rejected, with the low tone and a blink of the softkeys.

Two things are decided elsewhere, for all pages: what can be pressed while a bot has a choice (`program/bots.py` and
`program/button_words.py`), and what a hold means (`program/actions.py`).

A page is a frozen value. What it shows it takes from the model; what it holds is its own, such as the place of a
cursor. It never changes: moving the cursor is a transition to a page that differs. That is also why a page holds
nothing that the game's record says: after an undo, a restart or a bot's event it would be wrong.

A page never says which page follows an event. It returns the model with the event recorded, and the effect that
journals it; `program.update` then drops whatever is open and asks the table for the page of the new state. What a page
does decide is where else people go: to a page on top of it (`open_on_top`), to another in its place (`show`), or back
(`close`). How these lie upon each other stands in `core/model.py`.

What only some pages can do, such as to be pointed at or to be a form, stands there as well, as protocols: a frontend
asks whether the open page is one of them.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, TypeAlias

from companion.core.model import Model, PointablePage, Transition, reject_press
from companion.core.table_registry import board_or_show
from companion.lights.composition import attract_lights
from companion.screen.art import Icon
from hardware.device import Button

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.core.effects import Effect
    from companion.lights.composition import Lights
    from companion.screen.canvas import Canvas
    from companion.screen.layout import Softkey


class ButtonRow(NamedTuple):
    """What one button does on a page; the empty row does nothing and says nothing."""

    softkey: Softkey = None
    """An icon or a short word over the button; None: it does nothing now."""
    press: Callable[[], Transition] | None = None
    """Makes what a press leads to, in rare cases also where no softkey says so; None: a press is rejected."""
    label: str = ""
    """A verb and its object, translated; empty: the softkey says enough."""
    effect: str = ""
    """What follows, or why the button does nothing: a few words, translated."""
    for_screen: bool = False
    """Whether it only turns what the screen shows: a frontend that shows all of that at once needs no such button."""


STEPS = {Button.LEFT: -1, Button.RIGHT: 1, Button.OK: 1, Button.UNDO: -1}
"""By how much a button moves a cursor. `ok` and `undo` move one only on pages that walk or turn over steps."""


def moved_cursor(cursor: int, button: Button, count: int) -> int:
    """Returns the cursor after a press. After the last of `count` items comes the first, before the first the last."""
    return (cursor + STEPS[button]) % count


Press: TypeAlias = "Callable[[], Transition]"
CursorPage: TypeAlias = Any
"""A page that is a dataclass with a `cursor`; no type of the language says that of a frozen one."""


def show(model: Model, page: Page, *effects: Effect) -> Press:
    """Returns the press that shows a page in the place of the open one: mostly the same page, with its cursor moved."""
    return lambda: Transition(model.with_page(page), effects)


def open_on_top(model: Model, page: Page) -> Press:
    """Returns the press that opens a page on top of the open one, which lies there still when it is closed."""
    return lambda: Transition(model.with_page_on_top(page))


def close(model: Model) -> Press:
    """Returns the press that closes the open page: the one beneath it is shown."""
    return lambda: Transition(model.with_top_page_closed())


def arrows(
    model: Model, moved: Callable[[Button], Page], icons: tuple[Icon, Icon] = (Icon.LEFT, Icon.RIGHT)
) -> dict[Button, ButtonRow]:
    """Returns the rows of `left` and `right`, which walk.

    Args:
        model: with the open page.
        moved: makes the page that is shown after a press of this button, mostly with the cursor on another place.
        icons: what their softkeys show; `Icon.UP` and `Icon.DOWN` in a list.
    """
    buttons = (Button.LEFT, Button.RIGHT)
    return {button: ButtonRow(icon, show(model, moved(button))) for button, icon in zip(buttons, icons, strict=True)}


class Page:
    """What every page is. It inherits from this class, so what it shares with all others it need not say."""

    __slots__ = ()

    name: ClassVar[str]
    """Its id for the headless device, tests and golden pictures."""
    headline: ClassVar[str] = ""
    """The headline while it is open, in English, to be translated; empty: what the state of the game asks for."""
    is_lesson: ClassVar[bool] = False
    """Whether a menu that is opened on top of it offers to continue it, or to leave it."""
    chooses_first: ClassVar[bool] = False
    """Whether pointing at a place chooses it, and pointing there again places."""

    @abstractmethod
    def buttons(self, model: Model) -> dict[Button, ButtonRow]:
        """Returns what the buttons do now, a row each; one without a row does nothing."""

    @property
    def has_entries(self) -> bool:
        """Whether something was entered that would be lost with the page: then it waits as long as a game."""
        return False

    def headline_now(self) -> str:
        """Returns the headline while it is open, in English; empty: what the state of the game asks for."""
        return self.headline

    def main_button(self, model: Model) -> Button:
        """Returns the button for what the headline names: the web page marks it, and Enter presses it."""
        return Button.OK

    def press(self, model: Model, button: Button) -> Transition:
        press = self.buttons(model).get(button, ButtonRow()).press
        return reject_press(model) if press is None else press()

    def touch(self, model: Model, place: str) -> Transition:
        """Returns what a finger on the board itself leads to, as `PointablePage.point` for a picture of it."""
        return self.point(model, place) if isinstance(self, PointablePage) else reject_press(model)

    def choice_at(self, place: str) -> str:
        """Returns what the first touch of a place chooses, so that the second one places: here the place itself."""
        return place

    def is_at_cursor(self, place: str) -> bool:
        """Returns whether the cursor lies at a place, where a touch that acts shows a page of the same kind."""
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

    @abstractmethod
    def draw(self, model: Model, canvas: Canvas) -> None:
        """Draws the screen, without the softkeys."""

    def lights(self, model: Model, now: float) -> Lights:
        """Returns the 36 lights at time `now`, in seconds of the loop's clock: the board, or the show that invites."""
        return board_or_show(model, now)


class InvitingPage(Page):
    """A page under which the lights invite to play: a board would look as if a game were going on there."""

    __slots__ = ()

    def lights(self, model: Model, now: float) -> Lights:
        return attract_lights(model.colours, now)
