"""The registry: every game in it can be played from its start to its end, and told."""

from __future__ import annotations

import json

import pytest

from engine.game import AnyGame
from engine.games import GAMES
from engine.record import follow


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_registered_by_its_name(name: str) -> None:
    record = follow(None, {"event": "start", "game": name, "players": ["Green", "Blue"]})
    assert GAMES[name].name == name == record.game.to_json(record.state)["game"]


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_a_state_is_json_and_text(game: AnyGame) -> None:
    record = follow(None, {"event": "start", "game": game.name, "players": ["Green", "Blue"]})
    state = game.to_json(record.state)
    assert json.loads(json.dumps(state)) == state
    assert {"Green", "Blue"} <= set(game.describe(record.state).split())
