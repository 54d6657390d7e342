"""What every game is, what an event is, and the errors of the rules.

An event is one thing that happened at the table, in the referee's notation. `Start`, `Undo` and `Reveal` are the
same for every game; all others belong to one game, which parses and formats them itself.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, NewType, Protocol

Seat = NewType("Seat", int)
"""A place at the table, 0 for the first; play goes on with the next higher seat, after the last with 0."""

Json = Mapping[str, Any]
"""A JSON object as Python reads it."""

GameState = Any
"""A game's own type of state."""

GameEvent = Any
"""A game's own type of event."""

GameChoices = Any
"""A game's own type of what may be done."""


class Code(StrEnum):
    """The error codes of the referee's protocol."""

    SYNTAX = "syntax"
    NO_GAME = "no_game"
    PHASE = "phase"
    ILLEGAL = "illegal"
    PLAYERS = "players"
    BOT = "bot"


class EngineError(Exception):
    """The root of everything that the rules raise."""


class Illegal(EngineError, ValueError):
    """An event or a query that cannot be; the state stays as it was.

    Attributes:
        code: the protocol's code.
        message: one sentence: what was wrong, and what would have been right.
    """

    def __init__(self, code: Code, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


@dataclass(frozen=True, slots=True)
class Start:
    """The beginning of a game.

    Attributes:
        game: its name in the registry.
        players: their names, by seat.
        first: the seat that begins.
        options: the variants, complete.
        notes: further keys of the event, kept as they are (`commitment`, `begins`, …); the rules ignore them.
    """

    game: str
    players: tuple[str, ...]
    first: Seat
    options: Json
    notes: Json = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Undo:
    """Takes back the newest event that is not taken back yet, the start apart."""


@dataclass(frozen=True, slots=True)
class Reveal:
    """The secret seed of the dice, told after the end; changes no state.

    Attributes:
        seed: 32 bytes.
    """

    seed: bytes


class Game(Protocol):
    """A game of the registry. Modules satisfy it: `engine.claimit` is one."""

    @property
    def name(self) -> str:
        """Its name in the notation: `claimit`."""

    @property
    def title(self) -> str:
        """Its name for people: `Claim It!`."""

    @property
    def seats(self) -> range:
        """How many may play."""

    @property
    def options(self) -> Json:
        """The variants and their defaults; a value has its default's type."""

    @property
    def bgg_id(self) -> int | None:
        """Its number at BoardGameGeek; None where it has none that we know."""

    @property
    def ranking(self) -> Sequence[str]:
        """The figures of a player in the notation that decide who wins, the weightiest first."""

    @property
    def columns(self) -> Sequence[str]:
        """What its events fill into a sheet, besides what every game has."""

    @property
    def queries(self) -> Collection[str]:
        """The names of the queries that it answers, `state` apart."""

    def start(self, players: Sequence[str], first: Seat, options: Json) -> GameState:
        """The state in which the game begins. Everything in the arguments has been checked."""

    def parse(self, event: Json) -> GameEvent:
        """One of the game's own events from the notation.

        Raises:
            Illegal: `syntax`, when there is no such event or a field of it is missing or wrong.
        """

    def format(self, event: GameEvent) -> dict[str, Any]:
        """The notation of one of the game's own events."""

    def apply(self, state: GameState, event: GameEvent) -> GameState:
        """The state after the event; the old one is not changed.

        Raises:
            Illegal: `phase` or `illegal`.
        """

    def legal(self, state: GameState) -> GameChoices:
        """What may be done now, in the game's own terms."""

    def is_over(self, state: GameState) -> bool:
        """Whether the game has ended."""

    def to_json(self, state: GameState) -> dict[str, Any]:
        """The state in the notation; every game's has `game`, `phase`, `turn`, `turns`, `players` and `winners`."""

    def row(self, before: GameState, event: GameEvent, after: GameState) -> dict[str, Any]:
        """What one of its own events fills into a sheet, by `columns`."""

    def describe(self, state: GameState) -> str:
        """The state as plain text for people, several lines."""

    def query(self, state: GameState, query: Json) -> dict[str, Any]:
        """The answer to one of `queries`.

        Raises:
            Illegal: `syntax` for a field that is missing or wrong, else what the query says.
        """
