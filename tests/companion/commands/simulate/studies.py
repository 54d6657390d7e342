"""Studies as tests want them."""

from typing import Any

from companion.commands.simulate.command import result_json
from companion.commands.simulate.games import Study, Tally, play_games

GREENHORNS = ("greenhorn", "greenhorn")


def study_of(
    *line_ups: tuple[str, ...], games: int = 12, seed: int = 7, is_tournament: bool = False, recycle: bool = False
) -> Study:
    return Study("claimit", {"recycle": recycle}, line_ups or (GREENHORNS,), games, seed, is_tournament)


def played(study: Study, games: int | None = None) -> tuple[Tally, ...]:
    return play_games(study, range(study.total)[:games]).tallies


def shown(study: Study, games: int | None = None) -> dict[str, Any]:
    """What `--json` prints of a study, or of its first games."""
    return result_json(study, played(study, games))
