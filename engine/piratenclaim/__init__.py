"""Piratenclaim, as `engine.game.Game` wants a game to be: this module is one.

A variant of CLAIM, a Dutch game of space trade; 2 to 4 players; the rules as this project reads them. What its texts
leave open (how far ships travel, claims, the end) stays with the players.
"""

from __future__ import annotations

from engine.game import N_
from engine.piratenclaim.discs import (
    DISCS,
    DISCS_OF_A_SEGMENT,
    DiscMove,
    chance_event,
    chance_outcome,
    dice,
    enclosed,
    fixing_moves,
    later_options,
    seats,
    start,
    start_rule,
    title,
)
from engine.piratenclaim.discs import defaults as options
from engine.piratenclaim.ledger import (
    FIRST_FUEL,
    FIRST_WORTH,
    cargo_mixes,
    cargo_worth,
    fits,
    ledger_of,
    separable,
    share_of,
    ship_of,
    ships_of,
    standing_of,
)
from engine.piratenclaim.map import (
    DIRECTIONS,
    FIELD_NAMES,
    FIELDS,
    FIELDS_BY_NAME,
    MIDDLE,
    POSITIONS,
    SEGMENTS,
    Board,
    Field,
    Hex,
    as_set,
    field_at,
    fields_in,
    position_of,
    reachable,
    segment_at,
    segment_fields,
    segment_of,
)
from engine.piratenclaim.notation import (
    columns,
    describe,
    format,
    format_load,
    parse,
    parse_load,
    queries,
    query,
    row,
    to_json,
)
from engine.piratenclaim.pirates import (
    ROLL_COUNT,
    Movement,
    choosable,
    contested,
    loot,
    movements,
    pirates_at,
    standing,
    supply,
    threat,
)
from engine.piratenclaim.position import (
    DOUBLE_RED,
    SYSTEMS_OF_A_SEGMENT,
    Blocked,
    BuyShip,
    Cargo,
    Claim,
    Colour,
    Cube,
    Dice,
    Discover,
    DiscoveryDice,
    Discs,
    EndTurn,
    Event,
    FleetShip,
    JoinedInTheMiddle,
    Ledger,
    LedgerEvent,
    Load,
    LoadCube,
    Loot,
    Marker,
    MovePirates,
    Obstacle,
    Phase,
    Pirate,
    Refuel,
    Remove,
    Robbery,
    Roll,
    Ship,
    ShipAt,
    Sink,
    State,
    System,
    Trade,
    Travel,
    UnloadCube,
    Variants,
    may_have_ship,
)
from engine.piratenclaim.rules import (
    SHIP_PHASES,
    Find,
    acting_seat,
    apply,
    discoverable,
    find,
    finish,
    is_legal,
    is_over,
    known_systems,
    legal_events,
    may_travel,
    owed,
)

name = "piratenclaim"
bgg_id = None
ranking = ()
"""No figure decides: who has won is the table's word."""
endings = {
    "word": N_("the players decided"),
}
coach = luck = None
"""Nothing is lost by a roll alone."""
deal = None
"""Nobody has a hand."""
legal = legal_events


def ending(state: State) -> str:
    """Returns how the game ended: a word of `endings`; empty if no player won."""
    return "word" if state.winners else ""


__all__ = [
    "DIRECTIONS", "DISCS", "DISCS_OF_A_SEGMENT", "DOUBLE_RED", "FIELDS", "FIELDS_BY_NAME", "FIELD_NAMES", "FIRST_FUEL",
    "FIRST_WORTH", "MIDDLE", "POSITIONS", "ROLL_COUNT", "SEGMENTS", "SHIP_PHASES", "SYSTEMS_OF_A_SEGMENT", "Blocked",
    "Board", "BuyShip", "Cargo", "Claim", "Colour", "Cube", "Dice", "DiscMove", "Discover", "DiscoveryDice", "Discs",
    "EndTurn", "Event", "Field", "Find", "FleetShip", "Hex", "JoinedInTheMiddle", "Ledger", "LedgerEvent", "Load",
    "LoadCube", "Loot", "Marker", "MovePirates", "Movement", "Obstacle", "Phase", "Pirate", "Refuel", "Remove",
    "Robbery", "Roll", "Ship", "ShipAt", "Sink", "State", "System", "Trade", "Travel", "UnloadCube", "Variants",
    "acting_seat", "apply", "as_set", "bgg_id", "cargo_mixes", "cargo_worth", "chance_event", "chance_outcome",
    "choosable", "coach", "columns", "contested", "deal", "describe", "dice", "discoverable", "enclosed", "ending",
    "endings", "field_at", "fields_in", "find", "finish", "fits", "fixing_moves", "format", "format_load", "is_legal",
    "is_over", "known_systems", "later_options", "ledger_of", "legal", "legal_events", "loot", "luck", "may_have_ship",
    "may_travel", "movements", "name", "options", "owed", "parse", "parse_load", "pirates_at", "position_of", "queries",
    "query", "ranking", "reachable", "row", "seats", "segment_at", "segment_fields", "segment_of", "separable",
    "share_of", "ship_of", "ships_of", "standing", "standing_of", "start", "start_rule", "supply", "threat", "title",
    "to_json",
]  # fmt: skip
