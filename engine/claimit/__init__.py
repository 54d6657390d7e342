"""Claim It!, as `engine.game.Game` wants a game to be: this module is one.

Kris Gould, Wattsalpoag Games 2006; 2 to 5 players; the rules as this project reads them, both variants.
"""

from __future__ import annotations

from engine.claimit import coach, luck
from engine.claimit.board import (
    FIELDS,
    Field,
    column_of,
    field_at,
    fields_in,
    format_field,
    parse_field,
    row_of,
)
from engine.claimit.joined_position import JoinedPosition
from engine.claimit.luck import ending, endings
from engine.claimit.notation import columns, describe, format, parse, queries, query, row, to_json
from engine.claimit.placements import (
    ROLL_COUNT,
    ROLL_WEIGHTS,
    DiceAssignment,
    Refusal,
    assignments,
    bust,
    legal,
    ownership_stones_left,
    refusal,
    third_die,
)
from engine.claimit.position import (
    OWNERSHIP_STONE,
    ClaimStone,
    Dice,
    LastRound,
    OwnershipStone,
    Phase,
    PlacedStone,
    PlayerStone,
    State,
    Stone,
    claimed,
    field_with_claim,
    marks,
    stack,
    stacks,
)
from engine.claimit.rules import (
    Bank,
    Event,
    Place,
    Rival,
    Roll,
    acting_seat,
    apply,
    chance_event,
    chance_outcome,
    dice,
    is_bank_sensible,
    later_options,
    legal_events,
    rivals,
    seats,
    seats_to_move,
    start,
    start_rule,
    title,
)
from engine.claimit.rules import defaults as options
from engine.claimit.scoring import (
    GOLDCLAIMS_TO_CALL,
    BustCost,
    Comparison,
    DecidedBy,
    Standing,
    at_risk,
    comparisons,
    decided_by,
    largest_mine,
    ranks,
    standing,
    standings,
    winners,
)

name = "claimit"
bgg_id = 26162
ranking = ("mine", "goldclaims", "fields")
finish = None
"""The rules find the end."""
deal = None
"""Nobody has a hand."""


def is_over(state: State) -> bool:
    """Returns whether the game has ended."""
    return state.phase is Phase.OVER


__all__ = [
    "FIELDS", "GOLDCLAIMS_TO_CALL", "OWNERSHIP_STONE", "ROLL_COUNT", "ROLL_WEIGHTS", "Bank", "BustCost", "ClaimStone",
    "Comparison", "DecidedBy", "Dice", "DiceAssignment", "Event", "Field", "JoinedPosition", "LastRound",
    "OwnershipStone", "Phase", "Place", "PlacedStone", "PlayerStone", "Refusal", "Rival", "Roll", "Standing", "State",
    "Stone", "acting_seat", "apply", "assignments", "at_risk", "bgg_id", "bust", "chance_event", "chance_outcome",
    "claimed", "coach", "column_of", "columns", "comparisons", "deal", "decided_by", "describe", "dice", "ending",
    "endings", "field_at", "field_with_claim", "fields_in", "finish", "format", "format_field", "is_bank_sensible",
    "is_over", "largest_mine", "later_options", "legal", "legal_events", "luck", "marks", "name", "options",
    "ownership_stones_left", "parse", "parse_field", "queries", "query", "ranking", "ranks", "refusal", "rivals", "row",
    "row_of", "seats", "seats_to_move", "stack", "stacks", "standing", "standings", "start", "start_rule", "third_die",
    "title", "to_json", "winners",
]  # fmt: skip
