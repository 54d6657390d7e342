"""The registry: modules by name, loaded when they are asked for."""

from __future__ import annotations

import subprocess
import sys
from types import ModuleType

import pytest

from engine.registry import Registry

PARTS: Registry[ModuleType] = Registry("engine.claimit", "board", "scoring")


def test_iterating_tells_the_names_in_order() -> None:
    assert list(PARTS) == ["board", "scoring"]


def test_a_module_is_had_by_its_name() -> None:
    assert PARTS["board"] is sys.modules["engine.claimit.board"]


def test_values_and_items_agree() -> None:
    assert dict(PARTS.items()) == dict(zip(PARTS, PARTS.values(), strict=True))


@pytest.mark.parametrize("name", ["rules", "", "board.FIELDS"])
def test_what_is_not_registered_is_not_loaded(name: str) -> None:
    with pytest.raises(KeyError, match=repr(name)):
        PARTS[name]


def test_naming_the_games_loads_none() -> None:
    program = "import sys; from engine.games import GAMES; list(GAMES); sys.exit('engine.claimit' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0  # noqa: S603 - our own


def test_a_game_loads_nothing_that_only_a_bot_or_the_coach_needs() -> None:
    thinking = {"engine.claimit.expectation", "engine.claimit.value", "engine.claimit.analysis"}
    program = f"import sys, engine.claimit; sys.exit(bool({thinking} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0  # noqa: S603 - our own
