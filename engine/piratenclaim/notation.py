"""Piratenclaim in the notation of the protocol: events, states and a query as JSON; rows of a table; text."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from engine.game import Code, Illegal, Json, Seat, syntax_error
from engine.piratenclaim.discs import DISCS
from engine.piratenclaim.ledger import standing_of
from engine.piratenclaim.pirates import ROLL_COUNT, pirates_at, standing, supply, threat
from engine.piratenclaim.position import (
    FIELD_NAMES,
    FIELDS,
    FIELDS_BY_NAME,
    Blocked,
    BuyShip,
    Cargo,
    Claim,
    Colour,
    Dice,
    Discover,
    DiscoveryDice,
    Discs,
    EndTurn,
    Event,
    Field,
    FleetShip,
    JoinedInTheMiddle,
    Ledger,
    Load,
    LoadCube,
    Loot,
    MovePirates,
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
    Trade,
    Travel,
    UnloadCube,
    fields_in,
    position_of,
    segment_of,
)
from engine.piratenclaim.rules import current_dice, find, owed
from engine.queries import format_source, optional_value

queries = ("threat",)


def parse(event: Json) -> Event:
    name = event.get("event")
    if not isinstance(name, str) or name not in _PARSERS:
        raise syntax_error(
            f"Piratenclaim has the events {', '.join(_PARSERS)}; in addition to start, undo, finish and reveal."
        )
    return _PARSERS[name](event)


def format(event: Event) -> dict[str, Any]:  # noqa: A001, C901, PLR0912 - the contract's name; a table of the events
    match event:
        case Discs(fields, by):
            return {"event": "discs", "fields": [FIELD_NAMES[field] for field in fields], **format_source(by)}
        case ShipAt(player, ship, field, requested):
            name = None if field is None else FIELD_NAMES[field]
            note = {"asked": True} if requested else {}
            return {"event": "ship", "player": player, "ship": ship, "field": name, **note}
        case Sink(field, pirate, payer):
            paid = {} if payer is None else {"ship": payer}
            return {"event": "sink", "field": FIELD_NAMES[field], "pirate": pirate.value, **paid}
        case BuyShip(player, payer, colour):
            paid = {} if payer is None else {"ship": payer}
            return {
                "event": "buy_ship",
                "player": player,
                **paid,
                **({} if colour is None else {"colour": colour.value}),
            }
        case Roll(dice, by):
            return {"event": "roll", "dice": dice._asdict(), **format_source(by)}
        case Discover(field, pirate):
            chosen = {} if pirate is None else {"pirate": pirate.value}
            return {"event": "discover", "field": FIELD_NAMES[field], **chosen}
        case MovePirates():
            return {"event": "move_pirates"}
        case Remove(field, pirate):
            return {"event": "remove", "field": FIELD_NAMES[field], "pirate": pirate.value}
        case EndTurn():
            return {"event": "end_turn"}
        case JoinedInTheMiddle():
            return {"event": "position"}
        case Cargo(load):
            return {"event": "cargo", "load": format_load(load)}
        case Travel(parts, to, taken, fuel):
            along = {} if taken is None else {"load": format_load(taken)}
            paid = {"fuel": fuel} if fuel else {}
            return {"event": "travel", "parts": list(parts), "field": FIELD_NAMES[to], **along, **paid}
        case Trade(ship, reverse):
            return {"event": "trade", "ship": ship, **({"reverse": True} if reverse else {})}
        case Refuel(ship) | LoadCube(ship) | UnloadCube(ship):
            return {"event": _SHIP_EVENTS[type(event)], "ship": ship}
        case Claim(field):
            return {"event": "claim", "field": FIELD_NAMES[field]}


def to_json(state: State) -> dict[str, Any]:
    dice, winners, ledger = state.dice, state.winners, state.ledger
    return {
        "game": "piratenclaim",
        "phase": state.phase.value,
        "turn": state.turn,
        "turns": state.turns,
        "players": [
            {"name": name, "ships": ships, **({} if ledger is None else _standing_json(state, ledger, Seat(seat)))}
            for seat, (name, ships) in enumerate(zip(state.players, state.ships_owned, strict=True))
        ],
        "discs": _names(state.discs),
        "systems": {
            FIELD_NAMES[field]: [cube.name.lower() for cube in system]
            for field, system in zip(FIELDS, state.systems, strict=True)
            if system is not None
        },
        "pirates": {
            FIELD_NAMES[field]: [pirate.value for pirate in standing]
            for field in FIELDS
            if (standing := pirates_at(state, field))
        },
        "supply": {pirate.value: left for pirate, left in supply(state).items()},
        "spare_ships": state.spare_ships,
        "dice": None if dice is None else dice._asdict(),
        "used": state.used,
        "discovered": _names(state.discovered),
        "ships": [_named(ship) for ship in state.ships],
        "blocked": [_named(each) for each in state.blocked],
        "robbed": [_named(each) for each in state.robbed],
        **({} if ledger is None else _ledger_json(state, ledger)),
        "winners": None if winners is None else list(winners),
    }


def _standing_json(state: State, ledger: Ledger, seat: Seat) -> dict[str, Any]:
    return {"colours": [colour.value for colour in ledger.colours[seat]], **standing_of(state, seat)._asdict()}


def _ledger_json(state: State, ledger: Ledger) -> dict[str, Any]:
    """Returns the additional keys of a state with a ledger."""
    claims: dict[str, list[Seat]] = {}
    for field, seat in ledger.claims:
        claims.setdefault(FIELD_NAMES[field], []).append(seat)
    return {
        "fleet": [{**_named(each), "parts": list(each.parts), "load": format_load(each.load)} for each in ledger.fleet],
        "claims": claims,
        "refuelled": [part for part in range(state.ships_owned[state.turn]) if ledger.refuelled >> part & 1],
        "loaded": _names(ledger.loaded),
        "owed": [FIELD_NAMES[field] for field in owed(state)],
    }


def query(state: State, query: Json) -> dict[str, Any]:  # noqa: ARG001 - the contract's
    """Returns the fields where pirates may be after the next roll.

    Raises:
        Illegal: `phase` before the discs are on the board, and after the end.
    """
    if state.phase in (Phase.DISCS, Phase.OVER):
        raise Illegal(Code.PHASE, "The threat is available from the placing of the discs to the end of the game.")
    return {"threat": {FIELD_NAMES[field]: count for field, count in threat(state).items()}, "of": ROLL_COUNT}


def _discs(event: Json) -> Event:
    names = event.get("fields")
    if not isinstance(names, list) or len(names) != DISCS:
        raise syntax_error(f"The fields of the discs are a list of {DISCS}.")
    return Discs(tuple(map(_field_of, names)), optional_value(event, "by", str))


def _ship(event: Json) -> Event:
    player, ship = _whole(event, "player"), _whole(event, "ship")
    if "field" not in event:
        raise syntax_error("A ship event names the field, or null if it is unknown.")
    field = None if event["field"] is None else _field(event)
    return ShipAt(Seat(player), ship, field, event.get("asked") is True)


def _roll(event: Json) -> Event:
    dice = event.get("dice")
    if isinstance(dice, dict) and all(type(face) is int and 1 <= face <= 6 for face in dice.values()):
        for kind in (Dice, DiscoveryDice):
            if dice.keys() == set(kind._fields):
                return Roll(kind(**dice), optional_value(event, "by", str))
    raise syntax_error(
        f"The dice of a roll are all of {', '.join(Dice._fields)}, or {', '.join(DiscoveryDice._fields)}, "
        "each a whole number from 1 to 6."
    )


def parse_load(value: object) -> Load:
    """Returns a load from the notation. Raises Illegal: `syntax`."""
    if (
        not isinstance(value, dict)
        or not value.keys() <= set(Load._fields)
        or any(type(count) is not int or count < 1 for count in value.values())
    ):
        raise syntax_error(
            f"A load has colours of {', '.join(Load._fields)}, each with a whole number of cubes, at least 1."
        )
    return Load(**value)


def format_load(load: Load) -> dict[str, int]:
    """Returns the notation of a load, without colours that it lacks."""
    return {colour: count for colour, count in load._asdict().items() if count}


def _travel(event: Json) -> Event:
    parts, fuel = event.get("parts"), event.get("fuel", 0)
    if (
        not isinstance(parts, list)
        or not parts
        or any(type(part) is not int or part < 0 for part in parts)
        or sorted(set(parts)) != parts
    ):
        raise syntax_error(
            "The parts that travel are a list of different whole numbers, 0 the first, in ascending order."
        )
    if type(fuel) is not int or fuel < 0:
        raise syntax_error("The fuel that is paid is a whole number, 0 for none.")
    load = parse_load(event["load"]) if "load" in event else None
    return Travel(tuple(parts), _field(event), load, fuel)


def _trade(event: Json) -> Event:
    reverse = event.get("reverse", False)
    if type(reverse) is not bool:
        raise syntax_error("The key reverse of a trade is true or false.")
    return Trade(_whole(event, "ship"), reverse)


def _payer(event: Json) -> int | None:
    """Returns the ship that pays, or None; the rules then reject it in a game with a ledger."""
    # Without the ledger the key was always ignored, whatever its value: such records stay valid.
    ship = event.get("ship")
    return ship if type(ship) is int and ship >= 0 else None


def _buy_ship(event: Json) -> Event:
    colour = event.get("colour")
    known = Colour(colour) if colour in (Colour.WHITE, Colour.OTHER) else None
    return BuyShip(Seat(_whole(event, "player")), _payer(event), known)


def _field(event: Json) -> Field:
    return _field_of(event.get("field"))


def _field_of(value: object) -> Field:
    if not isinstance(value, str) or value not in FIELDS_BY_NAME:
        raise syntax_error("A field is a text: the segment from 0 to 7, a slash, the position from 0 to 6.")
    return FIELDS_BY_NAME[value]


def _pirate(event: Json) -> Pirate:
    value = event.get("pirate")
    if not isinstance(value, str) or value not in _PIRATES:
        raise syntax_error(f"A pirate is one of: {', '.join(_PIRATES)}.")
    return _PIRATES[value]


def _whole(event: Json, key: str) -> int:
    value = event.get(key)
    if type(value) is not int or value < 0:
        raise syntax_error(f"The {key} is a whole number, 0 the first.")
    return value


def _named(each: Ship | Blocked | Robbery | FleetShip) -> dict[str, Any]:
    """Returns the values of a tuple by name."""
    named = {**each._asdict(), "field": FIELD_NAMES[each.field]}
    if isinstance(each, Robbery):
        taken = named.pop("taken")
        named |= {} if taken is None else {"taken": format_load(taken)}
    return named


def _names(fields: int) -> list[str]:
    return [FIELD_NAMES[field] for field in fields_in(fields)]


_PIRATES = {pirate.value: pirate for pirate in Pirate}
_SHIP_EVENTS: dict[type, str] = {Refuel: "refuel", LoadCube: "load", UnloadCube: "unload"}
_PARSERS: dict[str, Callable[[Json], Event]] = {
    "discs": _discs,
    "ship": _ship,
    "sink": lambda event: Sink(_field(event), _pirate(event), _payer(event)),
    "buy_ship": _buy_ship,
    "roll": _roll,
    "discover": lambda event: Discover(_field(event), _pirate(event) if "pirate" in event else None),
    "move_pirates": lambda _: MovePirates(),
    "remove": lambda event: Remove(_field(event), _pirate(event)),
    "end_turn": lambda _: EndTurn(),
    "position": lambda _: JoinedInTheMiddle(),
    "cargo": lambda event: Cargo(parse_load(event.get("load"))),
    "travel": _travel,
    "refuel": lambda event: Refuel(_whole(event, "ship")),
    "trade": _trade,
    "load": lambda event: LoadCube(_whole(event, "ship")),
    "unload": lambda event: UnloadCube(_whole(event, "ship")),
    "claim": lambda event: Claim(_field(event)),
}


columns = ("by", *Dice._fields, "segment", "position", "ship", "pirate", "lower", "upper", "blocked", "robbed", "discs")
"""Segment and position are separate: a spreadsheet would read 5/2 as a date. `lower` and `upper` are the colours of a
discovered system, `blocked` and `robbed` the numbers of pirates that stayed and of ships that were robbed."""


def row(before: State, event: Event, after: State) -> dict[str, Any]:  # noqa: C901 - a table of the events
    match event:
        case Discs(fields, by):
            return {"by": by or "", "discs": " ".join(FIELD_NAMES[field] for field in fields)}
        case Roll(dice, by):
            return {"by": by or "", **dice._asdict()}
        case ShipAt(_, ship, field):
            return {"ship": ship, **({} if field is None else _place(field))}
        case Discover(field):
            return {**_place(field), **_found(before, event)}
        case Sink(field, pirate):
            return {**_place(field), "pirate": pirate.value}
        case Travel((ship, *_), field):
            return {"ship": ship, **_place(field)}
        case Claim(field):
            return _place(field)
        case Refuel(ship) | Trade(ship) | LoadCube(ship) | UnloadCube(ship):
            return {"ship": ship}
        case Remove(field, pirate):
            return {**_place(field), "pirate": pirate.value, **_pirate_phase(after)}
        case MovePirates():
            return _pirate_phase(after)
        case _:
            return {}


def _place(field: Field) -> dict[str, Any]:
    return {"segment": segment_of(field), "position": position_of(field)}


def _found(before: State, event: Discover) -> dict[str, Any]:
    """Returns the system that appeared, or the pirate that entered."""
    found = find(before, event.field, current_dice(before))
    if found.system is not None:
        return {"lower": found.system.lower.name.lower(), "upper": found.system.upper.name.lower()}
    return {"pirate": (event.pirate or found.pirates[0]).value} if found.pirates else {}


def _pirate_phase(after: State) -> dict[str, Any]:
    return {"blocked": len(after.blocked), "robbed": len(after.robbed)}


_LOOT = {
    Loot.HIGHEST: "all of the most valuable colour",
    Loot.ONE_EACH: "one cube of each colour",
    Loot.HALF_FUEL: "half the fuel",
}
_DUE = {
    Phase.DISCS: "to draw or place the discs",
    Phase.CARGO: "to choose the cargo",
    Phase.TRAVEL: "to travel, then to roll",
    Phase.DISCOVER: "to discover, then to move the pirates",
    Phase.CONFLICT: "to choose which pirate leaves",
    Phase.TURN_END: "to end the turn",
}


def describe(state: State) -> str:
    """Returns the state as text: what is due, the map, the dice of this turn, what the pirates did, the ships."""
    return "\n".join(_lines(state))


def _lines(state: State) -> Iterator[str]:
    if state.winners is None:
        yield f"Piratenclaim, turn {state.turns + 1}: {state.players[state.turn]} {_DUE[state.phase]}."
    else:
        names = " and ".join(state.players[seat] for seat in state.winners)
        yield f"Piratenclaim, over after {state.turns} turns. Won by {names or 'no player'}."
    yield ""
    systems = (
        f"{FIELD_NAMES[field]} {system.lower.name.lower()} below {system.upper.name.lower()}"
        for field, system in zip(FIELDS, state.systems, strict=True)
        if system is not None
    )
    yield _line("Discs", _names(state.discs))
    yield _line("Systems", systems)
    yield _line("Pirates", (f"{FIELD_NAMES[field]} {pirate}" for field, pirate in standing(state)))
    yield _line("In the supply", (f"{left} {pirate}" for pirate, left in supply(state).items()))
    yield ""
    if state.dice is not None:
        yield _line("Dice", (f"{colour} {face}" for colour, face in state.dice._asdict().items()))
        yield f"Red, green and grey are {'used' if state.used else 'not used yet'}."
        stayed = (f"{each.pirate} on {FIELD_NAMES[each.field]} ({each.why})" for each in state.blocked)
        yield _line("Pirates that stayed", stayed)
        robberies = (
            f"{each.pirate} on {FIELD_NAMES[each.field]} takes {_LOOT[each.loot]} from ship {each.ship} of "
            f"{state.players[each.player]}"
            for each in state.robbed
        )
        yield _line("Robbed", robberies)
        yield ""
    width = max(map(len, state.players))
    yield f"   {'':{width}}  ships  reported fields"
    for seat, (name, ships) in enumerate(zip(state.players, state.ships_owned, strict=True)):
        places = ", ".join(f"{ship.ship} on {FIELD_NAMES[ship.field]}" for ship in state.ships if ship.player == seat)
        yield f"   {name:{width}}  {ships:5}  {places}".rstrip()
    if state.ledger is not None:
        yield from _ledger_lines(state, state.ledger)


def _ledger_lines(state: State, ledger: Ledger) -> Iterator[str]:
    """Yields the load of each ship, the claims, and the figures of each seat."""
    yield ""
    for ship in ledger.fleet:
        load = ", ".join(f"{count} {colour}" for colour, count in format_load(ship.load).items()) or "nothing"
        stay = f", turns there: {ship.stay}" if ship.stay else ""
        yield f"The ship of {state.players[ship.player]} on {FIELD_NAMES[ship.field]} carries {load}{stay}."
    claims = (f"{FIELD_NAMES[field]} {state.players[seat]}" for field, seat in ledger.claims)
    yield _line("Claims", claims)
    for seat, name in enumerate(state.players):
        claimed, cargo, fuel = standing_of(state, Seat(seat))
        yield f"{name} has claimed {claimed}, and has cargo worth {cargo} and {fuel} fuel."
    if owing := owed(state):
        yield _line("A discovery is owed on", (FIELD_NAMES[field] for field in owing))


def _line(label: str, things: Iterable[str]) -> str:
    return f"{label}: {', '.join(things) or 'none'}."
