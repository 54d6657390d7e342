"""Games that were recorded before there was a ledger (issue 26): they stay what they are, byte for byte.

The file was written by the version before: whole games with all kinds of events, undos among them, and the SHA-256 of
each record and of all its states, a line each.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from engine.record import from_lines, to_lines

GAMES = [
    json.loads(line)
    for line in Path(__file__).with_name("games_before_ledger.jsonl").read_text(encoding="utf-8").splitlines()
]


def sha256(text: str) -> str:
    """Its hash."""
    return hashlib.sha256(text.encode()).hexdigest()


@pytest.mark.parametrize("number", range(len(GAMES)))
def test_a_game_from_before_is_read_and_written_as_it_was(number: int) -> None:
    game = GAMES[number]
    record = from_lines(game["record"])
    assert to_lines(record).splitlines() == game["record"]
    assert sha256(to_lines(record)) == game["record_sha256"]
    states = "".join(json.dumps(record.game.to_json(step.state)) + "\n" for step in record.timeline)
    assert sha256(states) == game["states_sha256"]
    assert {"discs", "ship", "sink", "roll", "discover", "move_pirates", "undo"} <= {
        event for each in GAMES for line in each["record"] for event in [json.loads(line)["event"]]
    }


def test_what_was_read_over_is_read_over() -> None:
    odd = {"ship": "x", "colour": 5}
    lines = [json.loads(line) for line in GAMES[0]["record"]]
    told = [{**line, **odd} if line["event"] in ("sink", "buy_ship") else line for line in lines]
    assert to_lines(from_lines(map(json.dumps, told))).splitlines() == GAMES[0]["record"]
