"""The registry: the games that the companion knows, one line a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.registry import Registry

if TYPE_CHECKING:
    from engine.game import Game

GAMES: Registry[Game] = Registry(
    "engine",
    "claimit",
    "klondike",
)
