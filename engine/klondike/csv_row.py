"""A match of Klondike as a sheet: what an event fills in besides what every game has."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.klondike.layout import SLOT_POSITIONS
from engine.klondike.placements import check_placement
from engine.klondike.rules import Event, Lay

if TYPE_CHECKING:
    from engine.klondike.position import State

columns = ("round", "slot", "near", "far", "rule", "won")
"""`near` is the end at the claim that names the slot; `won` how many chips."""


def row(before: State, event: Event, after: State) -> dict[str, Any]:
    """Returns what only a tile has, and the round."""
    if not isinstance(event, Lay):
        return {"round": before.round}
    near, far = event.tile
    won = after.chips[before.turn] - before.chips[before.turn]
    rule = check_placement(before, event.slot, event.tile).value
    return {
        "round": before.round,
        "slot": SLOT_POSITIONS[event.slot].name,
        "near": near,
        "far": far,
        "rule": rule,
        "won": won,
    }
