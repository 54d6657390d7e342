"""A game of Claim It! as a sheet: what an event fills in besides what every game has."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.claimit.board import column_of, row_of
from engine.claimit.odds import ROLLS, bust
from engine.claimit.placements import legal
from engine.claimit.rules import Event, Place, Roll

if TYPE_CHECKING:
    from engine.claimit.position import State

columns = ("by", "die_1", "die_2", "die_3", "column", "row", "stone", "bust_rolls", "of_rolls", "busted")
"""Column and row stand apart: a spreadsheet would take 5/2 for a date."""


def row(before: State, event: Event, after: State) -> dict[str, Any]:
    """Returns what only a roll or a placement has; of a roll also how many of all rolls would have been a bust."""
    match event:
        case Roll(dice, by):
            faces = {f"die_{place}": die for place, die in enumerate(dice, 1)}
            risk = {"bust_rolls": bust(before), "of_rolls": ROLLS}
            return {**faces, **risk, "by": by or "", "busted": int(after.busted)}
        case Place(field):
            return {"column": column_of(field), "row": row_of(field), "stone": legal(before)[field].name}
        case _:
            return {}
