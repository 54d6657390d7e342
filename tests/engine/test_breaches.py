"""What is seen of a plug-in that does not keep its contract, before anything of it is used."""

from __future__ import annotations

from abc import abstractmethod
from types import SimpleNamespace
from typing import Any, Protocol

import pytest

from engine import claimit, klondike
from engine.game import Game
from engine.registry import find_breach
from tests.engine import tiny_game


class Counter(Protocol):
    """A contract with each kind of thing that may be broken."""

    @property
    @abstractmethod
    def name(self) -> str:
        """A value that has to be there."""

    @property
    def steps(self) -> tuple[int, ...]:
        return (1,)

    @property
    def limit(self) -> int | None:
        return None

    @abstractmethod
    def count(self, start: int, step: int) -> int:
        """A method that has to be there."""

    def reset(self) -> int:
        return 0


Whole = type("Whole", (Counter,), {"name": "whole", "count": lambda _self, start, step: start + step})
"""Keeps it; what it need not have it inherits."""


def plain(**changes: object) -> SimpleNamespace:
    """Something that keeps the contract without inheriting from it, after these changes."""
    kept: dict[str, Any] = {"name": "plain", "steps": (1, 2), "limit": 3, "count": max, "reset": lambda: 0}
    return SimpleNamespace(**{name: value for name, value in (kept | changes).items() if value is not ...})


@pytest.mark.parametrize("found", [Whole(), plain(), plain(limit="none"), plain(count=lambda *both: sum(both))])
def test_what_keeps_the_contract_is_not_refused(found: object) -> None:
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
def test_the_first_breach_is_told(found: object, breach: str) -> None:
    assert find_breach(found, Counter) == breach


@pytest.mark.parametrize("game", [claimit, klondike, tiny_game])
def test_the_games_keep_theirs(game: object) -> None:
    assert find_breach(game, Game) is None
