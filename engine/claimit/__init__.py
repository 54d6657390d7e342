"""Claim It! as an `engine.game.Game`. Kris Gould, Wattsalpoag Games 2006; 2 to 5 players.

The rules are in docs/rules/claimit.md.

    >>> from engine import claimit
    >>> state = claimit.start(["Green", "Blue"], 0, claimit.options)
    >>> state = claimit.apply(state, claimit.Roll((2, 3, 5)))
    >>> {claimit.format_field(field): stone.name for field, stone in claimit.legal(state).items()}
    {'3/2': 'claim5', '5/2': 'claim3', '2/3': 'claim5', '5/3': 'claim2', '2/5': 'claim3', '3/5': 'claim2'}
    >>> state = claimit.apply(state, claimit.Place(claimit.parse_field("5/2")))
    >>> claimit.bust_count(state), claimit.ROLL_COUNT
    (1, 216)
"""

from engine.claimit import luck
from engine.claimit.luck import endings
from engine.claimit.notation import columns, describe, format, parse, queries, query, row, to_json
from engine.claimit.position import (
    FIELDS,
    GOLDCLAIMS_TO_CALL,
    OWNERSHIP_STONE,
    ROLL_COUNT,
    ROLL_WEIGHTS,
    BustCost,
    ClaimStone,
    Comparison,
    DecidedBy,
    Dice,
    DiceAssignment,
    Field,
    LastRound,
    OwnershipStone,
    Phase,
    PlacedStone,
    PlayerStone,
    Refusal,
    Standing,
    State,
    Stone,
    assignments,
    at_risk,
    bust_count,
    claimed,
    column_of,
    comparisons,
    decided_by,
    field_at,
    field_with_claim,
    fields_in,
    format_field,
    largest_mine,
    legal,
    marks,
    ownership_stones_left,
    parse_field,
    ranks,
    refusal,
    row_of,
    stack,
    stacks,
    standing,
    standings,
    third_die,
    winners,
)
from engine.claimit.rules import (
    Bank,
    Event,
    JoinedPosition,
    Place,
    Rival,
    Roll,
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
from engine.game import acting_seat, is_over

name = "claimit"
bgg_id = 26162
ranking = ("mine", "goldclaims", "fields")
coach_module = "engine.claimit.coach"
ending = decided_by
finish = None
deal = None
