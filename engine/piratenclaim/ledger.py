"""The ledger of Piratenclaim: the field and the load of each part-ship (rules, 1, 3, 8).

A player's parts on one field are one ship with one load (`position.FleetShip`). A load is counted by colour, not by
compartment: we assume that the players may move cubes within a part and between joined parts at any time. So a load
fits if its fuel and its cargo, each in compartments of six, need no more compartments than the ship has.

Payments and robbed cubes go to the supply, which is unlimited; received cubes come from it.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import product
from math import ceil
from typing import NamedTuple, assert_never

from engine.game import Seat, illegal, syntax_error
from engine.piratenclaim import position
from engine.piratenclaim.position import FIELD_NAMES, NO_LOAD, Colour, Cube, FleetShip, Ledger, Load, State

COMPARTMENTS, COMPARTMENT_CUBES = 3, 6
"""The compartments of a part, and the cubes (fuel or cargo) in one of them (rules, 1)."""
START_FUEL, START_CARGO = 30, 60
"""The fuel at the start, and the value of the cargo (rules, 3)."""
ATTACK = Load(red=12)
"""The price of sinking a pirate (rules, 7)."""
NEW_PART = Load(6, 1, 1, 1, 1, 1)
"""The price of a spare part (rules, 8.3)."""


class Standing(NamedTuple):
    claimed: int
    """The sum of the values of the claimed systems."""
    cargo: int
    """The value of the cargo."""
    fuel: int


def first_ledger(seat_count: int) -> Ledger:
    """Returns the ledger of a start: all parts joined on double-red, without a load."""
    parts, colours = (
        tuple(range(position.PARTS_AT_START)),
        (Colour.OWN, *[Colour.WHITE] * (position.PARTS_AT_START - 1)),
    )
    fleet = tuple(FleetShip(Seat(seat), parts, position.MIDDLE, NO_LOAD) for seat in range(seat_count))
    return Ledger(fleet, (colours,) * seat_count)


def reported_ships(fleet: Sequence[FleetShip]) -> tuple[position.Ship, ...]:
    """Returns the field of each part, sorted."""
    return tuple(sorted(position.Ship(ship.player, part, ship.field) for ship in fleet for part in ship.parts))


def fits(load: Load, parts: int) -> bool:
    """Returns whether a load fits into this number of joined parts."""
    return compartments(load) <= parts * COMPARTMENTS


def compartments(load: Load) -> int:
    """Returns the number of compartments that a load needs; fuel and cargo do not share one (rules, 1)."""
    return ceil(load.red / COMPARTMENT_CUBES) + ceil(sum(load[1:]) / COMPARTMENT_CUBES)


def cargo_value(load: Load) -> int:
    """Returns the value of a load without its fuel."""
    return sum(cube * count for cube, count in zip(Cube, load, strict=True) if cube is not Cube.RED)


def standing_of(state: State, seat: Seat) -> Standing:
    """Returns the figures of a seat, in a game with a ledger."""
    ledger = ledger_of(state)
    loads = [ship.load for ship in ledger.fleet if ship.player == seat]
    systems = (state.systems[field] for field, player in ledger.claims if player == seat)
    return Standing(
        claimed=sum(system.value for system in systems if system is not None),
        cargo=sum(map(cargo_value, loads)),
        fuel=sum(load.red for load in loads),
    )


def ledger_of(state: State) -> Ledger:
    if state.ledger is None:
        raise ValueError("this game has no ledger")
    return state.ledger


def ship_of(state: State, part: int) -> FleetShip:
    """Returns the active player's ship with this part, which exists."""
    return next(ship for ship in ships_of(state) if part in ship.parts)


def ships_of(state: State) -> tuple[FleetShip, ...]:
    return tuple(ship for ship in ledger_of(state).fleet if ship.player == state.turn)


@lru_cache(1)
def cargo_mixes() -> tuple[Load, ...]:
    """Returns every possible cargo at the start: worth 60, and it fits in addition to 30 fuel."""
    mixes = (Load(0, *counts) for counts in _counts_with_value(START_CARGO, tuple(Cube)[1:]))
    return tuple(load for load in mixes if fits(load.plus(Load(red=START_FUEL)), position.PARTS_AT_START))


def _counts_with_value(value: int, colours: tuple[Cube, ...]) -> Iterator[tuple[int, ...]]:
    """Yields the numbers of cubes of these colours, in all combinations with this total value."""
    if not colours:
        if not value:
            yield ()
        return
    for count in range(value // colours[0] + 1):
        yield from ((count, *others) for others in _counts_with_value(value - count * colours[0], colours[1:]))


def even_share(ship: FleetShip, parts: Sequence[int]) -> Load:
    """Returns the load of these parts if the ship's load is distributed evenly, rounded down."""
    return Load(*(count * len(parts) // len(ship.parts) for count in ship.load))


def apply_to_ledger(state: State, event: position.LedgerEvent) -> State:
    """Returns the state after an event of the ledger. Its phase and its parts must be valid.

    Raises:
        Illegal: with the code `illegal`.
    """
    match event:
        case position.Cargo(load):
            return _place_cargo(state, load)
        case position.Travel():
            return _travel(state, event)
        case position.Refuel(part):
            return _refuel(state, ship_of(state, part))
        case position.Trade(part, reverse):
            ship = ship_of(state, part)
            system = _system_under(state, ship)
            if system.lower is system.upper:
                raise illegal(
                    f"The system on {FIELD_NAMES[ship.field]} has one colour: load cubes there instead of trading."
                )
            paid, received = _cubes(system.lower, system.pay), _cubes(system.upper, system.receive)
            return exchange(state, ship, received, paid) if reverse else exchange(state, ship, paid, received)
        case position.LoadCube(part) | position.UnloadCube(part):
            return _handle_cube(state, ship_of(state, part), is_unloading=isinstance(event, position.UnloadCube))
        case position.Claim(field):
            return _claim(state, field)
    assert_never(event)


def exchange(state: State, ship: FleetShip, paid: Load, received: Load = NO_LOAD) -> State:
    """Returns the state after a ship has exchanged cubes with the supply.

    Raises:
        Illegal: with the code `illegal`: it does not carry the cubes, or has no room.
    """
    for colour, carried, price in zip(Cube, ship.load, paid, strict=True):
        if carried < price:
            name = colour.name.lower()
            raise illegal(f"{_name(state, ship)} carries {carried} {name}, and has to pay {price}.")
    load = ship.load.minus(paid).plus(received)
    if not fits(load, len(ship.parts)):
        raise illegal(f"{_name(state, ship)} has no room for it: {_room_text(load, len(ship.parts))}.")
    return with_ships(state, {ship: ship._replace(load=load)})


def pay_attack(state: State, event: position.Sink) -> State:
    """Returns the state after the attacking ship has paid (rules, 7). Raises Illegal: `illegal`."""
    return exchange(state, _payer(state, event.part, event.field, "on the pirate's field"), ATTACK)


def add_part(state: State, event: position.BuyShip) -> State:
    """Returns the state after the purchase of a part, which joins the ship on double-red (rules, 8.3).

    Raises:
        Illegal: with the code `illegal`.
    """
    ship, colour, ledger = _payer(state, event.part, position.MIDDLE, "in the middle"), event.colour, ledger_of(state)
    own = ledger.colours[state.turn]
    apart = [part for part in range(len(own)) if own[part] is Colour.WHITE and part not in ship.parts]
    if colour is Colour.WHITE and apart:
        raise illegal("White parts cannot be separated: buy a white one where the others are, on 0/0.")
    state = exchange(state, ship, NEW_PART)
    paid = ship_of(state, ship.parts[0])
    state = with_ships(state, {paid: paid._replace(parts=(*paid.parts, len(own)))})
    colours = tuple(
        (*of_seat, colour or Colour.OTHER) if seat == state.turn else of_seat
        for seat, of_seat in enumerate(ledger.colours)
    )
    return replace(state, ledger=replace(ledger_of(state), colours=colours))


def rob(state: State, robberies: Iterable[position.Robbery]) -> State:
    """Returns the state after these robberies, in order; each names the lowest part of a ship (rules, 6 and 8)."""
    done = []
    for robbery in robberies:
        fleet = ledger_of(state).fleet
        ship = next(each for each in fleet if (each.player, each.parts[0]) == (robbery.player, robbery.part))
        taken = robbed_cubes(ship.load, robbery.loot, white_takes_fuel=state.variants.white_takes_fuel)
        state = with_ships(state, {ship: ship._replace(load=ship.load.minus(taken))})
        done.append(robbery._replace(taken=taken))
    return replace(state, robbed=tuple(done))


def after_turn(state: State) -> Ledger:
    """Returns the ledger at the end of a turn: counts the stays on systems, and clears what belongs to the turn."""
    ledger = ledger_of(state)

    def counted(ship: FleetShip) -> FleetShip:
        if ship.player != state.turn:
            return ship
        return ship._replace(stay=ship.stay + 1 if _is_of_one_colour(state.systems[ship.field]) else 0)

    return replace(ledger, fleet=tuple(map(counted, ledger.fleet)), refuelled=0, loaded=0)


def ledger_choices(state: State) -> Iterator[position.LedgerEvent | position.Sink | position.BuyShip]:
    """Yields choices of the active player's ships; some of them are illegal.

    Not all journeys are included, because there are too many: only single steps, by whole ships, and by parts that take
    along their share of the load or of the fuel only.
    """
    ledger = ledger_of(state)
    systems = zip(position.FIELDS, state.systems, strict=True)
    yield from (position.Claim(field) for field, system in systems if system is not None)
    for ship in ships_of(state):
        part = ship.parts[0]
        yield from (position.Refuel(part), position.Trade(part), position.Trade(part, reverse=True))
        yield from (position.LoadCube(part), position.UnloadCube(part))
        pirates = zip(position.Pirate, state.pirates, strict=True)
        yield from (position.Sink(ship.field, pirate, part) for pirate, fields in pirates if fields >> ship.field & 1)
        yield from (position.BuyShip(state.turn, part, colour) for colour in (Colour.WHITE, Colour.OTHER))
        steps = tuple(position.fields_in(state.board.neighbours[ship.field] & ~state.discs))
        for parts in part_groups(ledger, ship):
            loads: tuple[Load | None, ...] = (None,)
            if parts != ship.parts:
                share = even_share(ship, parts)
                loads = tuple(dict.fromkeys((share, Load(red=share.red))))
            yield from (position.Travel(parts, field, load) for load in loads for field in steps)


def part_groups(ledger: Ledger, ship: FleetShip) -> tuple[tuple[int, ...], ...]:
    """Returns the groups of parts that may travel together, the whole ship first."""
    parts, colours = ship.parts, ledger.colours[ship.player]
    whites = tuple(part for part in parts if colours[part] is Colour.WHITE)
    # The white parts stay together, so they are one unit.
    units = [*([whites] if whites else []), *((part,) for part in parts if part not in whites)]
    groups = (
        tuple(sorted(part for unit, is_chosen in zip(units, choice, strict=True) if is_chosen for part in unit))
        for choice in product((True, False), repeat=len(units))
    )
    return tuple(group for group in groups if group)


def with_ships(state: State, changed: dict[FleetShip, FleetShip]) -> State:
    return _with_fleet(state, (changed.get(ship, ship) for ship in ledger_of(state).fleet))


def _with_fleet(state: State, ships: Iterable[FleetShip]) -> State:
    fleet = tuple(sorted(ships))
    return replace(state, ledger=replace(ledger_of(state), fleet=fleet), ships=reported_ships(fleet))


def _place_cargo(state: State, cargo: Load) -> State:
    if cargo.red:
        raise illegal(f"Fuel is not cargo: choose the other colours, worth {START_CARGO}; {START_FUEL} fuel are added.")
    if (worth := cargo_value(cargo)) != START_CARGO:
        raise illegal(f"The cargo is worth {worth}: choose cubes worth {START_CARGO} in all.")
    load = cargo.plus(Load(red=START_FUEL))
    if not fits(load, position.PARTS_AT_START):
        raise illegal(f"This cargo does not fit: {_room_text(load, position.PARTS_AT_START)}.")
    (ship,) = ships_of(state)
    state = with_ships(state, {ship: ship._replace(load=load)})
    state = replace(state, turn=Seat((state.turn + 1) % len(state.players)))
    # Loads include fuel, so a seat without a load has not chosen yet. If the next seat has one, all seats have chosen.
    return state if ships_of(state)[0].load == NO_LOAD else replace(state, phase=position.Phase.TRAVEL)


def _travel(state: State, event: position.Travel) -> State:  # noqa: C901 - a list of what may be wrong, in order
    ledger, ship, to = ledger_of(state), ship_of(state, event.parts[0]), FIELD_NAMES[event.field]
    staying = tuple(part for part in ship.parts if part not in event.parts)
    whites = {part for part in ship.parts if ledger.colours[state.turn][part] is Colour.WHITE}
    if not set(event.parts) <= set(ship.parts):
        raise illegal("These parts are on different fields: one ship travels at a time.")
    if state.discs >> event.field & 1:
        raise illegal(f"{to} has a black disc: ships cannot enter it.")
    if event.field == ship.field:
        raise illegal(f"{_name(state, ship)} is there already: choose another field.")
    if whites.intersection(event.parts) and whites.intersection(staying):
        raise illegal("Two parts of one colour cannot be separated: the white ones travel together.")
    if not staying and event.load is not None:
        raise illegal("The whole ship travels, so all that it carries goes along: leave the load out.")
    along = (event.load or NO_LOAD) if staying else ship.load
    left = ship.load.minus(along)
    if min(left) < 0:
        short = next(colour for colour, count in zip(Cube, left, strict=True) if count < 0)
        has, needed = ship.load[short - 1], along[short - 1]
        raise illegal(f"{_name(state, ship)} carries {has} {short.name.lower()}: it cannot take {needed} along.")
    for load, parts, what in ((along, event.parts, "What goes along"), (left, staying, "What stays")):
        if parts and not fits(load, len(parts)):
            raise illegal(f"{what} has no room: {_room_text(load, len(parts))}.")
    if along.red < event.fuel:
        raise illegal(f"It costs {event.fuel} fuel, and {along.red} goes along.")
    arrived = FleetShip(state.turn, event.parts, event.field, along.minus(Load(red=event.fuel)))
    fleet = [each for each in ledger.fleet if each != ship]
    if staying:
        fleet.append(ship._replace(parts=staying, load=left))
    joined = next((each for each in fleet if (each.player, each.field) == (state.turn, event.field)), None)
    if joined is not None:
        fleet.remove(joined)
        parts = tuple(sorted((*joined.parts, *arrived.parts)))
        arrived = joined._replace(parts=parts, load=joined.load.plus(arrived.load))
    return _with_fleet(state, (*fleet, arrived))


def _refuel(state: State, ship: FleetShip) -> State:
    ledger = ledger_of(state)
    if ship.field != position.MIDDLE:
        raise illegal(f"{_name(state, ship)} is not on double-red, 0/0: ships refuel only there.")
    pending = [part for part in ship.parts if not ledger.refuelled >> part & 1]
    if not pending:
        raise illegal("All parts of this ship have refuelled in this turn: each takes 1 fuel a turn.")
    loads = (ship.load.plus(Load(red=count)) for count in range(len(pending), 0, -1))
    load = next((load for load in loads if fits(load, len(ship.parts))), None)
    if load is None:
        raise illegal(f"{_name(state, ship)} has no room for fuel: {_room_text(ship.load, len(ship.parts))}.")
    state = with_ships(state, {ship: ship._replace(load=load)})
    refuelled = ledger.refuelled | sum(1 << part for part in pending)
    return replace(state, ledger=replace(ledger_of(state), refuelled=refuelled))


def _handle_cube(state: State, ship: FleetShip, *, is_unloading: bool) -> State:
    """Returns the state after a ship has loaded or unloaded a cube on a system of one colour (rules, 1)."""
    system, name, ledger = _system_under(state, ship), FIELD_NAMES[ship.field], ledger_of(state)
    if ship.field == position.MIDDLE:
        raise illegal("On double-red, 0/0, ships refuel: cubes are loaded on other systems of one colour.")
    if not _is_of_one_colour(system):
        raise illegal(f"The system on {name} has two colours: trade cubes there instead of loading.")
    if ledger.loaded >> ship.field & 1:
        raise illegal(f"On {name} a cube was loaded or unloaded in this turn already: it is one a turn.")
    cube = _cubes(system.lower, 1)
    state = exchange(state, ship, cube) if is_unloading else exchange(state, ship, NO_LOAD, cube)
    return replace(state, ledger=replace(ledger_of(state), loaded=ledger.loaded | 1 << ship.field))


def _claim(state: State, field: position.Field) -> State:
    name, system, ledger = FIELD_NAMES[field], state.systems[field], ledger_of(state)
    if state.discs >> field & 1:
        raise illegal(f"{name} has a black disc: place a claim on a system.")
    if system is None:
        raise illegal(f"{name} has no system: place a claim on a system.")
    markers = [marker.player for marker in ledger.claims if marker.field == field]
    if state.turn in markers:
        raise illegal(f"{state.players[state.turn]} has a claim on {name} already.")
    ship_here = next((ship for ship in ships_of(state) if ship.field == field), None)
    stayed = 0 if ship_here is None else ship_here.stay
    if _is_of_one_colour(system) and stayed < system.lower:
        raise illegal(
            f"A claim on {name}, of one colour, takes {int(system.lower)} turns there without a break; "
            f"a ship of {state.players[state.turn]} has stayed for {stayed}."
        )
    claims = tuple(sorted((*ledger.claims, position.Marker(field, state.turn))))
    return replace(state, ledger=replace(ledger, claims=claims))


def _payer(state: State, part: int | None, field: position.Field, where: str) -> FleetShip:
    """Returns the ship that pays. Raises Illegal: no ship is named, or it is not on this field."""
    if part is None:
        raise syntax_error("With the ledger the event names the ship that pays.")
    ship = ship_of(state, part)
    if ship.field != field:
        raise illegal(f"{_name(state, ship)} is not {where}, {FIELD_NAMES[field]}: it cannot pay.")
    return ship


def _system_under(state: State, ship: FleetShip) -> position.System:
    system = state.systems[ship.field]
    if system is None:
        raise illegal(f"{_name(state, ship)} is not on a system: it can neither trade nor load.")
    return system


def _is_of_one_colour(system: position.System | None) -> bool:
    return system is not None and system.lower is system.upper


def robbed_cubes(load: Load, loot: position.Loot, *, white_takes_fuel: bool) -> Load:
    match loot:
        case position.Loot.HIGHEST:
            # Red is worth least and goes last (rules, 6).
            highest = next((colour for colour in reversed(Cube) if load[colour - 1]), Cube.RED)
            return _cubes(highest, load[highest - 1])
        case position.Loot.ONE_EACH:
            one_each = Load(*(min(count, 1) for count in load))
            return one_each if white_takes_fuel else one_each._replace(red=0)
        case position.Loot.HALF_FUEL:
            return Load(red=load.red // 2)
    assert_never(loot)


def _name(state: State, ship: FleetShip) -> str:
    return f"The ship of {state.players[ship.player]} on {FIELD_NAMES[ship.field]}"


def _room_text(load: Load, parts: int) -> str:
    room = parts * COMPARTMENTS
    return f"{load.red} fuel and {sum(load[1:])} cargo, {COMPARTMENT_CUBES} a compartment, need more than its {room}"


def _cubes(colour: Cube, count: int) -> Load:
    return Load(*(count * (each is colour) for each in Cube))
