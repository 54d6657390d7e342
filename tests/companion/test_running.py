"""The game on the table, as it comes back from the journal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.running import resumed
from engine.record import Record
from tests.companion.games.shell import SEED, TWO

if TYPE_CHECKING:
    import pytest

    from engine.game import Json

START: Json = {"event": "start", "game": "claimit", "players": ["Green", "Blue"]}
TAKEN_BACK: list[Json] = [
    {"event": "roll", "dice": [2, 3, 5]},
    {"event": "place", "field": "3/5"},
    {"event": "undo"},
    {"event": "undo"},
]


def test_a_game_from_before_names_had_a_limit_comes_back() -> None:
    """Before its start, and after it."""
    lineup, players = TWO.to_json(), ["W" * 100, "Blue"]
    for events in ([], [{**START, "players": players}, *TAKEN_BACK]):
        assert resumed({**lineup, "players": players}, SEED, events, 0).lineup.players == tuple(players)


def test_a_long_game_is_copied_once_as_it_comes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """Besides the start and the line-up's check: a copy after each event would take a second for thousands of them."""
    made: list[Record] = []

    def counted(*parts: object) -> Record:
        made.append(Record(*parts))  # type: ignore[arg-type]
        return made[-1]

    monkeypatch.setattr("engine.record.Record", counted)
    running = resumed(TWO.to_json(), SEED, [START, *TAKEN_BACK * 100], 0)
    assert (len(made), running.events) == (3, 401)
