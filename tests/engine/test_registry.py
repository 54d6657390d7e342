"""The registry of games and plug-ins."""

from __future__ import annotations

import json
import subprocess
import sys
from abc import abstractmethod
from types import ModuleType, SimpleNamespace
from typing import Any, Protocol

import pytest

from engine import claimit, klondike
from engine.game import AnyGame, Game
from engine.games import GAMES
from engine.record import follow
from engine.registry import Registry, find_breach
from tests.engine import tiny_game

PARTS: Registry[ModuleType] = Registry("engine.claimit", "position", "rules")


def test_iterating_gives_the_names_in_order() -> None:
    assert list(PARTS) == ["position", "rules"]


def test_a_module_is_looked_up_by_its_name() -> None:
    assert PARTS["position"] is sys.modules["engine.claimit.position"]


def test_values_and_items_agree() -> None:
    assert dict(PARTS.items()) == dict(zip(PARTS, PARTS.values(), strict=True))


@pytest.mark.parametrize("name", ["coach", "", "position.FIELDS"])
def test_an_unregistered_module_is_not_loaded(name: str) -> None:
    with pytest.raises(KeyError, match=repr(name)):
        PARTS[name]


def test_naming_the_games_loads_none() -> None:
    program = "import sys; from engine.games import GAMES; list(GAMES); sys.exit('engine.claimit' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0  # noqa: S603 - our own


def test_a_game_does_not_load_modules_of_bots_and_coach() -> None:
    thinking = {"engine.claimit.expectation", "engine.claimit.value", "engine.claimit.analysis"}
    program = f"import sys, engine.claimit; sys.exit(bool({thinking} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0  # noqa: S603 - our own


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


class Counter(Protocol):
    """A contract with each kind of member that can be missing."""

    @property
    @abstractmethod
    def name(self) -> str:
        """A required value."""

    @property
    def steps(self) -> tuple[int, ...]:
        return (1,)

    @property
    def limit(self) -> int | None:
        return None

    @abstractmethod
    def count(self, start: int, step: int) -> int:
        """A required method."""

    def reset(self) -> int:
        return 0


Whole = type("Whole", (Counter,), {"name": "whole", "count": lambda _self, start, step: start + step})
"""A class that keeps the contract. It inherits the optional members."""


def plain(**changes: object) -> SimpleNamespace:
    """An object that keeps the contract without inheriting from it, after these changes."""
    kept: dict[str, Any] = {"name": "plain", "steps": (1, 2), "limit": 3, "count": max, "reset": lambda: 0}
    return SimpleNamespace(**{name: value for name, value in (kept | changes).items() if value is not ...})


@pytest.mark.parametrize("found", [Whole(), plain(), plain(limit="none"), plain(count=lambda *both: sum(both))])
def test_an_object_that_keeps_the_contract_is_accepted(found: object) -> None:
    assert find_breach(found, Counter) is None


@pytest.mark.parametrize(
    ("found", "breach"),
    [
        (object(), "it has no name"),
        (plain(reset=...), "it has no reset"),
        (Whole, "it is the class Whole, not an object of it"),
        (Counter, "it is the class Counter, not an object of it"),
        (plain(name=None), "its name is a NoneType, not a str"),
        (plain(steps=[1]), "its steps is a list, not a tuple"),
        (plain(count=5), "its count is not a function"),
        (plain(count=lambda start: start), "its count does not take (start, step)"),
        (plain(reset=lambda to: to), "its reset does not take ()"),
        (type("Hidden", (Whole,), {"count": None})(), "its count is not a function"),
        (type("Short", (Whole,), {"count": lambda _self, start: start})(), "its count does not take (start, step)"),
    ],
)
def test_the_first_breach_is_reported(found: object, breach: str) -> None:
    assert find_breach(found, Counter) == breach


@pytest.mark.parametrize("game", [claimit, klondike, tiny_game])
def test_the_games_keep_the_contract(game: object) -> None:
    assert find_breach(game, Game) is None
