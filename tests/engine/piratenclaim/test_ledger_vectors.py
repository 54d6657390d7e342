"""The agreed cases of the ledger: after a record comes an event, and then the state, or the error's code."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine.game import Illegal
from engine.record import follow, from_lines, to_lines

VECTORS = Path(__file__).parents[2] / "vectors"
CASES = [json.loads(line) for line in (VECTORS / "piratenclaim-ledger.jsonl").read_text("utf-8").splitlines()]


def test_the_agreed_cases_are_as_agreed(subtests: pytest.Subtests) -> None:
    for case in CASES:
        with subtests.test(case["name"]):
            check(case)


def check(case: dict[str, Any]) -> None:
    record = follow(None, *case["record"])
    if "code" in case:
        with pytest.raises(Illegal) as refusal:
            follow(record, case["event"])
        assert refusal.value.code == case["code"]
        assert refusal.value.message.endswith(".")
    else:
        record = follow(record, case["event"])
        state = record.game.to_json(record.state)
        assert {key: state[key] for key in case["state"]} == case["state"]
    assert from_lines(to_lines(record).splitlines()) == record
