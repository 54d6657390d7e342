"""Piratenclaim as an `engine.game.Game`. A variant of CLAIM, a Dutch game of space trade; 2 to 4 players.

The rules are in docs/rules/piratenclaim.md. What they leave open (how far ships travel, claims, the end) is decided by
the players.

    >>> from engine import piratenclaim
    >>> from engine.dice import Draws
    >>> state = piratenclaim.start(["Green", "Blue"], 0, piratenclaim.options)
    >>> state = piratenclaim.apply(state, piratenclaim.chance_event(state, Draws(bytes(32), counter=0)))
    >>> state.phase.value, state.discs.bit_count()
    ('travel', 21)
"""

from engine.game import N_, acting_seat, is_over
from engine.piratenclaim.discs import (
    DISCS,
    DISCS_PER_SEGMENT,
    SPARE_SHIPS,
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
    START_CARGO,
    START_FUEL,
    cargo_value,
    even_share,
    fits,
    ledger_of,
    part_groups,
    ship_of,
    ships_of,
    standing_of,
)
from engine.piratenclaim.notation import columns, describe, format, parse, queries, query, row, to_json
from engine.piratenclaim.pirates import ROLL_COUNT, conflicts, movements, pirates_at, supply, threat
from engine.piratenclaim.position import (
    FIELD_NAMES,
    FIELDS,
    FIELDS_BY_NAME,
    MIDDLE,
    SEGMENTS,
    SYSTEMS_PER_SEGMENT,
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
    Field,
    FleetShip,
    Hex,
    Load,
    LoadCube,
    Loot,
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
    field_at,
    field_set,
    fields_in,
    may_have_ship,
    position_of,
    segment_at,
    segment_fields,
    segment_of,
    shortest_paths,
)
from engine.piratenclaim.rules import (
    SHIP_PHASES,
    Discovery,
    apply,
    current_dice,
    discoverable,
    discovery_result,
    due_discoveries,
    entering_faces,
    finish,
    is_legal,
    known_systems,
    legal_events,
    may_travel,
)

name = "piratenclaim"
bgg_id = None
ranking = ()
"""The players declare who has won."""
endings = {"word": N_("the players decided")}
coach_module = luck = None
deal = None
legal = legal_events


def ending(state: State) -> str:
    """Returns how the game ended, a key of `endings`; "" if no player won."""
    return "word" if state.winners else ""
