"""The pirates: movement, conflicts, robberies, and the threat of the next roll (rules, 6)."""

from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

from engine.piratenclaim import position
from engine.piratenclaim.ledger import rob
from engine.piratenclaim.position import DIRECTIONS, FIELDS, Field, Loot, Obstacle, Pirate, Pirates, State, fields_in

COLOURS = tuple(Pirate)
ROLL_COUNT = 6**3
"""The number of equally likely rolls of the three pirate dice."""
_LOOT = {Pirate.BLACK: Loot.HIGHEST, Pirate.WHITE: Loot.ONE_EACH, Pirate.BROWN: Loot.HALF_FUEL}
"""What each colour takes in variant 2."""


class Movement(NamedTuple):
    field: Field
    """The field before."""
    pirate: Pirate
    to: Field
    """The field after; the same if the pirate stays."""
    obstacle: Obstacle | None
    """Why it stays; None if it moves."""


def supply(state: State) -> dict[Pirate, int]:
    """Returns the number of pirates of each colour that are off the board."""
    colours = zip(COLOURS, state.pirates, strict=True)
    return {pirate: position.PIRATES_PER_COLOUR - fields.bit_count() for pirate, fields in colours}


def available_colours(state: State) -> tuple[Pirate, ...]:
    """Returns the colours of the pirates in the supply."""
    return tuple(pirate for pirate, left in supply(state).items() if left)


def pirates_at(state: State, field: Field) -> tuple[Pirate, ...]:
    """Returns the pirates on a field, sorted; more than one only in a conflict."""
    return tuple(pirate for pirate, fields in zip(COLOURS, state.pirates, strict=True) if fields >> field & 1)


def pirates_on_board(state: State) -> tuple[tuple[Field, Pirate], ...]:
    """Returns the pirates on the board, sorted by field."""
    colours = zip(COLOURS, state.pirates, strict=True)
    return tuple(sorted((field, pirate) for pirate, fields in colours for field in fields_in(fields)))


def toggle(pirates: Pirates, field: Field, pirate: Pirate) -> Pirates:
    """Returns the pirates with this one added, or removed if it is there already."""
    black, brown, white = (
        fields ^ (1 << field if pirate is colour else 0) for colour, fields in zip(COLOURS, pirates, strict=True)
    )
    return black, brown, white


def movements(state: State, dice: position.Dice) -> tuple[Movement, ...]:
    """Returns the movement of each pirate with these dice, sorted by field and pirate."""
    found = (
        Movement(field, pirate, *step(state, field, face - 1))
        for pirate, fields, face in zip(COLOURS, state.pirates, (dice.black, dice.brown, dice.white), strict=True)
        for field in fields_in(fields)
    )
    return tuple(sorted(found, key=lambda movement: movement[:2]))


def conflicts(state: State) -> int:
    """Returns the fields with a conflict, as a set."""
    black, brown, white = state.pirates
    return black & brown | black & white | brown & white


def move(state: State, dice: position.Dice) -> State:
    """Moves all pirates one step, with all consequences that need no choice: equal pirates leave, ships are robbed."""
    moved = movements(state, dice)
    # In a set two of one colour on a field become one, as in the rules: it makes no difference which of them leaves.
    black, brown, white = (position.field_set(each.to for each in moved if each.pirate is pirate) for pirate in COLOURS)
    blocked = tuple(position.Blocked(field, pirate, obstacle) for field, pirate, _, obstacle in moved if obstacle)
    if state.variants.rob_on_arrival:
        state = _rob_ships(state, ((each.to, each.pirate) for each in moved))
    return _end_or_conflict(replace(state, blocked=blocked, pirates=(black, brown, white)))


def remove(state: State, field: Field, pirate: Pirate) -> State:
    """Removes a pirate in a conflict. If no other conflict is left, the pirate phase is over."""
    return _end_or_conflict(replace(state, pirates=toggle(state.pirates, field, pirate)))


def threat(state: State) -> dict[Field, int]:
    """Returns for each field that a pirate can reach the number of rolls of the pirate dice that bring one there.

    Only the pirates that are on the board now are counted. A conflict leaves one pirate on its field, so it makes no
    difference.
    """
    # The colours are rolled independently: a field stays free if the dice of all three miss it.
    missed = [ROLL_COUNT] * len(FIELDS)
    for fields in state.pirates:
        # For each field the faces of this colour's die that bring one of its pirates there, as a set.
        faces = [0] * len(FIELDS)
        for field in fields_in(fields):
            for direction in range(DIRECTIONS):
                faces[step(state, field, direction)[0]] |= 1 << direction
        missed = [
            count * (DIRECTIONS - hits.bit_count()) // DIRECTIONS for count, hits in zip(missed, faces, strict=True)
        ]
    return {field: ROLL_COUNT - count for field, count in zip(FIELDS, missed, strict=True) if count < ROLL_COUNT}


def loot(state: State, pirate: Pirate) -> Loot:
    return _LOOT[pirate] if state.variants.by_colour else Loot.HIGHEST


def step(state: State, field: Field, direction: int) -> tuple[Field, Obstacle | None]:
    """Returns the field of a pirate after a step, and the obstacle if it stays."""
    to = state.board.steps[field][direction]
    if to is None:
        return field, Obstacle.EDGE
    if state.discs >> to & 1:
        return field, Obstacle.DISC
    closed = position.segment_fields(0) if state.variants.closed_segment else 1 << position.MIDDLE
    return (field, Obstacle.MIDDLE) if closed >> to & 1 else (to, None)


def _end_or_conflict(state: State) -> State:
    """Returns the state in the phase `conflict` if a conflict is left; otherwise at the end of the turn."""
    if conflicts(state):
        return replace(state, phase=position.Phase.CONFLICT)
    # Pirates rob after the conflicts, unless they have robbed on arrival.
    state = state if state.variants.rob_on_arrival else _rob_ships(state, pirates_on_board(state))
    return replace(state, phase=position.Phase.TURN_END)


def _rob_ships(state: State, pirates: Iterable[tuple[Field, Pirate]]) -> State:
    """Returns the state after each pirate robbed each known ship on its field (rules, 6; R6, R7)."""
    ships = state.ships
    if state.ledger is not None:  # joined parts are robbed once
        ships = tuple(position.Ship(ship.player, ship.parts[0], ship.field) for ship in state.ledger.fleet)
    found = sorted(
        position.Robbery(field, pirate, ship.player, ship.part, loot(state, pirate))
        for field, pirate in pirates
        for ship in ships
        if ship.field == field
    )
    return replace(state, robbed=tuple(found)) if state.ledger is None else rob(state, found)
