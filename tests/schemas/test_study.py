"""The JSON Schema of what `companion simulate --json` prints: it names all that there is."""

from __future__ import annotations

import json

import pytest

from companion.lab.games import play_games
from companion.lab.result import Result, begin_result, encode_result
from companion.lab.study import Shard, Study, pairs
from engine.games import GAMES
from tests.companion.lab.studies import played, study_of, with_banks_and_luck
from tests.schemas.notation import unnamed_keys, validator_of, why_not


def match_of_klondike() -> Result:
    """A study of a game without rolls."""
    study = Study("klondike", GAMES["klondike"].options, (("greenhorn", "greenhorn"),), 1, 7)
    begun = begin_result(study)
    return Result(study, begun.shard, 1, play_games(study, range(1)).tallies, begun.rules)


RESULTS = {
    "a study": lambda: played(study_of(games=40)),
    "a shard that was interrupted": lambda: played(study_of(games=40), Shard(2, 3), games=5),
    "one that has not begun": lambda: begin_result(study_of()),
    "a tournament": lambda: played(study_of(*pairs(("greenhorn", "prospector")), games=2, is_tournament=True)),
    "banks and luck": lambda: with_banks_and_luck(played(study_of(games=80))),
    "a match of Klondike": match_of_klondike,
}


@pytest.mark.slow
@pytest.mark.parametrize("name", RESULTS)
def test_a_result_is_as_the_schema_says(name: str) -> None:
    judge, result = validator_of("study result"), json.loads(json.dumps(encode_result(RESULTS[name]())))
    assert why_not(judge, result) == ""
    assert unnamed_keys(judge, result) == []


def test_a_result_without_its_counts_is_none() -> None:
    result = encode_result(begin_result(study_of()))
    assert why_not(validator_of("study result"), {**result, "tallies": [{}]}) != ""
    assert unnamed_keys(validator_of("study result"), {**result, "surprise": 1}) == ["$.surprise"]
