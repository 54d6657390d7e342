"""The agreed cases in tests/vectors."""

import json
from pathlib import Path
from typing import Any

import pytest

from engine import klondike
from engine.game import Illegal
from engine.games import GAMES
from engine.record import from_lines, play_json, to_lines
from tests.schemas.notation import validator_of

FOLDER = Path(__file__).parents[1] / "vectors"
START = {"event": "start", "game": "klondike", "players": ["Green", "Blue", "Red"], "first": 0}
DEFAULT_OPTIONS = {"deal": "", "centre_each_round": False}


def cases(pattern: str) -> list[dict[str, Any]]:
    return [json.loads(line) for path in sorted(FOLDER.glob(pattern)) for line in path.read_text("utf-8").splitlines()]


def test_the_examples_lead_to_the_documented_states_and_odds(subtests: pytest.Subtests) -> None:
    for case in cases("*-examples.jsonl"):
        with subtests.test(case["name"]):
            record = play_json(None, *case["record"])
            state = record.game.to_json(record.state)
            seats = zip(state["players"], case["state"]["players"], strict=True)
            players = [{key: seat[key] for key in expected} for seat, expected in seats]
            assert {**{key: state[key] for key in case["state"]}, "players": players} == case["state"]
            if "odds" in case:
                assert record.game.query(record.state, {"query": "odds"}) == {"odds": case["odds"]}
            assert from_lines(to_lines(record).splitlines()) == record


def test_every_game_has_examples() -> None:
    assert {case["record"][0]["game"] for case in cases("*-examples.jsonl")} == set(GAMES)


@pytest.mark.parametrize("name", ["piratenclaim-ledger", "klondike-options"])
def test_each_event_is_rejected_or_leads_to_the_documented_state(name: str, subtests: pytest.Subtests) -> None:
    for case in cases(f"{name}.jsonl"):
        with subtests.test(case["name"]):
            record = play_json(None, *case["record"]) if case["record"] else None
            if "code" in case:
                with pytest.raises(Illegal, match=r"\.$") as refusal:
                    play_json(record, case["event"])
                assert refusal.value.code == case["code"]
            else:
                record = play_json(record, case["event"])
                state = record.game.to_json(record.state)
                assert {key: state[key] for key in case["state"]} == case["state"]
                assert from_lines(to_lines(record).splitlines()) == record
            if name == "klondike-options":
                assert validator_of("klondike event").is_valid(case["event"]) is (case.get("code") != "syntax")


def test_the_rejection_of_a_placement_names_its_rule(subtests: pytest.Subtests) -> None:
    for case in cases("klondike-cases.jsonl"):
        with subtests.test(case["name"]):
            record = play_json(None, *case["record"])
            if "legal" in case:
                assert klondike.query(record.state, case["query"]) == {"legal": case["legal"]}
            else:
                event = klondike.parse(case["event"])
                assert isinstance(event, klondike.Place)
                refusal = klondike.check_placement(record.state, event.slot, event.tile)
                assert isinstance(refusal, klondike.Refusal)
                assert refusal.name.lower() == case["refused"]
                with pytest.raises(Illegal, match=r"\.$"):
                    record.play(event)


def test_a_start_key_is_not_reported_as_an_option() -> None:
    with pytest.raises(Illegal, match="may have: ") as refused:
        play_json(None, {**START, "options": {"checked_pass": 1}})
    assert "seen (true or false)" in refused.value.message
    assert "set_aside" not in refused.value.message


def test_other_starts_are_written_unchanged() -> None:
    seen = {"deal": "basic", "centre_each_round": False, "seen": True}
    for options, notes, written in (
        ({}, {}, DEFAULT_OPTIONS),
        ({"checked_pass": False, "seen": False}, {"set_aside": "a note"}, DEFAULT_OPTIONS),
        ({"checked_pass": True}, {}, {**DEFAULT_OPTIONS, "checked_pass": True}),
        (seen, {"set_aside": [5, 2]}, seen),
    ):
        record = play_json(None, {**START, "options": options, **notes})
        assert json.loads(to_lines(record)) == {**START, "options": written, **notes}
    assert klondike.options == DEFAULT_OPTIONS


def test_a_pass_is_legal_where_no_tile_fits() -> None:
    for checked in (False, True):
        state = play_json(None, {**START, "options": {"checked_pass": checked}}).state
        assert (klondike.Pass() in klondike.legal_events(state)) is not checked
