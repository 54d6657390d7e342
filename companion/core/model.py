"""The model: everything that a person could see or ask about, as one immutable value; and transitions to the next.

A message leads from one model to the next by `program.update`, a pure function: it knows no clock, no file and no
chance. What has to be done outside, such as to journal an event or to draw a seed, it returns as effects. The loop runs
those that write first, and commits the new model only when they have succeeded: so no event is seen before it is
durable, and a transition that fails has simply not happened; the fault page holds it, to be tried again.

Pages form a stack. `page` is open, `pages_beneath` are below it, the nearest last. The lowest shows what the table is
doing: a page of the game's table (a game is played), the home page (no game), or the setup above it. The menu, the
scores, a question or a fault are on top and are closed again; moving a cursor replaces the open page by one that
differs. An event drops the stack: only the page of the new state is open then. A replayed record has a page of the game
as its home, by which `table_registry.is_replay` recognises it.

A page that can be closed must lie on another one (`with_top_page_closed` does not check it), so a home page offers no
way back.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, Self, runtime_checkable

from msgspec import Struct, field
from msgspec.structs import replace

from companion.core.effects import Effect, PlayTones
from companion.core.sounds import WRONG
from companion.core.viewer_kind import BOX, ViewerKind
from companion.locale.translator import Translator, translator_for
from hardware.device import HEIGHT

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.core.game_session import AnySession
    from companion.core.lineup import LineUp
    from companion.core.messages import Point, Refusal
    from companion.core.page import Page
    from companion.core.questions import Form, Question
    from engine.game import Json
    from hardware.device import Button, Colour, Part, Press


@runtime_checkable
class ChoicePage(Protocol):
    """A page of a game where something can be chosen by name, such as a tile."""

    def choices(self, model: Model) -> tuple[Question, ...]:
        """Returns the questions that there are now."""

    def choose(self, model: Model, name: str, value: object) -> Transition:
        """Returns what answering one of them leads to; the value is one of its answers'."""


@runtime_checkable
class FormPage(Protocol):
    """A page whose questions are shown all at once, as a form."""

    def form(self, model: Model) -> Form:
        """Returns the questions that there are now, with their answers."""

    def choose(self, model: Model, name: str, value: Any) -> Transition:  # noqa: ANN401 - what an option may be
        """Returns what answering one of them leads to; the value is one of its answers, or a text.

        A name that will not do is refused.
        """


class LastPress(NamedTuple):
    """The newest press that was let through to the open page."""

    sender: ViewerKind
    press: Press | Point
    """A touch of the board has its guard, too."""
    at: float
    changed: bool
    """Whether it changed what its button does."""


class IdleTimes(NamedTuple):
    """How many seconds without a press lead to which change."""

    dim_after_s: float = 120.0
    """The screen dims."""
    dark_after_s: float = 600.0
    """The screen goes dark."""
    attract_after_s: float = 300.0
    """The pages around a game give way to the attract page."""
    leave_after_s: float = 3600.0
    """A game is left alone, and kept."""


DEFAULT_IDLE_TIMES = IdleTimes()


class BoardFields(NamedTuple):
    """What the fields of the board notice: how they are used, and which stones were noticed."""

    places_at_once: bool = False
    """Whether the first touch of a field places; else it chooses the field, and the second one places."""
    has_presence: bool = False
    """Whether the contacts notice stones, by magnets in them; else each closing is a touch."""
    are_clicked: bool = False
    """Whether they are simulated, and a click on the picture of the board is a finger on a field."""
    chosen: tuple[str, str] | None = None
    """The page's name and what the newest touch has chosen there (`Page.choice_at`): touching it again places."""
    looked: tuple[int, float] | None = None
    """The light that the newest touch has chosen without a change of the page, and when: it flashes."""
    closed: frozenset[int] = frozenset()
    """The lights at which a stone is noticed: their names change with the page."""
    put: frozenset[str] = frozenset()
    """Those where one was put since the newest event, and that the guide has not used yet."""
    moved: tuple[tuple[int, float], ...] = ()
    """The newest movements: at which light, and when."""
    settled_at: float = 0.0
    """Until then, after a start or a knock, stones come to rest without being put there."""
    compare_at: float | None = None
    """When the board is to be compared with the position; None if there is no reason."""


class Config(Struct, frozen=True):
    """What stays the same as long as the program runs: the settings, and what the machine can do."""

    offered_names: tuple[str, ...] = ()
    """The players' names that the setup offers, from the settings."""
    default_options: Mapping[str, Json] = field(default_factory=dict)
    """The options that the setup preselects, by the game's name."""
    dice_by_hand: bool = False
    """Whether the setup preselects real dice, which are entered."""
    resumes: bool = False
    """Whether an unfinished game goes on at once, instead of being offered."""
    kiosk: bool = False
    """Whether the menu hides what guests should not touch, until two buttons are held."""
    guards_box: bool = False
    """Whether accidental second presses of the box's buttons are ignored; programs press deliberately."""
    screen_height: int = HEIGHT
    """The rows of the box's screen, 64 or 32. No page needs to know."""
    idle_times: IdleTimes = DEFAULT_IDLE_TIMES
    step_s: float = 1.0
    """How long people may look at what an observer is about to do, in seconds."""
    has_page_link: bool = False
    """Whether a link to the web page can be issued."""
    can_power_off: bool = False
    """Whether the machine itself can be switched off and restarted from the menu."""
    has_fixed_seed: bool = False
    """Whether the command line fixed the seed for a test: such dice are not called fair."""


class Model(Struct, frozen=True):
    """The state of the whole companion at one moment. Times are seconds of the loop's clock."""

    page: Page
    home: Page
    """The page that is shown while no game is played."""
    config: Config = Config()
    pages_beneath: tuple[Page, ...] = ()
    """The pages beneath the open one, the nearest last; closing a page leads to the nearest."""
    game: AnySession | None = None
    """The game on the table, or the unfinished one that is offered."""
    requested_lineup: LineUp | None = None
    """The line-up that the command line or the setup requests; None once its game has begun."""
    requested_position: Any = None
    """The event that lays the position from which the requested game is played on; None: it begins as any other."""
    last_lineup: LineUp | None = None
    """The line-up of the newest game; the setup offers it again."""
    known_names: tuple[str, ...] = ()
    """Who has played before, the newest first: suggestions when a name is typed."""
    last_hold: tuple[Button, float] | None = None
    """The button that was held last, and when its hold was reported."""
    last_press: LastPress | None = None
    board_fields: BoardFields | None = None
    """What the fields of the board notice; None: nothing."""
    view: int = 0
    """Counts the views: another one has another page or another state of the game."""
    language: str = "en"
    colours: tuple[Colour, ...] = ()
    brightness: float = 1.0
    """How bright the lights are, as a share of the setting."""
    sound: bool = True
    guide: bool = True
    """Whether the guide shows the players which pieces to move after a bank, a bust or an undo."""
    slots: Mapping[str, Any] = field(default_factory=dict)
    """What each observer keeps, by its name (`core/observers.py`)."""
    hides_cursor: bool = False
    """Whether the page of the game shows no option as chosen, since an observer has not chosen yet."""
    saved: bool = True
    """Whether events are journalled; false only after a yes on the screen."""
    faults: tuple[tuple[Part | Button, str], ...] = ()
    """The parts that do not work now, single buttons among them; and why."""
    screen_failed: float | None = None
    """When the screen ceased to answer; None: it works."""
    now: float = 0.0
    """When the newest message came."""
    sender: ViewerKind = BOX
    """Who acted last: what a page shows to this sender alone, it shows to no one else."""
    shown_since: float = 0.0
    """When the open page was first shown, or the newest event, if that came later."""
    page_opened_at: tuple[tuple[str, float], ...] = ()
    """The same for every open page, by its id."""
    last_press_at: float = 0.0
    rejected_at: float | None = None
    """When a press was last rejected; None after an accepted press."""
    exits_at: float | None = None
    """When the program ends by itself; the farewell page stays until then."""
    is_leaving: bool = False

    @property
    def translate(self) -> Translator:
        return translator_for(self.language)

    @property
    def session(self) -> AnySession:
        """The game on the table; for pages that are open only during a game. Raises LookupError if there is no game."""
        if self.game is None:
            raise LookupError(f"page {self.page.name} needs a game")
        return self.game

    @property
    def guides_hands(self) -> bool:
        """Whether the players are shown which pieces to move after the newest event."""
        session = self.session
        # Where the box deals the tiles, there is nothing on the table.
        return (self.guide if session.guided is None else session.guided) and not session.is_dealt

    @property
    def seat_colours(self) -> tuple[Colour, ...]:
        """The colours of those who play, by seat."""
        return tuple(self.colours[number] for number in self.session.lineup.colours)

    @property
    def open_pages(self) -> tuple[Page, ...]:
        """All open pages, the uppermost last."""
        return (*self.pages_beneath, self.page)

    def with_config(self, **changes: Any) -> Self:  # noqa: ANN401 - of the fields of `Config`
        return replace(self, config=replace(self.config, **changes))

    def with_page(self, page: Page) -> Self:
        """Returns the model with this page in the place of the open one."""
        return replace(self, page=page)

    def with_page_on_top(self, page: Page) -> Self:
        return replace(self, page=page, pages_beneath=(*self.pages_beneath, self.page))

    def with_lowest_page(self, page: Page) -> Self:
        """Returns the model with this page in the place of the lowest one, the game's own."""
        if not self.pages_beneath:
            return self.with_page(page)
        return replace(self, pages_beneath=(page, *self.pages_beneath[1:]))

    def with_top_page_closed(self) -> Self:
        """Returns the model with the open page closed: the page beneath it is open."""
        # A page that can be closed is on top of another one: a home page offers no way back.
        return replace(self, page=self.pages_beneath[-1], pages_beneath=self.pages_beneath[:-1])

    def with_only_page(self, page: Page) -> Self:
        return replace(self, page=page, pages_beneath=())


class Transition(NamedTuple):
    """What a message leads to: the new model, and the effects that must succeed before the loop commits it."""

    model: Model
    effects: tuple[Effect, ...] = ()
    refusal: Refusal | None = None
    """Why nothing happened, for the sender of the message."""


def reject_press(model: Model) -> Transition:
    """Rejects a press that has no meaning now: a low tone, and the softkeys blink."""
    # At once, although a press of `left` may become a hold: a tone that comes a second late says nothing of the press.
    return Transition(replace(model, rejected_at=model.now), (PlayTones(WRONG),))
