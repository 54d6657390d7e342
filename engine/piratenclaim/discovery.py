"""Discoveries: who may discover from where, and what a discovery brings (rules, 5)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from engine.game import Code, Illegal
from engine.piratenclaim.map import FIELD_NAMES, FIELDS, POSITIONS, field_at, segment_of
from engine.piratenclaim.pirates import choosable, pirates_at, toggled
from engine.piratenclaim.position import SYSTEMS_OF_A_SEGMENT, Cube, Pirate, State, System, may_have_ship

if TYPE_CHECKING:
    from engine.piratenclaim.events import Discover
    from engine.piratenclaim.map import Field
    from engine.piratenclaim.position import Dice


class Find(NamedTuple):
    """What a discovery brings."""

    field: Field | None
    """Where a system appears or a pirate enters; None: nothing happens."""
    system: System | None = None
    """The system that appears there; None: the disc there gives way to a pirate."""
    pirates: tuple[Pirate, ...] = ()
    """The colours of which one enters."""


def known_systems(state: State, segment: int) -> int:
    """Returns how many systems of a segment are known; double-red counts (R2)."""
    first = segment * POSITIONS
    return sum(system is not None for system in state.systems[first : first + POSITIONS])


def refusal(state: State, field: Field) -> str | None:
    """Returns why no ship of the mover may discover from this field, as a sentence; None: one may."""
    name, segment = FIELD_NAMES[field], segment_of(field)
    reasons = (
        (state.discs >> field & 1, f"On {name} lies a black disc: a ship discovers from an empty field."),
        (state.systems[field], f"On {name} stands a system: a ship discovers from an empty field."),
        (pirates_at(state, field), f"On {name} stands a pirate: a ship discovers from an empty field."),
        (
            known_systems(state, segment) >= SYSTEMS_OF_A_SEGMENT,
            f"Three systems of segment {segment} are known: no more are discovered there.",
        ),
        (
            state.discovered >> field & 1,
            f"From {name} a discovery was made in this turn already: one field brings one discovery.",
        ),
        (
            not may_have_ship(state, field),
            f"No ship of {state.players[state.turn]} stands on {name}: a discovery is made where one does.",
        ),
    )
    return next((sentence for is_true, sentence in reasons if is_true), None)


def discoverable(state: State) -> tuple[Field, ...]:
    """Returns the fields from which the mover may discover in this turn, in ascending order."""
    return tuple(field for field in FIELDS if refusal(state, field) is None)


def find(state: State, field: Field, dice: Dice) -> Find:
    """Returns what a discovery from this field brings."""
    # A position is free where neither a system nor a disc is; a pirate or a ship there does not matter (R13).
    segment = segment_of(field)
    place, centre = field_at(segment, dice.grey), field_at(segment, 0)
    if state.systems[place] is not None:
        place = centre
    if state.systems[place] is not None:
        return Find(None)
    if not state.discs >> place & 1:
        return Find(place, System(lower=Cube(dice.green), upper=Cube(dice.red)))
    pirates = choosable(state)
    return Find(place, pirates=pirates) if pirates else Find(None)  # no pirate left: the disc stays (R3)


def discover(state: State, event: Discover, dice: Dice) -> State:
    """Returns the state after a discovery.

    Raises:
        Illegal: `illegal`, for a field or a pirate that may not be.
    """
    if (sentence := refusal(state, event.field)) is not None:
        raise Illegal(Code.ILLEGAL, sentence)
    found = find(state, event.field, dice)
    pirate = _entering(found, event.pirate)
    discovered = state.discovered | 1 << event.field
    if found.field is None:
        return replace(state, used=True, discovered=discovered)
    if pirate is not None:
        discs, pirates = state.discs & ~(1 << found.field), toggled(state.pirates, found.field, pirate)
        return replace(state, used=True, discovered=discovered, discs=discs, pirates=pirates)
    systems = (*state.systems[: found.field], found.system, *state.systems[found.field + 1 :])
    return replace(state, used=True, discovered=discovered, systems=systems)


def _entering(found: Find, chosen: Pirate | None) -> Pirate | None:
    """Returns the pirate that enters, None where none does.

    Raises:
        Illegal: `illegal`, for a choice that there is not, or one that is missing.
    """
    if chosen is None:
        if len(found.pirates) > 1:
            raise Illegal(
                Code.ILLEGAL, f"A pirate enters: choose which of those in the supply, {' or '.join(found.pirates)}."
            )
        return next(iter(found.pirates), None)
    if not found.pirates:
        raise Illegal(Code.ILLEGAL, "No pirate enters by this discovery: leave the pirate out.")
    if chosen not in found.pirates:
        raise Illegal(Code.ILLEGAL, f"No {chosen} pirate is in the supply: choose {' or '.join(found.pirates)}.")
    return chosen
