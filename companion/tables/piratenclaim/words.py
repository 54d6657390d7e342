"""The words of Piratenclaim: its short rules, cubes, pirates, dice, fields and pieces.

Most texts are defined here in English, marked for translation, and are translated when the language is known. A table
of texts has the engine's own values as keys, so the type checker finds missing cubes and pirates.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache

from companion.core.lineup import LineUp
from companion.core.player_names import display_name
from companion.core.snapshot import RulesSection
from companion.lights.composition import Lights
from companion.locale.translator import N_, Translator
from engine import piratenclaim
from engine.game import Seat, Start
from engine.piratenclaim import (
    Cargo,
    Colour,
    Cube,
    Field,
    Loot,
    Obstacle,
    Pirate,
    Robbery,
    Ship,
    ShipAt,
    State,
    System,
    pirates_at,
)
from engine.record import begin, follow
from hardware import device

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
PIRATES_MOVE = N_("{name}: the pirates move.")
NO_PIRATES = N_("{name}: no pirate is on the map.")
NO_DISCOVERY = N_("{name}: no ship discovers, and no pirate is on the map.")
PIRATES = {Pirate.BLACK: N_("black"), Pirate.BROWN: N_("brown"), Pirate.WHITE: N_("white")}
DICE = (N_("red"), N_("green"), N_("grey"), N_("white"), N_("black"), N_("brown"))
"""In the order in which the dice are rolled."""
DIE_LETTERS = N_("RGEWBN")
"""A letter for each die, all different: red, green, grey, white, black, brown."""
OBSTACLES = {
    Obstacle.DISC: N_("a black disc"),
    Obstacle.EDGE: N_("the edge"),
    Obstacle.MIDDLE: N_("the middle is closed"),
}
PARTS = {Colour.OWN: N_("own"), Colour.WHITE: N_("white"), Colour.OTHER: N_("other")}
"""The colours of part-ships."""
LOOT = {
    Loot.HIGHEST: N_("all purple; if none, all blue, else green, yellow, orange, red"),
    Loot.ONE_EACH: N_("1 cube of each colour"),
    Loot.HALF_FUEL: N_("half the fuel, rounded down"),
}
WHITE_SPARES_FUEL = N_("1 cube of each colour but red")
EVENTS = {
    piratenclaim.Discs: N_("the discs are laid"),
    piratenclaim.Roll: N_("rolls {dice}"),
    piratenclaim.Discover: N_("discovers from {field}"),
    piratenclaim.MovePirates: N_("the pirates move"),
    piratenclaim.Remove: N_("{colour} leaves {field}"),
    piratenclaim.Sink: N_("sinks {colour} on {field}"),
    piratenclaim.BuyShip: N_("buys a ship"),
    ShipAt: N_("a ship on {field}"),
    Cargo: N_("lays cargo: {load}"),
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
    """Returns the field as in the notation: segment/position."""
    return piratenclaim.FIELD_NAMES[field]


def system_name(_: Translator, system: System) -> str:
    """Returns the two colours, the lower first."""
    return _("{lower} below, {upper} above", lower=_(CUBES[system.lower]), upper=_(CUBES[system.upper]))


def trade(_: Translator, system: System, *, reverse: bool = False) -> str:
    """Returns the cost and the yield of a trade; a system of one colour loads or unloads instead."""
    lower, upper = _(CUBES[system.lower]), _(CUBES[system.upper])
    if reverse:
        pay, get = int(system.lower), int(system.upper)
        return _("pay {pay} {upper}, get {get} {lower}", pay=pay, upper=upper, get=get, lower=lower)
    if system.lower == system.upper:
        return _("load or unload 1 {colour}", colour=lower)
    return _("pay {pay} {lower}, get {get} {upper}", pay=system.pay, lower=lower, get=system.receive, upper=upper)


def load_words(_: Translator, load: piratenclaim.Load) -> str:
    """Returns the cubes of a load by colour, the fuel first."""
    on_board = (f"{count} {_(LOADED[cube])}" for cube, count in zip(Cube, load, strict=True) if count)
    return ", ".join(on_board) or _("nothing")


def parts_words(_: Translator, colours: Sequence[Colour]) -> str:
    """Returns the parts of a ship by colour."""
    counts = Counter(colours)
    return ", ".join(f"{count} {_(PARTS[colour])}" for colour, count in counts.items())


def loot(_: Translator, state: State, robbery: Robbery) -> str:
    """Returns what a robbery takes; with the ledger what it has taken."""
    if robbery.taken is not None:
        return load_words(_, robbery.taken)
    if robbery.loot is Loot.ONE_EACH and not state.variants.white_takes_fuel:
        return _(WHITE_SPARES_FUEL)
    return _(LOOT[robbery.loot])


def holds(_: Translator, state: State, field: Field) -> str:
    """Returns what is on a field, in words."""
    found = list[str]()
    system = state.systems[field]
    if state.discs >> field & 1:
        found.append(_("black disc"))
    if system is not None:
        found.append(system_name(_, system))
    found += (_("{colour} pirate", colour=_(PIRATES[pirate])) for pirate in pirates_at(state, field))
    for seat, count in Counter(ship.player for ship in ships_at(state, field)).items():
        name = display_name(_, state.players[seat])
        found.append(_.many("ship of {name}", "{n} ships of {name}", count, name=name))
        # With the ledger a player has one ship on a field, and its load is known.
        loads = [ship.load for ship in state.ledger.fleet if ship[:3:2] == (seat, field)] if state.ledger else []
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
    pirates = ", ".join(_(PIRATES[pirate]) for pirate in pirates_at(state, field))
    seats = dict.fromkeys(ship.player for ship in ships_at(state, field))
    ships = ", ".join(display_name(_, state.players[seat]) for seat in seats)
    disc = _("black disc") if state.discs >> field & 1 else ""
    claim = _("claim: {name}", name=name) if (name := claimed_by(_, state, field)) else ""
    # If there is no line left, drop pirates and ships: unlike a claim, they are drawn on the map.
    lines = [disc, *(system_lines(_, system) if system else ()), claim, pirates, ships]
    return tuple(filter(None, lines))[:LINES] or (_("empty"),)


def system_lines(_: Translator, system: System) -> tuple[str, str]:
    """Returns the cubes of a stack, the upper one first, each with its value."""
    upper, lower = (f"{_(CUBES[cube])} {int(cube)}" for cube in (system.upper, system.lower))
    return upper, lower


def ships_at(state: State, field: Field) -> Sequence[Ship]:
    """Returns the reported ships on a field; with the ledger joined parts are one ship."""
    if state.ledger is not None:
        return [Ship(ship.player, ship.parts[0], field) for ship in state.ledger.fleet if ship.field == field]
    return [ship for ship in state.ships if ship.field == field]


def short_labels(words: Sequence[str]) -> tuple[str, ...]:
    """Returns the shortest unique prefix of each word."""
    return tuple(
        next(
            word[:length]
            for length in range(1, len(word) + 1)
            if sum(other.startswith(word[:length]) for other in words) == 1 or length == len(word)
        )
        for word in words
    )


def event_words(_: Translator, event: object) -> str:
    """Returns what a player did, in a few words without the name; empty for events that are not the game's own."""
    if isinstance(event, ShipAt) and event.field is None:
        return _("a ship goes")
    fields = {
        "field": field_name(getattr(event, "field", None) or Field(0)),
        "colour": _(PIRATES.get(getattr(event, "pirate", None) or Pirate.BLACK, "")),
        "dice": " ".join(map(str, getattr(event, "dice", ()))),
        "load": load_words(_, event.load) if isinstance(event, Cargo) else "",
    }
    return _(EVENTS.get(type(event), ""), **fields)


LINES = 4
"""Maximum number of lines next to a segment."""

EXAMPLE = """[
    {"event": "discs", "by": "hand", "fields": ["1/0", "1/2", "1/5", "2/1", "2/3", "2/6", "3/1", "3/2", "3/4", "4/1",
        "4/3", "4/6", "5/2", "5/4", "5/5", "6/1", "6/3", "6/6", "7/1", "7/3", "7/5"]},
    {"event": "ship", "player": 1, "ship": 0, "field": "1/4"},
    {"event": "roll", "by": "hand", "dice": {"red": 5, "green": 3, "grey": 2, "white": 6, "black": 4, "brown": 3}},
    {"event": "discover", "field": "1/1", "pirate": "black"},
    {"event": "roll", "by": "hand", "dice": {"red": 1, "green": 1, "grey": 5}},
    {"event": "discover", "field": "1/3", "pirate": "brown"},
    {"event": "roll", "by": "hand", "dice": {"red": 1, "green": 1, "grey": 1}},
    {"event": "discover", "field": "2/0", "pirate": "white"},
    {"event": "roll", "by": "hand", "dice": {"red": 1, "green": 1, "grey": 3}},
    {"event": "discover", "field": "2/2", "pirate": "black"},
    {"event": "move_pirates"},
    {"event": "remove", "field": "1/3", "pirate": "white"},
    {"event": "end_turn"},
    {"event": "ship", "player": 1, "ship": 0, "field": "3/0"},
    {"event": "roll", "by": "hand", "dice": {"red": 6, "green": 4, "grey": 3, "white": 2, "black": 3, "brown": 4}},
    {"event": "discover", "field": "3/0"}
]"""
"""The start of a game, for the pictures of the rules: discoveries let pirates in, they move; then a system is found."""


def _after(count: int) -> Callable[[], tuple[tuple[State, str], ...]]:
    """Returns the state after this number of events."""

    @cache
    def play() -> tuple[tuple[State, str], ...]:
        start = Start(piratenclaim.name, ("Green", "Blue"), Seat(0), piratenclaim.options)
        return ((follow(begin(start), *json.loads(EXAMPLE)[:count]).state, ""),)

    return play


def _lit(count: int, segment: int) -> Callable[[Sequence[device.Colour], float, float], Lights]:
    """Returns the lights of a segment after this number of events."""
    play = _after(count)

    def light(colours: Sequence[device.Colour], now: float, _began: float) -> Lights:
        from companion.tables.piratenclaim import lights  # noqa: PLC0415 - it takes its words from here

        return lights.segment(play()[0][0], colours, now, segment)

    return light


def _has(option: str) -> Callable[[LineUp], bool]:
    return lambda lineup: lineup.options.get(option) is True


rules = (
    RulesSection(
        N_("The board"),
        N_(
            "Eight segments of seven fields; 0 is the one in the middle, with double-red on 0/0. Position 1 "
            "is to the right of a centre, 2 to 6 follow clockwise. Each outer segment has three black discs,"
            " which nothing may enter; every open field can be reached from the middle."
        ),
        N_("0 is the middle, 1 right of it, then clockwise. Dark: a disc, closed to all."),
        _lit(1, 1),
        moments=_after(1),
    ),
    RulesSection(
        N_("A turn"),
        N_(
            "Ships travel and trade by the rules of the base game. Then six dice are rolled, discoveries are made, and "
            "at last all pirates move. What travelling costs, when the game is over and who has won, alone or "
            "together, you say yourselves. Cubes are counted by you, or by the box where it keeps the ledger."
        ),
        N_("Travel and trade; roll six dice; discover; pirates move. You say who wins."),
        _lit(3, 1),
        moments=_after(3),
    ),
    RulesSection(
        N_("Discovery"),
        N_(
            "A ship on an empty field of a segment with fewer than three known systems discovers. Grey gives"
            " the position in its segment, or the centre if that position has a system; green is the lower "
            "cube, red the upper one. If the position has a black disc, remove it and place a pirate of a "
            "colour that you choose; if all six pirates are on the map, the disc stays. For another ship, "
            "roll red, green and grey again."
        ),
        N_("Grey: the position. Green below, red above. A disc: a pirate, if one is left."),
        _lit(16, 3),
        moments=_after(16),
    ),
    RulesSection(
        N_("Trade"),
        N_(
            "Pay cubes of the lower colour, as many as the upper one is worth; get cubes of the upper colour, as many "
            "as the lower one is worth. Red is 1, orange 2, yellow 3, green 4, blue 5, purple 6."
        ),
        N_("Pay lower cubes, as many as the upper is worth; get upper ones, as the lower is."),
        _lit(16, 3),
        moments=_after(16),
    ),
    RulesSection(
        N_("Pirates"),
        N_(
            "Each pirate moves one step in the direction of its colour's die; a black disc, the edge and the middle "
            "stop it. All move at once. Where two meet, one leaves: whose turn it is chooses. A pirate on a ship's "
            "field takes all cubes of its most valuable colour."
        ),
        N_("All go a step by their die. Where two meet, one leaves. On a ship they rob."),
        _lit(11, 1),
        moments=_after(11),
    ),
    RulesSection(
        N_("Sinking"),
        N_("If you travel to a pirate, you may pay 12 fuel: it goes to the supply, and may come back."),
        N_("Travel to a pirate and pay 12 fuel: it leaves."),
        _lit(10, 1),
        moments=_after(10),
    ),
    RulesSection(
        N_("Variant: roll first"),
        N_("All six dice are rolled at the beginning of the turn; then ships travel, and at last the pirates move."),
        N_("Roll six dice, then travel; the pirates move last."),
        is_on=_has("roll_first"),
        moments=_after(3),
    ),
    RulesSection(
        N_("Variant: loot by colour"),
        N_(
            "A black pirate takes all cubes of the most valuable colour, a white one a cube of each colour, a brown "
            "one half the fuel, rounded down."
        ),
        N_("Black: the best colour. White: 1 of each. Brown: half the fuel."),
        is_on=lambda lineup: lineup.options.get("loot") == "by_colour",
        moments=_after(11),
    ),
    RulesSection(
        N_("Variant: extra ships"),
        N_(
            "While extra ships are left, a player with a ship on 0/0 may buy one there before rolling, or "
            'after rolling in the variant "roll first": 1 of each colour + 6 fuel.'
        ),
        N_("On 0/0 a ship costs 1 of each colour + 6 fuel."),
        is_on=lambda lineup: bool(lineup.options.get("spare_ships")),
        moments=_after(2),
    ),
    RulesSection(
        N_("Ledger"),
        N_(
            "The box keeps where each ship part stands and what it carries. Each player begins on 0/0 with three "
            "joined parts, 30 fuel and cargo worth 60. A part has three compartments, each for up to 6 fuel or up to 6 "
            "cubes of cargo; that cubes may be moved between them is an assumption. Joined parts are one ship: one "
            "discovery, one robbery. Parts may be split and joined again, but the white ones stay together. On 0/0 "
            "each part gets 1 fuel a turn. A discovery that is due has to be made before the pirates move."
        ),
        N_("A part: 3 compartments, 6 fuel or 6 cargo; on 0/0 +1 fuel a turn."),
        is_on=_has("ledger"),
    ),
    RulesSection(
        N_("Ledger: claims"),
        N_(
            "On a system of one colour a ship may load or unload 1 cube a turn, and after as many turns there without "
            "a break as the colour is worth, the turn of its arrival included, it may be claimed. Several trades a "
            "turn, and trades the other way round, are an assumption. When a system of two colours may be claimed, "
            "and what travelling costs, you say yourselves."
        ),
        N_("One colour: claim it after as many turns there as it is worth."),
        is_on=_has("ledger"),
    ),
)
