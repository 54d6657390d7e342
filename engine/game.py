"""What every game is, what an event is, and the errors of the rules.

An event is one thing that happened at the table, in the referee's notation. `Start`, `StartRoll`, `Undo`, `Reveal`
and `Finish` are the same for every game; all others belong to one game, which parses and formats them itself.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, NewType, Protocol, TypeAlias, TypeVar

if TYPE_CHECKING:
    from engine.coach import CoachRules
    from engine.dice import Draws, StartRule

Seat = NewType("Seat", int)
"""A place at the table, 0 for the first; play goes on with the next higher seat, after the last with 0."""

Json = Mapping[str, Any]
"""A JSON object as Python reads it."""


class GameState(Protocol):
    """What the state of every game tells; all else is the game's own."""

    @property
    def players(self) -> tuple[str, ...]:
        """Their names, by seat."""

    @property
    def turn(self) -> Seat:
        """The seat to act; after the end the seat that acted last."""

    @property
    def turns(self) -> int:
        """How many turns have ended."""

    @property
    def winners(self) -> tuple[Seat, ...] | None:
        """The seats that share the win, possibly none; None before the end."""


GameEvent = Any
"""An event of a game that only its name tells; each game's own modules know their type."""

GameChoices = Any
"""A game's own type of what may be done."""

State = TypeVar("State", bound=GameState)
"""A game's own type of state."""

Event = TypeVar("Event")
"""A game's own type of event."""

Face = int | str
"""What a die shows, or what was drawn: a number, a colour, a name."""


def N_(text: str) -> str:  # noqa: N802 - gettext's customary name
    """Marks an English text that the companion translates, so that the catalogues get it."""
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


def syntax_error(message: str) -> Illegal:
    """Returns the refusal of what is not in the notation."""
    return Illegal(Code.SYNTAX, message)


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


@dataclass(frozen=True, slots=True)
class Finish:
    """The table says that the game is over, in a game whose rules do not find their end.

    Attributes:
        winners: the seats that share the win, in ascending order; may be none.
    """

    winners: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class StartRoll(Generic[Event]):
    """One player's roll for who begins, before the start; in a record the start notes them as `begins`.

    Attributes:
        seat: who rolled.
        roll: the roll, as the game's own event.
    """

    seat: Seat
    roll: Event


class ChanceOutcome(NamedTuple):
    """What chance decided in an event: dice that were rolled, or things that were shuffled or drawn."""

    faces: tuple[Face, ...]
    """What came up, in the order in which the box draws it."""
    kinds: tuple[str, ...] = ()
    """For each of the faces the kind of its die, a key of the game's `dice`; none where no dice were rolled."""
    by: str | None = None
    """`hand` for what people rolled or laid and entered; None: the box drew it."""


class Risked(NamedTuple):
    """What one roll risked."""

    seat: Seat
    bust: int
    """How many of the `of` equally likely rolls would have been a bust, before it fell."""
    of: int
    busted: bool


@dataclass(frozen=True, slots=True)
class LaterOption:
    """An option that a start names only where it differs from its default.

    Attributes:
        default: what it is in most games; each value has its type.
        is_chosen: whether people choose it; else it is of the notation alone.
        at_new_tables: what the start of each new game at a table has, whatever was asked; None: what was asked.
        beside: the key of what stands on a start beside its options where this one is true; inside, that is an option
            like the others. "": nothing.
    """

    default: Any
    is_chosen: bool = False
    in_new_games: Any = None
    start_key: str = ""


class LuckRules(Protocol):
    """What a game tells for the luck report. Modules satisfy it: `engine.claimit.luck` is one.

    `steps` are the events that stand, each with the state after it; the first is the start.
    """

    @property
    def figure(self) -> str:
        """What `courses` counts, in English, to be translated: `the largest mine`."""

    def risks(self, steps: Sequence[tuple[Any, Any]]) -> tuple[Risked, ...]:
        """Returns what each roll risked, in order."""

    def courses(self, steps: Sequence[tuple[Any, Any]]) -> tuple[tuple[int, ...], ...]:
        """Returns for each seat its figure at the start and after each turn."""


class DealRules(Protocol):
    """How the box deals secret hands, where one can be played so. Modules satisfy it: `engine.klondike.dealt` is one.

    A game is dealt where its start has `"dealt":true`; its hands are nowhere in the record. What a hand is, the game
    knows.
    """

    def hands(self, key: bytes, steps: Sequence[tuple[Any, Any]]) -> tuple[Any, ...]:
        """Returns the hand of each seat, of the seed and of the events that stand, as in `LuckRules`."""

    def legal_events(self, state: Any, hand: Any) -> Sequence[GameEvent]:  # noqa: ANN401 - the game's own types
        """Returns what the acting seat may choose with its hand."""

    def refute(self, state: Any, hand: Any, event: GameEvent) -> str | None:  # noqa: ANN401 - the game's own types
        """Returns why the acting seat cannot have done this with its hand, in a sentence; None where it can."""

    def parse_hand(self, value: object) -> Any:  # noqa: ANN401 - the game's own type
        """Returns a hand from the notation.

        Raises:
            Illegal: `syntax`.
        """

    def check_hand(self, state: Any, hand: Any) -> None:  # noqa: ANN401 - the game's own types
        """Checks a hand that somebody has named.

        Raises:
            Illegal: `illegal`: the acting seat cannot hold it, or too little of it is named.
        """


class Game(Protocol[State, Event]):
    """A game of the registry, generic in its own states and events. Modules satisfy it: `engine.claimit` is one.

    So does an object whose class inherits from this one: what is not every game's has an answer here already.
    """

    @property
    @abstractmethod
    def name(self) -> str:
        """Its name in the notation: `claimit`."""

    @property
    @abstractmethod
    def title(self) -> str:
        """Its name for people: `Claim It!`."""

    @property
    @abstractmethod
    def seats(self) -> range:
        """How many may play."""

    @property
    def options(self) -> Json:
        """The variants and their defaults; a value has its default's type.

        Where the default is a text, the game may take other values too, and `start` says which.
        """
        return {}

    @property
    def later_options(self) -> Mapping[str, LaterOption]:
        """Options that a start names only where they differ from their default."""
        return {}

    @property
    def bgg_id(self) -> int | None:
        """Its number at BoardGameGeek; None where it has none that we know."""
        return None

    @property
    def ranking(self) -> Sequence[str]:
        """The figures of a player in the notation that decide who wins, the weightiest first; may be none."""
        return ()

    @property
    def endings(self) -> Mapping[str, str]:
        """How a game may have been decided: each word of `ending`, and what it means in English, to be translated."""
        return {}

    @property
    def dice(self) -> Mapping[str, Sequence[Face]]:
        """The kinds of dice that it rolls, each with its faces; both in a fixed order. Empty: it rolls none."""
        return {}

    @property
    def start_rule(self) -> StartRule[Event] | None:
        """How it is rolled for who begins; None: no dice decide it, and the table says who."""
        return None

    @property
    def luck(self) -> LuckRules | None:
        """What it tells for the luck report; None where it knows no odds."""
        return None

    @property
    def deal(self) -> DealRules | None:
        """How the box deals secret hands; None where it never does."""
        return None

    @property
    def coach(self) -> CoachRules | None:
        """What it tells of win chances, in play and afterwards; None where it knows none."""
        return None

    @property
    def columns(self) -> Sequence[str]:
        """What its events fill into a sheet, besides what every game has."""
        return ()

    @property
    def queries(self) -> Collection[str]:
        """The names of the queries that it answers, `state` apart."""
        return ()

    @abstractmethod
    def start(self, players: Sequence[str], first: Seat, options: Json) -> State:
        """Returns the state in which the game begins.

        Raises:
            Illegal: `players` or `syntax`, for arguments that no start of this game can have.
        """

    @abstractmethod
    def parse(self, event: Json) -> Event:
        """Returns one of the game's own events from the notation.

        Raises:
            Illegal: `syntax`, when there is no such event or a field of it is missing or wrong.
        """

    @abstractmethod
    def format(self, event: Event) -> dict[str, Any]:
        """Returns the notation of one of the game's own events."""

    @abstractmethod
    def apply(self, state: State, event: Event) -> State:
        """Returns the state after the event; the old one is not changed.

        Raises:
            Illegal: `phase` or `illegal`; `syntax` for a value that the notation does not know.
        """

    def legal(self, state: State) -> GameChoices:
        """Returns what may be done now, in the game's own terms."""
        return self.legal_events(state)

    @abstractmethod
    def legal_events(self, state: State) -> Sequence[Event]:
        """Returns every event that may be chosen now; what chance decides is not among them, see `chance_event`."""

    def acting_seat(self, state: State) -> Seat | None:
        """Returns the seat that acts next; None after the end."""
        return None if self.is_over(state) else state.turn

    def chance_outcome(self, event: Event) -> ChanceOutcome | None:
        """Returns what chance decided in an event; None where it was chosen."""
        return None

    def chance_event(self, state: State, draws: Draws) -> Event | None:
        """Returns the event that the box rolls, shuffles or draws next; None where chance may not come in now.

        The same draws give the same event: `companion verify` calls it again once the seed is revealed. It is a roll
        that the acting seat may ask for, or what sets the game up after its start, which is drawn before anything else.
        """
        return None

    @property
    def finish(self) -> Callable[[State, tuple[Seat, ...]], State] | None:
        """The state after the table's word that the game is over, and who has won; None: the rules find its end."""
        return None

    def is_over(self, state: State) -> bool:
        """Returns whether the game has ended."""
        return state.winners is not None

    def ending(self, state: State) -> str:
        """Returns what told the winners of a finished game from the others, a key of `endings`; "" is nothing."""
        return ""

    @abstractmethod
    def to_json(self, state: State) -> dict[str, Any]:
        """Returns the state in the notation, at least `game`, `phase`, `turn`, `turns`, `players` and `winners`."""

    def row(self, before: State, event: Event, after: State) -> dict[str, Any]:
        """Returns what one of its own events fills into a sheet, by `columns`."""
        return {}

    def describe(self, state: State) -> str:
        """Returns the state as plain text for people, several lines."""
        players = self.to_json(state)["players"]
        return "\n".join(", ".join([each["name"], *(f"{key} {each[key]}" for key in self.ranking)]) for each in players)

    def query(self, state: State, query: Json) -> dict[str, Any]:
        """Returns the answer to one of `queries`.

        Raises:
            Illegal: `syntax` for a field that is missing or wrong, else what the query says.
        """
        raise Illegal(Code.SYNTAX, f"{self.title} answers no queries of its own.")


AnyGame: TypeAlias = Game[Any, Any]
"""A game that only its name tells."""


def shared_ranks(figures: Sequence[Any]) -> tuple[int, ...]:
    """Returns the place of each of these figures, the highest first: it has 1; two that tie for 1 are followed by 3."""
    return tuple(1 + sum(other > own for other in figures) for own in figures)
