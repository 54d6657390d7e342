"""Short studies for tests."""

import json
from typing import Any

import msgspec

from companion.commands.simulate import Result, Study, play_games, result_of

GREENHORNS = ("greenhorn", "greenhorn")


def study_of(
    *line_ups: tuple[str, ...], games: int = 12, seed: int = 7, is_tournament: bool = False, recycle: bool = False
) -> Study:
    return Study("claimit", {"recycle": recycle}, line_ups or (GREENHORNS,), games, seed, is_tournament)


def play_study(study: Study, games: int | None = None) -> Result:
    return result_of(study, play_games(study, range(study.total)[:games]).tally)


def as_json(study: Study, games: int | None = None) -> dict[str, Any]:
    """Returns what `--json` prints for a study, or for its first games."""
    found: dict[str, Any] = json.loads(msgspec.json.encode(play_study(study, games)))
    return found
