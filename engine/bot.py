"""Bots: programs that play a seat.

A bot gets a `BotView` and random numbers. It returns an event of the game, or None to roll. It is a pure function: the
same view and the same numbers give the same decision, so a game with bots can be replayed from its seed on any machine.

The built-in bots are modules in `engine.bots`; `engine.bots.find_bot` finds them and those of plug-ins.
"""

from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from itertools import count
from struct import unpack
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from engine.dice import SEED_BYTES, Draws
from engine.game import AnyGame, EngineError, GameEvent, GameState, Json, Seat

State = TypeVar("State")

RandomFloat = Callable[[], float]
"""Returns a new random number from 0 up to but not including 1, like `random.Random(seed).random`."""


class BotView(NamedTuple, Generic[State]):
    """What a bot knows."""

    game: str
    """The name of the game in the registry."""
    state: State
    """The position. `game.acting_seat(state)` is the bot's seat."""
    hand: Any = None
    """The hand of this seat, as the game defines it; None if the game has no hands."""


class Bot(Protocol):
    """Decides for a seat. A module can implement this, as `engine.bots.greenhorn` does.

    >>> from engine import claimit
    >>> from engine.bots import find_bot
    >>> state = claimit.start(["Green", "Blue"], 0, claimit.options)
    >>> rolled = claimit.apply(state, claimit.Roll((1, 4, 5)))
    >>> claimit.format(find_bot("prospector", "claimit").decide(BotView("claimit", rolled), random_from(b"seed")))
    {'event': 'place', 'field': '4/1'}
    """

    @property
    @abstractmethod
    def name(self) -> str:
        """The name in the notation and on the command line: `prospector`."""

    @property
    @abstractmethod
    def title(self) -> str:
        """The name for players, in English. Mark it with `N_` to have it translated."""

    @property
    @abstractmethod
    def games(self) -> tuple[str, ...]:
        """The names of the games that it plays."""

    @abstractmethod
    def decide(self, view: BotView[Any], random: RandomFloat) -> GameEvent | None:
        """Returns one of `engine.bot.legal_events`, or None to roll.

        It is called only before the end. None is allowed only if `game.chance_event` returns an event.
        """


class BotError(EngineError, RuntimeError):
    """A bot has failed. The message says which one, and how."""


def run_bot(game: AnyGame, bot: Bot, view: BotView[Any], random: RandomFloat) -> GameEvent | None:
    """Returns a bot's decision. Raises BotError: the bot raised any exception, or its decision is not valid."""
    try:
        decision = bot.decide(view, random)
    except EngineError as error:  # its message is for users, such as "damaged weights"
        raise BotError(f"The bot {bot.name} has failed: {error}") from error
    except (Exception, SystemExit) as error:  # sys.exit would end a study as if it were complete
        raise BotError(f"The bot {bot.name} has failed: {type(error).__name__}.") from error
    if not is_valid_decision(game, view, decision):
        raise BotError(f"The bot {bot.name} has failed: its decision is not legal now.")
    return decision


def random_from(seed: bytes) -> RandomFloat:
    """Returns a random source for a seed, which must not be the seed of the dice."""
    return _numbers(seed).__next__


def _numbers(seed: bytes) -> Iterator[float]:
    import hmac  # noqa: PLC0415 - it loads OpenSSL, and not every bot draws numbers

    for block in count():
        # 32 bytes make four numbers of 53 bits, the precision of a float.
        for number in unpack(">4Q", hmac.digest(seed, block.to_bytes(8, "big"), "sha256")):
            yield (number >> 11) / (1 << 53)


def legal_events(game: AnyGame, view: BotView[Any]) -> Sequence[GameEvent]:
    """Returns the events that the rules and the bot's hand allow, other than a roll."""
    if game.deal is not None and view.hand is not None:
        return game.deal.legal_events(view.state, view.hand)
    return game.legal_events(view.state)


def is_valid_decision(game: AnyGame, view: BotView[Any], decision: GameEvent | None) -> bool:
    """Returns whether the rules and the bot's hand allow this decision."""
    if decision is None:
        # The seed does not matter, only whether there is an event.
        return game.chance_event(view.state, Draws(bytes(SEED_BYTES), 0)) is not None
    return decision in legal_events(game, view)


MAX_EVENTS = 100_000
"""The limit for a game between bots. Two random players need about 150 events in Claim It!"""


class EndlessGameError(EngineError, RuntimeError):
    """A game between bots does not end. The message names the bots."""


Steps = list[tuple[GameEvent, GameState]]
"""The events of a game, each with the state after it. The first has the event None and the state at the start."""


def play_game(
    game: AnyGame, options: Json, bots: Sequence[Bot], seed: bytes, random: RandomFloat, *, steps: Steps | None = None
) -> GameState:
    """Plays a game between bots; returns the state after the end. Seat 0 begins.

    Draw number n of the game is `engine.dice.Draws(seed, n)`; the box deals hands if the game has them. The same seed
    and the same random numbers give the same game.

    Args:
        game: the game.
        options: all its options.
        bots: the bots, by seat.
        seed: the seed of the dice, 32 bytes.
        random: the random numbers of the bots.
        steps: an empty list that receives the start and all events, each with the state after it.

    Raises:
        BotError: a bot fails, or its decision is not valid.
        EndlessGameError: the game does not end.
    """
    state: GameState = game.start([f"{bot.name} {number}" for number, bot in enumerate(bots, 1)], Seat(0), options)
    steps = [] if steps is None else steps
    steps.append((None, state))
    draw_count = 0
    for _ in range(MAX_EVENTS):
        seat = game.acting_seat(state)
        if seat is None:
            return state
        hand = game.deal.hands(seed, steps)[seat] if game.deal else None
        view = BotView(game.name, state, hand)
        event = run_bot(game, bots[seat], view, random)
        if event is None:  # the bot rolls
            event = game.chance_event(state, Draws(seed, draw_count))  # `run_bot` has checked that there is one
            draw_count += 1
        state = game.apply(state, event)
        steps.append((event, state))
    raise EndlessGameError(f"The game is not over after {MAX_EVENTS:,} events: {', '.join(bot.name for bot in bots)}.")
