"""Placements: the fields that a roll can mark, and the stones for them.

A placement is a third die and a field: bit 36·(third die - 1) + field of an int of 216 bits. What the position allows
is one such int, and what a roll offers another (at most six placements). Their intersection is what is available. If it
is empty, the roll is a bust (rules, A turn 2 and A turn 3).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from enum import StrEnum
from itertools import combinations_with_replacement, permutations, product
from typing import NamedTuple

from engine.claimit.board import EVERYWHERE, FIELDS, Field, column_of, field_at, fields_in, row_of
from engine.claimit.position import CLAIM_STONES, OWNERSHIP_STONE, Dice, PlacedStone, State, claimed, locked_fields

OWNERSHIP_STONES = 30


class Refusal(StrEnum):
    """Why a field is not available for this roll, as a clause. {stone} is the number of the claim stone."""

    NOT_NAMED = "the roll does not name that field"
    GOLDCLAIM = "it has a goldclaim"
    OWNED = "it has an ownership stone"
    NO_STONE_LEFT = "all 30 ownership stones are on the board"
    CLAIM_ELSEWHERE = "claim stone {stone} is on the board already"


class DiceAssignment(NamedTuple):
    """One way to assign three dice to column, row and third die (rules, Placement)."""

    field: Field
    third: int
    """The number of the claim stone."""
    refusal: Refusal | None
    """Why the field is not available; None if it is."""


# Multiplying a set of 36 bits by this number copies it into each of the six blocks. The blocks do not overlap, so
# nothing is carried.
EVERY_THIRD = sum(1 << len(FIELDS) * third for third in range(6))
"""Times a set of fields: these fields, for every third die."""
UNUSED_THIRDS = tuple(
    sum(1 << len(FIELDS) * third for third in range(6) if not used >> third & 1) for used in range(1 << 6)
)
"""Times a set of fields: these fields, for each third die whose claim stone is not on the board.

Indexed by the set of claim stones on the board: bit 0 is claim stone 1."""


def offered_placements(dice: Dice) -> int:
    """Returns the placements that a roll offers on an empty board: six, three for a pair, one for a triple."""
    offers = 0
    for column, row, third in permutations(dice):
        offers |= 1 << len(FIELDS) * (third - 1) + field_at(column, row)
    return offers


_FACES = range(1, 7)
ROLLS: tuple[Dice, ...] = tuple(product(_FACES, _FACES, _FACES))
"""The 216 equally likely rolls."""
# Without their order, three dice have 6 + 30 + 20 = 56 rolls, with one, two or three different faces.
OFFERED = {dice: offered_placements(dice) for dice in combinations_with_replacement(_FACES, 3)}
"""What each of the 56 distinct rolls offers, by its dice in ascending order."""


def ownership_stones_left(state: State) -> int:
    """Returns how many ownership stones are not on the board."""
    return OWNERSHIP_STONES - locked_fields(state).bit_count()


def ownable_fields(state: State) -> int:
    """Returns the fields that take an ownership stone: with a claim stone, or a stone of the active player."""
    if not ownership_stones_left(state):
        return 0
    return (claimed(state) | state.fields[state.turn]) & ~locked_fields(state)


def claimable_fields(state: State) -> int:
    """Returns the fields that take a claim stone: empty ones, and those with an opponent's player stone alone."""
    return EVERYWHERE & ~(claimed(state) | state.fields[state.turn] | locked_fields(state))


def allowed_placements(state: State) -> int:
    """Returns every placement that the position allows, for any roll."""
    used = sum(1 << number for number, place in enumerate(state.claims) if place)
    return ownable_fields(state) * EVERY_THIRD | claimable_fields(state) * UNUSED_THIRDS[used]


def available_placements(state: State, dice: Dice) -> int:
    """Returns the placements that are available for a roll; none is a bust."""
    low, middle, high = sorted(dice)
    return allowed_placements(state) & OFFERED[low, middle, high]


def legal(state: State) -> dict[Field, PlacedStone]:
    """Returns each available field for the current roll, lowest number first, and the stone that it takes."""
    if state.roll is None:
        return {}
    pairs = (divmod(bit, len(FIELDS)) for bit in fields_in(available_placements(state, state.roll)))
    thirds = {Field(field): third for third, field in pairs}
    owns = ownable_fields(state)
    return {field: OWNERSHIP_STONE if owns >> field & 1 else CLAIM_STONES[thirds[field]] for field in sorted(thirds)}


def refusal(state: State, field: Field) -> Refusal | None:
    """Returns why a field is not available for the current roll; None if it is."""
    here = 1 << field
    # The most helpful reason comes first: if the roll does not name the field, its stones do not matter.
    if third_die(state, field) is None:
        return Refusal.NOT_NAMED
    if field in legal(state):
        return None
    if state.gold & here:
        return Refusal.GOLDCLAIM
    if state.owned & here:
        return Refusal.OWNED
    return Refusal.CLAIM_ELSEWHERE if claimable_fields(state) & here else Refusal.NO_STONE_LEFT


def third_die(state: State, field: Field) -> int | None:
    """Returns the third die if the other two name this field; None if the roll does not name it."""
    rest = list(state.roll or ())
    for die in (column_of(field), row_of(field)):
        if die not in rest:
            return None
        # Each die is used once: 3/3 needs two dice with a 3.
        rest.remove(die)
    return rest[0]


def assignments(state: State, dice: Dice) -> tuple[DiceAssignment, ...]:
    """Returns all ways to assign the dice, lowest field first: six, three for a pair, one for a triple.

    Args:
        state: any position.
        dice: a roll; after a bust it is not in the state.
    """
    rolled = replace(state, roll=dice)
    thirds = {field_at(column, row): third for column, row, third in permutations(dice)}
    return tuple(DiceAssignment(field, thirds[field], refusal(rolled, field)) for field in sorted(thirds))


ROLL_COUNT = len(ROLLS)
# An unordered roll represents 1, 3 or 6 of the 216 (a triple, a pair, three different faces). So 56
# intersections give the exact odds; a sample would be slower and inexact.
ROLL_WEIGHTS: Mapping[Dice, int] = {dice: len(set(permutations(dice))) for dice in OFFERED}
"""The 56 distinct rolls, their dice in ascending order, and the number of the 216 rolls that each represents."""
_WEIGHTED = tuple((offers, ROLL_WEIGHTS[dice]) for dice, offers in OFFERED.items())
"""What each of the 56 distinct rolls offers, and its weight."""


def bust(state: State) -> int:
    """Returns how many of the 216 equally likely next rolls are a bust; exact."""
    may = allowed_placements(state)
    return sum([weight for offers, weight in _WEIGHTED if not may & offers])
