"""The registry: the games that the companion knows, one line a game; those of other packages by entry point."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.registry import Registry

if TYPE_CHECKING:
    from engine.game import AnyGame

GAMES: Registry[AnyGame] = Registry(
    "engine",
    "claimit",
    "klondike",
    group="companion.games",
)
