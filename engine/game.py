"""The interface of a game, the events that all games share, and the errors of the rules.

An event is one thing that happened in a game, as one JSON object of the protocol (docs/protocol.md). `Start`,
`StartRoll`, `Undo`, `Reveal` and `Finish` are the same for every game. A game parses and formats its own events.
"""

from abc import abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Generic, NamedTuple, NewType, Protocol, TypeAlias, TypeVar

from engine.dice import Draws

Seat = NewType("Seat", int)
"""The place of one player, counted from 0. After the last seat it is the turn of seat 0."""

Json = Mapping[str, Any]


class GameState(Protocol):
    """The attributes that the state of every game has."""

    @property
    def players(self) -> tuple[str, ...]:
        """The players' names, by seat."""

    @property
    def turn(self) -> Seat:
        """The active seat; after the end the seat that was active last."""

    @property
    def turns(self) -> int:
        """The number of turns that have ended."""

    @property
    def winners(self) -> tuple[Seat, ...] | None:
        """The seats that share the win, possibly none; None before the end."""


GameEvent = Any
"""An event, where the code serves every game."""


State = TypeVar("State", bound=GameState)

Event = TypeVar("Event")

Face = int | str
"""A face of a die, or a thing that was shuffled or drawn."""


def N_(text: str) -> str:  # noqa: N802 - gettext's customary name
    """Marks an English text for the translation catalogs."""
    return text


class Code(StrEnum):
    """The error codes of the referee's protocol."""

    SYNTAX = "syntax"
    NO_GAME = "no_game"
    PHASE = "phase"
    ILLEGAL = "illegal"
    PLAYERS = "players"
    BOT = "bot"


class EngineError(Exception):
    """The base class of all errors of the rules."""


class Illegal(EngineError, ValueError):
    """An event or a query that the rules reject. The state does not change.

    Attributes:
        code: the error code of the protocol.
        message: one sentence: what is wrong, and often what would be right.
    """

    def __init__(self, code: Code, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


def syntax_error(message: str) -> Illegal:
    """Returns the error for input that is not in the notation."""
    return Illegal(Code.SYNTAX, message)


def illegal(message: str) -> Illegal:
    """Returns the error for an event that the rules do not allow now."""
    return Illegal(Code.ILLEGAL, message)


@dataclass(frozen=True, slots=True)
class Start:
    """The beginning of a game."""

    game: str
    """The name of the game in the registry."""
    players: tuple[str, ...]
    """The players' names, by seat."""
    first: Seat
    """The seat that begins."""
    options: Json
    """All options of the game."""
    notes: Json = field(default_factory=dict)
    """Other keys of the event (`commitment`, `begins`, …), which the rules ignore."""


@dataclass(frozen=True, slots=True)
class Undo:
    """Undoes the newest event that is not undone yet. The start cannot be undone."""


class Reveal(NamedTuple):
    """The secret seed of the dice, published after the end. It changes no state."""

    seed: bytes
    """32 bytes."""


class Finish(NamedTuple):
    """The players declare that the game is over, in a game whose rules do not find the end."""

    winners: tuple[Seat, ...]
    """The seats that share the win, in ascending order; may be empty."""


class StartRoll(NamedTuple, Generic[Event]):
    """A roll that decides who begins. In a record the start lists these rolls as `begins`."""

    seat: Seat
    """The seat that rolled."""
    roll: Event
    """The roll, as an event of the game."""


class ChanceOutcome(NamedTuple):
    """The random part of an event: dice that were rolled, or things that were shuffled or drawn."""

    faces: tuple[Face, ...]
    """In the order in which the box draws them."""
    by: str | None = None
    """`hand` if the players rolled or placed it and entered it; None if the box drew it."""


class RollRisk(NamedTuple):
    """The risk of a roll, and its result."""

    seat: Seat
    bust: int
    """The number of rolls that were a bust, of `of` equally likely rolls."""
    of: int
    busted: bool


class LaterOption(NamedTuple):
    """An option that was added later: a start names it only if it differs from its default."""

    default: Any
    """The value in older records; other values have the same type."""
    can_be_chosen: bool = False
    """Whether players can choose it; otherwise it is only in the notation."""
    in_new_games: Any = None
    """The value that every new game gets; if None, new games get the chosen value or the default."""
    start_key: str = ""
    """A key next to the options, which a start must have if this option is true; it is an option, too. "" for none."""


class LuckRules(Protocol):
    """The data of a game for the luck report. A module can implement it, as `engine.claimit.luck` does.

    `steps` are the events that were not undone, each with the state after it; the first is the start.
    """

    @property
    def figure(self) -> str:
        """The figure that `histories` returns, in English, to be translated: `the largest mine`."""

    def risks(self, steps: Sequence[tuple[Any, Any]]) -> tuple[RollRisk, ...]:
        """Returns the risk of each roll, in order."""

    def histories(self, steps: Sequence[tuple[Any, Any]]) -> tuple[tuple[int, ...], ...]:
        """Returns for each seat its figure at the start and after each turn."""


class DealRules(Protocol):
    """How the box deals secret hands. A module can implement it, as `engine.klondike.dealt` does.

    The box deals if the start has `"dealt":true`. The record does not contain the hands.
    """

    def hands(self, seed: bytes, steps: Sequence[tuple[Any, Any]]) -> tuple[Any, ...]:
        """Returns the hand of each seat, for the seed and the steps, which are as in `LuckRules`."""

    def legal_events(self, state: Any, hand: Any) -> Sequence[GameEvent]:  # noqa: ANN401 - the game's own types
        """Returns what the active seat may choose with its hand."""

    def refute(self, state: Any, hand: Any, event: GameEvent) -> str | None:  # noqa: ANN401 - the game's own types
        """Returns why the active seat cannot have chosen this event with its hand, in a sentence; None if it can."""

    def parse_hand(self, value: object) -> Any:  # noqa: ANN401 - the game's own type
        """Returns a hand from the notation.

        Raises:
            Illegal: `syntax`.
        """

    def check_hand(self, state: Any, hand: Any) -> None:  # noqa: ANN401 - the game's own types
        """Checks a hand that a query names.

        Raises:
            Illegal: `illegal`: the active seat cannot hold it, or more of it must be named.
        """


class Opening(NamedTuple):
    """The state of the rolls for who begins."""

    rolling: tuple[Seat, ...]
    """The seats of this round of rolls: all, or those that tied."""
    sums: tuple[int, ...]
    """The sums of the seats that have rolled in this round, in the order of `rolling`."""

    @property
    def to_roll(self) -> Seat | None:
        """The seat that rolls next; None once it is decided who begins."""
        return None if self.first is not None else self.rolling[len(self.sums)]

    @property
    def first(self) -> Seat | None:
        """The seat that begins; None while it is not decided."""
        return self.rolling[0] if len(self.rolling) == len(self.sums) == 1 else None


class HighestSum(NamedTuple, Generic[Event]):
    """Each player rolls in turn, and the highest sum begins. Players who tie roll again.

    >>> rule = HighestSum(roll=lambda draws: draws.dice(2), total=sum)
    >>> rule.opening(2, [StartRoll(Seat(0), (5, 1)), StartRoll(Seat(1), (6, 2))]).first
    1
    """

    roll: Callable[[Draws], Event]
    """Returns a roll of the box."""
    total: Callable[[Event], int]
    """Returns the sum of a roll."""

    def opening(self, seats: int, rolls: Iterable[StartRoll[Event]]) -> Opening:
        """Returns the state after these rolls."""
        rolling: tuple[Seat, ...] = tuple(Seat(seat) for seat in range(seats))
        sums: tuple[int, ...] = ()
        for each in rolls:
            if len(rolling) == 1:
                break  # decided: later rolls do not count
            sums = (*sums, self.total(each.roll))
            # A finished round leaves the seats with the highest sum. If there are several, they roll again.
            if len(sums) == len(rolling):
                rolling = tuple(seat for seat, total in zip(rolling, sums, strict=True) if total == max(sums))
                sums = (max(sums),) if len(rolling) == 1 else ()
        return Opening(rolling, sums)


def is_over(state: GameState) -> bool:
    return state.winners is not None


def acting_seat(state: GameState) -> Seat | None:
    """Returns the active seat; None after the end."""
    return None if is_over(state) else state.turn


class Game(Protocol[State, Event]):
    """The rules of a game.

    A module can implement this, as `engine.claimit` does, or a class can inherit from it; most members have a default.

        >>> from engine.games import GAMES
        >>> game = GAMES["claimit"]
        >>> state = game.start(["Green", "Blue"], Seat(0), game.options)
        >>> state = game.apply(state, game.parse({"event": "roll", "dice": [1, 4, 5]}))
        >>> [game.format(event)["field"] for event in game.legal_events(state)]
        ['4/1', '5/1', '1/4', '5/4', '1/5', '4/5']
    """

    @property
    @abstractmethod
    def name(self) -> str:
        """The name in the notation: `claimit`."""

    @property
    @abstractmethod
    def title(self) -> str:
        """The name for players: `Claim It!`."""

    @property
    @abstractmethod
    def seats(self) -> range:
        """The possible numbers of players."""

    @property
    def options(self) -> Json:
        """The options and their defaults. A value has the type of its default.

        If the default is a text, the game may accept other types, too; `start` checks them.
        """
        return {}

    @property
    def later_options(self) -> Mapping[str, LaterOption]:
        """More options, which a start names only if they differ from their default."""
        return {}

    @property
    def bgg_id(self) -> int | None:
        """The number at BoardGameGeek; None if it is unknown."""
        return None

    @property
    def ranking(self) -> Sequence[str]:
        """The figures of a player in the notation that decide who wins, the most important first; may be empty."""
        return ()

    @property
    def endings(self) -> Mapping[str, str]:
        """Each value of `ending`, with its meaning in English, to be translated."""
        return {}

    @property
    def dice(self) -> Mapping[str, Sequence[Face]]:
        """The kinds of dice, each with its faces, both in a fixed order. Empty: the game has no dice."""
        return {}

    @property
    def start_rule(self) -> HighestSum[Event] | None:
        """How dice decide who begins; None if the players decide."""
        return None

    @property
    def luck(self) -> LuckRules | None:
        """The data for the luck report; None if the game has no odds."""
        return None

    @property
    def deal(self) -> DealRules | None:
        """How the box deals secret hands; None if it does not."""
        return None

    @property
    def coach_module(self) -> str | None:
        """The name of the module with the coach (`engine.coach.CoachRules`); None if the game has none."""
        return None

    @property
    def columns(self) -> Sequence[str]:
        """The columns that its events add to an exported table."""
        return ()

    @property
    def queries(self) -> Collection[str]:
        """The names of its queries, other than `state`."""
        return ()

    @abstractmethod
    def start(self, players: Sequence[str], first: Seat, options: Json) -> State:
        """Returns the state at the start of a game.

        Raises:
            Illegal: with the code `players` or `syntax`.
        """

    @abstractmethod
    def parse(self, event: Json) -> Event:
        """Returns an event of this game from the notation.

        Raises:
            Illegal: `syntax`: the event is unknown, or a field of it is missing or wrong.
        """

    @abstractmethod
    def format(self, event: Event) -> dict[str, Any]:
        """Returns the notation of an event of this game."""

    @abstractmethod
    def apply(self, state: State, event: Event) -> State:
        """Returns the state after the event. The old state does not change.

        Raises:
            Illegal: `phase` or `illegal`; `syntax` for a value that the notation does not know.
        """

    def legal(self, state: State) -> Any:  # noqa: ANN401 - the game's own type
        """Returns the available choices, in the form that is useful for displaying this game."""
        return self.legal_events(state)

    @abstractmethod
    def legal_events(self, state: State) -> Sequence[Event]:
        """Returns every event that may be chosen now, without the chance events (see `chance_event`)."""

    def acting_seat(self, state: State) -> Seat | None:
        """Returns the active seat; None after the end."""
        return None if self.is_over(state) else state.turn

    def chance_outcome(self, event: Event) -> ChanceOutcome | None:
        """Returns the random part of an event; None if the event was chosen."""
        return None

    def chance_event(self, state: State, draws: Draws) -> Event | None:
        """Returns a roll that the active seat may request, or the setup of the game; None if neither is possible now.

        The same draws give the same event: `companion verify` calls this again once the seed is revealed.
        """
        return None

    @property
    def finish(self) -> Callable[[State, tuple[Seat, ...]], State] | None:
        """A function that ends the game with the winners that the players declare; None if the rules find the end."""
        return None

    def is_over(self, state: State) -> bool:
        return is_over(state)

    def ending(self, state: State) -> str:
        """Returns what decided a finished game, a key of `endings`; "" if nothing did."""
        return ""

    @abstractmethod
    def to_json(self, state: State) -> dict[str, Any]:
        """Returns the state in the notation: at least `game`, `phase`, `turn`, `turns`, `players` and `winners`."""

    def row(self, before: State, event: Event, after: State) -> dict[str, Any]:
        """Returns the values of `columns` for an event of the game."""
        return {}

    def describe(self, state: State) -> str:
        """Returns the state as text for people, several lines."""
        players = self.to_json(state)["players"]
        return "\n".join(", ".join([each["name"], *(f"{key} {each[key]}" for key in self.ranking)]) for each in players)

    def query(self, state: State, query: Json) -> dict[str, Any]:
        """Returns the answer to one of `queries`.

        Raises:
            Illegal: `syntax` for a field that is missing or wrong; other codes as the query defines.
        """
        raise syntax_error(f"{self.title} has no queries.")


AnyGame: TypeAlias = Game[Any, Any]
"""A game that is known only by its name."""


def shared_ranks(figures: Sequence[Any]) -> tuple[int, ...]:
    """Returns the rank of each figure: the highest has 1; two that tie for 1 are followed by 3."""
    return tuple(1 + sum(other > own for other in figures) for own in figures)
