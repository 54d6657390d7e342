"""Placements: which field a roll may use, and with which stone.

A placement is a third die and a field: bit 36·(third die - 1) + field of an int of 216 bits. What the position allows
is one such int, what a roll offers another (its six permutations at most), and what may be done their intersection. A
bust is an intersection that is empty (rules, A turn 2 and 3).
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
    """Why the roll on the table may not use a field, as a clause in which {stone} is the claim stone in question."""

    NOT_NAMED = "the roll does not name that field"
    GOLDCLAIM = "a goldclaim lies there"
    OWNED = "an ownership stone lies there"
    NO_STONE_LEFT = "all 30 ownership stones are on the board"
    CLAIM_ELSEWHERE = "claim stone {stone} is on the board already"


class DiceAssignment(NamedTuple):
    """One way to give three dice to column, row and third (rules, A turn 2)."""

    field: Field
    third: int
    """The number of the claim stone that the roll names there."""
    refusal: Refusal | None
    """Why the field may not be used; None: it may."""


# A product of 36 bits and this number is a copy of the 36 bits in each of the six blocks: the blocks do not overlap,
# so nothing is carried from one into the next.
EVERY_THIRD = sum(1 << len(FIELDS) * third for third in range(6))
"""Times a set of fields: these fields, whatever the third die shows."""
UNUSED_THIRDS = tuple(
    sum(1 << len(FIELDS) * third for third in range(6) if not used >> third & 1) for used in range(1 << 6)
)
"""Times a set of fields: these fields, where the third die names a claim stone that is not on the board.

Indexed by the set of those that are: bit 0 is claim stone 1.
"""


def offered_placements(dice: Dice) -> int:
    """Returns the placements that a roll offers on an empty board: six, three for a pair, one for a triple."""
    offers = 0
    for column, row, third in permutations(dice):
        offers |= 1 << len(FIELDS) * (third - 1) + field_at(column, row)
    return offers


_FACES = range(1, 7)
ROLLS: tuple[Dice, ...] = tuple(product(_FACES, _FACES, _FACES))
"""The 216 equally likely throws."""
# Three dice of six faces, their order ignored: 6 + 30 + 20 = 56 throws, with one, two or three different faces.
OFFERED = {dice: offered_placements(dice) for dice in combinations_with_replacement(_FACES, 3)}
"""What each of the 56 distinct throws offers, by its dice in ascending order."""


def ownership_stones_left(state: State) -> int:
    """Returns how many ownership stones are not on the board."""
    return OWNERSHIP_STONES - locked_fields(state).bit_count()


def ownable_fields(state: State) -> int:
    """Returns the fields that take an ownership stone: open claim stones of this turn, and the mover's plain stones."""
    if not ownership_stones_left(state):
        return 0
    return (claimed(state) | state.fields[state.turn]) & ~locked_fields(state)


def claimable_fields(state: State) -> int:
    """Returns the fields that take a claim stone: empty ones, and an opponent's plain stones."""
    return EVERYWHERE & ~(claimed(state) | state.fields[state.turn] | locked_fields(state))


def allowed_placements(state: State) -> int:
    """Returns every placement that the position allows, whatever the roll."""
    used = sum(1 << number for number, place in enumerate(state.claims) if place)
    return ownable_fields(state) * EVERY_THIRD | claimable_fields(state) * UNUSED_THIRDS[used]


def usable_placements(state: State, dice: Dice) -> int:
    """Returns the placements that the position allows and the roll offers; none is a bust."""
    # The dice lie in the order of the throw, and `OFFERED` knows each throw once.
    low, middle, high = sorted(dice)
    return allowed_placements(state) & OFFERED[low, middle, high]


def legal(state: State) -> dict[Field, PlacedStone]:
    """Each field that the roll on the table may use, lowest number first, and the stone that it takes."""
    if state.roll is None:
        return {}
    pairs = (divmod(bit, len(FIELDS)) for bit in fields_in(usable_placements(state, state.roll)))
    thirds = {Field(field): third for third, field in pairs}
    owns = ownable_fields(state)
    return {field: OWNERSHIP_STONE if owns >> field & 1 else CLAIM_STONES[thirds[field]] for field in sorted(thirds)}


def refusal(state: State, field: Field) -> Refusal | None:
    """Returns why the roll on the table may not use the field; None where it may."""
    here = 1 << field
    # The first reason in this order is the one that helps a player most: a field that the roll does not name needs no
    # word about its stones.
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
    """Returns the number of the claim stone that the roll names on this field; None if it does not name the field."""
    rest = list(state.roll or ())
    for die in (column_of(field), row_of(field)):
        if die not in rest:
            return None
        # Each die is used once: 3/3 needs two dice that show 3.
        rest.remove(die)
    return rest[0]


def assignments(state: State, dice: Dice) -> tuple[DiceAssignment, ...]:
    """Returns all the readings of a roll, lowest field first: six, of a pair three, of a triple one.

    Args:
        state: the position in which the dice are read, whatever its phase.
        dice: the roll, which need not lie on the table any more: a bust ends the turn.
    """
    rolled = replace(state, roll=dice)
    thirds = {field_at(column, row): third for column, row, third in permutations(dice)}
    return tuple(DiceAssignment(field, thirds[field], refusal(rolled, field)) for field in sorted(thirds))


ROLL_COUNT = len(ROLLS)
# A throw without regard to order stands for 1, 3 or 6 of the 216 (a triple, a pair, three different faces). So 56
# intersections give the exact odds; a sample would be slower and wrong in the last digit.
ROLL_WEIGHTS: Mapping[Dice, int] = {dice: len(set(permutations(dice))) for dice in OFFERED}
"""The 56 distinct throws, their dice in ascending order, and how many of the 216 each stands for."""
_WEIGHTED = tuple((offers, ROLL_WEIGHTS[dice]) for dice, offers in OFFERED.items())
"""What each of the 56 distinct throws offers, and how many of the 216 it stands for."""


def bust(state: State) -> int:
    """Returns how many of the 216 equally likely next rolls would be a bust for the mover: exact, none is sampled."""
    may = allowed_placements(state)
    return sum([weight for offers, weight in _WEIGHTED if not may & offers])
