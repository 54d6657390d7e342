"""Studies as tests want them."""

from __future__ import annotations

from dataclasses import replace

from companion.lab.games import play_games
from companion.lab.result import Result, begin_result, merge_tallies
from companion.lab.study import GROUPS, WHOLE, Shard, Study
from engine.game import Seat

GREENHORNS = ("greenhorn", "greenhorn")


def study_of(
    *line_ups: tuple[str, ...], games: int = 12, seed: int = 7, is_tournament: bool = False, recycle: bool = False
) -> Study:
    """A study of Claim It!"""
    return Study("claimit", {"recycle": recycle}, line_ups or (GREENHORNS,), games, seed, is_tournament)


def played(study: Study, shard: Shard = WHOLE, games: int | None = None) -> Result:
    """What comes of a shard, or of its first games."""
    begun, numbers = begin_result(study, shard), shard.numbers(study.total)[:games]
    batch = play_games(study, numbers)
    tallies = merge_tallies([begun.tallies, batch.tallies])
    return Result(study, shard, len(numbers), tallies, begun.rules)


def with_banks_and_luck(result: Result) -> Result:
    """The same with counts, as if greenhorns banked from 15 % on after two rolls, and luck had decided every game."""
    (tally,) = merge_tallies([result.tallies])
    for group in range(GROUPS):
        for percent, banked in ((10, 0), (20, 1)):
            tally.stakes["greenhorn", 2, percent, group, banked] = 100
    for number in range(result.played):
        winner, luck = (Seat(0), (0.5, -0.5)) if number % 2 else (Seat(1), (-0.5, 0.5))
        tally.add_luck(GREENHORNS, (winner,), luck, number // 2 % GROUPS)
    return replace(result, tallies=(tally,))
