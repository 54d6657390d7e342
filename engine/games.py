"""The registry: the games that the companion knows, one line a game; those of other packages by entry point."""

from __future__ import annotations

from engine.game import AnyGame, Game
from engine.registry import Registry

GAMES: Registry[AnyGame] = Registry(
    "engine",
    "claimit",
    "klondike",
    "piratenclaim",
    group="companion.games",
    contract=Game,
)
