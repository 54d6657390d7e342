"""The model: all that is visible or can be queried, as one immutable value; its pages, and the effect of a press.

`program.update` computes the next model from a message. It is a pure function: it reads no clock and no file, and uses
no random numbers. It returns effects for everything outside the model, such as saving an event or creating a seed. The
loop runs them in order, and commits the new model only after all writes have succeeded: no event is shown before it is
saved. If a write fails, the model stays unchanged; the fault page offers to retry the transition.

Pages form a stack. `page` is open, `pages_beneath` are below it, the nearest last. The lowest is a page of the current
game or, without a game, usually the home page. The setup, the menu, the scores, a question or a fault are opened on top
and closed again. An event closes all pages and opens the page of the new state. A replayed record has a page of the
game as its home, by which `is_replay` recognises it.

Only a page on top of another can be closed (`with_top_page_closed` does not check it), so a home page has no "Back".

A page returns one value, a `Screen`, with its content and its options. The displays render it (`companion.ui`), and it
determines the result of a press, of pointing at a place and of a choice by name. So presses, softkeys and words cannot
disagree. The screen is made for each frame, so this must be fast. A press of a button without an available action is
rejected; if players must see why, its option has no `do`, and the reason as `detail`. Two things are defined elsewhere
for all pages: what observers add to a screen (`core/observers.py`), and what a hold means (`program/actions.py`).

A page is a frozen value. It takes its content from the model and stores only its own state, such as the position of a
cursor: moving the cursor replaces the page by one with another position. A page stores nothing that is in the game's
record, because it would be wrong after an undo, a restart or an observer's event.

No page chooses the page after an event. It returns the model with the event recorded, and the effect that saves it. For
all other presses, a page opens a page on top of it (`open_on_top`), is replaced by another (`show`), or is closed
(`close`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import chain
from typing import Any, ClassVar, NamedTuple, Self

from msgspec import Struct, field
from msgspec.structs import replace

from companion.core.effects import WRONG, Effect, PlayTones
from companion.core.game_session import AnySession
from companion.core.lineup import BOX, LineUp, ViewerKind
from companion.core.questions import Command, Form, FormItem, Question
from companion.core.snapshot import DEVICE_AXES, Axes, RulesSection, Snapshot
from companion.lights.composition import Lights, attract_lights
from companion.locale.translator import Translator, translator_for
from companion.ui.art import Icon
from companion.ui.screen import NOTHING, Announcement, BoxOnly, Choices, Do, OnDemand, Option, Screen, Text
from engine.game import AnyGame, GameEvent, Json
from engine.games import GAMES
from engine.record import AnyStep
from engine.registry import BrokenPlugin, Registry
from hardware.device import HEIGHT, Button, Colour, Part, Press


class Refusal(NamedTuple):
    """Why an action has no effect."""

    code: str
    message: str
    """One English sentence: what was wrong, or what is allowed."""


class LastPress(NamedTuple):
    """The newest press that the open page received."""

    sender: ViewerKind
    press: Press | str
    """The name of the place if it was a touch of the board."""
    at: float
    has_new_meaning: bool
    """Whether the same press would now do something else, so that a quick second one is probably not meant."""


class BoardFields(NamedTuple):
    """The field sensors: how they are used, and which stones they have detected."""

    places_at_once: bool = False
    """Whether the first touch of a field places; otherwise it chooses the field, and the second one places."""
    has_presence: bool = False
    """Whether the contacts detect stones by their magnets; otherwise each closing is a touch."""
    are_simulated: bool = False
    """Whether they are simulated: a click on the picture of the board is a touch of a field."""
    chosen: tuple[str, str] | None = None
    """The page's name and what the newest touch chose (`Page.choice_at`): a second touch of it places."""
    flash: tuple[int, float] | None = None
    """The light that flashes because a touch chose it without any other visible change, and the time of the touch."""
    closed: frozenset[int] = frozenset()
    """The lights at which a stone is detected: its contact is closed."""
    placed: frozenset[str] = frozenset()
    """The names of the places where a stone was placed since the newest event, for the guide."""
    moved: tuple[tuple[int, float], ...] = ()
    """The newest movements: the light and the time of each."""
    settles_at: float = 0.0
    """Until this time, after a start or a bump, a stone that moves does not count as placed."""
    compare_at: float | None = None
    """When to compare the board with the position; None if that is not needed."""


class Config(Struct, frozen=True):
    """The settings, and the abilities of the machine. They never change while the program runs."""

    offered_names: tuple[str, ...] = ()
    """The players' names that the setup offers, from the settings."""
    default_options: Mapping[str, Json] = field(default_factory=dict)
    """The options that the setup preselects, by the game's name."""
    dice_by_hand: bool = False
    """Whether the setup preselects real dice, which are entered."""
    deals_tiles: bool = False
    """Whether the setup preselects tiles that the box deals, because players may have none."""
    resumes: bool = False
    """Whether an unfinished game continues at the start, without a question."""
    kiosk: bool = False
    """Whether the menu hides settings from guests until two buttons are held."""
    ignores_double_presses: bool = False
    """Whether an accidental second press of a button of the box is rejected; false if a program presses."""
    screen_height: int = HEIGHT
    """The rows of the box's screen, 64 or 32; pages do not depend on it."""
    dim_after_s: float = 120.0
    """Seconds without a press until the screen is dimmed."""
    dark_after_s: float = 600.0
    """Seconds without a press until the screen is switched off."""
    attract_after_s: float = 300.0
    """Seconds without a press until the home page opens if no game is open."""
    leave_after_s: float = 3600.0
    """Seconds without a press until the home page opens during a game, which can be resumed."""
    step_s: float = 1.0
    """Seconds for which a bot's next action is shown before it acts."""
    has_page_link: bool = False
    can_power_off: bool = False
    """Whether the machine itself can be switched off and restarted from the menu."""
    has_fixed_seed: bool = False
    """Whether the command line fixed the seed for a test: such dice are not fair."""


class Model(Struct, frozen=True):
    """The state of the whole companion at one moment. Times are seconds of the loop's clock."""

    page: Page
    home: Page
    """The lowest page while no game is played: the home page; in a replay, a page of the replayed game."""
    config: Config = Config()
    pages_beneath: tuple[Page, ...] = ()
    """The pages beneath the open one, the nearest last; closing a page leads to the nearest."""
    maybe_session: AnySession | None = None
    """The game in progress, or the unfinished one that is offered; `session` without the None."""
    requested_lineup: LineUp | None = None
    """The line-up that the command line or the setup requests; None after the start of its game."""
    requested_position: Any = None
    """The event with the position from which the requested game continues; None for a normal start."""
    last_lineup: LineUp | None = None
    """The line-up of the newest game; the setup offers it again."""
    known_names: tuple[str, ...] = ()
    """Earlier players, the newest first: suggestions for a name."""
    last_hold: tuple[Button, float] | None = None
    """The button that was held last, and when its hold was reported."""
    last_press: LastPress | None = None
    board_fields: BoardFields | None = None
    view: int = 0
    """The number of the view; it grows with each new page and each new state of the game."""
    language: str = "en"
    colours: tuple[Colour, ...] = ()
    """The palette, from which `LineUp.colours` selects by number."""
    brightness: float = 1.0
    """The brightness of the lights, as a share of the setting."""
    sound: bool = True
    guide: bool = True
    """Whether the guide shows the players which pieces to move after a bank, a bust or an undo."""
    observer_values: Mapping[str, Any] = field(default_factory=dict)
    """The value of each observer, by its name (`core/observers.py`)."""
    hides_cursor: bool = False
    """Whether the game's page shows no option as chosen, because an observer has not chosen yet."""
    saved: bool = True
    """Whether events are saved; false only after a confirmation on the screen."""
    faults: frozenset[Part | Button] = frozenset()
    """The parts that do not work now, including single buttons."""
    screen_failed_at: float | None = None
    """When the screen stopped answering; None if it works."""
    now: float = 0.0
    sender: ViewerKind = BOX
    """The sender of the newest action; a page may be secret from all others (`Page.is_seen_by`)."""
    page_opened_at: Mapping[str, float] = field(default_factory=dict)
    """When each open page was opened, by its name; the newest event counts as opening them again."""
    last_active_at: float = 0.0
    """When a person was last active: pressed, pointed, chose or moved a stone. Idle times are counted from here."""
    rejected_at: float | None = None
    """When a press was last rejected; None after an accepted press."""
    exits_at: float | None = None
    """When the program ends; the farewell page stays until then."""
    is_leaving: bool = False
    """Whether the loop ends now."""

    @property
    def translate(self) -> Translator:
        return translator_for(self.language)

    @property
    def session(self) -> AnySession:
        """The current game, for pages that are open only during a game. Raises LookupError without a game."""
        if self.maybe_session is None:
            raise LookupError(f"page {self.page.name} needs a game")
        return self.maybe_session

    @property
    def guides_players(self) -> bool:
        """Whether the players are shown which pieces to move after the newest event."""
        session = self.session
        # If the box deals the tiles, there are no pieces on the table.
        return (self.guide if session.guided is None else session.guided) and not session.is_dealt

    @property
    def seat_colours(self) -> tuple[Colour, ...]:
        return tuple(self.colours[number] for number in self.session.lineup.colours)

    @property
    def shown_since(self) -> float:
        """When the open page was opened; if it is shown instead of a secret page, when the newest page was opened."""
        opened_at = self.page_opened_at
        return opened_at.get(self.page.name, max(opened_at.values(), default=0.0))

    @property
    def open_pages(self) -> tuple[Page, ...]:
        """All open pages, the uppermost last."""
        return (*self.pages_beneath, self.page)

    def with_config(self, **changes: Any) -> Self:  # noqa: ANN401 - of the fields of `Config`
        return replace(self, config=replace(self.config, **changes))

    def with_pages(self, pages: Sequence[Page]) -> Self:
        """Returns the model with these open pages, the uppermost last."""
        return replace(self, page=pages[-1], pages_beneath=tuple(pages[:-1]))

    def with_page(self, page: Page) -> Self:
        return replace(self, page=page)

    def with_page_on_top(self, page: Page) -> Self:
        return replace(self, page=page, pages_beneath=(*self.pages_beneath, self.page))

    def with_top_page_closed(self) -> Self:
        return self.with_pages(self.pages_beneath)

    def with_only_page(self, page: Page) -> Self:
        return replace(self, page=page, pages_beneath=())


class Transition(NamedTuple):
    """The result of a message: the new model, and the effects, of which each `SlowEffect` runs after the commit."""

    model: Model
    effects: tuple[Effect, ...] = ()
    refusal: Refusal | None = None
    """Why the action had no effect, for its sender."""


def reject_press(model: Model) -> Transition:
    """Rejects a press that has no meaning now: a low tone, and the softkeys blink."""
    # Not delayed until it is known whether the press becomes a hold: one second later a tone would be confusing.
    return Transition(replace(model, rejected_at=model.now), (PlayTones(WRONG),))


def show(model: Model, page: Page, *effects: Effect) -> Do:
    """Returns the action that replaces the open page by another, such as the same page with another cursor."""
    return lambda: Transition(model.with_page(page), effects)


def open_on_top(model: Model, page: Page) -> Do:
    return lambda: Transition(model.with_page_on_top(page))


def close(model: Model) -> Do:
    """Returns the action that closes the open page, so that the one beneath it is shown."""
    return lambda: Transition(model.with_top_page_closed())


def closing_keys(model: Model) -> dict[Button, Option]:
    """Returns the keys of a page without choices: `ok` and `undo` close it."""
    # On the box people press either button after reading; the web page needs only one of them.
    return {
        Button.OK: Option(model.translate("Back"), close(model), icon=Icon.CHECK),
        Button.UNDO: Option("", close(model), icon=Icon.UNDO, box_only=True),
    }


class Page(Struct, frozen=True):
    """The base class of all pages, with defaults for everything but `name` and `screen`."""

    name: ClassVar[str]
    """The page id, for the headless device, tests and golden pictures."""
    headline: ClassVar[str] = ""
    """The default of `Screen.sentence`, in English, to be translated; `{name}` is the active player."""
    is_of_game: ClassVar[bool] = True
    """Whether it belongs to the game that is played."""
    is_lesson: ClassVar[bool] = False
    """Whether it is part of a lesson: the menu then offers to continue or to leave the lesson."""
    hides_game: ClassVar[bool] = False
    """Whether it hides the game, as the scores do: the web page then shows its screen in addition to the board."""
    has_places: ClassVar[bool] = False
    """Whether places of the board can be pointed at."""
    has_position: ClassVar[bool] = False
    """Whether it shows a position other than the game's; it then defines `snapshot`."""
    is_aside: ClassVar[bool] = False
    """Whether it explains the game's page below it, whose board and headline stay visible."""
    chooses_first: ClassVar[bool] = False
    """Whether the first touch of a field sensor only chooses the field, and the second one, or a stone, places."""

    @abstractmethod
    def screen(self, model: Model) -> Screen:
        """Returns its content in the model's language, and its options."""

    def form(self, model: Model) -> Form | None:
        """Returns its questions, which the web page shows all at once; None if the screen has everything."""
        return None

    def named_choices(self, model: Model) -> tuple[FormItem, ...]:
        """Returns further choices that have a name, such as a tile."""
        return ()

    def announcement(self, model: Model) -> Announcement:
        """Returns the sound, the caption and the speech when an event other than an undo opens the page."""
        return Announcement()

    def is_seen_by(self, model: Model, viewer: ViewerKind) -> bool:
        """Returns whether this kind of viewer may see it, such as a hand; if not, the viewer sees the game's page."""
        return True

    def snapshot(self, model: Model, viewer: ViewerKind) -> Snapshot:
        """Returns the position that it shows in words and figures, in the model's language."""
        raise NotImplementedError

    def axes(self, model: Model) -> Axes | None:
        """Returns the labels along the edges of the lights, without a game those of the device; None without labels."""
        if model.maybe_session is not None and (at_table(model) or is_replay(model)):
            return table_of(model.maybe_session).axes
        return DEVICE_AXES

    def place_at(self, model: Model, light: int) -> str:
        """Returns the name of the place at a light; empty if there is no place."""
        if (axes := self.axes(model)) is not None:
            return axes.place_at(light)
        return "" if model.maybe_session is None else table_of(model.maybe_session).place_at(model, light)

    @property
    def has_input(self) -> bool:
        """Whether it has input that would be lost with the page: then it stays open for `Config.leave_after_s`."""
        return False

    def with_cursor_on(self, model: Model, event: GameEvent) -> Page:
        """Returns the page with its cursor on the option that records an event; unchanged without such an option."""
        choices = self.screen(model).choices
        for number, option in enumerate(choices.options if choices else ()):
            if choices and option.event == event:
                return move_cursor(model, choices, number).model.page
        return self

    def press(self, model: Model, button: Button) -> Transition:
        """Returns the transition for a press, without the observers' additions."""
        return press_key(model, self.screen(model), button)

    def point(self, model: Model, place: str) -> Transition:
        """Returns the transition for pointing at a place: moves the cursor there, or chooses the option under it.

        It is rejected if the place has no meaning now. Raises UnknownPlaceError, from the page's `Screen.point`: no
        place of the board has this name.
        """
        screen = self.screen(model)
        choices = screen.choices
        if choices is not None and choices.show == "board":
            chosen = choices.chosen
            # Only the second point places; the first moves the cursor.
            if chosen.place == place:
                return reject_press(model) if chosen.do is None else chosen.do()
            for number, option in enumerate(choices.options):
                if option.place == place:
                    return move_cursor(model, choices, number)
        return reject_press(model) if screen.point is None else screen.point(place)

    def touch(self, model: Model, place: str) -> Transition:
        """Returns the transition for a touch of the real board; by default, it points at the place."""
        return self.point(model, place) if self.has_places else reject_press(model)

    def choice_at(self, place: str) -> str:
        """Returns a name for what a touch chooses, by default the place: a second touch that chooses it places."""
        return place

    def is_under_cursor(self, model: Model, place: str) -> bool:
        """Returns whether pointing at a place chooses the option under the cursor."""
        choices = self.screen(model).choices
        return choices is not None and choices.show == "board" and choices.chosen.place == place

    def touch_at_once(self, model: Model, place: str) -> Transition:
        """Returns the transition for a touch that both chooses and places: with `places_at_once`, or for a stone."""
        step = self.touch(model, place)
        if not self.chooses_first or self.is_under_cursor(model, place):
            return step
        page = step.model.page
        has_moved_cursor = type(page) is type(self) and page != self
        return page.touch(step.model, place) if has_moved_cursor else step

    def place_stone(self, model: Model, place: str) -> Transition:
        """Returns the transition for a stone on the real board; without `chooses_first`, it changes nothing."""
        return self.touch_at_once(model, place) if self.chooses_first else Transition(model)

    def lights(self, model: Model, now: float) -> Lights:
        """Returns the 36 lights at time `now`, in seconds of the loop's clock: the board, or the attract mode."""
        return home_lights(model, now)


class ApplicationPage(Page, frozen=True):
    """A page around the games, such as the menu."""

    is_of_game: ClassVar[bool] = False


class AttractLightsPage(ApplicationPage, frozen=True):
    """A page with the lights of the attract mode, because a board would look like a game in progress."""

    def lights(self, model: Model, now: float) -> Lights:
        return attract_lights(model.colours, now)


class BoardScreenPage(Page, frozen=True):
    has_places: ClassVar[bool] = True


class ListScreenPage(Page, frozen=True):
    """A page with options that the web page offers as buttons: those of the choices, and `bank` and `undo`."""

    def form_title(self, model: Model) -> str:
        """Returns the translated text above the options on the web page."""
        screen = self.screen(model)
        return screen.title or screen.sentence

    def form_note(self, model: Model) -> str:
        """Returns the translated text below it; may be empty."""
        return next((block.text for block in self.screen(model).body if isinstance(block, Text)), "")

    def form(self, model: Model) -> Form:
        screen = self.screen(model)
        choices = screen.choices
        buttons = ((button, screen.keys[button]) for button in (Button.BANK, Button.UNDO) if button in screen.keys)
        options = (
            *((each.name, each) for each in (choices.options if choices else ())),
            *((each.key or button.value, each) for button, each in buttons if each.label and not each.box_only),
        )

        def command(key: str, each: Option) -> Command:
            detail = f"{each.value} {each.detail}".strip()
            return Command(key, each.label, detail, is_main=each.main, is_translated=True)

        # An option that changes a setting is shown as a question with all its answers, any other as a command.
        items = tuple(each.setting or command(key, each).item(each.do) for key, each in options if each.do)
        cursor = choices.chosen.name if choices else ""
        return Form(self.form_title(model), items, cursor, self.form_note(model))


YES, NO = range(2)


class YesNoPage(ListScreenPage, frozen=True):
    """A question, and the answer under the cursor; `undo` means no."""

    question: str
    """In English, to be translated."""
    agree: Callable[[Model], Transition]
    """Returns the transition for yes. No closes the page."""
    cursor: int = NO
    """On no, so that pressing ok without reading changes nothing."""
    note: Callable[[Model], str] = lambda _model: ""
    """Returns translated information for the answer; may be empty."""
    name: ClassVar[str]

    def screen(self, model: Model) -> Screen:
        _, note = model.translate, self.note(model)
        yes = Option(_("yes"), lambda: self.agree(model), key="yes", main=self.cursor == YES)
        no = Option(_("no"), close(model), key="no", main=self.cursor == NO)
        return Screen(
            body=(BoxOnly((Text(_(self.question), "bold"),)), *([Text(note)] if note else [])),
            choices=Choices((yes, no), self.cursor, show="row"),
            keys={Button.UNDO: Option("", close(model), icon=Icon.CROSS)},
            sentence=_(self.question),
        )


ARROWS, LIST_ARROWS = (Icon.LEFT, Icon.RIGHT), (Icon.UP, Icon.DOWN)


def keys_of(model: Model, screen: Screen) -> Mapping[Button, Option]:
    """Returns the options of the five buttons: those of the choices, and the page's own."""
    choices = screen.choices
    if choices is None:
        return screen.keys
    found, count = dict[Button, Option](), len(choices.options)
    # If the screen does not list the options, the detail of an arrow is not a reason, but the name of the next option.
    is_unlisted = choices.show in {"board", "hidden"}
    if count > 1:
        icons = LIST_ARROWS if choices.show == "list" else ARROWS
        for button, step, icon in zip((Button.LEFT, Button.RIGHT), (-1, 1), icons, strict=True):
            cursor = (choices.cursor + step) % count
            # Options that are made on demand are not made just for the name of a neighbour.
            is_named = is_unlisted and not isinstance(choices.options, OnDemand)
            name = (choices.options[cursor].place or choices.options[cursor].label) if is_named else ""
            found[button] = Option("", partial(move_cursor, model, choices, cursor), detail=name, icon=icon)
    chosen = choices.chosen
    label = f"{chosen.label} {chosen.value}".strip()
    found[Button.OK] = Option(label, chosen.do, chosen.detail, chosen.icon or Icon.CHECK)
    return {**found, **screen.keys}


def move_cursor(model: Model, choices: Choices, cursor: int) -> Transition:
    page: Any = model.page  # a subclass with a cursor
    return choices.move(cursor) if choices.move else Transition(model.with_page(replace(page, cursor=cursor)))


def press_key(model: Model, screen: Screen, button: Button) -> Transition:
    """Returns the transition for a press; a press of a button without an action is rejected."""
    do = keys_of(model, screen).get(button, NOTHING).do
    return reject_press(model) if do is None else do()


def find_option(screen: Screen, event: GameEvent) -> Option | None:
    """Returns the option that records an event; None if no option does."""
    choices = screen.choices
    # First the one under the cursor: the others may be slow to make.
    options = chain((choices.chosen,), choices.options) if choices else ()
    return next((option for option in chain(screen.keys.values(), options) if option.event == event), None)


def show_option(model: Model, event: GameEvent) -> Model:
    """Returns the model with the cursor of the game's own page on the option that records an event."""
    below = model.with_only_page(model.open_pages[0])
    page = below.page.with_cursor_on(below, event)
    return model.with_pages((page, *model.open_pages[1:]))


class Table(ABC):
    """The pages, lights and texts of a game. Each game overrides only what it needs.

    A table keeps no state: everything follows from the session and the open page, also after a restart or an undo.
    """

    @property
    @abstractmethod
    def game(self) -> AnyGame:
        """The rules."""

    axes: Axes | None = None
    """The labels along the edges of the lights; None if the board has no columns and rows."""

    def place_at(self, model: Model, light: int) -> str:
        """Returns the name of the place at a light without axes; empty without a place."""
        return ""

    def stones(self, state: Any) -> frozenset[int] | None:  # noqa: ANN401 - each game's own state
        """Returns the lights with a piece that contacts detect; None if unknown."""
        return None

    def questions(self, players: int) -> tuple[Question, ...]:
        """Returns the game's questions for the setup with this number of players; the key of real dice is `by_hand`."""
        return ()

    form_only: tuple[Question, ...] = ()
    """Questions that only the setup's form shows; the answers are in `LineUp.table_options`."""

    @abstractmethod
    def pages_to_come(self, model: Model) -> tuple[Page, ...]:
        """Returns the pages for the game's state: the outcomes that are not acknowledged, and the next decision."""

    @abstractmethod
    def board(self, model: Model, now: float) -> Lights:
        """Returns the lights of the board, for pages that define no `lights`."""

    def undo_turn(self, model: Model) -> Transition | None:
        """Returns the transition that undoes into the previous turn; None if that is not possible."""
        return None

    @abstractmethod
    def scores(self) -> Page:
        """Returns the page of the scores."""

    def progress(self, _: Translator, state: Any) -> str:  # noqa: ANN401 - each game's own state
        """Returns the progress of the game in a few words."""
        return _("turn {n}", n=state.turns + 1)

    about: str = ""
    """The game in a few words, for the start page, in English, to be translated; may be empty."""

    spotlight: Callable[[], Page] | None = None
    """Makes the page that shows only one seat's pieces on the board; None if seats have no pieces."""
    check: Callable[[], Page] | None = None
    """Makes the page for checking the real board after a bump; None if it needs no check."""
    join_game: Callable[[Model], Page] | None = None
    """Makes the page for entering the position of a game that was begun without the box; None if not possible."""
    lesson: Callable[[], Page] | None = None
    end_game: Callable[[], Page] | None = None
    """Makes the page on which the players declare the end; None if the rules define it."""

    @property
    @abstractmethod
    def rules(self) -> tuple[RulesSection, ...]:
        """The rules in short."""

    rulebook: str = ""
    """The source of the rules, in one English sentence, to be translated; may be empty."""

    @abstractmethod
    def snapshot(self, model: Model, viewer: ViewerKind) -> Snapshot:
        """Returns the game in words and figures, in the model's language, without secrets of other viewers.

        The seat in `turn` must be the same for every viewer.
        """

    def caption(self, model: Model) -> str:
        """Returns the newest event in a sentence: the caption of this moment in the game's story."""
        log = self.snapshot(model, BOX).log
        return log[-1] if log else self.pages_to_come(model)[0].screen(model).sentence

    value_figures: tuple[str, ...] = ()
    """The figures in the notation whose sum is what a player owns, in a game whose rules do not define a winner."""

    def owned_values(self, state: Any) -> list[int] | None:  # noqa: ANN401 - each game's own state
        """Returns the value of what each player owns; None if the state has no such figures."""
        players = self.game.to_json(state)["players"]
        figures = [key for key in self.value_figures if key in players[0]]
        return [sum(int(player[key]) for key in figures) for player in players] if figures else None

    make_position: Callable[[Any], Any] | None = None
    """Makes the event that sets up a state; it returns None during a turn. None if the game has no such event."""

    def mark(self, before: Any, step: AnyStep) -> str:  # noqa: ANN401 - each game's own state
        """Returns the kind of an event's mark on the chart: `bust`, `bank`, `call`; empty without a mark."""
        return ""


TABLES: Registry[Table] = Registry(
    "companion.tables",
    ("claimit", "klondike", "piratenclaim"),
    group="companion.tables",
    contract=Table,
    name_attribute="game.name",
    module_attribute="TABLE",
)


def is_playable(game: object) -> bool:
    """Returns whether both the rules and the table of this game can be loaded; a plug-in may have only one of them."""
    if not isinstance(game, str):
        return False
    try:
        GAMES[game], TABLES[game]
    except (KeyError, BrokenPlugin):
        return False
    return True


def table_of(session: AnySession) -> Table:
    return TABLES[session.lineup.game]


def at_table(model: Model) -> bool:
    """Returns whether a game is played: the lowest page is one of it, also with the menu or the scores on top."""
    return model.maybe_session is not None and not is_replay(model) and model.open_pages[0].is_of_game


def is_replay(model: Model) -> bool:
    """Returns whether the model is a moment of a record, such as one of a story: it is not played."""
    return model.maybe_session is not None and model.home.is_of_game


def home_lights(model: Model, now: float) -> Lights:
    """Returns the lights under a page of the application: the current game; without one, the attract mode."""
    session = model.maybe_session
    return table_of(session).board(model, now) if session else attract_lights(model.colours, now)
