"""Klondike's options of the notation alone: the agreed cases, and what they change of a start."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine import klondike
from engine.game import Illegal
from engine.record import follow, from_lines, to_lines
from tests.schemas.notation import validator_of

VECTORS = Path(__file__).parents[1] / "vectors" / "klondike-options.jsonl"
CASES = [json.loads(line) for line in VECTORS.read_text("utf-8").splitlines()]
START = {"event": "start", "game": "klondike", "players": ["Green", "Blue", "Red"], "first": 0}
USUAL = {"deal": "", "centre_each_round": False}


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["name"]))
def test_the_agreed_cases(case: dict[str, Any]) -> None:
    before = follow(None, *case["record"]) if case["record"] else None
    if "code" in case:
        with pytest.raises(Illegal) as refused:
            follow(before, case["event"])
        assert (refused.value.code.value, refused.value.message[-1]) == (case["code"], ".")
    else:
        record = follow(before, case["event"])
        told = klondike.to_json(record.state)
        assert {key: told[key] for key in case["state"]} == case["state"]
        assert from_lines(to_lines(record).splitlines()) == record
    assert validator_of("klondike event").is_valid(case["event"]) is (case.get("code") != "syntax")


def test_what_stands_beside_the_options_is_not_said_to_be_one_of_them() -> None:
    with pytest.raises(Illegal, match="may have: ") as refused:
        follow(None, {**START, "options": {"checked_pass": 1}})
    assert "seen (true or false)" in refused.value.message
    assert "set_aside" not in refused.value.message


def test_every_other_start_is_written_as_ever() -> None:
    seen = {"deal": "basic", "centre_each_round": False, "seen": True}
    for options, notes, written in (
        ({}, {}, USUAL),
        ({"checked_pass": False, "seen": False}, {"set_aside": "a note"}, USUAL),
        ({"checked_pass": True}, {}, {**USUAL, "checked_pass": True}),
        (seen, {"set_aside": [5, 2]}, seen),
    ):
        record = follow(None, {**START, "options": options, **notes})
        assert json.loads(to_lines(record)) == {**START, "options": written, **notes}
    assert klondike.options == USUAL


def test_a_pass_is_offered_where_it_may_be() -> None:
    for checked in (False, True):
        state = follow(None, {**START, "options": {"checked_pass": checked}}).state
        assert (klondike.Pass() in klondike.legal_events(state)) is not checked
