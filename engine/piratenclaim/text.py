"""A position of Piratenclaim as plain text for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.piratenclaim.map import FIELD_NAMES, FIELDS, fields_in
from engine.piratenclaim.pirates import standing, supply
from engine.piratenclaim.position import Loot, Phase

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from engine.piratenclaim.position import State

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
    return "\n".join([_headline(state), "", *_map(state), "", *_turn(state), *_players(state)])


def _headline(state: State) -> str:
    if state.winners is None:
        return f"Piratenclaim, turn {state.turns + 1}: {state.players[state.turn]} {_DUE[state.phase]}."
    names = " and ".join(state.players[seat] for seat in state.winners)
    return f"Piratenclaim, over after {state.turns} turns. Won by {names or 'nobody'}."


def _map(state: State) -> Iterator[str]:
    systems = (
        f"{FIELD_NAMES[field]} {system.lower.name.lower()} below {system.upper.name.lower()}"
        for field, system in zip(FIELDS, state.systems, strict=True)
        if system is not None
    )
    yield _line("Discs", (FIELD_NAMES[field] for field in fields_in(state.discs)))
    yield _line("Systems", systems)
    yield _line("Pirates", (f"{FIELD_NAMES[field]} {pirate}" for field, pirate in standing(state)))
    yield _line("In the supply", (f"{left} {pirate}" for pirate, left in supply(state).items()))


def _turn(state: State) -> Iterator[str]:
    if state.dice is None:
        return
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


def _players(state: State) -> Iterator[str]:
    width = max(map(len, state.players))
    yield f"   {'':{width}}  ships  where they stand, as far as it was told"
    for seat, (name, ships) in enumerate(zip(state.players, state.ships_owned, strict=True)):
        told = ", ".join(f"{ship.ship} on {FIELD_NAMES[ship.field]}" for ship in state.ships if ship.player == seat)
        yield f"   {name:{width}}  {ships:5}  {told}".rstrip()


def _line(label: str, things: Iterable[str]) -> str:
    return f"{label}: {', '.join(things) or 'none'}."
