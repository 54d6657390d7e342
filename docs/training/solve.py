"""Solves the small board: the mover's win chance in every position between turns, if both play as well as can be.

    SIDE=3 python docs/training/solve.py --out small.npz

Goldclaims only grow, so positions with as many are one layer, solved once those with more are; the last round comes
before all. In a layer busts and recaptures make cycles: there a sweep finds for each position the best way to play the
whole turn, then the chances of playing so are iterated until they stand still, and so on until a sweep changes nothing
(policy iteration). What that sweep still changes is by how much the chances miss their own equation.
"""

import argparse
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np
from numba import njit
from simulator import POSITION, STONES, shares
from small_board import (
    CANONICAL,
    GOLDCLAIMS,
    GRAPHS,
    IMAGES,
    LEFT,
    NOWHERE,
    POSITIONS,
    WHOLE_TURN,
    follow,
    make_turn,
    search,
    write_position,
)

TOLERANCE = 1e-10
"""By how much a layer's chances may still change in a sweep."""
ROOM = 100
"""Ends of a turn, on the average, for which there is room at first."""


class Outcomes(NamedTuple):
    """How the turns of some positions end: of the nth, what stands from `first[n]` to before `first[n + 1]`."""

    positions: np.ndarray
    worth: np.ndarray
    """What the turn is worth to the mover, by the values that it was searched with."""
    first: np.ndarray
    ends: np.ndarray
    """The position after the turn (its canonical image), as who is to move then sees it."""
    chances: np.ndarray


def layers():
    """Returns the positions that are calculated, layer by layer: each needs itself and those before it."""
    gold = GOLDCLAIMS.sum(1)
    possible = (np.arange(POSITIONS) == CANONICAL) & (gold <= STONES)
    last_round = [np.flatnonzero(possible & (left == LEFT)) for left in (1, 2)]
    before = [np.flatnonzero(possible & (LEFT == 0) & (gold == many)) for many in range(STONES, -1, -1)]
    return [*last_round, *(layer for layer in before if len(layer))]


def final_shares():
    """Returns the share of the win of who has moved in each position, if the game is over there."""
    found = np.zeros(POSITIONS)
    write_final_shares(found)
    return found


@njit
def write_final_shares(found):
    """Writes what `final_shares` returns."""
    position, share = np.zeros(POSITION, dtype=np.int64), np.zeros(5, dtype=np.float32)
    for number in range(POSITIONS):
        write_position(number, position)
        shares(position, share)
        found[number] = share[1]


class Way(NamedTuple):
    """A way to play."""

    after: np.ndarray
    """What each position after a turn is taken to be worth to who has moved: between turns; where the game is over."""
    rolls: int = WHOLE_TURN
    """How many it looks ahead."""
    last_rolls: int = WHOLE_TURN
    """The same in the last turn of the game."""


def play_turns(positions, way, jobs=1):
    """Returns how the turns of these positions, canonical ones, end if they are played this way."""
    with ThreadPoolExecutor(jobs) as pool:
        parts = pool.map(lambda part: _play_turns(part, GRAPHS, way, make_turn()), np.array_split(positions, jobs))
    worth, counts, ends, chances = map(np.concatenate, zip(*parts, strict=True))
    return Outcomes(positions, worth, np.concatenate([[0], np.cumsum(counts)]), ends, chances)


@njit(nogil=True)
def _play_turns(positions, graphs, way, turn):
    worth, counts, begin = np.empty(len(positions)), np.empty(len(positions), dtype=np.int64), 0
    ends, chances = np.empty(ROOM * len(positions) + NOWHERE, dtype=np.int32), np.empty(ROOM * len(positions) + NOWHERE)
    these_ends, these_chances = np.empty(NOWHERE, dtype=np.int64), np.empty(NOWHERE)
    for number, position in enumerate(positions):
        node, many = search(position, graphs, way.after, way.last_rolls if LEFT[position] == 1 else way.rolls, turn)
        worth[number] = turn.roll[0]
        found = follow(node, many, graphs, turn, these_ends, these_chances)
        if begin + found > len(ends):
            ends, chances = np.concatenate((ends, ends)), np.concatenate((chances, chances))
        for each in range(found):
            ends[begin + each], chances[begin + each] = CANONICAL[these_ends[each]], these_chances[each]
        counts[number], begin = found, begin + found
    return worth, counts, ends[:begin].copy(), chances[:begin].copy()


@njit
def expected_values(outcomes, after):
    """Returns what each of the turns is worth, by what the positions after it are worth to who has moved."""
    found = np.empty(len(outcomes.positions))
    for number in range(len(found)):
        found[number] = expected_value(outcomes, number, after)
    return found


@njit
def expected_value(outcomes, number, after):
    """Returns what one of the turns is worth."""
    worth, value = after[1 if LEFT[outcomes.positions[number]] == 1 else 0], 0.0
    for row in range(outcomes.first[number], outcomes.first[number + 1]):
        value += outcomes.chances[row] * worth[outcomes.ends[row]]
    return value


@njit
def settle(outcomes, after):
    """Iterates the worth of positions where both play so until it stands still."""
    change = 1.0
    while change > TOLERANCE / 100:
        change = 0.0
        for number, position in enumerate(outcomes.positions):
            worth = 1 - expected_value(outcomes, number, after)
            change = max(change, abs(worth - after[0, position]))
            after[0, position] = worth


def improve(layer, after, jobs):
    """Finds the best turns of a layer by what is known, and what it is worth to play them; returns what that changes.

    A change that is small enough is only told, not made: so what is returned is true of what is known then.
    """
    outcomes = play_turns(layer, Way(after), jobs)
    change = abs(1 - outcomes.worth - after[0][layer]).max()
    if change > TOLERANCE:
        settle(outcomes, after)
        after[0][IMAGES[layer]] = after[0][layer][:, None]
    return change


def solve(jobs=1, tell=print):
    """Returns the mover's win chance in every position, and by how much they miss their own equation at most."""
    after, residual, began = np.full((2, POSITIONS), 0.5), 0.0, time.monotonic()
    after[1] = final_shares()
    for layer in layers():
        changes = [improve(layer, after, jobs)]
        while changes[-1] > TOLERANCE:
            changes.append(improve(layer, after, jobs))
        residual = max(residual, changes[-1])
        left, gold = LEFT[layer[0]], GOLDCLAIMS[layer[0]].sum()
        where = f"last round, {left} left" if left else f"{gold} goldclaims"
        tell(f"{where:18} {len(layer):7,} positions {len(changes)} sweeps {time.monotonic() - began:5.0f} s")
    return 1 - after[0], residual


def main():
    """Solves it, and writes the values."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", default="small.npz", help="the file of the values")
    parser.add_argument("--jobs", type=int, default=1, help="threads; the values are the same for any number")
    asked = parser.parse_args()
    values, residual = solve(asked.jobs, lambda line: print(line, flush=True))
    print(f"residual {residual:.1e}; who begins wins {100 * values[0]:.4f} %")
    np.savez_compressed(asked.out, values=values, residual=residual)


if __name__ == "__main__":
    sys.exit(main())
