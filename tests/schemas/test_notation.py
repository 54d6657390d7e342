import json
import re
from collections.abc import Callable, Iterator
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from companion.commands.referee import answer_line
from companion.commands.simulate import Study
from engine.game import Code
from engine.games import GAMES
from engine.record import AnyRecord, play_json
from tests.companion.commands.simulate.studies import as_json, study_of
from tests.schemas.notation import INVALID_VALUES, SCHEMAS, broken_copies, error_of, unnamed_keys, validator_of
from tests.schemas.random_games import OPTIONS, Step, random_game

VECTORS = Path(__file__).parents[1] / "vectors"
CASES = [
    json.loads(line)
    for file in (
        "claimit-examples",
        "klondike-examples",
        "klondike-cases",
        "piratenclaim-examples",
        "piratenclaim-ledger",
    )
    for line in (VECTORS / f"{file}.jsonl").read_text("utf-8").splitlines()
]
SHAPE = {Code.SYNTAX, Code.PLAYERS}
"""The error codes for input that is not a valid command; all other codes mean that it is not possible now."""
GAMES_OF_EACH = range(3)
NOTES = tuple(f"$.{note}" for note in ("commitment", "begins", "fair", "dealt"))
"""The keys of a start that the referee keeps unchanged."""
TRUE_OR_MISSING = "$.asked"
"""The keys of Piratenclaim's ships that are either true or missing."""
OF_THE_LEDGER = re.compile(r"-?\$\.(ship|colour)\b.*")
"""The keys of Piratenclaim's `sink` and `buy_ship` that are needed with the ledger, which the schema does not know."""
JOINED_GAMES: dict[str, dict[str, Any]] = {
    "claimit": {
        "event": "position",
        "board": {"5/2": ["p1"], "1/1": ["own", "p0"]},
        "turn": 1,
        "last_round": {"called_by": 0, "turns_left": 2},
    },
}
"""One position of each kind, with all possible content."""


def requested(value: dict[str, Any], record: AnyRecord | None) -> tuple[dict[str, Any], AnyRecord | None]:
    return answer_line(json.dumps(value).encode(), record)


def is_accepted(value: dict[str, Any], record: AnyRecord | None) -> bool:
    error = requested(value, record)[0].get("error")
    return error is None or error["code"] not in SHAPE


def steps_of_cases(name: str) -> Iterator[Step]:
    for case in CASES:
        if case["record"][0]["game"] == name:
            record = None
            for event in case["record"]:
                record = play_json(record, event)
                yield Step(record, event, record.game.to_json(record.state))


@cache
def steps_of(name: str) -> tuple[Step, ...]:
    return tuple(chain(steps_of_cases(name), *(random_game(name, number) for number in GAMES_OF_EACH)))


def events_of(name: str) -> list[Step]:
    started = play_json(None, {"event": "start", "game": name, "players": ["Green", "Blue"]})
    joined = [Step(started, JOINED_GAMES[name], {})] if name in JOINED_GAMES else []
    return list({(step.event["event"], *sorted(step.event)): step for step in (*steps_of(name), *joined)}.values())


def states_of(name: str) -> list[Step]:
    kinds = {(step.state["phase"], *(key for key, held in step.state.items() if held)): step for step in steps_of(name)}
    return list(kinds.values())


def test_every_schema_is_a_valid_json_schema() -> None:
    for name, schema in SCHEMAS.items():
        Draft202012Validator.check_schema(schema)
        assert schema["$schema"] == Draft202012Validator.META_SCHEMA["$id"], name
        judge = validator_of(f"{name.removesuffix('.json')} {next(iter(schema['$defs']))}")
        assert not any(judge.evolve(schema={"$ref": name}).is_valid(wrong) for wrong in INVALID_VALUES), name


def test_every_built_in_game_has_a_schema() -> None:
    assert set(OPTIONS) == {name for name in GAMES if getattr(GAMES[name], "__name__", "").startswith("engine.")}
    for part in ("event", "state"):
        refs = {each["$ref"] for each in SCHEMAS["referee.json"]["$defs"][part]["anyOf"]}
        assert refs == {f"{name}.json#/$defs/{part}" for name in OPTIONS}


@pytest.mark.parametrize("step", [15, pytest.param(1, marks=pytest.mark.slow)], ids=["every fifteenth", "all"])
def test_the_shared_test_cases_match_the_schema(step: int) -> None:
    for case in CASES[::step]:
        check_case(case)


def check_case(case: dict[str, Any]) -> None:
    name, record = case["record"][0]["game"], None
    for command in (*case["record"], *([case["event"]] if "event" in case else ())):
        shown, record = requested(command, record)
        # What is not in the notation a schema may refuse, too.
        if shown.get("error", {}).get("code") not in SHAPE:
            assert not error_of(validator_of(f"{name} event"), command)
            assert not error_of(validator_of("referee command"), command)
        assert not error_of(validator_of("referee answer"), shown)
        assert "error" in shown or not error_of(validator_of(f"{name} state"), shown["state"])


@pytest.mark.slow
@pytest.mark.no_cover
@pytest.mark.parametrize("number", GAMES_OF_EACH)
@pytest.mark.parametrize("name", OPTIONS)
def test_random_games_match_the_schema(name: str, number: int) -> None:
    event, state = validator_of(f"{name} event"), validator_of(f"{name} state")
    for step in random_game(name, number):
        assert not error_of(event, step.event)
        assert not error_of(state, step.state)


@pytest.mark.slow
@pytest.mark.no_cover
@pytest.mark.parametrize("name", OPTIONS)
def test_a_schema_names_every_key_of_its_game(name: str) -> None:
    for step in events_of(name):
        assert not unnamed_keys(validator_of(f"{name} event"), step.event)
    for step in states_of(name):
        assert not unnamed_keys(validator_of(f"{name} state"), step.state)


@pytest.mark.slow
@pytest.mark.no_cover
@pytest.mark.parametrize("name", OPTIONS)
def test_the_schema_rejects_the_events_that_the_referee_rejects(name: str) -> None:
    judge, tried = validator_of(f"{name} event"), list[bool]()
    for step in events_of(name):
        assert is_accepted(step.event, step.record)
        assert not error_of(judge, step.event)
        for broken in broken_copies(step.event):
            if broken.what.lstrip("-").startswith((*NOTES, TRUE_OR_MISSING)):
                continue
            if step.event["event"] in ("sink", "buy_ship") and OF_THE_LEDGER.fullmatch(broken.what):
                continue
            taken = is_accepted(broken.value, step.record)
            assert taken == judge.is_valid(broken.value), f"{step.event['event']}: {broken.what}"
            tried.append(taken)
    assert len(tried) > 100
    assert sum(tried) < len(tried) / 4


QUERIES: list[tuple[dict[str, Any], tuple[str, ...]]] = [
    ({"query": "state"}, ("claimit", "klondike", "piratenclaim")),
    ({"query": "odds"}, ("claimit",)),
    ({"query": "advise", "bot": "prospector", "seed": 7}, ("claimit",)),
    ({"query": "advise", "bot": "greenhorn", "hand": [[3, 5], [0, 6]]}, ("klondike",)),
    ({"query": "winning", "seed": 7, "games": 5}, ("claimit",)),
    ({"query": "legal", "tile": [3, 5]}, ("klondike",)),
    ({"query": "threat"}, ("piratenclaim",)),
]
"""The queries of the referee, with the games that support them."""


@pytest.mark.slow
@pytest.mark.parametrize(("query", "games"), QUERIES, ids=lambda each: each["query"] if isinstance(each, dict) else "")
def test_a_query_and_its_answer_match_the_schema(query: dict[str, Any], games: tuple[str, ...]) -> None:
    command, answer = validator_of("referee command"), validator_of("referee answer")
    assert not error_of(command, query)
    kinds = set[str]()
    for name in games:
        for step in states_of(name):
            shown, _ = requested(query, step.record)
            kinds |= shown.keys()
            assert not error_of(answer, shown)
            assert not unnamed_keys(answer, shown)
        for broken in broken_copies(query):
            # Only a game with hands wants one.
            if broken.what != "-$.hand":
                assert is_accepted(broken.value, step.record) == command.is_valid(broken.value), broken.what
    assert kinds - {"error"}


def test_every_built_in_query_is_tested() -> None:
    asking = {name for query, _ in QUERIES for name in [query["query"]]}
    assert asking == set(SCHEMAS["referee.json"]["$defs"]["query"]["properties"]["query"]["enum"])
    assert asking == {"state", "advise", *(query for name in OPTIONS for query in GAMES[name].queries)}


def test_the_shared_advice_matches_the_schema() -> None:
    command, answer = validator_of("referee command"), validator_of("referee answer")
    for line in (VECTORS / "advice.jsonl").read_text("utf-8").splitlines():
        case = json.loads(line)
        shown, _ = requested(case["query"], play_json(None, *case["record"]) if case["record"] else None)
        assert case["answer"].get("error") == "syntax" or not error_of(command, case["query"]), line
        assert not error_of(answer, shown), line
        assert not unnamed_keys(answer, shown), line


RESULTS: dict[str, Callable[[], dict[str, Any]]] = {
    "a study": lambda: as_json(study_of(games=40)),
    "one that was interrupted": lambda: as_json(study_of(games=40), 5),
    "one that has not begun": lambda: as_json(study_of(), 0),
    "a tournament": lambda: as_json(study_of(("greenhorn", "prospector"), games=2, is_tournament=True)),
    "a match of Klondike": lambda: as_json(
        Study("klondike", GAMES["klondike"].options, (("greenhorn", "greenhorn"),), 1, 7)
    ),
}


@pytest.mark.parametrize("name", RESULTS)
def test_a_result_matches_the_schema(name: str) -> None:
    judge, result = validator_of("study result"), json.loads(json.dumps(RESULTS[name]()))
    assert error_of(judge, result) == ""
    assert unnamed_keys(judge, result) == []
