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
    dice,
    draw,
    drawing,
    enclosed,
    mending_moves,
    seats,
    start,
    start_rule,
    title,
)
from engine.piratenclaim.discs import defaults as options
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
    segment_fields,
    segment_of,
)
from engine.piratenclaim.notation import columns, describe, format, parse, queries, query, row, to_json
from engine.piratenclaim.pirates import (
    THROWS,
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
    Cube,
    Dice,
    Discover,
    DiscoveryDice,
    Discs,
    EndTurn,
    Event,
    JoinedInTheMiddle,
    Loot,
    MovePirates,
    Obstacle,
    Phase,
    Pirate,
    Remove,
    Robbery,
    Roll,
    Ship,
    ShipAt,
    Sink,
    State,
    System,
    Variants,
    may_have_ship,
)
from engine.piratenclaim.rules import (
    Find,
    acting_seat,
    apply,
    discoverable,
    find,
    finish,
    is_over,
    known_systems,
    legal_events,
    travel_phase,
)

name = "piratenclaim"
bgg_id = None
fast_games: dict[str, str] = {}
ranking = ()
"""No figure decides: who has won is the table's word."""
endings = {"word": N_("the players decided")}
coach = luck = None
"""Nothing is lost by a roll alone."""
deal = None
"""Nobody has a hand."""
legal = legal_events


def ending(state: State) -> str:
    """Returns what told the winners from the others: a word of `endings`; nothing where nobody won."""
    return "word" if state.winners else ""


__all__ = [
    "DIRECTIONS", "DISCS", "DISCS_OF_A_SEGMENT", "DOUBLE_RED", "FIELDS", "FIELDS_BY_NAME", "FIELD_NAMES", "MIDDLE",
    "POSITIONS", "SEGMENTS", "SYSTEMS_OF_A_SEGMENT", "THROWS", "Blocked", "Board", "BuyShip", "Cube", "Dice",
    "DiscMove", "Discover", "DiscoveryDice", "Discs", "EndTurn", "Event", "Field", "Find", "Hex", "JoinedInTheMiddle",
    "Loot", "MovePirates", "Movement", "Obstacle", "Phase", "Pirate", "Remove", "Robbery", "Roll", "Ship", "ShipAt",
    "Sink", "State", "System", "Variants", "acting_seat", "apply", "as_set", "bgg_id", "choosable", "coach", "columns",
    "contested", "deal", "describe", "dice", "discoverable", "draw", "drawing", "enclosed", "ending", "endings",
    "fast_games", "field_at", "fields_in", "find", "finish", "format", "is_over", "known_systems", "legal",
    "legal_events", "loot", "luck", "may_have_ship", "mending_moves", "movements", "name", "options", "parse",
    "pirates_at", "position_of", "queries", "query", "ranking", "reachable", "row", "seats", "segment_fields",
    "segment_of", "standing", "start", "start_rule", "supply", "threat", "title", "to_json", "travel_phase",
]  # fmt: skip
