"""Piratenclaim in the referee's notation: its events, states and query as JSON; and as a sheet, and as text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from engine.game import Code, Illegal, Json, Seat, syntax_error
from engine.piratenclaim.discs import DISCS
from engine.piratenclaim.map import FIELD_NAMES, FIELDS, FIELDS_BY_NAME, Field, fields_in, position_of, segment_of
from engine.piratenclaim.pirates import THROWS, pirates_at, standing, supply, threat
from engine.piratenclaim.position import (
    Blocked,
    BuyShip,
    Dice,
    Discover,
    DiscoveryDice,
    Discs,
    EndTurn,
    Event,
    JoinedInTheMiddle,
    Loot,
    MovePirates,
    Phase,
    Pirate,
    Remove,
    Robbery,
    Roll,
    Ship,
    ShipAt,
    Sink,
    State,
)
from engine.queries import format_source, optional_value, parse_source

queries = ("threat",)
"""The names of the queries that the game answers."""


def parse(event: Json) -> Event:
    """Returns one of the game's own events from the notation. Raises Illegal: `syntax`."""
    name = event.get("event")
    if not isinstance(name, str) or name not in _PARSERS:
        raise syntax_error(
            f"Piratenclaim has the events {', '.join(_PARSERS)}; besides there are start, undo, finish and reveal."
        )
    return _PARSERS[name](event)


def format(event: Event) -> dict[str, Any]:  # noqa: A001, C901 - the contract's name; a table of the events
    """Returns the notation of an event."""
    match event:
        case Discs(fields, by):
            return {"event": "discs", "fields": [FIELD_NAMES[field] for field in fields], **format_source(by, None)}
        case ShipAt(player, ship, field, asked):
            name = None if field is None else FIELD_NAMES[field]
            note = {"asked": True} if asked else {}
            return {"event": "ship", "player": player, "ship": ship, "field": name, **note}
        case Sink(field, pirate):
            return {"event": "sink", "field": FIELD_NAMES[field], "pirate": pirate.value}
        case BuyShip(player):
            return {"event": "buy_ship", "player": player}
        case Roll(dice, by, kind):
            return {"event": "roll", "dice": dice._asdict(), **format_source(by, kind)}
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


def to_json(state: State) -> dict[str, Any]:
    """Returns the state as the protocol tells it."""
    dice, winners = state.dice, state.winners
    return {
        "game": "piratenclaim",
        "phase": state.phase.value,
        "turn": state.turn,
        "turns": state.turns,
        "players": [
            {"name": name, "ships": ships} for name, ships in zip(state.players, state.ships_owned, strict=True)
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
        "winners": None if winners is None else list(winners),
    }


def query(state: State, query: Json) -> dict[str, Any]:  # noqa: ARG001 - the contract's
    """Returns where pirates may stand after the next roll.

    Raises:
        Illegal: `phase` before the discs lie, and after the end.
    """
    if state.phase in (Phase.DISCS, Phase.OVER):
        raise Illegal(Code.PHASE, "A threat is told while the game is on, once the discs lie.")
    return {"threat": {FIELD_NAMES[field]: count for field, count in threat(state).items()}, "of": THROWS}


def _discs(event: Json) -> Event:
    names = event.get("fields")
    if not isinstance(names, list) or len(names) != DISCS:
        raise syntax_error(f"The fields of the discs are a list of {DISCS}.")
    return Discs(tuple(map(_field_of, names)), optional_value(event, "by", str))


def _ship(event: Json) -> Event:
    player, ship = _whole(event, "player"), _whole(event, "ship")
    if "field" not in event:
        raise syntax_error("A ship event names the field, or null where it is not told any more.")
    field = None if event["field"] is None else _field(event)
    return ShipAt(Seat(player), ship, field, event.get("asked") is True)


def _roll(event: Json) -> Event:
    dice = event.get("dice")
    if isinstance(dice, dict) and all(type(face) is int and 1 <= face <= 6 for face in dice.values()):
        for kind in (Dice, DiscoveryDice):
            if dice.keys() == set(kind._fields):
                return Roll(kind(**dice), *parse_source(event))
    raise syntax_error(
        f"The dice of a roll are all of {', '.join(Dice._fields)}, or {', '.join(DiscoveryDice._fields)}, "
        "each a whole number from 1 to 6."
    )


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


def _named(each: Ship | Blocked | Robbery) -> dict[str, Any]:
    """Returns its values by their names; its enums are texts."""
    return {**each._asdict(), "field": FIELD_NAMES[each.field]}


def _names(fields: int) -> list[str]:
    return [FIELD_NAMES[field] for field in fields_in(fields)]


_PIRATES = {pirate.value: pirate for pirate in Pirate}
_PARSERS: dict[str, Callable[[Json], Event]] = {
    "discs": _discs,
    "ship": _ship,
    "sink": lambda event: Sink(_field(event), _pirate(event)),
    "buy_ship": lambda event: BuyShip(Seat(_whole(event, "player"))),
    "roll": _roll,
    "discover": lambda event: Discover(_field(event), _pirate(event) if "pirate" in event else None),
    "move_pirates": lambda _: MovePirates(),
    "remove": lambda event: Remove(_field(event), _pirate(event)),
    "end_turn": lambda _: EndTurn(),
    "position": lambda _: JoinedInTheMiddle(),
}


columns = ("by", *Dice._fields, "segment", "position", "ship", "pirate", "lower", "upper", "blocked", "robbed", "discs")
"""Segment and position stand apart: a spreadsheet would take 5/2 for a date. `lower` and `upper` are the colours of the
system that a discovery found; `blocked` and `robbed` are how many pirates stayed and how many ships were robbed."""


def row(before: State, event: Event, after: State) -> dict[str, Any]:
    """Returns what only this kind of event has."""
    match event:
        case Discs(fields, by):
            return {"by": by or "", "discs": " ".join(FIELD_NAMES[field] for field in fields)}
        case Roll(dice, by):
            return {"by": by or "", **dice._asdict()}
        case ShipAt(_, ship, field):
            return {"ship": ship, **({} if field is None else _place(field))}
        case Discover(field):
            return {**_place(field), **_found(before, after)}
        case Sink(field, pirate):
            return {**_place(field), "pirate": pirate.value}
        case Remove(field, pirate):
            return {**_place(field), "pirate": pirate.value, **_pirate_phase(after)}
        case MovePirates():
            return _pirate_phase(after)
        case _:
            return {}


def _place(field: Field) -> dict[str, Any]:
    return {"segment": segment_of(field), "position": position_of(field)}


def _found(before: State, after: State) -> dict[str, Any]:
    """Returns the system that appeared, or the pirate that entered."""
    for old, new in zip(before.systems, after.systems, strict=True):
        if new is not None and old is None:
            return {"lower": new.lower.name.lower(), "upper": new.upper.name.lower()}
    entered = [pirate.value for pirate, left in supply(before).items() if supply(after)[pirate] < left]
    return {"pirate": entered[0]} if entered else {}


def _pirate_phase(after: State) -> dict[str, Any]:
    return {"blocked": len(after.blocked), "robbed": len(after.robbed)}


_LOOT = {
    Loot.HIGHEST: "all of the most valuable colour",
    Loot.ONE_EACH: "one cube of each colour",
    Loot.HALF_FUEL: "half the fuel",
}
_DUE = {
    Phase.DISCS: "to draw or lay the discs",
    Phase.TRAVEL: "to travel, then to roll",
    Phase.DISCOVER: "to discover, then to move the pirates",
    Phase.CONFLICT: "to choose which pirate leaves",
    Phase.TURN_END: "to end the turn",
}


def describe(state: State) -> str:
    """Returns the state in a dozen lines: what is due, the map, this turn's dice, what the pirates did, the ships."""
    return "\n".join(_lines(state))


def _lines(state: State) -> Iterator[str]:
    if state.winners is None:
        yield f"Piratenclaim, turn {state.turns + 1}: {state.players[state.turn]} {_DUE[state.phase]}."
    else:
        names = " and ".join(state.players[seat] for seat in state.winners)
        yield f"Piratenclaim, over after {state.turns} turns. Won by {names or 'nobody'}."
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
    yield f"   {'':{width}}  ships  where they stand, as far as it was told"
    for seat, (name, ships) in enumerate(zip(state.players, state.ships_owned, strict=True)):
        places = ", ".join(f"{ship.ship} on {FIELD_NAMES[ship.field]}" for ship in state.ships if ship.player == seat)
        yield f"   {name:{width}}  {ships:5}  {places}".rstrip()


def _line(label: str, things: Iterable[str]) -> str:
    return f"{label}: {', '.join(things) or 'none'}."
