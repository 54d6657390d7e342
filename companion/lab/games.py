"""Plays the games of a study, and counts what is wanted of them."""

from __future__ import annotations

import platform
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from random import Random
from typing import Any, NamedTuple

from companion.lab.study import LineUp, Study
from engine.bot import Bot
from engine.bot_games import GameResult, Steps, play
from engine.bots import find_bot
from engine.game import EngineError, Illegal, Seat, Stake
from engine.games import GAMES

ByBot = Counter[tuple[str, int]]
"""How often, for a bot and a number."""

UNIT = 10_000
"""So many parts a win has where luck is counted: in hundredths of a per cent."""
POWERS = ((0, 0), (1, 0), (2, 0), (0, 1), (0, 2), (1, 1))
"""Of result and luck, of whose products the sums are kept: what means, variances and correlation need."""


@dataclass(frozen=True, slots=True)
class Tally:
    """The counts of some games. All of it is whole numbers, so sums do not depend on any order."""

    lengths: Counter[int] = field(default_factory=Counter)
    """Games, by how many turns they took."""
    deficits: Counter[int] = field(default_factory=Counter)
    """Games that somebody won, by the deficit that a winner made up."""
    seated: ByBot = field(default_factory=Counter)
    """Games, for each bot by its seat."""
    wins: Counter[tuple[str, int, int]] = field(default_factory=Counter)
    """Games that were won, for each bot by its seat and by how many shared the win."""
    rolls: ByBot = field(default_factory=Counter)
    """Rolls, for each bot by how many rolls of the turn had been survived before."""
    busts: ByBot = field(default_factory=Counter)
    """The same, of the rolls that ended the turn."""
    # For intervals by game: rolls of one game are not independent of each other.
    rolls_squared: ByBot = field(default_factory=Counter)
    """The squares of each game's `rolls`, summed; here and below, bots of one name in a game count together."""
    rolls_times_busts: ByBot = field(default_factory=Counter)
    busts_squared: ByBot = field(default_factory=Counter)
    # Where the study wants them:
    stakes: Counter[tuple[str, int, int, int, int]] = field(default_factory=Counter)
    """Choices between a roll and the bank: by bot, rolls that had gone well, bust risk in per cent, group of the game,
    and 1 for a bank, 0 for a roll."""
    luck: Counter[tuple[int, int, int, int]] = field(default_factory=Counter)
    """By seat, group of the game, and the two powers of `POWERS`: result and luck of a game, multiplied and summed."""
    without_luck: ByBot = field(default_factory=Counter)
    """By bot, and 1 or 2: what it has won of each game less its luck, or the square of that, summed."""
    luckiest: Counter[int] = field(default_factory=Counter)
    """Games that the seat with the most luck has won, by how many shared the win."""

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
        # From the longest turns down: whoever made a roll made all those before it.
        for survived in range(max(max(turn, ~turn) for turn in ended), -1, -1) if ended else ():
            busts = ended[~survived]
            rolls = rolling + busts
            # A turn that ended otherwise survived its last roll.
            rolling = rolls + ended[survived]
            if rolls:
                self.rolls[name, survived] += rolls
                self.rolls_squared[name, survived] += rolls * rolls
            if busts:
                self.busts[name, survived] += busts
                self.rolls_times_busts[name, survived] += rolls * busts
                self.busts_squared[name, survived] += busts * busts

    def add_stakes(self, seating: LineUp, stakes: Iterable[Stake], group: int) -> None:
        """Counts the choices between a roll and the bank of a game that `add` has counted."""
        for stake in stakes:
            # Rounded as people see it, halves up.
            percent = (200 * stake.bust + stake.of) // (2 * stake.of)
            self.stakes[seating[stake.seat], stake.survived, percent, group, int(stake.banked)] += 1

    def add_luck(self, seating: LineUp, winners: Sequence[Seat], luck: Sequence[float], group: int) -> None:
        """Counts the luck of each seat, in win chances, in a game that `add` has counted."""
        results = [round(UNIT * (seat in winners) / len(winners)) for seat in range(len(seating))]
        lucks = [round(UNIT * each) for each in luck]
        for seat, (result, its) in enumerate(zip(results, lucks, strict=True)):
            for first, second in POWERS:
                self.luck[seat, group, first, second] += result**first * its**second
        for name in dict.fromkeys(seating):
            own = [seat for seat, bot in enumerate(seating) if bot == name]
            left = sum(results[seat] - lucks[seat] for seat in own)
            self.without_luck[name, 1] += left
            self.without_luck[name, 2] += left * left
        if lucks.index(max(lucks)) in winners:
            self.luckiest[len(winners)] += 1

    def merge(self, other: Tally) -> None:
        for each in fields(self):
            getattr(self, each.name).update(getattr(other, each.name))

    def to_json(self) -> dict[str, Any]:
        return {
            each.name: [
                [*(what if isinstance(what, tuple) else (what,)), count]
                for what, count in sorted(getattr(self, each.name).items())
            ]
            for each in fields(self)
        }

    @classmethod
    def from_json(cls, counts: Mapping[str, list[list[Any]]]) -> Tally:
        """Returns the tally that `to_json` wrote. Raises KeyError, TypeError, ValueError: it did not write this."""
        tally = cls()
        for each in fields(cls):
            counter = getattr(tally, each.name)
            for *what, count in counts[each.name]:
                counter[what[0] if len(what) == 1 else tuple(what)] += count
        return tally


class StudyError(Exception):
    """A game of a study cannot be played; the text says which, and why."""


class PlayedGame(NamedTuple):
    """A game of a study, for whoever wants more than the counts."""

    number: int
    seating: tuple[str, ...]
    result: GameResult
    luck: tuple[float, ...] = ()
    """Of each seat, in win chances; empty unless the study wants it."""


class Batch(NamedTuple):
    """Some consecutive games of a study."""

    numbers: range
    tallies: tuple[Tally, ...]
    games: tuple[PlayedGame, ...]
    """Each game in its order; none unless they were wanted."""


def load_bots(study: Study) -> dict[str, Bot]:
    """Returns the bots of a study by their names.

    Raises:
        StudyError: one cannot be loaded here: whoever asked for the study could, but this may be another machine.
    """
    try:
        return {name: find_bot(name, study.game) for name in study.bots}
    except Illegal as refusal:
        # The others' arguments do not survive the way between processes.
        raise StudyError(f"{platform.node()}: {refusal.message}") from refusal


def play_games(study: Study, numbers: range, *, keep_games: bool = False) -> Batch:
    """Plays the games of these numbers. Depends on nothing else: whoever plays them, and where, they are the same.

    Raises:
        StudyError: a bot cannot be loaded, fails or breaks the rules, or a game does not end.
    """
    game = GAMES[study.game]
    bots = load_bots(study)
    tallies = tuple(Tally() for _ in study.line_ups)
    kept = []
    for number in numbers:
        seating, key = study.seating(number), study.key(number)
        # The bots' numbers follow from the key as the dice do, and are independent of them.
        chance = Random(int.from_bytes(key)).random  # noqa: S311 - no secret: whoever knows the study knows its games
        steps: Steps | None = [] if study.banks or study.luck else None
        try:
            result = play(game, study.options, [bots[name] for name in seating], key, chance, steps=steps)
            luck = game.coach.luck(steps) if study.luck and game.coach and steps else ()
        except EngineError as error:
            raise StudyError(f"game {number}: {error}") from error
        tally, group = tallies[study.line_up_of(number)], study.group_of(number)
        tally.add(seating, result)
        if study.banks and game.luck and steps:
            tally.add_stakes(seating, game.luck.stakes(steps), group)
        if luck:
            tally.add_luck(seating, result.winners, luck, group)
        if keep_games:
            kept.append(PlayedGame(number, seating, result, luck))
    return Batch(numbers, tallies, tuple(kept))
