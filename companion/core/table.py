"""The contract of a table: one game as it is played at the table, with its pages, lights and words."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from companion.core.viewer_kind import BOX
from engine.luck import luck_report
from engine.record import format  # noqa: A004 - the record's names

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.core.axes import Axes
    from companion.core.bot_seat import BotSeat
    from companion.core.effects import Effect
    from companion.core.game_session import AnySession, GameSession
    from companion.core.model import Model, Transition
    from companion.core.page import Page
    from companion.core.questions import Question
    from companion.core.snapshot import RulesSection, Snapshot
    from companion.core.viewer_kind import ViewerKind
    from companion.lights.composition import Lights
    from companion.locale.translator import Translator
    from engine.game import AnyGame, Event, Json, State
    from engine.luck import Luck


class TableCoach(NamedTuple):
    """How the coach speaks at a table; what it says comes from the rules' own coach."""

    page: Callable[[], Page]
    """Makes the page that says what is best now."""
    open_analysis: Callable[[Model], Transition]
    """Opens the page that says of a game that is over what decided it."""
    option_words: Callable[[Translator, Any], str]
    """Returns what one of the game's events is called as a thing that may be done, in a few words; None is a roll."""


class Table(Protocol):
    """A game at the table: what a press means there, what it lights and writes. Modules satisfy it.

    So does an object whose class inherits from this one: what is not every game's has an answer here already.
    """

    @property
    @abstractmethod
    def game(self) -> AnyGame:
        """The rules."""

    @property
    @abstractmethod
    def pages(self) -> tuple[type[Page], ...]:
        """All its pages."""

    @property
    def pages_hiding_game(self) -> tuple[type[Page], ...]:
        """Those of them that show something else than what is to be done: there a viewer reads the screen, too."""
        return (type(self.scores()),)

    @property
    def axes(self) -> Axes | None:
        """What stands along the edges of the lights; None: they are no board with columns and rows."""
        return None

    @property
    def has_secrets(self) -> bool:
        """Whether its state holds what some viewers must not see: then the page's API does not publish the state."""
        return False

    def questions(self, players: int) -> tuple[Question, ...]:
        """Returns what the setup asks so many players besides; `by_hand`, where real dice may be entered."""
        return ()

    @abstractmethod
    def page_for_state(self, model: Model) -> Page:
        """Returns the page for the game's state: the first outcome not yet acknowledged, else the next decision."""

    def announcements(self, model: Model) -> tuple[tuple[Effect, ...], ...]:
        """Returns what is sounded and said of the newest event: for each page that it leads to, the open one first."""
        return ((),)

    @abstractmethod
    def board(self, model: Model, now: float) -> Lights:
        """Returns the lights of the board as it is, for pages without lights of their own."""

    def progress(self, model: Model) -> str:
        """Returns how far the unfinished game is, in a few words of the table's language."""
        return progress(model)

    def turn_before(self, model: Model) -> Transition | None:
        """Undoes into the previous turn; None if that is not possible."""
        return None

    @abstractmethod
    def scores(self) -> Page:
        """Returns the page of the scores."""

    @abstractmethod
    def replay(self, now: float) -> Page:
        """Returns the page that shows a game again, from now on, in seconds of the loop's clock."""

    @property
    def check(self) -> Callable[[], Page] | None:
        """Makes the page that walks over the board after a knock; None: nothing can be knocked over."""
        return None

    @property
    def spotlight(self) -> Callable[[], Page] | None:
        """Makes the page that shows the fields of one seat only; None: seats have none."""
        return None

    @property
    def coach(self) -> TableCoach | None:
        """How the coach speaks here; None: the game has none."""
        return None

    @property
    def join_game(self) -> Callable[[Model], Page] | None:
        """Makes the page on which a game that is on already is laid, before its first event; None: none can be."""
        return None

    @property
    def lesson(self) -> Callable[[], Page] | None:
        """Makes the page on which its rules are learned by small tasks; None: there is none."""
        return None

    @property
    def bot_seat(self) -> BotSeat | None:
        """How bots play at this table; None: they cannot."""
        return None

    @property
    def end_game(self) -> Callable[[], Page] | None:
        """Makes the page on which the players say that it is over; None: the rules find the end."""
        return None

    @property
    @abstractmethod
    def rules(self) -> tuple[RulesSection, ...]:
        """The rules, short enough to be read at the table."""

    @abstractmethod
    def snapshot(self, model: Model, viewer: ViewerKind) -> Snapshot:
        """Returns the game in words and figures, in the model's language, without what the viewer must not see.

        Whose turn it is must be the same for every viewer.
        """

    def caption(self, model: Model) -> str:
        """Returns what happened last, in a sentence: the caption of this moment in the game's story."""
        shown = self.snapshot(model, BOX)
        return shown.log[-1].text if shown.log else shown.status

    def summary(self, session: AnySession) -> Json:
        """Returns the summary of a finished game that the history stores."""
        return summary(session)


def progress(model: Model) -> str:
    """Returns the number of the turn, or that it is not decided yet who begins."""
    _, session = model.translate, model.session
    return _("turn {n}", n=session.state.turns + 1) if session.record else _("who begins?")


def summary(session: GameSession[State, Event]) -> Json:
    """Returns the summary of a finished game: who played and won, each player's figures in the notation, and luck."""
    state = session.state
    figures = session.game.to_json(state)["players"]
    report = luck_report(session.started_record)
    # Kept here, as counting it for everybody over all games would play each of them through again.
    luck = {} if report is None else {"luck": [_luck_summary(seat) for seat in report.seats]}
    timeline = session.started_record.timeline
    # A position comes right after the start or not at all (docs/protocol.md).
    is_joined = len(timeline) > 1 and format(timeline[1].event, session.game)["event"] == "position"
    return {
        "players": list(state.players),
        "winners": list(state.winners or ()),
        "turns": state.turns,
        "standings": [{name: figure for name, figure in each.items() if name != "name"} for each in figures],
        **luck,
        **({"joined": True} if is_joined else {}),
        # Also of seats that a bot has taken over: the start, in the record, tells who sat there first.
        **({"bots": session.lineup.recorded_bots} if session.lineup.playing_bots else {}),
    }


def _luck_summary(luck: Luck) -> Json:
    """Returns what is kept of a seat's luck: its busts, how many the odds would have had, and its boldest roll."""
    bold = luck.boldest and [luck.boldest.bust, luck.boldest.of]
    return {"busts": luck.busts, "expected_busts": luck.expected_busts, "boldest": bold}
