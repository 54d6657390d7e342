"""Klondike, as `engine.game.Game` wants a game to be: this module is one.

Arne Matschinsky; dominoes and chips, 2 to 4 players; the rules as this project reads them.
"""

from __future__ import annotations

from engine.game import N_
from engine.klondike import dealt as deal
from engine.klondike.notation import columns, describe, format, parse, queries, query, row, to_json
from engine.klondike.placements import (
    Refusal,
    Rule,
    TilePlacement,
    check_placement,
    dealing,
    fitting,
    legal,
    proving_slot,
    refute_pass,
    spoils,
    stock,
    tile_placements,
    wins,
)
from engine.klondike.position import (
    BITS,
    CENTRE,
    CLAIMS,
    RIGHT_TO_WIN,
    SLOT_POSITIONS,
    SLOTS,
    TILES,
    Claim,
    ClaimState,
    Phase,
    Slot,
    SlotPosition,
    State,
    Tile,
    claim_name,
    ends,
    uses,
)
from engine.klondike.rules import (
    Event,
    Pass,
    Place,
    acting_seat,
    apply,
    chance_event,
    chance_outcome,
    dice,
    ending,
    later_options,
    legal_events,
    results,
    seats,
    start,
    start_rule,
    title,
)
from engine.klondike.rules import defaults as options

name = "klondike"
bgg_id = None
ranking = ("chips",)
endings = {"chips": N_("the most chips"), "shared": N_("chips alike")}
coach = finish = luck = None
"""The rules find the end; nothing is rolled."""


def is_over(state: State) -> bool:
    """Returns whether the match has ended."""
    return state.phase is Phase.OVER


__all__ = [
    "BITS", "CENTRE", "CLAIMS", "RIGHT_TO_WIN", "SLOTS", "SLOT_POSITIONS", "TILES", "Claim", "ClaimState", "Event",
    "Pass", "Phase", "Place", "Refusal", "Rule", "Slot", "SlotPosition", "State", "Tile", "TilePlacement",
    "acting_seat", "apply", "bgg_id", "chance_event", "chance_outcome", "check_placement", "claim_name", "coach",
    "columns", "deal", "dealing", "describe", "dice", "ending", "endings", "ends", "finish", "fitting", "format",
    "is_over", "later_options", "legal", "legal_events", "luck", "name", "options", "parse", "proving_slot", "queries",
    "query", "ranking", "refute_pass", "results", "row", "seats", "spoils", "start", "start_rule", "stock",
    "tile_placements", "title", "to_json", "uses", "wins",
]  # fmt: skip
