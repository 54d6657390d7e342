"""Piratenclaim in the notation of the protocol: events, states and a query as JSON; rows of a table; text."""

from collections.abc import Callable
from typing import Any, NamedTuple

from engine.game import Code, Illegal, Json, Seat, syntax_error
from engine.piratenclaim import position
from engine.piratenclaim.discs import DISCS
from engine.piratenclaim.ledger import standing_of
from engine.piratenclaim.pirates import ROLL_COUNT, pirates_at, supply, threat
from engine.piratenclaim.position import FIELD_NAMES, FIELDS, Colour, Dice, Event, Field, Load, Pirate, State
from engine.piratenclaim.rules import current_dice, discovery_result, due, due_discoveries
from engine.queries import optional_value

queries = ("threat",)


def parse(event: Json) -> Event:
    name = event.get("event")
    if not isinstance(name, str) or (kind := _KINDS.get(name)) is None:
        raise syntax_error(
            f"Piratenclaim has the events {', '.join(_KINDS)}; in addition to start, undo, finish and reveal."
        )
    values = dict[str, Any]()
    for key in _EVENTS[kind].keys:
        if key.name in event:
            values[key.attribute] = key.read(event[key.name])
        elif key.default is REQUIRED:
            raise syntax_error(f"The event {name} has no key {key.name}.")
    return kind(**values)


def format(event: Event) -> dict[str, Any]:  # noqa: A001 - the interface's name
    notation = _EVENTS[type(event)]
    found: dict[str, Any] = {"event": notation.name}
    for key in notation.keys:
        value = getattr(event, key.attribute)
        if value != key.default:
            found[key.name] = None if value is None else key.write(value)
    return found


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
        "discs": _field_names(state.discs),
        "systems": {
            FIELD_NAMES[field]: [cube.name.lower() for cube in system]
            for field, system in zip(FIELDS, state.systems, strict=True)
            if system is not None
        },
        "pirates": {
            FIELD_NAMES[field]: [pirate.value for pirate in pirates]
            for field in FIELDS
            if (pirates := pirates_at(state, field))
        },
        "supply": {pirate.value: left for pirate, left in supply(state).items()},
        "spare_ships": state.spare_ships,
        "dice": None if dice is None else dice._asdict(),
        "used": state.dice_used,
        "discovered": _field_names(state.discovered),
        "ships": [_json(ship) for ship in state.ships],
        "blocked": [_json(each) for each in state.blocked],
        "robbed": [_json(each) for each in state.robbed],
        **({} if ledger is None else _ledger_json(state, ledger)),
        "winners": None if winners is None else list(winners),
    }


def _standing_json(state: State, ledger: position.Ledger, seat: Seat) -> dict[str, Any]:
    return {"colours": [colour.value for colour in ledger.colours[seat]], **standing_of(state, seat)._asdict()}


def _ledger_json(state: State, ledger: position.Ledger) -> dict[str, Any]:
    """Returns the additional keys of a state with a ledger."""
    claims: dict[str, list[Seat]] = {}
    for field, seat in ledger.claims:
        claims.setdefault(FIELD_NAMES[field], []).append(seat)
    return {
        "fleet": [{**_json(each), "parts": list(each.parts), "load": format_load(each.load)} for each in ledger.fleet],
        "claims": claims,
        "refuelled": [part for part in range(state.ships_owned[state.turn]) if ledger.refuelled >> part & 1],
        "loaded": _field_names(ledger.loaded),
        "owed": [FIELD_NAMES[field] for field in due_discoveries(state)],
    }


def query(state: State, query: Json) -> dict[str, Any]:  # noqa: ARG001 - the interface of a game
    """Returns for each field the number of rolls that bring a pirate there.

    Raises:
        Illegal: `phase` before the discs are on the board, and after the end.
    """
    if state.phase in (position.Phase.DISCS, position.Phase.OVER):
        raise Illegal(Code.PHASE, "The threat is available from the placing of the discs to the end of the game.")
    return {"threat": {FIELD_NAMES[field]: count for field, count in threat(state).items()}, "of": ROLL_COUNT}


def _read_discs(value: object) -> tuple[Field, ...]:
    if not isinstance(value, list) or len(value) != DISCS:
        raise syntax_error(f"The fields of the discs are a list of {DISCS}.")
    return tuple(map(_read_field, value))


def _read_field(value: object) -> Field:
    if not isinstance(value, str) or value not in position.FIELDS_BY_NAME:
        raise syntax_error("A field is a text: the segment from 0 to 7, a slash, the position from 0 to 6.")
    return position.FIELDS_BY_NAME[value]


def _read_dice(value: object) -> Dice | position.DiscoveryDice:
    if isinstance(value, dict) and all(type(face) is int and 1 <= face <= 6 for face in value.values()):
        for kind in (Dice, position.DiscoveryDice):
            if value.keys() == set(kind._fields):
                return kind(**value)
    raise syntax_error(
        f"The dice of a roll are all of {', '.join(Dice._fields)}, or {', '.join(position.DiscoveryDice._fields)}, "
        "each a whole number from 1 to 6."
    )


def _read_load(value: object) -> Load:
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


def _read_parts(value: object) -> tuple[int, ...]:
    if not isinstance(value, list) or not value or sorted({*map(_read_number, value)}) != value:
        raise syntax_error("The parts that travel are a list of different whole numbers in ascending order.")
    return tuple(value)


def _read_number(value: object) -> int:
    if type(value) is not int or value < 0:
        raise syntax_error("A seat, a part-ship or fuel is a whole number, 0 or more.")
    return value


def _read_payer(value: object) -> int | None:
    # Without the ledger the key is ignored, even if its value is wrong: such records stay valid.
    return value if type(value) is int and value >= 0 else None


def _read_flag(value: object) -> bool:
    if type(value) is not bool:
        raise syntax_error("The key reverse of a trade is true or false.")
    return value


def _read_pirate(value: object) -> Pirate:
    if not isinstance(value, str) or value not in tuple(Pirate):
        raise syntax_error(f"A pirate is one of: {', '.join(Pirate)}.")
    return Pirate(value)


REQUIRED = object()


class Key(NamedTuple):
    """A key of an event, and the attribute that it becomes."""

    name: str
    read: Callable[[Any], Any]
    """Returns the value of an attribute. Raises Illegal: `syntax`."""
    write: Callable[[Any], Any] = lambda value: value
    default: object = REQUIRED
    """The default of the attribute, which is not written."""
    attribute_name: str = ""
    """The name of the attribute; "" if it is the name of the key."""

    @property
    def attribute(self) -> str:
        return self.attribute_name or self.name


class EventNotation(NamedTuple):
    name: str
    keys: tuple[Key, ...] = ()


_BY = Key("by", lambda value: optional_value({"by": value}, "by", str), default=None)
_FIELD = Key("field", _read_field, FIELD_NAMES.__getitem__)
_FIELD_OR_NULL = _FIELD._replace(read=lambda value: None if value is None else _read_field(value))
_PIRATE, _LOAD = Key("pirate", _read_pirate, str), Key("load", _read_load, format_load)
_DISCS = Key("fields", _read_discs, lambda discs: [FIELD_NAMES[disc] for disc in discs])
_PLAYER, _PART = Key("player", _read_number), Key("ship", _read_number, attribute_name="part")
_PAYER = Key("ship", _read_payer, default=None, attribute_name="part")
_NEW_PART = Key("colour", lambda value: Colour(value) if value in (Colour.WHITE, Colour.OTHER) else None, str, None)
_REQUESTED = Key("asked", lambda value: value is True, default=False, attribute_name="requested")
_EVENTS: dict[type[Event], EventNotation] = {
    position.Discs: EventNotation("discs", (_DISCS, _BY)),
    position.ShipAt: EventNotation("ship", (_PLAYER, _PART, _FIELD_OR_NULL, _REQUESTED)),
    position.Sink: EventNotation("sink", (_FIELD, _PIRATE, _PAYER)),
    position.BuyShip: EventNotation("buy_ship", (_PLAYER, _PAYER, _NEW_PART)),
    position.Roll: EventNotation("roll", (Key("dice", _read_dice, lambda dice: dice._asdict()), _BY)),
    position.Discover: EventNotation("discover", (_FIELD, _PIRATE._replace(default=None))),
    position.MovePirates: EventNotation("move_pirates"),
    position.Remove: EventNotation("remove", (_FIELD, _PIRATE)),
    position.EndTurn: EventNotation("end_turn"),
    position.JoinedInTheMiddle: EventNotation("position"),
    position.Cargo: EventNotation("cargo", (_LOAD,)),
    position.Travel: EventNotation(
        "travel",
        (Key("parts", _read_parts, list), _FIELD, _LOAD._replace(default=None), Key("fuel", _read_number, default=0)),
    ),
    position.Refuel: EventNotation("refuel", (_PART,)),
    position.Trade: EventNotation("trade", (_PART, Key("reverse", _read_flag, default=False))),
    position.LoadCube: EventNotation("load", (_PART,)),
    position.UnloadCube: EventNotation("unload", (_PART,)),
    position.Claim: EventNotation("claim", (_FIELD,)),
}
_KINDS: dict[str, type[Event]] = {notation.name: kind for kind, notation in _EVENTS.items()}


def _json(each: position.Ship | position.Blocked | position.Robbery | position.FleetShip) -> dict[str, Any]:
    """Returns the values of a tuple by their keys in the notation."""
    values = {**each._asdict(), "field": FIELD_NAMES[each.field]}
    named = {"ship" if name == "part" else name: value for name, value in values.items()}
    if isinstance(each, position.Robbery):
        taken = named.pop("taken")
        named |= {} if taken is None else {"taken": format_load(taken)}
    return named


def _field_names(fields: int) -> list[str]:
    return [FIELD_NAMES[field] for field in position.fields_in(fields)]


columns = ("by", *Dice._fields, "segment", "position", "ship", "pirate", "lower", "upper", "blocked", "robbed", "discs")
"""Segment and position are separate: a spreadsheet would read 5/2 as a date. `lower` and `upper` are the colours of a
discovered system, `blocked` and `robbed` the numbers of pirates that stayed and of ships that were robbed."""


def row(before: State, event: Event, after: State) -> dict[str, Any]:
    written, field = format(event), getattr(event, "field", None)
    found: dict[str, Any] = {key: written[key] for key in ("ship", "pirate") if key in written}
    if field is not None:
        found |= {"segment": position.segment_of(field), "position": position.position_of(field)}
    match event:
        case position.Discs(_, by):
            return {"by": by or "", "discs": " ".join(written["fields"])}
        case position.Roll(dice, by):
            return {"by": by or "", **dice._asdict()}
        case position.MovePirates() | position.Remove():
            return {**found, "blocked": len(after.blocked), "robbed": len(after.robbed)}
        case position.Travel((part, *_)):
            return {**found, "ship": part}
        case position.Discover():
            return {**found, **_discovery_values(before, event)}
        case _:
            return found


def _discovery_values(before: State, event: position.Discover) -> dict[str, Any]:
    """Returns the system that appeared, or the pirate that entered."""
    found = discovery_result(before, event.field, current_dice(before))
    if found.system is not None:
        return {"lower": found.system.lower.name.lower(), "upper": found.system.upper.name.lower()}
    return {"pirate": (event.pirate or found.pirates[0]).value} if found.pirates else {}


def describe(state: State) -> str:
    """Returns the state as text: what is due, then the values of the notation, a line each."""
    values = to_json(state)
    names = " and ".join(state.players[seat] for seat in state.winners or ())
    now = f"over after {state.turns} turns. Won by {names or 'no player'}."
    if state.winners is None:
        now = f"turn {state.turns + 1}: {state.players[state.turn]}. {due(state)}."
    shown = (f"{key.replace('_', ' ').capitalize()}: {_text(values[key])}" for key in values if key not in NOT_LISTED)
    players = (f"   {each.pop('name')}  {_text(each)}" for each in values["players"])
    return "\n".join([f"Piratenclaim, {now}", "", *shown, "", *players])


NOT_LISTED = {"game", "phase", "turn", "turns", "winners", "players"}


def _text(value: object) -> str:
    match value:
        case list() | dict() if not value:
            return "none"
        case dict():
            return ", ".join(f"{key} {_text(each)}" for key, each in value.items())
        case list():
            return ("; " if isinstance(value[0], dict) else " ").join(map(_text, value))
        case _:
            return "none" if value is None else str(value)
