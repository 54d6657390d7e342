"""What a table is: one game, with its pages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

if TYPE_CHECKING:
    from companion.lights.composition import Lights
    from companion.model import Model, Page, Step
    from companion.running import Running
    from companion.tables.telling import Section, Telling
    from engine.game import AnyGame, Json


class Answer(NamedTuple):
    """One answer to a question of the setup."""

    value: Any
    label: str
    """In English, to be translated."""
    detail: str
    """What it means, in a line; in English, to be translated."""


class Question(NamedTuple):
    """What has to be decided before a game begins; the first answer is the one that most people want."""

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

    def standing(self, model: Model) -> Page:
        """The page on which the game stands: what was not yet acknowledged, else what is to be done."""

    def board(self, model: Model, now: float) -> Lights:
        """The lights of the game as it stands, for a page that has none of its own."""

    def progress(self, model: Model) -> str:
        """How far the unfinished game is, in a few words of the table's language."""

    def turn_before(self, model: Model) -> Step | None:
        """Back into the turn before; None where that cannot be."""

    def scores(self) -> Page:
        """The page of the scores."""

    def replay(self, now: float) -> Page:
        """The page that shows a game again, from now on, in seconds of the loop's clock."""

    def check(self) -> Page:
        """The page that walks over the board after a knock."""

    def spotlight(self) -> Page:
        """The page that shows the fields of one seat only."""

    @property
    def rules(self) -> tuple[Section, ...]:
        """The rules, short enough to be read at the table."""

    def told(self, model: Model) -> Telling:
        """The game in words and figures, in the model's language."""

    def summary(self, running: Running) -> Json:
        """What the history tells of a finished game."""
