"""The ledger of Piratenclaim: where each part-ship stands, what it carries, and what is done with it (rules, 1, 3, 8).

A player's parts that stand on one field are one ship with one load (`position.FleetShip`). A load is counted by
colours, not by compartments: cubes may be moved inside a part and between joined parts at any time, which is an
assumption. So a load fits where its fuel and its cargo, each in compartments of six, need no more compartments than the
ship has.

What is paid or robbed goes to the supply, and what is received comes from there; it has no end. A voyage
(`Ledger.voyage_turns`) is this project's own rule for what the texts leave open: what a step costs, when the game is
over, who has won.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.game import Seat
from engine.piratenclaim.map import MIDDLE, Field
from engine.piratenclaim.position import NO_LOAD, SHIPS_AT_FIRST, Colour, Cube, FleetShip, Ledger, Load, Ship, State

COMPARTMENTS, COMPARTMENT_CUBES = 3, 6
"""Of a part, and the most that one of them holds: fuel or cargo (rules, 1)."""
FIRST_FUEL, FIRST_WORTH = 30, 60
"""What each player begins with: so much fuel, and cargo worth so much (rules, 3)."""


class Standing(NamedTuple):
    """What a seat has; in a voyage the first that differs decides."""

    claimed: int
    """The values of the systems that it has claimed."""
    cargo: int
    """The value of its cargo."""
    fuel: int


def first_ledger(seats: int, voyage_turns: int | None) -> Ledger:
    """Returns the ledger of a start: all parts joined on double-red, and nothing on board yet."""
    parts, colours = tuple(range(SHIPS_AT_FIRST)), (Colour.OWN, *[Colour.WHITE] * (SHIPS_AT_FIRST - 1))
    fleet = tuple(FleetShip(Seat(seat), parts, MIDDLE, NO_LOAD) for seat in range(seats))
    return Ledger(fleet, (colours,) * seats, voyage_turns=voyage_turns)


def told_ships(fleet: Sequence[FleetShip]) -> tuple[Ship, ...]:
    """Returns where each part stands, sorted."""
    return tuple(sorted(Ship(ship.player, part, ship.field) for ship in fleet for part in ship.parts))


def fits(load: Load, parts: int) -> bool:
    """Returns whether joined parts have room for a load."""
    fuel, cargo = load[0], sum(load[1:])
    return -(-fuel // COMPARTMENT_CUBES) - (-cargo // COMPARTMENT_CUBES) <= parts * COMPARTMENTS


def cargo_worth(load: Load) -> int:
    """Returns the value of a load without its fuel."""
    return sum(cube * count for cube, count in zip(Cube, load, strict=True) if cube is not Cube.RED)


def standing_of(state: State, seat: Seat) -> Standing:
    """Returns what a seat has claimed and carries. The game has the ledger."""
    ledger = ledger_of(state)
    loads = [ship.load for ship in ledger.fleet if ship.player == seat]
    systems = (state.systems[field] for field, player in ledger.claims if player == seat)
    return Standing(
        claimed=sum(system.value for system in systems if system is not None),
        cargo=sum(map(cargo_worth, loads)),
        fuel=sum(load[0] for load in loads),
    )


def ledger_of(state: State) -> Ledger:
    """Returns the ledger of a game that has one."""
    if state.ledger is None:
        raise ValueError("this game has no ledger")
    return state.ledger


def turns_left(state: State) -> int | None:
    """Returns how many turns of a voyage are still to be finished, of all seats; None in any other game."""
    if state.ledger is None or state.ledger.voyage_turns is None:
        return None
    return state.ledger.voyage_turns * len(state.players) - state.turns


def owed(state: State) -> tuple[Field, ...]:
    """Returns the fields from which the mover still has to discover in this turn; none without the ledger."""
    return ()
