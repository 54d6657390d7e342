"""The registry of games and plug-ins."""

from __future__ import annotations

import json
import subprocess
import sys
from abc import abstractmethod
from types import ModuleType, SimpleNamespace
from typing import Protocol

import pytest

from engine import claimit, klondike
from engine.game import AnyGame, Game
from engine.games import GAMES
from engine.record import play_json
from engine.registry import Registry, find_breach
from tests.engine import tiny_game

MODULES: Registry[ModuleType] = Registry("engine.claimit", ("position", "rules"))


def test_iterating_gives_the_names_in_order() -> None:
    assert list(MODULES) == ["position", "rules"]


def test_a_module_is_looked_up_by_its_name() -> None:
    assert MODULES["position"] is sys.modules["engine.claimit.position"]


def test_values_and_items_agree() -> None:
    assert dict(MODULES.items()) == dict(zip(MODULES, MODULES.values(), strict=True))


@pytest.mark.parametrize("name", ["coach", "", "position.FIELDS"])
def test_an_unregistered_module_is_not_loaded(name: str) -> None:
    with pytest.raises(KeyError, match=repr(name)):
        MODULES[name]


def test_naming_the_games_loads_none() -> None:
    program = "import sys; from engine.games import GAMES; list(GAMES); sys.exit('engine.claimit' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0  # noqa: S603 - our own


def test_a_game_does_not_load_modules_of_bots_and_coach() -> None:
    thinking = {"engine.claimit.expectation", "engine.claimit.value", "engine.claimit.coach"}
    program = f"import sys, engine.claimit; sys.exit(bool({thinking} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0  # noqa: S603 - our own


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_registered_by_its_name(name: str) -> None:
    record = play_json(None, {"event": "start", "game": name, "players": ["Green", "Blue"]})
    assert GAMES[name].name == name == record.game.to_json(record.state)["game"]


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_a_state_is_json_and_text(game: AnyGame) -> None:
    record = play_json(None, {"event": "start", "game": game.name, "players": ["Green", "Blue"]})
    state = game.to_json(record.state)
    assert json.loads(json.dumps(state)) == state
    assert {"Green", "Blue"} <= set(game.describe(record.state).split())


class Counter(Protocol):
    @property
    def steps(self) -> tuple[int, ...]:
        return (1,)

    @abstractmethod
    def count(self, start: int, step: int) -> int:
        """A required method."""


@pytest.mark.parametrize(
    ("found", "breach"),
    [
        (SimpleNamespace(steps=(), count=max), None),
        (SimpleNamespace(count=max), "it has no steps"),
        (object(), "it has no steps"),
        (Counter, "it is the class Counter, not an object of it"),
    ],
)
def test_the_first_breach_is_reported(found: object, breach: str | None) -> None:
    assert find_breach(found, Counter) == breach


@pytest.mark.parametrize("game", [claimit, klondike, tiny_game])
def test_every_game_follows_the_contract(game: object) -> None:
    assert find_breach(game, Game) is None
