"""The words of Piratenclaim: cubes, pirates, dice, and what lies on a field."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.core.player_names import display_name
from companion.locale.translator import N_
from engine.piratenclaim import (
    FIELD_NAMES,
    BuyShip,
    Cube,
    Discover,
    Discs,
    EndTurn,
    Field,
    Loot,
    MovePirates,
    Obstacle,
    Pirate,
    Remove,
    Roll,
    ShipAt,
    Sink,
    pirates_at,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.locale.translator import Translator
    from engine.piratenclaim import Robbery, Ship, State, System

CUBES = {
    Cube.RED: N_("red"),
    Cube.ORANGE: N_("orange"),
    Cube.YELLOW: N_("yellow"),
    Cube.GREEN: N_("green"),
    Cube.BLUE: N_("blue"),
    Cube.PURPLE: N_("purple"),
}
PIRATES = {Pirate.BLACK: N_("black"), Pirate.BROWN: N_("brown"), Pirate.WHITE: N_("white")}
DICE = (N_("red"), N_("green"), N_("grey"), N_("white"), N_("black"), N_("brown"))
"""In the order in which they are thrown."""
DIE_LETTERS = N_("RGEWBN")
"""A letter for each die, all different: red, green, grey, white, black, brown."""
OBSTACLES = {
    Obstacle.DISC: N_("a black disc"),
    Obstacle.EDGE: N_("the edge"),
    Obstacle.MIDDLE: N_("the middle is closed"),
}
LOOT = {
    Loot.HIGHEST: N_("all purple; if none, all blue, else green, yellow, orange, red"),
    Loot.ONE_EACH: N_("1 cube of each colour"),
    Loot.HALF_FUEL: N_("half the fuel, rounded down"),
}
WHITE_SPARES_FUEL = N_("1 cube of each colour but red")
EVENTS = {
    Discs: N_("the discs are laid"),
    Roll: N_("rolls {dice}"),
    Discover: N_("discovers from {field}"),
    MovePirates: N_("the pirates move"),
    Remove: N_("{colour} leaves {field}"),
    Sink: N_("sinks {colour} on {field}"),
    BuyShip: N_("buys a ship"),
    ShipAt: N_("a ship on {field}"),
    EndTurn: N_("the turn is over"),
}
"""What somebody did, without the name; in English, to be translated."""


def field_name(field: Field) -> str:
    """Returns the field as the notation names it: segment/position."""
    return FIELD_NAMES[field]


def system_name(_: Translator, system: System) -> str:
    """Returns the two colours, the lower first."""
    return _("{lower} below, {upper} above", lower=_(CUBES[system.lower]), upper=_(CUBES[system.upper]))


def trade(_: Translator, system: System) -> str:
    """Returns what a trade costs and brings there; a system of one colour loads or unloads instead."""
    lower, upper = _(CUBES[system.lower]), _(CUBES[system.upper])
    if system.lower == system.upper:
        return _("load or unload 1 {colour}", colour=lower)
    return _("pay {pay} {lower}, get {get} {upper}", pay=system.pay, lower=lower, get=system.receive, upper=upper)


def loot(_: Translator, state: State, robbery: Robbery) -> str:
    """Returns what a robbery takes."""
    if robbery.loot is Loot.ONE_EACH and not state.variants.white_takes_fuel:
        return _(WHITE_SPARES_FUEL)
    return _(LOOT[robbery.loot])


def holds(_: Translator, state: State, field: Field) -> str:
    """Returns what lies on a field, in words."""
    found = list[str]()
    system = state.systems[field]
    if state.discs >> field & 1:
        found.append(_("black disc"))
    if system is not None:
        found.append(system_name(_, system))
    found += (_("{colour} pirate", colour=_(PIRATES[pirate])) for pirate in pirates_at(state, field))
    found += (_("ship of {name}", name=display_name(_, state.players[ship.player])) for ship in ships_at(state, field))
    return ", ".join(found) or _("empty")


def field_lines(_: Translator, state: State, field: Field) -> tuple[str, ...]:
    """Returns what lies on a field in at most four short lines: disc or cubes, the upper first; pirates, ships."""
    system = state.systems[field]
    pirates = ", ".join(_(PIRATES[pirate]) for pirate in pirates_at(state, field))
    seats = dict.fromkeys(ship.player for ship in ships_at(state, field))
    ships = ", ".join(display_name(_, state.players[seat]) for seat in seats)
    disc = _("black disc") if state.discs >> field & 1 else ""
    lines = (disc, *(system_lines(_, system) if system else ()), pirates, ships)
    return tuple(line for line in lines if line) or (_("empty"),)


def system_lines(_: Translator, system: System) -> tuple[str, str]:
    """Returns the cubes as they are stacked, the upper one first, each with its value."""
    upper, lower = (f"{_(CUBES[cube])} {int(cube)}" for cube in (system.upper, system.lower))
    return upper, lower


def ships_at(state: State, field: Field) -> Sequence[Ship]:
    """Returns the ships that were told to stand there."""
    return [ship for ship in state.ships if ship.field == field]


def short_labels(words: Sequence[str]) -> tuple[str, ...]:
    """Returns for each word its shortest beginning that no other word has."""
    return tuple(
        next(
            word[:length]
            for length in range(1, len(word) + 1)
            if sum(other.startswith(word[:length]) for other in words) == 1 or length == len(word)
        )
        for word in words
    )


def event_words(_: Translator, event: object) -> str:
    """Returns what somebody did, in a few words without the name; empty for what is not the game's own."""
    if isinstance(event, ShipAt) and event.field is None:
        return _("a ship goes")
    told = {
        "field": field_name(getattr(event, "field", None) or Field(0)),
        "colour": _(PIRATES.get(getattr(event, "pirate", None) or Pirate.BLACK, "")),
        "dice": " ".join(map(str, getattr(event, "dice", ()))),
    }
    return _(EVENTS.get(type(event), ""), **told)
