"""Klondike, as `engine.game.Game` wants a game to be: this module is one.

Arne Matschinsky; dominoes and chips, 2 to 4 players; the rules as this project reads them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.klondike.layout import CENTRE, CLAIMS, PLACES, SLOTS, TILES, Claim, Place, Slot, Tile, claim_name, ends
from engine.klondike.notation import format, parse, queries, query, to_json
from engine.klondike.placements import Refusal, Rule, Way, fitting, judge, legal, spoils, ways, wins
from engine.klondike.position import Holding, Phase, State, uses
from engine.klondike.rules import Event, Lay, Pass, apply, dealing, start
from engine.klondike.sheet import columns, row
from engine.klondike.text import describe

if TYPE_CHECKING:
    from engine.game import Json

name = "klondike"
title = "Klondike"
seats = range(2, 5)
options: Json = {"deal": "", "centre_each_round": False}
bgg_id = None
ranking = ("chips",)


def is_over(state: State) -> bool:
    """Whether the match has ended."""
    return state.phase is Phase.OVER


__all__ = [
    "CENTRE",
    "CLAIMS",
    "PLACES",
    "SLOTS",
    "TILES",
    "Claim",
    "Event",
    "Holding",
    "Lay",
    "Pass",
    "Phase",
    "Place",
    "Refusal",
    "Rule",
    "Slot",
    "State",
    "Tile",
    "Way",
    "apply",
    "bgg_id",
    "claim_name",
    "columns",
    "dealing",
    "describe",
    "ends",
    "fitting",
    "format",
    "is_over",
    "judge",
    "legal",
    "name",
    "options",
    "parse",
    "queries",
    "query",
    "ranking",
    "row",
    "seats",
    "spoils",
    "start",
    "title",
    "to_json",
    "uses",
    "ways",
    "wins",
]
