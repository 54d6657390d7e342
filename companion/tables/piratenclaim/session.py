"""The session of Piratenclaim: its types, its words, how events are recorded, and what can be undone within a turn.

Most words are defined here in English, marked for translation, and are translated when the language is known. A table
of texts has the engine's own values as keys, so the type checker finds missing cubes and pirates.
"""

from collections import Counter
from collections.abc import Sequence
from typing import TypeAlias, cast

from msgspec.structs import replace

from companion.core.effects import BANK, PLACE, ROLL, UNDO, AppendEvent
from companion.core.game_session import GameSession
from companion.core.model import Model, Transition, close, reject_press
from companion.core.player_names import display_name
from companion.locale.translator import N_, Translator
from companion.tables.shared_pages import announce, players_can_undo
from companion.ui.art import Icon
from companion.ui.screen import Do, Option
from engine import piratenclaim
from engine.game import Undo
from engine.piratenclaim import Cube, Event, Field, Loot, Pirate, ShipAt, State, System, Travel
from engine.record import AnyEvent, Record

CUBES = {
    Cube.RED: N_("red"),
    Cube.ORANGE: N_("orange"),
    Cube.YELLOW: N_("yellow"),
    Cube.GREEN: N_("green"),
    Cube.BLUE: N_("blue"),
    Cube.PURPLE: N_("purple"),
}
LOADED = {**CUBES, Cube.RED: N_("fuel")}
"""The names of the cubes on a ship, where the red ones are fuel."""
PIRATES = {Pirate.BLACK: N_("black"), Pirate.BROWN: N_("brown"), Pirate.WHITE: N_("white")}
DICE = (N_("red"), N_("green"), N_("grey"), N_("white"), N_("black"), N_("brown"))
"""The colours of the dice, in the order of a roll."""
DIE_LETTERS = N_("RGEWBN")
"""A letter for each die, all different: red, green, grey, white, black, brown."""
LOOT = {
    Loot.HIGHEST: N_("all purple; if none, all blue, else green, yellow, orange, red"),
    Loot.ONE_EACH: N_("1 cube of each colour"),
    Loot.HALF_FUEL: N_("half the fuel, rounded down"),
}
WHITE_SPARES_FUEL = N_("1 cube of each colour but red")
EVENTS = {
    piratenclaim.Discs: N_("the discs are placed"),
    piratenclaim.Roll: N_("rolls {dice}"),
    piratenclaim.Discover: N_("discovers from {field}"),
    piratenclaim.MovePirates: N_("the pirates move"),
    piratenclaim.Remove: N_("{colour} leaves {field}"),
    piratenclaim.Sink: N_("sinks {colour} on {field}"),
    piratenclaim.BuyShip: N_("buys a ship"),
    ShipAt: N_("a ship on {field}"),
    piratenclaim.Cargo: N_("loads cargo: {load}"),
    piratenclaim.Travel: N_("travels to {field}"),
    piratenclaim.Refuel: N_("refuels"),
    piratenclaim.Trade: N_("trades"),
    piratenclaim.LoadCube: N_("loads a cube"),
    piratenclaim.UnloadCube: N_("unloads a cube"),
    piratenclaim.Claim: N_("claims {field}"),
    piratenclaim.EndTurn: N_("the turn is over"),
}
"""What a player did, without the name; English, to be translated."""


def field_name(field: Field) -> str:
    return piratenclaim.FIELD_NAMES[field]


def system_words(_: Translator, system: System, text: str = N_("{lower} below, {upper} above")) -> str:
    """Returns a text about the two colours and a trade; English, to be translated."""
    lower, upper = _(CUBES[system.lower]), _(CUBES[system.upper])
    return _(text, lower=lower, upper=upper, pay=system.pay, get=system.receive)


def trade_words(_: Translator, system: System, *, reverse: bool = False) -> str:
    """Returns the cost and the yield of a trade; a system of one colour loads or unloads instead."""
    if reverse:
        return system_words(_, system, N_("pay {get} {upper}, get {pay} {lower}"))
    if system.lower == system.upper:
        return _("load or unload 1 {colour}", colour=_(CUBES[system.lower]))
    return system_words(_, system, N_("pay {pay} {lower}, get {get} {upper}"))


def load_words(_: Translator, load: piratenclaim.Load) -> str:
    on_board = (f"{count} {_(LOADED[cube])}" for cube, count in zip(Cube, load, strict=True) if count)
    return ", ".join(on_board) or _("nothing")


def loot_words(_: Translator, state: State, robbery: piratenclaim.Robbery) -> str:
    if robbery.taken is not None:
        return load_words(_, robbery.taken)
    if robbery.loot is Loot.ONE_EACH and not state.variants.white_takes_fuel:
        return _(WHITE_SPARES_FUEL)
    return _(LOOT[robbery.loot])


def contents_words(_: Translator, state: State, field: Field, brief: str = "") -> str:
    """Returns what is on a field; with `brief`, a short text about its system, to be translated, without loads."""
    found = list[str]()
    system, fleet = state.systems[field], state.ledger.fleet if state.ledger and not brief else ()
    if state.discs >> field & 1:
        found.append(_("black disc"))
    if system is not None:
        found.append(system_words(_, system, brief or N_("{lower} below, {upper} above")))
    found += (_("{colour} pirate", colour=_(PIRATES[pirate])) for pirate in piratenclaim.pirates_at(state, field))
    for seat, count in Counter(ship.player for ship in ships_at(state, field)).items():
        name = display_name(_, state.players[seat])
        found.append(_.many("ship of {name}", "{n} ships of {name}", count, name=name))
        # With the ledger a player has one ship on a field, and its load is known.
        loads = (ship.load for ship in fleet if (ship.player, ship.field) == (seat, field))
        found[-1] += "".join(f" ({load_words(_, load)})" for load in loads)
    if names := claimed_by(_, state, field):
        found.append(_("claimed by {names}", names=names))
    return ", ".join(found) or _("empty")


def claimed_by(_: Translator, state: State, field: Field) -> str:
    """Returns the names of the players who have claimed the system on a field; may be empty."""
    claims = state.ledger.claims if state.ledger else ()
    return ", ".join(display_name(_, state.players[seat]) for at, seat in claims if at == field)


def field_lines(_: Translator, state: State, field: Field) -> tuple[str, ...]:
    """Returns what is on a field, in a few short lines: disc or cubes (the upper first), claim, pirates, ships."""
    system = state.systems[field]
    pirates = ", ".join(_(PIRATES[pirate]) for pirate in piratenclaim.pirates_at(state, field))
    seats = dict.fromkeys(ship.player for ship in ships_at(state, field))
    ships = ", ".join(display_name(_, state.players[seat]) for seat in seats)
    disc = _("black disc") if state.discs >> field & 1 else ""
    claim = _("claim: {name}", name=name) if (name := claimed_by(_, state, field)) else ""
    # If there is no line left, drop pirates and ships: unlike a claim, they are drawn on the map.
    lines = [disc, *(system_lines(_, system) if system else ()), claim, pirates, ships]
    return tuple(filter(None, lines))[:LINES] or (_("empty"),)


def system_lines(_: Translator, system: System) -> tuple[str, ...]:
    """Returns the cubes of a stack, the upper one first, each with its value; equal cubes in one line."""
    upper, lower = (f"{_(CUBES[cube])} {int(cube)}" for cube in (system.upper, system.lower))
    return (upper, lower) if upper != lower else (f"2 \N{MULTIPLICATION SIGN} {upper}",)


def ships_at(state: State, field: Field) -> Sequence[piratenclaim.Ship]:
    """Returns the reported ships on a field; with the ledger joined parts are one ship."""
    if state.ledger is not None:
        return [
            piratenclaim.Ship(ship.player, ship.parts[0], field) for ship in state.ledger.fleet if ship.field == field
        ]
    return [ship for ship in state.ships if ship.field == field]


def own_ship(state: State, field: Field) -> piratenclaim.FleetShip | None:
    """Returns the active player's ship on a field, in a game with the ledger."""
    return next((ship for ship in piratenclaim.ships_of(state) if ship.field == field), None)


def event_words(_: Translator, event: object) -> str:
    """Returns what a player did, in a few words without the name; empty for events that are not the game's own."""
    if isinstance(event, ShipAt) and event.field is None:
        return _("a ship goes")
    fields = {
        "field": field_name(getattr(event, "field", None) or Field(0)),
        "colour": _(PIRATES.get(getattr(event, "pirate", None) or Pirate.BLACK, "")),
        "dice": " ".join(map(str, getattr(event, "dice", ()))),
        "load": load_words(_, event.load) if isinstance(event, piratenclaim.Cargo) else "",
    }
    return _(EVENTS.get(type(event), ""), **fields)


LINES = 4
"""Maximum number of lines next to a segment."""
Session: TypeAlias = "GameSession[State, Event]"


def session_of(model: Model) -> Session:
    return cast("Session", model.session)


def journey(record: Record[State, Event]) -> Travel | None:
    """Returns the newest journey of this turn; None if no ship has travelled in it."""
    events = (played.event for played in reversed(record.timeline) if played.state.turns == record.state.turns)
    return next((event for event in events if isinstance(event, Travel)), None)


SOUNDS = {Undo: UNDO, piratenclaim.Roll: ROLL, piratenclaim.EndTurn: BANK}
"""All other events sound like a piece."""


def record_event(model: Model, *events: AnyEvent) -> Transition:
    """Records events one after the other, announcing only the last. The page follows from the new state."""
    after = model
    # In one transition, so that no page opens between two events.
    for event in events:
        after = replace(after, maybe_session=after.session.record_event(event))
    return Transition(after, (*map(AppendEvent, events), *announce(after, SOUNDS.get(type(events[-1]), PLACE))))


def recorder(model: Model, event: Event) -> Do:
    """Returns the action of an option that records an event."""
    return lambda: record_event(model, event)


def draw(model: Model) -> Transition:
    """Records a random choice of the box: the discs, or a roll."""
    drawn = piratenclaim.chance_event(session_of(model).state, session_of(model).draws)
    return reject_press(model) if drawn is None else record_event(model, drawn)


def end_turn(model: Model, *events: Event) -> Transition:
    """Ends the turn after these events."""
    return record_event(model, *events, piratenclaim.EndTurn())


def next_name(model: Model) -> str:
    state = session_of(model).state
    return display_name(model.translate, state.players[(state.turn + 1) % len(state.players)])


def undo_option(model: Model, otherwise: str = "") -> Option:
    """Returns the option to undo the newest event of this turn; if that is not possible, one with only a detail."""
    if not players_can_undo(model) or isinstance(session_of(model).kept_events[-1], piratenclaim.EndTurn):
        return Option("", detail=otherwise)
    return Option(model.translate("Undo"), lambda: record_event(model, Undo()), icon=Icon.UNDO)


def back_option(model: Model) -> Option:
    return Option(model.translate("Back"), close(model), icon=Icon.UNDO)
