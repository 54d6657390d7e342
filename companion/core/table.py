"""The contract of a table: one game as it is played at the table, with its pages, lights and words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

if TYPE_CHECKING:
    from companion.core.game_session import GameSession
    from companion.core.model import Model, Page, Transition
    from companion.core.snapshot import RulesSection, Snapshot
    from companion.lights.composition import Lights
    from engine.game import AnyGame, Json


class Answer(NamedTuple):
    """One answer to a question of the setup."""

    value: Any
    label: str
    """In English, to be translated."""
    detail: str
    """One line of explanation; in English, to be translated."""


class Question(NamedTuple):
    """A question of the setup; its first answer is the one that most people want."""

    key: str
    """An option of the game, or `by_hand`."""
    label: str
    """In English, to be translated."""
    answers: tuple[Answer, ...]
    named: bool = False
    """Whether the answers are names, which are not translated unless they are a colour's."""


class Table(Protocol):
    """A game at the table: what a press means there, what it lights and writes. Modules satisfy it."""

    @property
    def game(self) -> AnyGame:
        """The rules."""

    @property
    def pages(self) -> tuple[type[Page], ...]:
        """All its pages."""

    def questions(self, players: int) -> tuple[Question, ...]:
        """What the setup asks so many players besides; `by_hand`, where dice are rolled."""

    def page_for_state(self, model: Model) -> Page:
        """Returns the page for the game's state: the first outcome not yet acknowledged, else the next decision."""

    def board(self, model: Model, now: float) -> Lights:
        """Returns the lights of the board as it is, for pages without lights of their own."""

    def progress(self, model: Model) -> str:
        """Returns how far the unfinished game is, in a few words of the table's language."""

    def turn_before(self, model: Model) -> Transition | None:
        """Undoes into the previous turn; None if that is not possible."""

    def scores(self) -> Page:
        """The page of the scores."""

    def replay(self, now: float) -> Page:
        """The page that shows a game again, from now on, in seconds of the loop's clock."""

    def check(self) -> Page:
        """The page that walks over the board after a knock."""

    def spotlight(self) -> Page:
        """The page that shows the fields of one seat only."""

    @property
    def rules(self) -> tuple[RulesSection, ...]:
        """The rules, short enough to be read at the table."""

    def snapshot(self, model: Model) -> Snapshot:
        """Returns the game in words and figures, in the model's language."""

    def summary(self, session: GameSession) -> Json:
        """Returns the summary of a finished game that the history stores."""
