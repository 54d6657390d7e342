"""Claim It! for two on 3 x 3 fields with dice of three sides: every position as a number, and every turn as a graph.

    SIDE=3 python docs/training/solve.py

A position between turns is a number of nine digits to the base of five, seen by who is to move: a field is empty (0),
the mover's (1), the mover's goldclaim (2), the rival's (3) or the rival's goldclaim (4). How many turns are left in the
last round needs no digit: whoever has called it has the goldclaims to call it, and moves last.

What may happen in a turn depends only on how many fields are the mover's without gold, and how many can be claimed. So
the turn's graph is made once for each pair of these; its slots are the mover's fields, then those to be claimed.
"""

from itertools import combinations, product
from typing import NamedTuple

import numpy as np
from network import TURNED
from numba import njit
from simulator import CALL, FIELDS, GOLD, KINDS, READINGS, SEATS, SIDE, STONES, THROWS
from simulator import LEFT as TURNS_LEFT

if SIDE != 3:
    raise SystemExit("The small board needs SIDE=3 in the environment.")

EMPTY, OWN, OWN_GOLD, RIVAL, RIVAL_GOLD = range(5)
SWAPPED = np.array([EMPTY, RIVAL, RIVAL_GOLD, OWN, OWN_GOLD])
"""What each of them is to the rival."""
OPEN = np.array([True, True, False, True, False])
"""Which of them take a stone."""
POSITIONS = 5**FIELDS
POWERS = 5 ** np.arange(FIELDS)
TO_CALL = CALL[2]
WHOLE_TURN = 0
"""A search of so many rolls looks at all that may still be rolled this turn."""
NOWHERE = 5000
"""More than any turn's graph has nodes: the node after a placement that is not allowed."""
NOTHING = -1e9
"""Less than any placement is worth."""
CHANCES = np.bincount(THROWS) / SIDE**3
"""How likely each distinct throw is, with all digits: the simulator's are of 32 bits."""


def _digits():
    """Returns the nine digits of every position, one position a row."""
    return np.arange(POSITIONS)[:, None] // POWERS % 5


def _images():
    """Returns for each position what it is in each of the four ways to look at the board."""
    digits = _digits()
    return np.stack([digits[:, way] @ POWERS for way in TURNED], axis=1).astype(np.int32)


IMAGES = _images()
CANONICAL = IMAGES.min(axis=1)
"""The least image of each position: only these are calculated."""
GOLDCLAIMS = np.stack([(_digits() == kind).sum(1) for kind in (OWN_GOLD, RIVAL_GOLD)], axis=1).astype(np.int8)
"""The mover's and the rival's in every position."""
LEFT = np.where(GOLDCLAIMS[:, 0] >= TO_CALL, 1, np.where(GOLDCLAIMS[:, 1] >= TO_CALL, 2, 0)).astype(np.int8)
"""Turns that are left in the last round, in every position."""


class Graphs(NamedTuple):
    """The turns' graphs one after the other; in each a node comes before those that follow it, the empty turn first."""

    first: np.ndarray
    """Of the graph for so many own fields and so many to be claimed: its first node, and how many it has."""
    marks: np.ndarray
    """Of a node: the slots that hold a stone of this turn."""
    owned: np.ndarray
    """Those of them with an ownership stone."""
    following: np.ndarray
    """Of a node and a placement (`SIDE * slot + third`): the node after it, counted from the first."""


def _nodes(own, claimable):
    """Returns the turn's nodes as sets: slots with a claim stone, slots with an ownership stone, claim stones used."""
    stones_left = STONES - (FIELDS - own - claimable)
    found = []
    for many in range(min(SIDE, claimable) + 1):
        for claimed in combinations(range(own, own + claimable), many):
            ownable = [*range(own), *claimed]
            for used in combinations(range(SIDE), many):
                for owned in product((False, True), repeat=len(ownable)):
                    if sum(owned) <= stones_left:
                        taken = [slot for slot, takes in zip(ownable, owned, strict=True) if takes]
                        found.append((_bits(claimed), _bits(taken), _bits(used)))
    return sorted(found, key=lambda node: (node[0].bit_count() + node[1].bit_count(), node))


def _bits(members):
    return sum(1 << member for member in members)


def _following(nodes, own, claimable):
    """Returns where each placement leads."""
    numbers = {node: number for number, node in enumerate(nodes)}
    found = np.full((len(nodes), FIELDS * SIDE), NOWHERE, dtype=np.int16)
    for number, (claimed, owned, used) in enumerate(nodes):
        for slot in range(own + claimable):
            here = 1 << slot
            for third in range(SIDE):
                if owned & here:
                    continue
                if slot < own or claimed & here:
                    after = claimed, owned | here, used
                elif used >> third & 1:
                    continue
                else:
                    after = claimed | here, owned, used | 1 << third
                found[number, SIDE * slot + third] = numbers.get(after, NOWHERE)
    return found


def make_graphs():
    """Returns the graphs of all turns."""
    first = np.zeros((FIELDS + 1, FIELDS + 1, 2), dtype=np.int64)
    marks, owns, following = [], [], []
    for own in range(FIELDS + 1):
        for claimable in range(max(0, FIELDS - STONES - own), FIELDS + 1 - own):
            nodes = _nodes(own, claimable)
            first[own, claimable] = len(marks), len(nodes)
            marks += [claimed | owned for claimed, owned, _ in nodes]
            owns += [owned for _, owned, _ in nodes]
            following.append(_following(nodes, own, claimable))
    return Graphs(first, np.array(marks, dtype=np.int16), np.array(owns, dtype=np.int16), np.concatenate(following))


GRAPHS = make_graphs()


class Turn(NamedTuple):
    """Room for one turn: what is found of each of its nodes."""

    placements: np.ndarray
    """What the throws can be read as, one throw after the other, goldclaims left out."""
    readings: np.ndarray
    """Of a throw: where its placements begin; the next throw's begin where they end."""
    ends: np.ndarray
    """The position after a bank, as the rival sees it, who is the next to move; of the first node: after a bust."""
    bank: np.ndarray
    """What a bank is worth to the mover."""
    roll: np.ndarray
    """What another roll is worth."""
    worth: np.ndarray
    """What the better of the two is worth."""
    reach: np.ndarray
    """How likely it is that the turn comes to this node."""


def make_turn():
    """Returns room for a turn."""
    placements, readings, ends = (np.zeros(many, dtype=np.int64) for many in (FIELDS * SIDE, KINDS + 1, NOWHERE))
    return Turn(placements, readings, ends, *(np.zeros(NOWHERE + 1) for _ in range(4)))


@njit(nogil=True)
def lay_out(position, graphs, turn):
    """Writes a turn's placements and ends; returns the first node of its graph and how many there are."""
    slots, base, taken = np.full(FIELDS, -1, dtype=np.int64), 0, 0
    marked, owned = np.zeros(1 << FIELDS, dtype=np.int64), np.zeros(1 << FIELDS, dtype=np.int64)
    own = 0
    for claims in range(2):  # the mover's fields have the first slots
        for field in range(FIELDS):
            kind, power = position // POWERS[field] % 5, POWERS[field]
            if OPEN[kind] and (kind != OWN) == claims:
                slots[field], here = taken, 1 << taken
                marked[here : 2 * here] = marked[:here] + (RIVAL - SWAPPED[kind]) * power
                owned[here : 2 * here] = owned[:here] + (RIVAL_GOLD - RIVAL) * power
                taken += 1
            base += 0 if claims else SWAPPED[kind] * power
        own = own if claims else taken
    read_throws(slots, turn)
    first, many = graphs.first[own, taken - own]
    for node in range(many):
        turn.ends[node] = base + marked[graphs.marks[first + node]] + owned[graphs.owned[first + node]]
    return first, many


@njit(nogil=True)
def read_throws(slots, turn):
    """Writes what each throw can be read as."""
    many = 0
    for throw in range(KINDS):
        for field, third in READINGS[throw]:
            if field >= 0 and slots[field] >= 0:
                turn.placements[many] = SIDE * slots[field] + third
                many += 1
        turn.readings[throw + 1] = many


@njit(nogil=True)
def search(position, graphs, after, rolls, turn):
    """Writes what each node of a turn is worth, looking so many rolls ahead; returns the first node and how many.

    `after` holds what the position after a turn is worth to who has moved: between turns, and where the game is over.
    """
    first, many = lay_out(position, graphs, turn)
    worth_after = after[1 if LEFT[position] == 1 else 0]
    for node in range(many):
        turn.bank[node] = turn.worth[node] = worth_after[turn.ends[node]]
    turn.worth[NOWHERE] = NOTHING
    following = graphs.following[first : first + many]
    for _ in range(max(1, rolls)):
        look_ahead(following, rolls == WHOLE_TURN, turn.placements, turn.readings, turn.bank, turn.roll, turn.worth)
    return first, many


@njit(nogil=True)
def look_ahead(following, to_the_end, placements, readings, bank, roll, worth):
    """Writes what a roll is worth on the average, and the better of a roll and a bank, node by node."""
    many = len(following)
    for step in range(many):
        # From the last node to the first each finds those that follow it complete; the other way round it finds them
        # as they were, with one roll less.
        node = many - 1 - step if to_the_end else step
        after = following[node]
        total, begin = 0.0, 0
        for throw in range(KINDS):
            best = NOTHING
            for reading in range(begin, readings[throw + 1]):
                best = max(best, worth[after[placements[reading]]])
            begin = readings[throw + 1]
            total += CHANCES[throw] * (bank[0] if best == NOTHING else best)
        roll[node] = total
        worth[node] = max(bank[node], total)


@njit(nogil=True)
def choose_placement(throw, following, turn):
    """Returns the node after a throw's best placement; NOWHERE: a bust."""
    chosen = NOWHERE
    for reading in range(turn.readings[throw], turn.readings[throw + 1]):
        after = following[turn.placements[reading]]
        if turn.worth[after] > turn.worth[chosen]:
            chosen = after
    return chosen


@njit(nogil=True)
def follow(first, many, graphs, turn, ends, chances):
    """Plays a searched turn in all ways; writes where it may end and how likely, and returns how many ends it has."""
    turn.reach[:] = 0
    turn.reach[0] = 1
    found = 0
    for node in range(many):
        if turn.reach[node] == 0:
            continue
        if node and turn.bank[node] >= turn.roll[node]:
            ends[found], chances[found] = turn.ends[node], turn.reach[node]
            found += 1
            continue
        for throw in range(KINDS):
            chosen = choose_placement(throw, graphs.following[first + node], turn)
            turn.reach[chosen] += turn.reach[node] * CHANCES[throw]
    if turn.reach[NOWHERE]:
        ends[found], chances[found] = turn.ends[0], turn.reach[NOWHERE]
        found += 1
    return found


@njit(nogil=True)
def write_position(number, position):
    """Writes a position as the simulator has it: the mover is seat 0, and nobody plays with recycling."""
    position[:] = 0
    position[SEATS], position[TURNS_LEFT] = 2, LEFT[number]
    for field in range(FIELDS):
        kind, here = number // POWERS[field] % 5, 1 << field
        if kind:
            position[0 if kind in (OWN, OWN_GOLD) else 1] |= here
        if kind in (OWN_GOLD, RIVAL_GOLD):
            position[GOLD] |= here
