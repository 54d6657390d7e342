import json
from collections.abc import Callable
from typing import Any

import pytest

from companion.commands.simulate.command import result_json
from companion.commands.simulate.games import Study, no_tallies, pairs
from engine.games import GAMES
from tests.companion.commands.simulate.studies import shown, study_of
from tests.schemas.notation import unnamed_keys, validator_of, why_not

RESULTS: dict[str, Callable[[], dict[str, Any]]] = {
    "a study": lambda: shown(study_of(games=40)),
    "one that was interrupted": lambda: shown(study_of(games=40), 5),
    "one that has not begun": lambda: result_json(study_of(), no_tallies(study_of())),
    "a tournament": lambda: shown(study_of(*pairs(("greenhorn", "prospector")), games=2, is_tournament=True)),
    "a match of Klondike": lambda: shown(
        Study("klondike", GAMES["klondike"].options, (("greenhorn", "greenhorn"),), 1, 7)
    ),
}


@pytest.mark.parametrize("name", RESULTS)
def test_a_result_is_as_the_schema_says(name: str) -> None:
    judge, result = validator_of("study result"), json.loads(json.dumps(RESULTS[name]()))
    assert why_not(judge, result) == ""
    assert unnamed_keys(judge, result) == []
