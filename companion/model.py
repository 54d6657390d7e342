"""The model: all that a person could see or ask about, as one value; and the steps from one to the next."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, ClassVar, NamedTuple, Protocol, Self

from companion.effects import Effect, Play
from companion.sounds import WRONG
from companion.words import Words, words

if TYPE_CHECKING:
    from companion.lights.composition import Lights
    from companion.running import LineUp, Running
    from companion.screen.canvas import Canvas
    from companion.screen.layout import Key
    from engine.game import Json
    from hardware.device import Button, Colour, Part


class Page(Protocol):
    """One page: a value that holds what is open on it, what a press means there, and how it is drawn."""

    name: ClassVar[str]
    """Its name for the headless device, tests and pictures."""

    def press(self, model: Model, button: Button) -> Step:
        """What a press means here."""

    def keys(self, model: Model) -> tuple[Key, ...]:
        """What the five buttons do now, as softkeys."""

    def draw(self, model: Model, canvas: Canvas) -> None:
        """Draws the screen, the softkeys apart."""

    def lights(self, model: Model, now: float) -> Lights:
        """Composes the lights as they are at that moment."""


class Patience(NamedTuple):
    """What happens after how long without a press, in seconds."""

    dim_after_s: float = 120.0
    """The screen dims."""
    dark_after_s: float = 600.0
    """The screen goes dark."""
    attract_after_s: float = 300.0
    """The pages around a game give way to the attract page."""
    leave_after_s: float = 3600.0
    """A game is left alone, and kept."""


PATIENCE = Patience()


@dataclass(frozen=True, slots=True)
class Model:
    """The whole companion at one moment. Times are seconds of the loop's clock."""

    page: Page
    """The page that is open."""
    home: Page
    """The page on which nobody plays."""
    under: tuple[Page, ...] = ()
    """The pages beneath it, the nearest last: where `back` leads."""
    game: Running | None = None
    """The game on the table, or the unfinished one that is offered."""
    wish: LineUp | None = None
    """The line-up that the command line asks for, until it is played."""
    last: LineUp | None = None
    """The line-up that played before, to be offered again."""
    usual: Json = field(default_factory=dict)
    """What the setup's questions are usually answered with, by their keys."""
    names: tuple[str, ...] = ()
    """The names that the setup offers."""
    kiosk: bool = False
    """Whether the menu hides what guests should not touch, until two buttons are held."""
    resumes: bool = False
    """Whether an unfinished game goes on at once, instead of being offered."""
    held: tuple[Button, float] | None = None
    """The button that was held last, and when."""
    language: str = "en"
    colours: tuple[Colour, ...] = ()
    """The seat colours that there are."""
    brightness: float = 1.0
    """How bright the lights are, as a share of the setting."""
    sound: bool = True
    guide: bool = True
    """Whether the hands are guided after a bank, a bust or an undo."""
    linked: bool = False
    """Whether the table has a page in browsers."""
    powered: bool = False
    """Whether the machine itself can be switched off and restarted from the menu."""
    saved: bool = True
    """Whether events are journalled; false only after a yes on the screen."""
    seeded: bool = False
    """Whether the command line fixed the seed for a test: such dice are not called fair."""
    faults: tuple[tuple[Part | Button, str], ...] = ()
    """The parts that do not work now, single buttons among them; and why."""
    screen_failed: float | None = None
    """When the screen ceased to answer; None: it works."""
    patience: Patience = PATIENCE
    now: float = 0.0
    """When the newest message came."""
    began: float = 0.0
    """Since when this page, or the newest event, is to be seen."""
    begun: tuple[tuple[str, float], ...] = ()
    """The same of every open page, by its name."""
    pressed: float = 0.0
    """When a button was last pressed."""
    refused: float | None = None
    """When a press last meant nothing; None after one that did."""
    before: Page | None = None
    """The page before the newest press, if that was of `left`: it may turn out to be a hold."""
    leaves_at: float | None = None
    """When the program ends by itself; its last picture stays until then."""
    leaving: bool = False

    @property
    def words(self) -> Words:
        """The texts in the language of the table."""
        return words(self.language)

    @property
    def running(self) -> Running:
        """The game on the table, on pages that are only open while there is one.

        Raises:
            LookupError: there is none.
        """
        if self.game is None:
            raise LookupError(f"page {self.page.name} needs a game")
        return self.game

    @property
    def seat_colours(self) -> tuple[Colour, ...]:
        """The colours of those who play, by seat."""
        return tuple(self.colours[number] for number in self.running.lineup.colours)

    def showing(self, page: Page) -> Self:
        """This page in the place of the one that is open."""
        return replace(self, page=page)

    def opening(self, page: Page) -> Self:
        """This page on top of the one that is open."""
        return replace(self, page=page, under=(*self.under, self.page))

    def back(self) -> Self:
        """The page beneath."""
        return replace(self, page=self.under[-1], under=self.under[:-1])

    def alone(self, page: Page) -> Self:
        """This page, and none beneath it."""
        return replace(self, page=page, under=())


class Step(NamedTuple):
    """Where a message leads: the new model, and what is to be done before it is adopted."""

    model: Model
    effects: tuple[Effect, ...] = ()


def refuse(model: Model) -> Step:
    """The answer to a press that means nothing just now: a low tone and a blink of the softkeys."""
    return Step(replace(model, refused=model.now), (Play(WRONG),))
