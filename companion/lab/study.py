"""What a study plays: which bots meet in what, how often, and with which chance."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from typing import Any, NamedTuple

from engine.game import Json

GROUPS = 20
"""Figures that are no sums have their interval from so many groups of the games."""

LineUp = tuple[str, ...]
"""The names of the bots that meet in a game."""


@dataclass(frozen=True, slots=True)
class Study:
    """Some games between bots. Its games are numbered from 0; each has a key of its own, made of seed and number."""

    game: str
    options: Json
    """The variants, complete."""
    line_ups: tuple[LineUp, ...]
    """Who meets: the games go round them in turns, so that any first part of a study has as many of each."""
    games: int
    """How many of each line-up."""
    seed: int
    is_tournament: bool = False
    banks: bool = False
    """Whether it is counted at which risk bots bank."""
    luck: bool = False

    @property
    def total(self) -> int:
        return self.games * len(self.line_ups)

    @property
    def players(self) -> int:
        return len(self.line_ups[0])

    @property
    def fewest_games_for_intervals(self) -> int:
        """How many games of all line-ups it takes until each of the groups has one with everybody on each seat."""
        return GROUPS * self.players * len(self.line_ups)

    @property
    def bots(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(name for line_up in self.line_ups for name in line_up))

    def line_up_of(self, number: int) -> int:
        return number % len(self.line_ups)

    def seating(self, number: int) -> LineUp:
        """Returns the bots of a game by seat: from game to game of a line-up everybody moves on by one seat."""
        line_up = self.line_ups[self.line_up_of(number)]
        shift = number // len(self.line_ups) % len(line_up)
        return line_up[shift:] + line_up[:shift]

    def group_of(self, number: int) -> int:
        """Returns the group of a game; in each group everybody sits everywhere equally often, to within one game."""
        return number // len(self.line_ups) // self.players % GROUPS

    def key(self, number: int) -> bytes:
        # Shards that are played by several versions belong together only as long as this text stays.
        return hashlib.sha256(f"companion study {self.seed} game {number}".encode()).digest()

    def to_json(self) -> dict[str, Any]:
        return {**asdict(self), "options": dict(self.options), "line_ups": [list(each) for each in self.line_ups]}


class Shard(NamedTuple):
    """A part of a study, to be played on its own."""

    number: int
    """From 1."""
    of: int

    @property
    def text(self) -> str:
        return f"{self.number}/{self.of}"

    def numbers(self, total: int) -> range:
        """Returns the numbers of its games: the shards are as long, to within one game, and follow each other."""
        return range(total * (self.number - 1) // self.of, total * self.number // self.of)


WHOLE = Shard(1, 1)


def pairs(bots: Sequence[str]) -> tuple[LineUp, ...]:
    """Returns the line-ups of a round robin: each two of the bots."""
    return tuple(combinations(bots, 2))
