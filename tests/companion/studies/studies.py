"""Studies as tests want them."""

from __future__ import annotations

from companion.studies.games import play_games
from companion.studies.result import Result, begin_result, merge_tallies
from companion.studies.study import WHOLE, Shard, Study

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
