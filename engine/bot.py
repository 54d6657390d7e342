"""What a bot is: something that decides for one seat of a game.

A bot sees a `BotView`, may draw numbers from a `Chance`, and answers with one of the game's own events, or with None:
it wants to roll, and the box draws. It is a pure function of the two: the same view and the same numbers from chance
give the same decision. So a game with bots can be played again from its seed, on any machine.

The house's bots are modules in `engine.bots`; `engine.bots.find_bot` finds them, and those of plug-ins, by name.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from struct import unpack
from typing import Any, Generic, Protocol, TypeVar

from engine.dice import SEED_BYTES, Draws
from engine.game import AnyGame, EngineError, GameEvent

State = TypeVar("State")
"""A game's own type of state."""

Chance = Callable[[], float]
"""Gives a number of at least 0 and below 1, each time another one, as `random.Random(seed).random` does."""


@dataclass(frozen=True, slots=True)
class BotView(Generic[State]):
    """What the bot of the seat that is to act may see.

    Attributes:
        game: its name in the registry.
        state: the position, which everybody sees; `game.acting_seat(state)` is the bot's own seat.
        hand: what only this seat may see, in the game's own terms; None where the game has no hands.
    """

    game: str
    state: State
    hand: Any = None


class Bot(Protocol):
    """A bot of the registry. Modules satisfy it: `engine.bots.greenhorn` is one."""

    @property
    @abstractmethod
    def name(self) -> str:
        """Its name in the notation and on the command line: `prospector`."""

    @property
    @abstractmethod
    def title(self) -> str:
        """Its name for people, in English; marked with `N_`, the companion translates it."""

    @property
    @abstractmethod
    def games(self) -> tuple[str, ...]:
        """The names of the games that it plays."""

    @abstractmethod
    def decide(self, view: BotView[Any], chance: Chance) -> GameEvent | None:
        """Returns one of the `legal_events` of this module; None: the next roll, which the box draws.

        It is asked only while the game is on. None is right where `game.chance_event` gives an event, and nowhere else.
        """


class BotError(EngineError, RuntimeError):
    """A bot has failed; the text says in one sentence which one, and how."""


def run_bot(bot: Bot, view: BotView[Any], chance: Chance) -> GameEvent | None:
    """Returns what a bot decides; nobody has looked yet whether that may be.

    Raises:
        BotError: it has raised something, whatever that was: somebody else may have written it.
    """
    try:
        return bot.decide(view, chance)
    except EngineError as error:  # such as what was learned and is damaged, in a sentence of its own
        raise BotError(f"The bot {bot.name} has failed: {error}") from error
    except (Exception, SystemExit) as error:  # sys.exit would end a study as if it were done
        raise BotError(f"The bot {bot.name} has failed: {type(error).__name__}.") from error


def chance_from(seed: bytes) -> Chance:
    """Returns the chance that a seed gives: the same seed gives the same numbers. It is no seed of the game's dice."""
    return _numbers(seed).__next__


def _numbers(seed: bytes) -> Iterator[float]:
    import hmac  # noqa: PLC0415 - it loads OpenSSL, and not every bot draws numbers

    for block in count():
        # Four numbers of a block's 32 bytes; a float holds 53 bits of each.
        for number in unpack(">4Q", hmac.digest(seed, block.to_bytes(8, "big"), "sha256")):
            yield (number >> 11) / (1 << 53)


def legal_events(game: AnyGame, view: BotView[Any]) -> Sequence[GameEvent]:
    """Returns what a bot may choose besides a roll: what the rules allow, and its hand where there are hands."""
    if game.deal is not None and view.hand is not None:
        return game.deal.legal_events(view.state, view.hand)
    return game.legal_events(view.state)


def is_valid_decision(game: AnyGame, view: BotView[Any], decision: GameEvent | None) -> bool:
    """Returns whether a bot may decide so: whoever asks a bot that he did not write checks its answer."""
    if decision is None:
        # Any dice do: it only matters whether there are any.
        return game.chance_event(view.state, Draws(bytes(SEED_BYTES), 0)) is not None
    return decision in legal_events(game, view)
