"""A fast Claim It! for training, compiled by numba: the rules of `engine.claimit` on arrays of whole numbers.

A position is an array: the fields of each of five seats, then GOLD, TURN, LEFT (turns left in the last round, 0 before
it), SEATS, RECYCLE, OVER. A turn that is on is another: MARKS, OWNED, CLAIMED, USED (a bit a claim stone), then where
each of the claim stones lies. Sets of fields are bit sets as in `engine.claimit.position`.
"""

from itertools import combinations_with_replacement, permutations, product

import numpy as np
from numba import njit

GOLD, TURN, LEFT, SEATS, RECYCLE, OVER, POSITION = 5, 6, 7, 8, 9, 10, 11
SIDE = 6
"""Columns and rows of the board, sides of a die, claim stones."""
FIELDS = SIDE * SIDE
MARKS, OWNED, CLAIMED, USED, LYING, TURN_SIZE = 0, 1, 2, 3, 4, 4 + SIDE
EVERYWHERE = (1 << FIELDS) - 1
FIRST_COLUMN = sum(1 << SIDE * row for row in range(SIDE))
LAST_COLUMN = FIRST_COLUMN << SIDE - 1
STONES = 30
"""Ownership stones."""
CALL = np.array((0, 0, 13, 9, 7, 6))
"""Goldclaims that call the last round, by the number of players."""

_DICE = list(combinations_with_replacement(range(SIDE), 3))
KINDS = len(_DICE)
"""Distinct throws, their order ignored: 56."""
WEIGHTS = np.array([len(set(permutations(dice))) for dice in _DICE], dtype=np.float32) / np.float32(SIDE**3)
"""How likely each of the distinct throws is."""
READINGS = np.full((KINDS, 6, 2), -1, dtype=np.int64)
"""The ways to read each throw: field and third die (from 0); -1 where there are fewer than six."""
for _throw, _faces in enumerate(_DICE):
    for _number, (_column, _row, _third) in enumerate(sorted(set(permutations(_faces)))):
        READINGS[_throw, _number] = SIDE * _row + _column, _third
THROWS = np.array([_DICE.index(tuple(sorted(dice))) for dice in product(range(SIDE), repeat=3)])
"""Which of the distinct throws each of the 216 equally likely ones is."""


@njit
def count(bits):
    """Returns how many fields a set has."""
    bits = bits - ((bits >> 1) & 0x5555555555555555)
    bits = (bits & 0x3333333333333333) + ((bits >> 2) & 0x3333333333333333)
    bits = (bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0F
    return (bits * 0x0101010101010101) >> 56


@njit
def beside(group):
    """Returns a set and the fields that edges join to it."""
    aside = ((group & ~LAST_COLUMN) << 1) | ((group & ~FIRST_COLUMN) >> 1)
    return (group | (group << SIDE) | (group >> SIDE) | aside) & EVERYWHERE


@njit
def group_around(seed, within):
    """Flood fill, as `engine.claimit.position.group_around`."""
    grown = seed & within
    group = grown ^ grown
    while grown != group:
        group = grown
        grown = beside(group) & within
    return group


@njit
def largest_mine(fields):
    """Returns the fields in the largest group."""
    best, rest = 0, fields
    while rest:
        group = group_around(rest & -rest, rest)
        rest &= ~group
        best = max(best, count(group))
    return best


@njit
def begin(position, seats, first, recycle):
    """Makes the position that of a game's start."""
    position[:] = 0
    position[TURN], position[SEATS], position[RECYCLE] = first, seats, recycle


@njit
def ownable_fields(position, turn):
    """Returns the fields that take an ownership stone."""
    locked = position[GOLD] | turn[OWNED]
    if count(locked) >= STONES:
        return locked ^ locked
    return (turn[CLAIMED] | position[position[TURN]]) & ~locked


@njit
def claimable_fields(position, turn):
    """Returns the fields that take a claim stone."""
    return EVERYWHERE & ~(turn[CLAIMED] | position[position[TURN]] | position[GOLD] | turn[OWNED])


@njit
def usable(position, turn, throw, found):
    """Writes the usable readings of a throw into `found`, and returns how many there are; none is a bust."""
    own, claim, many = ownable_fields(position, turn), claimable_fields(position, turn), 0
    for reading in range(6):
        field, third = READINGS[throw, reading]
        if field < 0:
            break
        if (own >> field) & 1 or ((claim >> field) & 1 and not (turn[USED] >> third) & 1):
            found[many, 0], found[many, 1] = field, third
            many += 1
    return many


@njit
def place(position, turn, field, third, after):
    """Writes the turn after a placement into `after`."""
    here = 1 << field
    owns = ownable_fields(position, turn) & here
    after[:] = turn
    after[MARKS] |= here
    if not owns:
        after[CLAIMED] |= here
        after[USED] |= 1 << third
        after[LYING + third] = here
        return
    after[OWNED] |= here
    if position[RECYCLE]:
        after[CLAIMED] &= ~here
        for stone in range(SIDE):
            if after[LYING + stone] == here:
                after[LYING + stone] = 0
                after[USED] &= ~(1 << stone)


@njit
def end_turn(position, marks, owned, after):
    """Writes the position after a bank of these fields into `after`; of none: after a bust."""
    after[:] = position
    seat, seats = position[TURN], position[SEATS]
    for other in range(seats):
        after[other] &= ~marks
    after[seat] |= marks
    after[GOLD] |= owned
    if position[LEFT]:
        after[LEFT] -= 1
        if not after[LEFT]:
            after[OVER] = 1
            return
    elif count(after[seat] & after[GOLD]) >= CALL[seats]:
        after[LEFT] = seats
    after[TURN] = (seat + 1) % seats


@njit
def shares(position, found):
    """Writes each seat's share of the win if the game ended here."""
    seats = position[SEATS]
    best, winners = -1, 0
    for seat in range(seats):
        fields = position[seat]
        rank = (largest_mine(fields) * 64 + count(fields & position[GOLD])) * 64 + count(fields)
        found[seat] = rank
        if rank > best:
            best, winners = rank, 0
        winners += rank == best
    for seat in range(seats):
        found[seat] = np.float32(1) / winners if found[seat] == best else np.float32(0)
