"""Claim It!, as `engine.game.Game` wants a game to be: this module is one.

Kris Gould, Wattsalpoag Games 2006; 2 to 5 players; the rules as this project reads them, both variants.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.claimit.board import (
    FIELDS,
    OWN,
    Field,
    Stone,
    column_of,
    field_at,
    fields_in,
    format_field,
    parse_field,
    row_of,
)
from engine.claimit.notation import format, parse, queries, query, stone_name, to_json
from engine.claimit.odds import ROLLS, bust
from engine.claimit.placements import OWNERSHIP_STONES, legal
from engine.claimit.position import Dice, LastRound, Phase, State, claimed, marks, stack, stacks
from engine.claimit.rules import Bank, Event, Place, Roll, apply, start
from engine.claimit.scoring import (
    GOLDCLAIMS_TO_CALL,
    DecidedBy,
    Risk,
    Standing,
    at_risk,
    decided_by,
    largest_mine,
    standing,
    standings,
    winners,
)
from engine.claimit.sheet import columns, row
from engine.claimit.text import describe

if TYPE_CHECKING:
    from engine.game import Json

name = "claimit"
title = "Claim It!"
seats = range(2, 6)
options: Json = {"recycle": False}
bgg_id = 26162
ranking = ("mine", "goldclaims", "fields")


def is_over(state: State) -> bool:
    """Whether the game has ended."""
    return state.phase is Phase.OVER


__all__ = [
    "FIELDS",
    "GOLDCLAIMS_TO_CALL",
    "OWN",
    "OWNERSHIP_STONES",
    "ROLLS",
    "Bank",
    "DecidedBy",
    "Dice",
    "Event",
    "Field",
    "LastRound",
    "Phase",
    "Place",
    "Risk",
    "Roll",
    "Standing",
    "State",
    "Stone",
    "apply",
    "at_risk",
    "bgg_id",
    "bust",
    "claimed",
    "column_of",
    "columns",
    "decided_by",
    "describe",
    "field_at",
    "fields_in",
    "format",
    "format_field",
    "is_over",
    "largest_mine",
    "legal",
    "marks",
    "name",
    "options",
    "parse",
    "parse_field",
    "queries",
    "query",
    "ranking",
    "row",
    "row_of",
    "seats",
    "stack",
    "stacks",
    "standing",
    "standings",
    "start",
    "stone_name",
    "title",
    "to_json",
    "winners",
]
