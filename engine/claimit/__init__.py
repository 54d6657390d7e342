"""Claim It! as an `engine.game.Game`. Kris Gould, Wattsalpoag Games 2006; 2 to 5 players.

The rules are in docs/rules/claimit.md.

    >>> from engine import claimit
    >>> state = claimit.start(["Green", "Blue"], 0, claimit.options)
    >>> state = claimit.apply(state, claimit.Roll((2, 3, 5)))
    >>> {claimit.format_field(field): stone.name for field, stone in claimit.legal(state).items()}
    {'3/2': 'claim5', '5/2': 'claim3', '2/3': 'claim5', '5/3': 'claim2', '2/5': 'claim3', '3/5': 'claim2'}
    >>> state = claimit.apply(state, claimit.Place(claimit.parse_field("5/2")))
    >>> claimit.bust(state), claimit.ROLL_COUNT
    (1, 216)
"""

from __future__ import annotations

from engine.claimit import coach, luck
from engine.claimit.board import FIELDS, Field, column_of, field_at, fields_in, format_field, parse_field, row_of
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
deal = None


def is_over(state: State) -> bool:
    return state.phase is Phase.OVER
