"""A game whose hands are secret, for tests: Claim It! in which each seat has a card that only its own link shows."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import TYPE_CHECKING

from companion.core.viewer_kind import seat_viewer
from companion.tables import claimit as board_table
from engine import claimit as board_game
from engine.game import Seat

if TYPE_CHECKING:
    from companion.core.model import Model
    from companion.core.snapshot import Snapshot
    from companion.core.viewer_kind import ViewerKind

CARDS = ("the ace", "the king")
made: list[ViewerKind] = []
"""For whom a snapshot was made, one after the other."""


def snapshot(model: Model, viewer: ViewerKind) -> Snapshot:
    """The board; beside the name of the seat that looks, its card."""
    made.append(viewer)
    whole = board_table.snapshot(model, viewer)
    own = [viewer == seat_viewer(Seat(seat)) for seat in range(len(whole.players))]
    players = zip(whole.players, CARDS, own, strict=True)
    return replace(whole, players=tuple(replace(each, note=card if seen else "") for each, card, seen in players))


RULES: dict[str, object] = {**vars(board_game), "name": "secret", "title": "Secret"}
TABLE: dict[str, object] = {
    **vars(board_table),
    "game": SimpleNamespace(**RULES),
    "snapshot": snapshot,
    "has_secrets": True,
}
game, table = SimpleNamespace(**RULES), SimpleNamespace(**TABLE)
