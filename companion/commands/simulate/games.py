"""A study: the bots, the game, the number of games and the seed. Plays its games and counts the results."""

from __future__ import annotations

import hashlib
import platform
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations
from pathlib import Path
from random import Random
from typing import NamedTuple

from msgspec import Struct, field

import engine
from engine.bot_games import GameResult, play
from engine.bots import find_bot
from engine.game import EngineError, Illegal, Json
from engine.games import GAMES

LineUp = tuple[str, ...]
"""The names of the bots in a game."""


class Study(Struct, frozen=True):
    """A number of games between bots, numbered from 0. Each has a key, computed from the seed and its number."""

    game: str
    options: Json
    """All options of the rules."""
    line_ups: tuple[LineUp, ...]
    """The line-ups take turns, so that any first part of a study has the same number of games of each."""
    games: int
    """Number of games of each line-up."""
    seed: int
    is_tournament: bool = False

    @property
    def total(self) -> int:
        return self.games * len(self.line_ups)

    @property
    def players(self) -> int:
        return len(self.line_ups[0])

    @property
    def bots(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(name for line_up in self.line_ups for name in line_up))

    def line_up_of(self, number: int) -> int:
        return number % len(self.line_ups)

    def seating(self, number: int) -> LineUp:
        """Returns the bots of a game by seat: from game to game of a line-up each bot moves on by one seat."""
        line_up = self.line_ups[self.line_up_of(number)]
        shift = number // len(self.line_ups) % len(line_up)
        return line_up[shift:] + line_up[:shift]

    def key(self, number: int) -> bytes:
        return hashlib.sha256(f"companion study {self.seed} game {number}".encode()).digest()


def pairs(bots: Sequence[str]) -> tuple[LineUp, ...]:
    """Returns the line-ups of a round robin: all pairs of the bots."""
    return tuple(combinations(bots, 2))


ByBot = Counter[tuple[str, int]]
"""Counts for a bot and a number."""


class Tally(Struct, frozen=True):
    """The counts of some games. All values are whole numbers, so sums do not depend on the order."""

    lengths: Counter[int] = field(default_factory=Counter)
    """Games by their number of turns."""
    deficits: Counter[int] = field(default_factory=Counter)
    """Games with a winner, by the largest deficit that the winner made up."""
    seated: ByBot = field(default_factory=Counter)
    """Games by bot and seat."""
    wins: Counter[tuple[str, int, int]] = field(default_factory=Counter)
    """Won games by bot, seat and number of winners."""
    rolls: ByBot = field(default_factory=Counter)
    """Rolls by bot and number of successful rolls before in the turn."""
    busts: ByBot = field(default_factory=Counter)
    """Busts, counted in the same way."""
    # The sums of products below are for intervals by game, because the rolls of one game are not independent.
    rolls_squared: ByBot = field(default_factory=Counter)
    """The sum over games of `rolls` squared. Here and below, bots with the same name in a game count together."""
    rolls_times_busts: ByBot = field(default_factory=Counter)
    busts_squared: ByBot = field(default_factory=Counter)

    @property
    def games(self) -> int:
        return self.lengths.total()

    def add(self, seating: LineUp, result: GameResult) -> None:
        self.lengths[result.length] += 1
        if result.deficit is not None:
            self.deficits[result.deficit] += 1
        for seat, name in enumerate(seating):
            self.seated[name, seat] += 1
        for seat in result.winners:
            self.wins[seating[seat], seat, len(result.winners)] += 1
        for name in dict.fromkeys(seating):
            turns = [turn for bot, own in zip(seating, result.turns, strict=True) if bot == name for turn in own]
            self._add_turns(name, turns)

    def _add_turns(self, name: str, turns: Iterable[int]) -> None:
        ended = Counter(turns)
        rolling = 0
        # From the longest turns down: each roll implies all rolls before it.
        for survived in range(max(max(turn, ~turn) for turn in ended), -1, -1) if ended else ():
            busts = ended[~survived]
            rolls = rolling + busts
            # If the turn did not end with a bust, its last roll was successful.
            rolling = rolls + ended[survived]
            if rolls:
                self.rolls[name, survived] += rolls
                self.rolls_squared[name, survived] += rolls * rolls
            if busts:
                self.busts[name, survived] += busts
                self.rolls_times_busts[name, survived] += rolls * busts
                self.busts_squared[name, survived] += busts * busts

    def merge(self, other: Tally) -> None:
        for name in self.__struct_fields__:
            getattr(self, name).update(getattr(other, name))


class StudyError(Exception):
    """A game of a study cannot be played; the text says which game and why."""


class Batch(NamedTuple):
    """Some consecutive games of a study."""

    numbers: range
    tallies: tuple[Tally, ...]
    """One for each line-up."""


def play_games(study: Study, numbers: range) -> Batch:
    """Plays the games with these numbers. The result depends only on the arguments.

    Raises:
        StudyError: a bot cannot be loaded, fails or breaks the rules, or a game does not end.
    """
    game = GAMES[study.game]
    try:
        bots = {name: find_bot(name, study.game) for name in study.bots}
    except Illegal as refusal:
        # A plug-in may be missing on another machine. A StudyError can be sent between processes, unlike an Illegal.
        raise StudyError(f"{platform.node()}: {refusal.message}") from refusal
    tallies = no_tallies(study)
    for number in numbers:
        seating, key = study.seating(number), study.key(number)
        # The bots' random numbers are also computed from the key, independently of the dice.
        chance = Random(int.from_bytes(key)).random  # noqa: S311 - not a secret
        try:
            result = play(game, study.options, [bots[name] for name in seating], key, chance)
        except EngineError as error:
            raise StudyError(f"game {number}: {error}") from error
        tallies[study.line_up_of(number)].add(seating, result)
    return Batch(numbers, tallies)


def no_tallies(study: Study) -> tuple[Tally, ...]:
    return tuple(Tally() for _ in study.line_ups)


@cache
def rules_digest() -> str:
    """Returns a digest of the engine's rules, bots and weights, because games of two engines must not be mixed."""
    # Computed from the source files, because a bot may change without a new version number.
    folder = Path(str(engine.__file__)).parent
    digest = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        if path.suffix in {".py", ".json"}:
            digest.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]
