"""The registry: the games that the companion knows, one line a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine import claimit

if TYPE_CHECKING:
    from engine.game import Game

GAMES: dict[str, Game] = {
    claimit.name: claimit,
}
