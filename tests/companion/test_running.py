"""The game on the table, as it comes back from the journal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.running import resumed
from tests.companion.games.shell import SEED, TWO

if TYPE_CHECKING:
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
