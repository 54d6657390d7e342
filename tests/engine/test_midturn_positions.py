"""Positions that are joined in mid-turn: the agreed cases, and every position of random games."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine import claimit
from engine.claimit.analysis import analyse
from engine.coach import analyse_record
from engine.game import Illegal, Seat
from engine.luck import luck_report
from engine.record import follow, from_lines, to_lines

VECTORS = Path(__file__).parents[1] / "vectors" / "claimit-midturn.jsonl"
CASES = [json.loads(line) for line in VECTORS.read_text("utf-8").splitlines()]
START = {"event": "start", "game": "claimit", "players": ["Green", "Blue"], "first": 0}


def states(seed: int, *, recycle: bool, players: int) -> list[claimit.State]:
    """The states of a random game, the start apart."""
    chance = Random(seed)
    found = [claimit.start([f"P{seat}" for seat in range(players)], Seat(0), {"recycle": recycle})]
    while not claimit.is_over(found[-1]):
        roll = claimit.Roll((chance.randint(1, 6), chance.randint(1, 6), chance.randint(1, 6)))
        choices = [*claimit.legal_events(found[-1])] or [roll]
        event = roll if found[-1].phase is claimit.Phase.CHOOSE and chance.random() < 0.6 else chance.choice(choices)
        found.append(claimit.apply(found[-1], event))
    return found[1:]


def position_of(state: claimit.State) -> dict[str, Any]:
    """The event that tells a state which is not over."""
    told = claimit.to_json(state)
    return {
        "event": "position",
        **{key: told[key] for key in ("board", "turn", "last_round", "phase", "roll", "turns")},
    }


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["name"]))
def test_the_agreed_cases(case: dict[str, Any]) -> None:
    before = follow(None, *case["record"])
    if "code" in case:
        with pytest.raises(Illegal) as refused:
            follow(before, case["event"])
        assert (refused.value.code.value, refused.value.message[-1]) == (case["code"], ".")
        return
    record = follow(before, case["event"])
    told = claimit.to_json(record.state)
    assert {key: told[key] for key in case["state"]} == case["state"]
    assert from_lines(to_lines(record).splitlines()) == record


def test_every_moment_of_a_game_can_be_joined() -> None:
    for number, (recycle, players) in enumerate([(False, 2), (True, 2), (False, 3), (True, 5)]):
        start = {**START, "players": [f"P{seat}" for seat in range(players)]}
        options = {"recycle": recycle, "midturn": True}
        for state in states(number, recycle=recycle, players=players)[:-1:3]:
            joined = follow(None, {**start, "options": options}, position_of(state)).state
            assert (claimit.to_json(joined) | {"busted": state.busted}) == claimit.to_json(state)
            assert claimit.legal_events(joined) == claimit.legal_events(state)


def test_every_other_start_is_written_as_ever() -> None:
    for options, written in (
        ({}, {"recycle": False}),
        ({"midturn": False}, {"recycle": False}),
        ({"midturn": True}, {"recycle": False, "midturn": True}),
    ):
        record = follow(None, {**START, "options": options})
        assert json.loads(to_lines(record)) == {**START, "options": written}
    with pytest.raises(Illegal, match="midturn"):
        follow(None, {**START, "options": {"midturn": 1}})
    assert claimit.options == {"recycle": False}  # nobody at a table is asked for it


def test_a_game_joined_in_mid_turn_has_its_luck_and_its_coach() -> None:
    record = follow(
        None, {**START, "options": {"midturn": True}},
        {"event": "position", "board": {"4/4": ["p0"], "4/1": ["claim2"]}, "turn": 0, "phase": "place",
         "roll": [1, 4, 5]},
        {"event": "place", "field": "4/1"}, {"event": "bank"}, {"event": "roll", "dice": [1, 2, 3]},
    )  # fmt: skip
    report, analysis = luck_report(record), analyse_record(record)
    assert report
    assert [seat.rolls for seat in report.seats] == [0, 1]
    assert analysis
    assert len(analysis.chances) == len(record.timeline)


def test_the_coach_begins_with_the_position_that_was_joined_in_mid_turn() -> None:
    laid = {"4/4": ["p0"], "5/5": ["own", "p1"], "2/2": ["p1"], "4/1": ["claim2"]}
    record = follow(
        None, {**START, "options": {"midturn": True}},
        {"event": "position", "board": laid, "turn": 0, "phase": "choose"},
        {"event": "roll", "dice": [2, 2, 5]}, {"event": "place", "field": "2/2"}, {"event": "bank"},
    )  # fmt: skip
    found, alone = analyse(record.timeline), analyse([(None, record.timeline[1].state), *record.timeline[2:]])
    assert found.chances[1:] == alone.chances
    assert [each._replace(step=each.step - 1) for each in found.rolls] == [*alone.rolls]
    assert [each._replace(step=each.step - 1) for each in found.decisions] == [*alone.decisions]


def test_a_decision_before_the_first_roll_is_in_the_sums() -> None:
    record = follow(
        None, {**START, "options": {"midturn": True}},
        {"event": "position", "board": {"4/4": ["p0"], "4/1": ["claim2"]}, "turn": 0, "phase": "place",
         "roll": [1, 4, 5]},
        {"event": "place", "field": "4/1"}, {"event": "bank"}, {"event": "roll", "dice": [1, 2, 3]},
    )  # fmt: skip
    found = analyse(record.timeline)
    lost = sum(decision.loss for decision in found.decisions if decision.seat == 0)
    assert found.sums[0].decisions == pytest.approx(-lost, abs=1e-9)
    assert lost > 0
