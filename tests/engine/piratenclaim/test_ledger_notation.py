"""The notation of Piratenclaim's ledger (docs/protocol.md, "Piratenclaim with a ledger")."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine import piratenclaim
from engine.game import Code, Illegal
from engine.record import follow, format, from_lines, to_lines  # noqa: A004 - the notation's name

START: dict[str, Any] = {"event": "start", "game": "piratenclaim", "players": ["Green", "Blue"]}
EVENTS: list[dict[str, Any]] = [
    {"event": "cargo", "load": {"orange": 3, "yellow": 1, "green": 6, "blue": 3, "purple": 2}},
    {"event": "travel", "parts": [0, 1, 2], "field": "0/2"},
    {"event": "travel", "parts": [0], "field": "2/4", "load": {"red": 8, "blue": 2}, "fuel": 1},
    {"event": "refuel", "ship": 0},
    {"event": "trade", "ship": 0},
    {"event": "trade", "ship": 0, "reverse": True},
    {"event": "load", "ship": 1},
    {"event": "unload", "ship": 2},
    {"event": "claim", "field": "2/4"},
    {"event": "sink", "field": "3/2", "pirate": "white", "ship": 0},
    {"event": "sink", "field": "3/2", "pirate": "white"},
    {"event": "buy_ship", "player": 0, "ship": 0, "colour": "white"},
    {"event": "buy_ship", "player": 0},
]


def test_an_event_is_written_as_it_was_read() -> None:
    for event in EVENTS:
        parsed = piratenclaim.parse(event)
        assert json.dumps(piratenclaim.format(parsed)) == json.dumps(event)
        assert piratenclaim.parse(piratenclaim.format(parsed)) == parsed


def test_what_is_not_in_the_notation_is_refused(subtests: pytest.Subtests) -> None:
    wrong: tuple[dict[str, Any], ...] = (
        {"event": "cargo"},
        {"event": "cargo", "load": {"pink": 3}},
        {"event": "cargo", "load": {"blue": 0}},
        {"event": "cargo", "load": {"blue": True}},
        {"event": "cargo", "load": {"blue": 2.0}},
        {"event": "cargo", "load": [["blue", 2]]},
        {"event": "travel", "field": "0/2"},
        {"event": "travel", "parts": [], "field": "0/2"},
        {"event": "travel", "parts": [1, 0], "field": "0/2"},
        {"event": "travel", "parts": [1, 1], "field": "0/2"},
        {"event": "travel", "parts": [True], "field": "0/2"},
        {"event": "travel", "parts": [-1], "field": "0/2"},
        {"event": "travel", "parts": [0], "field": None},
        {"event": "travel", "parts": [0], "field": "0/2", "fuel": -1},
        {"event": "travel", "parts": [0], "field": "0/2", "load": None},
        {"event": "refuel"},
        {"event": "trade", "ship": "0"},
        {"event": "trade", "ship": 0, "reverse": 1},
        {"event": "load", "ship": -1},
        {"event": "unload", "ship": None},
        {"event": "claim", "field": "8/0"},
    )
    for event in wrong:
        with subtests.test(str(event)):
            with pytest.raises(Illegal) as refusal:
                piratenclaim.parse(event)
            assert refusal.value.code is Code.SYNTAX


@pytest.mark.parametrize("options", [{}, {"ledger": False}], ids=["none", "told"])
def test_a_start_without_them_is_written_as_ever(options: dict[str, Any]) -> None:
    record = follow(None, {**START, "options": options})
    assert to_lines(record) == (
        '{"event": "start", "game": "piratenclaim", "players": ["Green", "Blue"], "first": 0, "options": {"layout":'
        ' "flower+1", "roll_first": false, "loot": "plain", "white_takes_fuel": true, "closed": "field", "rob":'
        ' "after", "spare_ships": 0}}\n'
    )
    told = piratenclaim.to_json(record.state)
    assert not told.keys() & {"fleet", "claims", "refuelled", "loaded", "owed"}
    assert told["players"] == [{"name": "Green", "ships": 3}, {"name": "Blue", "ships": 3}]


def test_a_start_has_what_is_not_the_default() -> None:
    options = {"ledger": True}
    record = follow(None, {**START, "options": options})
    assert format(record.start, record.game)["options"] == {**piratenclaim.options, **options}
    assert from_lines(to_lines(record).splitlines()) == record


def test_an_option_that_cannot_be_is_refused() -> None:
    for options in ({"ledger": 1}, {"ledger": True, "turns": 20}):
        with pytest.raises(Illegal) as refusal:
            follow(None, {**START, "options": options})
        assert refusal.value.code is Code.SYNTAX
