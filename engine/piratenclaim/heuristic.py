"""How a sensible captain sails a voyage: what each step is worth, in points of claimed value.

At each step every ship that may set out, whole or in part, is taken for every field that it can reach:

    the system that can be claimed there, or what a discovery brings on the average
    - FUEL * the fuel for the way - CARGO * what the next move of the pirates would take there on the average

The best one is taken, and one step towards it; then all is reckoned again, which leads to the same field, as it is
nearer now. No journey is begun from which the fuel does not lead home, to double-red, round the discs, unless the
voyage is over before fuel could be taken there. Where no journey is worth its fuel, the ships stay, and the dice roll.

What costs nothing is done at once: a claim, fuel on double-red, a cube on a system of one colour. Of the dice that lie
for a discovery, that field gets them for which they are best (`prospects.dice_worth`); of the pirates that may enter or
leave, the one after which the own cargo and fuel are worth most beside those of the others.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from operator import itemgetter, mul

from engine.game import Code, Illegal
from engine.piratenclaim.ledger import cargo_mixes, cargo_worth, ledger_of, ship_of, ships_of, standing_of, turns_left
from engine.piratenclaim.map import MIDDLE, Board, Field, as_set, fields_in, segment_of
from engine.piratenclaim.pirates import THROWS, pirates_at
from engine.piratenclaim.position import (
    NO_LOAD,
    SYSTEMS_OF_A_SEGMENT,
    Cargo,
    Claim,
    Cube,
    Discover,
    EndTurn,
    Event,
    FleetShip,
    LoadCube,
    MovePirates,
    Phase,
    Refuel,
    Remove,
    State,
    Trade,
    Travel,
)
from engine.piratenclaim.prospects import dice_worth, gains_of, odds_of, risk_of, worth
from engine.piratenclaim.rules import apply, known_systems, legal_events, may_travel

FUEL = 0.8
"""What a fuel is worth while it can still lead to a claim."""
CARGO = 0.05
"""What the value of a cube is worth: it decides only between seats that have claimed as much, and buys fuel."""
FOUND = 0.6
"""The part of a discovered system's value that counts: it has to be reached, and others may claim it first."""
WAITING = 4.0
"""What a turn costs that a ship has to stay on a system of one colour."""
HOME_TURNS = 3
"""In so many last turns nobody sails home for fuel."""
LOW_FUEL = 12
"""A seat that has no more than this trades cargo for fuel, and sails home for it."""


def require_voyage(state: State) -> None:
    """Makes sure that this is a game that bots play. Raises Illegal: `bot`."""
    if turns_left(state) is None:
        raise Illegal(Code.BOT, "This is no voyage, and of other games of Piratenclaim the players say how they end.")


def choose(state: State) -> Event | None:
    """Returns what a seat of a voyage does; None: it rolls. Of equals the first of `legal_events`."""
    require_voyage(state)
    if state.phase is Phase.CARGO:
        return best_cargo()
    may = legal_events(state)
    free = next((event for kind in (Claim, Refuel, LoadCube) for event in may if isinstance(event, kind)), None)
    if free is not None:
        return free
    if may_travel(state) and (event := _trade(state) or _course(state, may)) is not None:
        return event
    match state.phase:
        case Phase.DISCOVER if state.dice is not None:
            dice, fields = state.dice, {event.field: 0.0 for event in may if isinstance(event, Discover)}
            if not fields:  # the dice are used, or nothing is owed
                return next((event for event in may if isinstance(event, MovePirates)), None)
            best = max(fields, key=lambda field: dice_worth(state, field, dice))
            ways = [event for event in may if isinstance(event, Discover) and event.field == best]
            return max(ways, key=lambda event: _kept(apply(state, event)))
        case Phase.CONFLICT:
            removals = [event for event in may if isinstance(event, Remove)]
            return max(removals, key=lambda event: _kept(apply(state, event)))
        case Phase.TURN_END:
            return EndTurn()
        case _:
            return None


@lru_cache(1)
def best_cargo() -> Cargo:
    """Returns the cargo of whose colours a pirate takes least, and of those the one with most room."""
    return Cargo(min(cargo_mixes(), key=lambda mix: (max(map(mul, mix, Cube)), sum(mix))))


def _trade(state: State) -> Trade | None:
    """Returns the trade that brings most fuel where fuel is short, and in the last turn most cargo."""
    mine, fuel = _turns_of_mover(state), standing_of(state, state.turn).fuel
    if mine > 1 and fuel > LOW_FUEL:
        return None
    gains = [gain for ship in ships_of(state) for gain in gains_of(state, ship)]
    sign = -1 if mine > 1 else 1
    best = max(gains, key=lambda gain: sign * gain.cargo, default=None)
    return best.trade if best is not None and sign * best.cargo > 0 else None


def _course(state: State, may: Sequence[Event]) -> Travel | None:
    """Returns the step that begins the best journey; None: none is worth its fuel."""
    claims, others = [], []
    mine = _turns_of_mover(state)
    fuel_worth = _fuel_worth(mine)
    begun = {(event.parts, event.load): event for event in may if isinstance(event, Travel)}
    home = distances(state.board, state.discs, MIDDLE)
    for parts, load in begun:
        ship = ship_of(state, parts[0])
        is_whole = parts == ship.parts
        along = ship.load if is_whole else load or NO_LOAD
        ways = distances(state.board, state.discs, ship.field)
        travelling = ship._replace(parts=parts, load=along)
        stays = _worth_of_end(state, ship, ship.field, mine) if is_whole else 0.0
        for field, steps in ways.items():
            cost = len(parts) * steps
            if not steps or cost > along.red or (mine > HOME_TURNS and cost + len(parts) * home[field] > along.red):
                continue
            course = (ship, parts, load, field)
            price = fuel_worth * cost
            if (claimed := _claimable_worth(state, field)) > price:
                claims.append((claimed - price, course))
            else:
                found = _worth_of_end(state, travelling, field, mine) - stays - price
                if found > 0:
                    others.append((found, course))
    best = max(claims or others, key=itemgetter(0), default=None)
    if best is None:
        return None
    ship, parts, load, field = best[1]
    back = distances(state.board, state.discs, field)
    nearer = min(fields_in(state.board.neighbours[ship.field] & ~state.discs), key=back.__getitem__)
    return Travel(parts, nearer, load)


def _claimable_worth(state: State, field: Field) -> int:
    """Returns the value of the system that whoever comes to a field can claim at once; 0: there is none."""
    system = state.systems[field]
    if system is None or system.lower is system.upper or any(each == field for each, _ in ledger_of(state).claims):
        return 0
    return system.value


def _worth_of_end(state: State, ship: FleetShip, field: Field, mine: int) -> float:
    """Returns what it is worth that a ship ends the turn on a field."""
    taken, system = risk_of(state, ship, field).taken, state.systems[field]
    fuel_worth = _fuel_worth(mine)
    lost = sum(count * (fuel_worth * load.red + CARGO * cargo_worth(load)) for load, count in taken.items())
    threat = lost / THROWS
    if system is not None:
        waits = system.lower - (ship.stay if field == ship.field else 0)
        is_free = system.lower is system.upper and all(each != field for each, _ in ledger_of(state).claims)
        return -threat + (max(0.0, system.value - WAITING * waits) if is_free and waits < mine else 0.0)
    others = (each for each in ships_of(state) if not set(each.parts) & set(ship.parts))
    if (
        known_systems(state, segment_of(field)) >= SYSTEMS_OF_A_SEGMENT
        or pirates_at(state, field)
        or any(each.field == field for each in others)
    ):
        return -threat
    return -threat + FOUND * odds_of(state, field).expected * (mine > 1)


def _fuel_worth(mine: int) -> float:
    """Returns what a fuel is worth with so many turns left; in the last one it leads nowhere any more."""
    return FUEL * min(1.0, (mine - 1) / 6)


def _turns_of_mover(state: State) -> int:
    """Returns how many turns the mover has left, this one included."""
    return -(-(turns_left(state) or 0) // len(state.players))


@lru_cache(256)
def distances(board: Board, discs: int, field: Field) -> dict[Field, int]:
    """Returns how many steps each field is away that a way leads to, round the discs."""
    found, edge, steps = {field: 0}, [field], 0
    while edge:
        steps += 1
        beside = as_set(edge)
        for each in edge:
            beside |= board.neighbours[each]
        edge = [each for each in fields_in(beside & ~discs) if each not in found]
        found.update(dict.fromkeys(edge, steps))
    return found


def _kept(state: State) -> float:
    """Returns what the mover's ships carry less what the others' do; the pirates still to move do so by these dice."""
    kept = 0.0
    for ship in ledger_of(state).fleet:
        left = worth(ship.load) - (risk_of(state, ship).expected if state.phase is Phase.DISCOVER else 0)
        kept += left if ship.player == state.turn else -left / (len(state.players) - 1)
    return kept
