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


def ids(case: dict[str, Any]) -> str:
    return str(case["name"])


@pytest.mark.parametrize("case", CASES, ids=ids)
def test_the_record_leads_to_the_agreed_state(case: dict[str, Any]) -> None:
    record = record_of(case)
    state = record.game.to_json(record.state)
    players = [
        {key: seat[key] for key in told} for seat, told in zip(state["players"], case["state"]["players"], strict=True)
    ]
    assert {**{key: state[key] for key in case["state"]}, "players": players} == case["state"]


@pytest.mark.parametrize("case", [case for case in CASES if "odds" in case], ids=ids)
def test_the_odds_are_the_agreed_ones(case: dict[str, Any]) -> None:
    record = record_of(case)
    assert record.game.query(record.state, {"query": "odds"}) == {"odds": case["odds"]}


@pytest.mark.parametrize("case", CASES, ids=ids)
def test_the_record_can_be_written_and_read(case: dict[str, Any]) -> None:
    record = record_of(case)
    assert from_lines(to_lines(record).splitlines()) == record


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_agreed_cases(game: str) -> None:
    assert any(case["record"][0]["game"] == game for case in CASES)
