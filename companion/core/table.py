"""The contract of a table: one game as it is played at the table, with its pages, lights and words.

The rules know what may happen; a table knows how people make it happen with five buttons, a small screen and 36 lights.
It keeps no state. All it needs is in the session (the record, and how many outcomes were acknowledged) and
in the open page, so it leads to the same page after a restart or an undo: `pages_to_come` is called each time, and
nothing else decides it.

One event may have several outcomes that people must see one after the other: a turn is lost, then pieces are to be
moved by hand, then the last round is called. `GameSession.acknowledged` counts those that were seen; `ok` on such a
page adds one (`tables.shared_flow.acknowledge`), which is journalled, so that nothing is skipped or shown twice after
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
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec.structs import replace

from companion.core.game_session import AnySession, GameSession
from companion.core.lineup import BOX, LineUp, ViewerKind
from companion.core.observers import observers_of
from companion.core.questions import Question
from companion.core.snapshot import RulesSection, Snapshot
from companion.lights.composition import Lights, attract_lights
from engine.game import AnyGame, Json, Seat, Undo
from engine.games import GAMES
from engine.luck import luck_report
from engine.record import (
    AnyStep,
    format,  # noqa: A004 - the record's names
)
from engine.registry import BrokenPlugin, Registry
from hardware.device import SIDE

if TYPE_CHECKING:  # the model imports this module
    from companion.core.model import Model, Page, Transition


class Span(NamedTuple):
    """A label, and the neighbouring lines of lights that share it."""

    label: str
    first: int
    """The first of the lines, 0 the one at the left or at the bottom."""
    lines: int


class Axes(NamedTuple):
    """The labels of the six columns and of the six rows, a letter or digit each; neighbours with the same share it."""

    columns: tuple[str, ...]
    """From the left."""
    rows: tuple[str, ...]
    """From the bottom."""

    def place_at(self, light: int) -> str:
        """Returns the name of the place at a light; where four lights share a column and a row, with its side."""
        row, column = divmod(light, SIDE)
        name = f"{self.columns[column]}/{self.rows[row]}"
        # The upper left of four is the north, and so on around.
        return name + ("WS", "NE")[row % 2][column % 2] if self.columns.count(self.columns[column]) > 1 else name


NUMBERS = tuple(str(number) for number in range(1, SIDE + 1))
DEVICE_AXES = Axes(NUMBERS, NUMBERS)
"""The lights' own numbers, while no game is played: 1/1 is the light at the lower left."""


def label_spans(labels: tuple[str, ...]) -> tuple[Span, ...]:
    """Returns the labels of one axis, each once, in their order, with the lines of lights that share it."""
    found, first = list[Span](), 0
    for label, same in groupby(labels):
        lines = len(tuple(same))
        found.append(Span(label, first, lines))
        first += lines
    return tuple(found)


class Table(ABC):
    """A game at the table: its pages, lights and words. What a game has not, it leaves out."""

    @property
    @abstractmethod
    def game(self) -> AnyGame:
        """The rules."""

    axes: Axes | None = None
    """The labels along the edges of the lights; None if they are not a board with columns and rows."""

    def place_at(self, model: Model, light: int) -> str:
        """Returns the name of the place at a light, if no axes name it; empty if there is no place."""
        return ""

    def stones(self, state: Any) -> frozenset[int] | None:  # noqa: ANN401 - each game's own state
        """Returns the lights with a piece that contacts would notice; None if that is not known."""
        return None

    has_secrets: bool = False
    """Whether its state holds what some viewers must not see: then the page's API does not publish the state."""

    def asks_before_start(self, lineup: LineUp) -> bool:
        """Returns whether a game cannot start at once although it is known who begins: a page has a question first."""
        return False

    def questions(self, players: int) -> tuple[Question, ...]:
        """Returns the game's questions of the setup for this number of players; `by_hand` for real dice."""
        return ()

    decided_options: Mapping[str, str] = {}
    """Options of the rules without a question of the same name, each by the key of the question that decides it.

    No means the usual value. Where the settings have another one, yes is preselected, and the table begins with it.
    """

    @abstractmethod
    def pages_to_come(self, model: Model) -> tuple[Page, ...]:
        """Returns the pages for the game's state: the outcomes not yet acknowledged, and the next decision."""

    @abstractmethod
    def board(self, model: Model, now: float) -> Lights:
        """Returns the lights of the board as it is, for pages without lights of their own."""

    def progress(self, model: Model) -> str:
        """Returns how far the unfinished game is, in a few words of the table's language."""
        _, session = model.translate, model.session
        return _("turn {n}", n=session.state.turns + 1) if session.record else _("who starts?")

    def turn_before(self, model: Model) -> Transition | None:
        """Undoes into the previous turn; None if that is not possible."""
        return None

    @abstractmethod
    def scores(self) -> Page:
        """Returns the page of the scores."""

    @abstractmethod
    def replay(self, now: float) -> Page:
        """Returns the page that shows a game again, from now on, in seconds of the loop's clock."""

    check: Callable[[], Page] | None = None
    """Makes the page that checks the board after a bump; None if nothing can fall over."""

    spotlight: Callable[[], Page] | None = None
    """Makes the page that shows the fields of one seat only; None: seats have none."""

    join_game: Callable[[Model], Page] | None = None
    """Makes the page on which a game that is on already is laid, before its first event; None: none can be."""

    lesson: Callable[[], Page] | None = None
    """Makes the page on which its rules are learned by small tasks; None if there is no lesson."""

    end_game: Callable[[], Page] | None = None
    """Makes the page on which the players say that it is over; None: the rules find the end."""

    @property
    @abstractmethod
    def rules(self) -> tuple[RulesSection, ...]:
        """The rules, short enough to be read at the table."""

    rulebook: str = ""
    """What the rules are read from, in a sentence; in English, to be translated. Empty: nothing is named."""

    @abstractmethod
    def snapshot(self, model: Model, viewer: ViewerKind) -> Snapshot:
        """Returns the game in words and figures, in the model's language, without what the viewer must not see.

        Whose turn it is must be the same for every viewer.
        """

    def caption(self, model: Model) -> str:
        """Returns what happened last, in a sentence: the caption of this moment in the game's story."""
        log = self.snapshot(model, BOX).log
        return log[-1] if log else self.pages_to_come(model)[0].screen(model).sentence

    position: Callable[[Any], Any] | None = None
    """Returns what makes the event that sets up a state between turns; None if that is impossible."""

    def mark(self, before: Any, step: AnyStep) -> str:  # noqa: ANN401 - each game's own state
        """Returns what kind of mark an event has on the course of a game: `bust`, `bank`, `call`; empty: none."""
        return ""

    def summary(self, session: GameSession[Any, Any]) -> Json:
        """Returns what the history stores of a finished game: who played and won, each player's figures, and luck."""
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
        is_joined = len(timeline) > 1 and format(timeline[1].event, session.game)["event"] == "position"
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
    """Returns whether the open page, or the lowest one beneath it, is a page of the game that is played."""
    # The lowest page counts: with the menu or the scores on top, the game is still played.
    return model.game is not None and not is_replay(model) and model.open_pages[0].is_of_game


def is_replay(model: Model) -> bool:
    """Returns whether the program only replays a record: nothing can be played then."""
    return model.game is not None and model.home.is_of_game


def awaits_announcements(model: Model) -> bool:
    """Returns whether pages after the open one are still to announce something of the newest event."""
    if model.game is None or model.game.record is None or is_replay(model):
        return False
    # An undo is not news.
    return not isinstance(model.game.record.events[-1], Undo) and len(table_of(model.game).pages_to_come(model)) > 1


def table_axes(model: Model) -> Axes | None:
    """Returns the labels along the lights of the table; without a game those of the device."""
    if model.game is not None and (at_table(model) or is_replay(model)):
        return table_of(model.game).axes
    return DEVICE_AXES


def place_at(model: Model, light: int) -> str:
    """Returns the name of the place at one of the lights, on the open page; empty if there is no place."""
    axes = model.page.axes(model)
    return model.page.place_at(model, light) if axes is None else axes.place_at(light)


def shown_snapshot(model: Model, viewer: ViewerKind) -> Snapshot | None:
    """Returns what there is to see of a game: the open page's own position, or the game that is played; else None."""
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
    """Returns the model with the page of the game's state in the place of one that this viewer must not see."""
    if model.page.is_seen_by(model, viewer):
        return model
    return model.with_only_page(table_of(model.session).pages_to_come(model)[0])


def without_asides(model: Model) -> Model:
    """Returns the model with the pages closed that say something about the game on the page below."""
    return without_asides(model.with_top_page_closed()) if model.page.is_aside and model.pages_beneath else model
