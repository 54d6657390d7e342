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
from engine.klondike.rules import (
    CENTRE,
    CLAIMS,
    SLOT_POSITIONS,
    SLOTS,
    TILES,
    Claim,
    Event,
    Pass,
    Phase,
    Place,
    Refusal,
    Rule,
    Slot,
    SlotPosition,
    State,
    Tile,
    TilePlacement,
    apply,
    chance_event,
    chance_outcome,
    check_placement,
    claim_name,
    claims_with,
    deal_form,
    dice,
    ending,
    ends,
    exception_slot,
    fitting_tiles,
    later_options,
    legal,
    legal_events,
    refute_pass,
    seats,
    spoils,
    start,
    start_rule,
    stock,
    tile_placements,
    title,
    wins,
)
from engine.klondike.rules import defaults as options

name = "klondike"
bgg_id = None
ranking = ("chips",)
endings = {"chips": N_("the most chips"), "shared": N_("chips tie")}
coach_module = finish = luck = None
