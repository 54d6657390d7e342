"""Klondike as an `engine.game.Game`. Arne Matschinsky; dominoes and chips, 2 to 4 players.

The rules are in docs/rules/klondike.md.

    >>> from engine import klondike
    >>> state = klondike.start(["Green", "Blue"], 0, klondike.options)
    >>> state = klondike.apply(state, klondike.Place(klondike.SLOTS["1/1E"], (3, 5)))
    >>> [state.claims[claim].digit for claim in (0, 1)], state.hands
    ([3, 5], (13, 14))
"""

from engine.game import N_, acting_seat, is_over
from engine.klondike import dealt as deal
from engine.klondike.notation import columns, describe, format, parse, queries, query, row, to_json
from engine.klondike.position import (
    CENTRE,
    CLAIMS,
    SLOT_POSITIONS,
    SLOTS,
    TILES,
    Claim,
    Phase,
    Refusal,
    Rule,
    Slot,
    SlotPosition,
    State,
    Tile,
    TilePlacement,
    check_placement,
    claim_name,
    dealing,
    ends,
    fitting,
    legal,
    proving_slot,
    refute_pass,
    spoils,
    stock,
    tile_placements,
    uses,
    wins,
)
from engine.klondike.rules import (
    Event,
    Pass,
    Place,
    apply,
    chance_event,
    chance_outcome,
    dice,
    ending,
    later_options,
    legal_events,
    seats,
    start,
    start_rule,
    title,
)
from engine.klondike.rules import defaults as options

name = "klondike"
bgg_id = None
ranking = ("chips",)
endings = {"chips": N_("the most chips"), "shared": N_("chips tie")}
coach_module = finish = luck = None
