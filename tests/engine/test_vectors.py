"""The agreed cases: each game of the registry has some, and answers them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine.games import GAMES
from engine.record import AnyRecord, follow, from_lines, to_lines

CASES = [
    json.loads(line)
    for path in sorted((Path(__file__).parents[1] / "vectors").glob("*-examples.jsonl"))
    for line in path.read_text(encoding="utf-8").splitlines()
]


def record_of(case: dict[str, Any]) -> AnyRecord:
    record = follow(None, case["record"][0])
    for event in case["record"][1:]:
        record = follow(record, event)
    return record


def test_the_records_lead_to_the_agreed_states_and_odds(subtests: pytest.Subtests) -> None:
    for case in CASES:
        with subtests.test(case["name"]):
            record = record_of(case)
            state = record.game.to_json(record.state)
            seats = zip(state["players"], case["state"]["players"], strict=True)
            players = [{key: seat[key] for key in told} for seat, told in seats]
            assert {**{key: state[key] for key in case["state"]}, "players": players} == case["state"]
            if "odds" in case:
                assert record.game.query(record.state, {"query": "odds"}) == {"odds": case["odds"]}
            assert from_lines(to_lines(record).splitlines()) == record


def test_every_game_has_agreed_cases() -> None:
    assert {case["record"][0]["game"] for case in CASES} == set(GAMES)
