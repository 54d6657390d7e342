"""The contract of a table: one game with its pages, lights and words.

The rules know what may happen; a table knows how people make it happen with five buttons, a small screen and 36 lights.
It keeps no state. All it needs is in the session (the record, and how many outcomes were acknowledged) and
in the open page, so it leads to the same page after a restart or an undo: `pages_to_come` is called each time, and
nothing else decides it.

One event may have several outcomes that people must see one after the other: a turn is lost, then pieces are to be
moved by hand, then the last round is called. `GameSession.acknowledged` counts those that were seen; `ok` on such a
page adds one (`tables.shared_pages.acknowledge`), which is journalled, so that nothing is skipped or shown twice after
the plug was pulled. `pages_to_come` returns the pages of the outcomes that were not acknowledged, and that of the next
decision.

Each of these pages has an announcement: a sound, a caption, a spoken sentence. That of the first page is
made with the event, that of each other page when it opens.

A game has to give its rules, its pages, `pages_to_come`, the board's lights, the scores, a replay, the rules in short
and a snapshot. The snapshot is what all frontends but the screen show, and it is made for one kind of viewer: what that
viewer must not know is not in it. Everything else has an answer here.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec.structs import replace

from companion.core.game_session import AnySession, GameSession
from companion.core.lineup import BOX, LineUp, ViewerKind
from companion.core.observers import observers_of
from companion.core.questions import Question
from companion.core.snapshot import RulesSection, Snapshot
from companion.lights.composition import Lights, attract_lights
from companion.locale.translator import Translator
from engine import record
from engine.game import AnyGame, Json, Seat, Undo
from engine.games import GAMES
from engine.luck import luck_report
from engine.record import AnyStep
from engine.registry import BrokenPlugin, Registry
from hardware.device import SIDE

if TYPE_CHECKING:  # the model imports this module
    from companion.core.model import Model, Page, Transition


class Axes(NamedTuple):
    """The labels of the six columns and rows, a letter or digit each; adjacent equal labels are one."""

    columns: tuple[str, ...]
    """From the left."""
    rows: tuple[str, ...]
    """From the bottom."""

    def place_at(self, light: int) -> str:
        """Returns the name of the place at a light; with its side if four lights share a column and a row."""
        row, column = divmod(light, SIDE)
        name = f"{self.columns[column]}/{self.rows[row]}"
        # The upper left of four is the north, and so on around.
        return name + ("WS", "NE")[row % 2][column % 2] if self.columns.count(self.columns[column]) > 1 else name


NUMBERS = tuple(str(number) for number in range(1, SIDE + 1))
DEVICE_AXES = Axes(NUMBERS, NUMBERS)
"""The numbers of the lights without a game: 1/1 is at the lower left."""


def label_spans(labels: tuple[str, ...]) -> list[tuple[str, int, int]]:
    """Returns the labels of one axis, each once, with the first and the number of the lines of lights that share it."""
    return [(label, labels.index(label), labels.count(label)) for label in dict.fromkeys(labels)]


class Table(ABC):
    """A game at the table: its pages, lights and words. A game overrides only what it has."""

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

    has_secrets: bool = False
    """Whether its state contains secrets of some players: then the API does not publish it."""

    def asks_before_start(self, lineup: LineUp) -> bool:
        """Returns whether a page has a question before a game can start, although the first player is known."""
        return False

    def questions(self, players: int) -> tuple[Question, ...]:
        """Returns the game's questions for the setup with this number of players; `by_hand` for real dice."""
        return ()

    decided_options: Mapping[str, str] = {}
    """Options of the rules without a question of the same name, each by the key of the question that decides it.

    No means the usual value. Where the settings have another one, yes is preselected, and the table begins with it.
    """

    @abstractmethod
    def pages_to_come(self, model: Model) -> tuple[Page, ...]:
        """Returns the pages for the game's state: the outcomes that are not acknowledged, and the next decision."""

    @abstractmethod
    def board(self, model: Model, now: float) -> Lights:
        """Returns the lights of the board, for pages without lights."""

    def progress(self, model: Model) -> str:
        """Returns the progress of the unfinished game, in a few words of the table's language."""
        _, session = model.translate, model.session
        return _("turn {n}", n=session.state.turns + 1) if session.record else _("who starts?")

    def turn_before(self, model: Model) -> Transition | None:
        """Undoes into the previous turn; None if that is not possible."""
        return None

    @abstractmethod
    def scores(self) -> Page:
        """Returns the page of the scores."""

    def when(self, _: Translator, state: Any) -> str:  # noqa: ANN401 - each game's own state
        """Returns how far the game was: the title of its replay."""
        return _("Turn {n}", n=state.turns + 1)

    @abstractmethod
    def describe(self, _: Translator, step: AnyStep) -> str:
        """Describes an event in one line, next to the player's name; the state is the one after the event."""

    def seat_figures(self, model: Model, seat: Seat) -> tuple[str, str] | None:
        """Returns what a seat has on the board in two lines, the first bold; None: seats have nothing there."""
        return None

    def seat_lights(self, model: Model, now: float, seat: Seat) -> Lights:
        """Returns the lights with only this seat's fields."""
        return self.board(model, now)

    check: Callable[[], Page] | None = None
    """Makes the page that checks the board after a bump; None if nothing can fall over."""

    join_game: Callable[[Model], Page] | None = None
    """Makes the page that enters the position of a game in progress before the first event; None if not possible."""

    lesson: Callable[[], Page] | None = None
    """Makes the page of its lesson; None without a lesson."""

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

        Whose turn it is must be the same for every viewer.
        """

    def caption(self, model: Model) -> str:
        """Returns the newest event in a sentence: the caption of this moment in the game's story."""
        log = self.snapshot(model, BOX).log
        return log[-1] if log else self.pages_to_come(model)[0].screen(model).sentence

    position: Callable[[Any], Any] | None = None
    """Returns the function that makes the event for a state between turns; None if that is impossible."""

    def mark(self, before: Any, step: AnyStep) -> str:  # noqa: ANN401 - each game's own state
        """Returns the kind of an event's mark on the chart: `bust`, `bank`, `call`; empty without a mark."""
        return ""

    def summary(self, session: GameSession[Any, Any]) -> Json:
        """Returns what the history stores about a finished game: players, winners, figures and luck."""
        state = session.state
        figures = session.game.to_json(state)["players"]
        report = luck_report(session.started_record)
        # Kept here, as counting it for everybody over all games would play each of them through again.
        luck = [
            {
                "busts": seat.busts,
                "expected_busts": seat.expected_busts,  # by the odds
                "boldest": seat.boldest and [seat.boldest.bust, seat.boldest.of],
            }
            for seat in (report.seats if report else ())
        ]
        timeline = session.started_record.timeline
        # A position comes right after the start or not at all (docs/protocol.md).
        is_joined = len(timeline) > 1 and record.format(timeline[1].event, session.game)["event"] == "position"
        return {
            "players": list(state.players),
            "winners": list(state.winners or ()),
            "turns": state.turns,
            "standings": [{name: figure for name, figure in each.items() if name != "name"} for each in figures],
            **({"luck": luck} if report else {}),
            **({"joined": True} if is_joined else {}),
            # As they are now: the start, in the record, has the players at the beginning.
            **session.lineup.notes,
        }


TABLES: Registry[Table] = Registry(
    "companion.tables",
    "claimit",
    "klondike",
    "piratenclaim",
    group="companion.tables",
    contract=Table,
    name="game.name",
    attribute="TABLE",
)


def table_of(session: AnySession) -> Table:
    """Returns the table of a session's game."""
    return TABLES[session.lineup.game]


def is_playable(game: object) -> bool:
    """Returns whether both the rules and the table of this game can be loaded; a plug-in may lack one of them."""
    if not isinstance(game, str):
        return False
    try:
        GAMES[game], TABLES[game]
    except (KeyError, BrokenPlugin):
        return False
    return True


def board_or_show(model: Model, now: float) -> Lights:
    """Returns the lights under a page of the application: the current game; without one, the attract mode."""
    return table_of(model.game).board(model, now) if model.game else attract_lights(model.colours, now)


def acting_seat(model: Model) -> Seat | None:
    """Returns the seat whose turn it is; None while a page of the application is open, such as the menu."""
    model = without_asides(model)
    if model.game is None or not model.page.is_of_game:
        return None
    # From the snapshot, not from the rules: before the start the rules know no seat, but a player rolls.
    return table_of(model.game).snapshot(model, BOX).turn


def at_table(model: Model) -> bool:
    """Returns whether the open page, or the lowest one beneath it, is a page of the current game."""
    # The lowest page counts: with the menu or the scores on top, the game is still played.
    return model.game is not None and not is_replay(model) and model.open_pages[0].is_of_game


def is_replay(model: Model) -> bool:
    """Returns whether the program only replays a record."""
    return model.game is not None and model.home.is_of_game


def awaits_announcements(model: Model) -> bool:
    """Returns whether later pages will announce something about the newest event."""
    if model.game is None or model.game.record is None or is_replay(model):
        return False
    # An undo is not news.
    return not isinstance(model.game.record.events[-1], Undo) and len(table_of(model.game).pages_to_come(model)) > 1


def table_axes(model: Model) -> Axes | None:
    """Returns the labels along the lights; without a game those of the device."""
    if model.game is not None and (at_table(model) or is_replay(model)):
        return table_of(model.game).axes
    return DEVICE_AXES


def place_at(model: Model, light: int) -> str:
    """Returns the name of the place at a light on the open page; empty without a place."""
    axes = model.page.axes(model)
    return model.page.place_at(model, light) if axes is None else axes.place_at(light)


def shown_snapshot(model: Model, viewer: ViewerKind) -> Snapshot | None:
    """Returns the snapshot of the open page's position or of the current game; None without a game."""
    if model.page.has_position:
        return model.page.snapshot(model, viewer)
    if model.game is None or not at_table(model):
        return None
    table = table_of(model.game)
    shown = table.snapshot(without_asides(model), viewer)
    if not shown.where:
        shown = replace(shown, where=table.progress(model))
    for observer in observers_of(model):
        shown = observer.annotate(model, shown)
    return shown


def model_seen_by(model: Model, viewer: ViewerKind) -> Model:
    """Returns the model with the game's page instead of one that this viewer must not see."""
    if model.page.is_seen_by(model, viewer):
        return model
    return model.with_only_page(table_of(model.session).pages_to_come(model)[0])


def without_asides(model: Model) -> Model:
    """Returns the model without the pages that comment on the game's page."""
    return without_asides(model.with_top_page_closed()) if model.page.is_aside and model.pages_beneath else model
