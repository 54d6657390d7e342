"""A voyage: our rule for a whole game of Piratenclaim (issue 26, item 4; docs/protocol.md, the list's number 9)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine import piratenclaim
from engine.game import Code, Illegal, Seat
from engine.piratenclaim import Claim, Load, Phase, Travel
from engine.record import follow
from tests.engine.piratenclaim.positions import DISCS, LOOKED_AT, after, refused, told
from tests.engine.piratenclaim.test_ledger import CARGO, END, LAID, MOVE, SIX, at_sea, carried, is_illegal

START = {"event": "start", "game": "piratenclaim", "players": ["Green", "Blue"]}


def test_a_step_costs_1_fuel_for_each_part_that_travels() -> None:
    state = at_sea((0, (0, 1, 2), "0/0", {"red": 9, "blue": 2}), voyage=True)
    step = {"event": "travel", "parts": [0, 1, 2], "field": "0/1"}
    assert carried(state, step) == [([0, 1, 2], "0/1", {"red": 6, "blue": 2})]
    split = {"event": "travel", "parts": [0], "field": "0/1", "load": {"red": 4}}
    assert carried(state, split) == [([0], "0/1", {"red": 3}), ([1, 2], "0/0", {"red": 5, "blue": 2})]
    is_illegal(state, {**step, "field": "2/4"}, "2/4 is no neighbour of 0/0")
    is_illegal(state, {**step, "fuel": 3}, "leave the fuel out")
    is_illegal(state, {**split, "load": {"blue": 2}}, "It costs 1 fuel, and 0 goes along")
    poor = at_sea((0, (0, 1, 2), "0/0", {"red": 2}), voyage=True)
    is_illegal(poor, step, "It costs 3 fuel, and 2 goes along")


def test_one_claims_where_one_stands_and_a_system_has_one_marker() -> None:
    state = at_sea((0, (0,), "2/4", {}), (0, (1, 2), "0/0", {}), systems={"2/4": (3, 5), "2/2": (1, 2)}, voyage=True)
    claim = {"event": "claim", "field": "2/4"}
    assert told(state, claim)["claims"] == {"2/4": [0]}
    is_illegal(state, {**claim, "field": "2/2"}, "No ship of Green stands on 2/2")
    taken = at_sea((0, (0, 1, 2), "2/4", {}), systems={"2/4": (3, 5)}, claims=[("2/4", 1)], voyage=True)
    is_illegal(taken, claim, "Blue has claimed 2/4")


def test_a_system_of_one_colour_is_claimed_after_its_turns() -> None:
    state = at_sea((0, (0, 1, 2), "0/0", {}), voyage=True)
    claim = {"event": "claim", "field": "0/0"}
    is_illegal(state, claim, "takes so many turns there")
    assert told(state, SIX, MOVE, END, SIX, MOVE, END, claim)["claims"] == {"0/0": [0]}


def idle_voyage(turns: int, *cargos: dict[str, Any]) -> piratenclaim.State:
    """A voyage in which nobody travels, just before its last turn ends."""
    options = {"ledger": True, "voyage": True, "turns": turns}
    record = follow(None, {**START, "options": options}, LAID, *cargos)
    for _ in range(2 * turns):
        record = follow(record, *([END] if record.state.phase is Phase.TURN_END else []), SIX, MOVE)
    assert isinstance(record.state, piratenclaim.State)
    return record.state


@pytest.mark.parametrize("turns", [5, 6])
def test_it_ends_after_so_many_turns_of_each_seat(turns: int) -> None:
    last = idle_voyage(turns, CARGO, CARGO)
    assert (last.phase, last.turns, last.turn, last.winners) == (Phase.TURN_END, 2 * turns - 1, 1, None)
    assert told(last)["turns_left"] == 1
    over = told(last, END)
    assert (over["phase"], over["turns"], over["turn"], over["turns_left"]) == ("over", 2 * turns, 1, 0)
    assert (over["winners"], over["dice"]) == ([0, 1], None)
    assert piratenclaim.ending(after(last, END)) == "shared"
    assert piratenclaim.legal_events(after(last, END)) == ()
    for event in (END, SIX, {"event": "refuel", "ship": 0}):
        assert refused(after(last, END), event)[0] is Code.PHASE


@pytest.mark.parametrize(
    ("claims", "loads", "winner", "ending"),
    [
        ([("2/4", 0), ("2/2", 1)], [{}, {"red": 9, "purple": 9}], 0, "claimed"),
        ([("2/2", 0), ("2/6", 1)], [{"orange": 3}, {"blue": 1, "red": 9}], 0, "cargo"),
        ([("2/2", 0), ("2/6", 1)], [{"orange": 3, "red": 1}, {"purple": 1, "red": 2}], 1, "fuel"),
    ],
    ids=["claims", "cargo", "fuel"],
)
def test_claims_count_then_cargo_then_fuel(
    claims: list[tuple[str, int]], loads: list[dict[str, int]], winner: int, ending: str
) -> None:
    state = at_sea(
        (0, (0, 1, 2), "0/1", loads[0]),
        (1, (0, 1, 2), "0/2", loads[1]),
        systems={"2/4": (3, 5), "2/2": (1, 2), "2/6": (2, 1)},
        claims=claims,
        voyage=True,
        phase=Phase.TURN_END,
    )
    over = after(replace(state, turns=39, turn=Seat(1)), END)
    assert (over.winners, piratenclaim.ending(over)) == ((winner,), ending)
    assert ending in piratenclaim.endings


def test_nobody_ends_it_by_word() -> None:
    record = follow(None, {**START, "options": {"ledger": True, "voyage": True}}, LAID)
    with pytest.raises(Illegal) as refusal:
        follow(record, {"event": "finish", "winners": [0]})
    assert refusal.value.code is Code.ILLEGAL
    free = follow(None, {**START, "options": {"ledger": True}}, LAID, {"event": "finish", "winners": [0]})
    assert (free.state.winners, piratenclaim.ending(free.state)) == ((0,), "word")
    assert piratenclaim.to_json(free.state)["turns_left"] is None


def test_what_a_bot_may_choose_goes_step_by_step() -> None:
    state = at_sea((0, (0, 1, 2), "0/0", {"red": 9, "blue": 3}), voyage=True, discs=DISCS)
    choices = piratenclaim.legal_events(state)
    journeys = [event for event in choices if isinstance(event, Travel)]
    assert {piratenclaim.FIELD_NAMES[event.field] for event in journeys} == {f"0/{place}" for place in range(1, 7)}
    assert {(event.parts, event.load) for event in journeys} == {
        ((0, 1, 2), None),
        ((0,), Load(red=3)),
        ((0,), Load(red=3, blue=1)),
        ((1, 2), Load(red=6)),
        ((1, 2), Load(red=6, blue=2)),
    }
    assert len(choices) < 50
    on = at_sea((0, (0, 1, 2), "2/4", {"yellow": 5}), voyage=True, systems={"2/4": (3, 5)})
    assert set(piratenclaim.legal_events(on)) == {Claim(piratenclaim.FIELDS_BY_NAME["2/4"]), piratenclaim.Trade(0)}


def test_the_dice_of_a_voyage_fall_as_ever() -> None:
    """All six in each turn [rules, 4]: discs first, then the cargo, then rolls."""
    record = follow(None, {**START, "options": {"ledger": True, "voyage": True}}, LAID, CARGO, CARGO)
    assert record.state.phase is Phase.TRAVEL
    assert follow(record, {"event": "roll", "dice": LOOKED_AT}).state.phase is Phase.DISCOVER
