"""The value of a position between turns as a small network, compiled by numba: features, value, gradient.

The features and the network are those of `engine.claimit.value`, which tells what they mean; a test compares the two.
"""

import os
from typing import NamedTuple

import numpy as np
from numba import njit
from simulator import (
    EVERYWHERE,
    FIELDS,
    GOLD,
    LEFT,
    OVER,
    RECYCLE,
    SEATS,
    SIDE,
    STONES,
    TURN,
    beside,
    count,
    group_around,
    shares,
)

FIGURES = 10
"""Figures of a seat: goldclaims, fields, mine, locked, second, joined, loose, liberties, weakest, region."""
PATTERNS = int(os.environ.get("PATTERNS", "16"))
"""Hidden units, each of which looks at the board in four ways; compiled in."""
UNIT = np.float32(1 / 8)
"""Of a figure in training, so that all inputs are about 1."""


def _turned(field, way):
    column, row = field % SIDE, field // SIDE
    if way & 1:
        column, row = row, column
    if way & 2:
        column, row = SIDE - 1 - column, SIDE - 1 - row
    return SIDE * row + column


TURNED = np.array([[_turned(field, way) for field in range(FIELDS)] for way in range(4)])
"""The four ways to look at the board that change nothing: as it is, columns and rows exchanged, half a turn, both."""


MEMORY = 1 << 14
"""Seats whose figures are remembered."""


class Net(NamedTuple):
    """A network, and the memory of figures that its evaluations share."""

    weights: np.ndarray
    """All of them; the next five are views of it."""
    places: np.ndarray
    """Of a kind of stone (`FIELDS * kind + field`) for each pattern."""
    features: np.ndarray
    """Of a feature for each pattern."""
    biases: np.ndarray
    outputs: np.ndarray
    direct: np.ndarray
    """Of a feature for the score itself."""
    spread: np.ndarray
    """The weights of places as each way sees them: of a kind of stone and a field for all units."""
    keys: np.ndarray
    known: np.ndarray
    table: np.ndarray
    seen: np.ndarray
    units: np.ndarray
    scores: np.ndarray
    """The last four are room to calculate in."""
    anchor: np.ndarray
    """The fields of each seat, then the goldclaims, of the position that `held` belongs to."""
    held: np.ndarray
    """What the stones of the anchor add to each seat's units: a position near it differs by a few stones only."""


def network(weights, seats):
    """Returns a network of these weights."""
    keys, known = np.full((MEMORY, 2), -1, dtype=np.int64), np.zeros((MEMORY, FIGURES), dtype=np.float32)
    room = [(4 * FIELDS, 4 * PATTERNS), (5, FIGURES), (5, inputs(seats)), (5, 4 * PATTERNS), 5]
    spread, *rest = (np.empty(shape, dtype=np.float32) for shape in room)
    anchor, held = np.zeros(6, dtype=np.int64), np.zeros((5, 4 * PATTERNS), dtype=np.float32)
    net = Net(weights, *views(weights, seats), spread, keys, known, *rest, anchor, held)
    spread_places(net)
    return net


def views(weights, seats):
    """Returns the parts of the weights: of places and features for each pattern, biases, outputs, direct ones."""
    many = inputs(seats)
    patterns = (weights.size - many) // (4 * FIELDS + many + 2)
    places, features, biases, outputs, direct = np.split(weights, sizes(seats, patterns)[1:-1])
    return places.reshape(4 * FIELDS, patterns), features.reshape(many, patterns), biases, outputs, direct


def inputs(seats):
    """Returns how many features a seat has beside its stones' places."""
    return FIGURES * (3 if seats > 2 else 2) + 2 * seats + 9


def sizes(seats, patterns=PATTERNS):
    """Returns where the parts of the weights begin: places, features, biases, outputs, direct; and how many in all."""
    many = inputs(seats)
    return np.cumsum([0, 4 * FIELDS * patterns, many * patterns, patterns, patterns, many])


@njit
def weakest(mine, loose, size):
    """Returns what is left of a mine without the loose stone that holds most of it together."""
    least = size - 1 if loose else size
    rest = loose
    while rest:
        stone = rest & -rest
        rest ^= stone
        if count(beside(stone) & mine) > 2:  # itself and two more: it may cut
            left, best = mine ^ stone, 0
            while left:
                group = group_around(left & -left, left)
                left ^= group
                best = max(best, count(group))
            least = min(least, best)
    return least


@njit
def prospects(mine, fields, gold):
    """Returns a mine's joined, liberties, weakest, region and goldclaims as one number, the first weighing most."""
    size, loose = count(mine), mine & ~gold
    shore = beside(mine) & EVERYWHERE & ~(fields | gold)
    best, rest = 0, fields ^ mine
    while rest:
        group = group_around(rest & -rest, rest)
        rest ^= group
        if beside(group) & shore:
            best = max(best, count(group))
    joined = size + 1 + best if shore else size
    region = count(group_around(mine, EVERYWHERE & ~(gold & ~fields)))
    found = (joined << 6) + count(shore)
    return (((((found << 6) + weakest(mine, loose, size)) << 6) + region) << 6) + size - count(loose)


@njit
def figures(fields, gold, found):
    """Writes the figures of a seat: what it has by itself."""
    found[:] = 0
    if not fields:
        return
    size, second, best, rest = 0, 0, 0, fields
    while rest:
        group = group_around(rest & -rest, rest)
        rest ^= group
        many = count(group)
        second = max(second, min(size, many))
        if many > size:
            best = 0
        if many >= size:
            size, best = many, max(best, prospects(group, fields, gold))
    locked, rest = 0, fields & gold
    while rest:
        group = group_around(rest & -rest, rest)
        rest ^= group
        locked = max(locked, count(group))
    found[0] = count(fields & gold)
    found[1] = count(fields)
    found[2] = size
    found[3] = locked
    found[4] = second
    found[5] = best >> 24
    found[6] = size - (best & 63)
    found[7] = (best >> 18) & 63
    found[8] = (best >> 12) & 63
    found[9] = (best >> 6) & 63


@njit(inline="always")
def remember_figures(fields, gold, seat, net):
    """Writes the figures of a seat into the table, from memory where the same was asked before."""
    place = ((fields * 0x9E3779B97F4A7C1 + gold * 0x2545F4914F6CDD1D) >> 40) & (MEMORY - 1)
    if net.keys[place, 0] != fields or net.keys[place, 1] != gold:
        net.keys[place, 0], net.keys[place, 1] = fields, gold
        figures(fields, gold, net.known[place])
    for figure in range(FIGURES):
        net.table[seat, figure] = net.known[place, figure]


@njit(inline="always")
def features(position, seat, table, share, seen):
    """Writes what a seat sees beside the places of the stones; `table` holds all figures, `share` the shares."""
    seats = position[SEATS]
    for at in range(seen.shape[1]):
        seen[seat, at] = 0
    at = FIGURES * (3 if seats > 2 else 2)
    for figure in range(FIGURES):
        most, total = np.float32(0), np.float32(0)
        for other in range(seats):
            if other != seat:
                most = max(most, table[other, figure])
                total += table[other, figure]
        seen[seat, figure] = table[seat, figure] * UNIT
        seen[seat, FIGURES + figure] = most * UNIT
        if seats > 2:
            seen[seat, 2 * FIGURES + figure] = total * UNIT
    wait, left = (seat - position[TURN]) % seats, position[LEFT]
    seen[seat, at + wait] = 1
    at += seats
    leads, ties = share[seat] == 1, 0 < share[seat] < 1
    seen[seat, at + seats] = leads
    if left:
        seen[seat, at + left - 1] = 1
        seen[seat, at + seats + 1] = leads
        seen[seat, at + seats + 2] = ties
        seen[seat, at + seats + 3] = wait < left
        seen[seat, at + seats + 4] = seen[seat, 2] - seen[seat, FIGURES + 2]
        seen[seat, at + seats + 5] = seen[seat, 0] - seen[seat, FIGURES]
    at += seats + 6
    seen[seat, at] = (FIELDS - count(taken_fields(position, seats))) * UNIT
    seen[seat, at + 1] = (STONES - count(position[GOLD])) * UNIT
    seen[seat, at + 2] = position[RECYCLE]


@njit
def spread_places(net):
    """Brings `spread` up to date, after the weights have changed."""
    for kind in range(4):
        for field in range(FIELDS):
            for way in range(4):
                for pattern in range(PATTERNS):
                    seen = net.places[kind * FIELDS + TURNED[way, field], pattern]
                    net.spread[kind * FIELDS + field, way * PATTERNS + pattern] = seen


@njit
def gather_places(net):
    """Adds up in `places` what stands in `spread`: the reverse, for a gradient."""
    for kind in range(4):
        for field in range(FIELDS):
            for way in range(4):
                for pattern in range(PATTERNS):
                    seen = net.spread[kind * FIELDS + field, way * PATTERNS + pattern]
                    net.places[kind * FIELDS + TURNED[way, field], pattern] += seen


@njit
def kind_of(stone, own, gold):
    """Returns which row of `spread` a stone on the board has for a seat."""
    return count(stone - 1) + (0 if own & stone else 2 * FIELDS) + (FIELDS if gold & stone else 0)


@njit
def taken_fields(position, seats):
    """Returns the fields that have a stone."""
    taken = position[0]
    for seat in range(1, seats):
        taken |= position[seat]
    return taken


@njit(fastmath=True, error_model="numpy", inline="always")
def add_stones(stones, own, gold, sign, net, seat, units):
    """Adds to a seat's units what these stones add, or takes it away."""
    while stones:
        stone = stones & -stones
        stones ^= stone
        place = kind_of(stone, own, gold)
        for unit in range(4 * PATTERNS):
            units[seat, unit] += sign * net.spread[place, unit]


@njit
def hold(position, nets):
    """Makes a position the anchor, near which `win_chances` is faster."""
    seats = position[SEATS]
    taken = taken_fields(position, seats)
    for net in nets:
        net.anchor[:] = position[: GOLD + 1]
        net.held[:] = 0
        for seat in range(seats):
            add_stones(taken, position[seat], position[GOLD], np.float32(1), net, seat, net.held)


@njit(fastmath=True, error_model="numpy", inline="always")
def hidden(position, seat, seen, net, units, near):
    """Writes what goes into the hidden units: each pattern in the four ways to look at the board."""
    for pattern in range(PATTERNS):
        units[seat, pattern] = net.biases[pattern]
    for feature in range(seen.shape[1]):
        value = seen[seat, feature]
        if value != 0:
            for pattern in range(PATTERNS):
                units[seat, pattern] += value * net.features[feature, pattern]
    for way in range(1, 4):
        for pattern in range(PATTERNS):
            units[seat, way * PATTERNS + pattern] = units[seat, pattern]
    seats = position[SEATS]
    taken, changed = taken_fields(position, seats), EVERYWHERE
    if near:
        was, before, gold = taken_fields(net.anchor, seats), net.anchor[seat], net.anchor[GOLD]
        changed = (was ^ taken) | (before ^ position[seat]) | (gold ^ position[GOLD])
        for unit in range(4 * PATTERNS):
            units[seat, unit] += net.held[seat, unit]
        add_stones(was & changed, before, gold, np.float32(-1), net, seat, units)
    add_stones(taken & changed, position[seat], position[GOLD], np.float32(1), net, seat, units)


@njit(fastmath=True, error_model="numpy", inline="always")
def score(position, seat, seen, net, units, near):
    """Returns a seat's score: the softmax of all seats' scores are the win chances."""
    hidden(position, seat, seen, net, units, near)
    total = np.float32(0)
    for pattern in range(PATTERNS):
        squashed = np.float32(0)
        for way in range(4):
            unit = units[seat, way * PATTERNS + pattern]
            squashed += unit / (np.float32(1) + abs(unit))
        total += net.outputs[pattern] * squashed
    for feature in range(seen.shape[1]):
        total += net.direct[feature] * seen[seat, feature]
    return total


@njit(fastmath=True, error_model="numpy")
def score_all(position, net, near):
    """Writes the figures, features, units and scores of all seats into the network's room; `near`: from the anchor."""
    shares_known = net.scores  # the scores are written over the shares, one seat after the other
    seats = position[SEATS]
    for seat in range(seats):
        remember_figures(position[seat], position[GOLD], seat, net)
    rank_shares(net.table, seats, shares_known)
    for seat in range(seats):
        features(position, seat, net.table, shares_known, net.seen)
        shares_known[seat] = score(position, seat, net.seen, net, net.units, near)


@njit
def rank_shares(table, seats, found):
    """Writes each seat's share of the win if the game ended here, from the figures."""
    best, winners = np.float32(-1), 0
    for seat in range(seats):
        rank = (table[seat, 2] * 64 + table[seat, 0]) * 64 + table[seat, 1]
        found[seat] = rank
        if rank > best:
            best, winners = rank, 0
        winners += rank == best
    for seat in range(seats):
        found[seat] = np.float32(1) / winners if found[seat] == best else np.float32(0)


@njit(fastmath=True, error_model="numpy")
def win_chances(position, nets, chances, near=False):
    """Writes each seat's chance of winning; exact once the game is over. The scores are the sums of the networks'.

    `near` the anchor it is faster and rounds in another way, so the anchor has to come from the same game.
    """
    if position[OVER]:
        shares(position, chances)
        return
    seats = position[SEATS]
    chances[:] = 0
    for net in nets:
        score_all(position, net, near)
        for seat in range(seats):
            chances[seat] += net.scores[seat]
    softmax(chances, seats, chances)


@njit(fastmath=True, error_model="numpy")
def softmax(scores, seats, chances):
    """Writes the scores as chances that sum to 1."""
    highest = scores[0]
    for seat in range(1, seats):
        highest = max(highest, scores[seat])
    total = np.float32(0)
    for seat in range(seats):
        chances[seat] = np.exp(scores[seat] - highest)
        total += chances[seat]
    for seat in range(seats):
        chances[seat] /= total


@njit(fastmath=True, error_model="numpy")
def add_gradient(position, wanted, net, gradient):
    """Adds the gradient of the cross-entropy between what was wanted and the chances; returns that entropy.

    `gradient` is a network as well, whose weights are the sums of the slopes.
    """
    seats = position[SEATS]
    chances = np.empty(5, dtype=np.float32)
    score_all(position, net, False)
    softmax(net.scores, seats, chances)
    entropy = np.float32(0)
    for seat in range(seats):
        entropy -= wanted[seat] * np.log(chances[seat] + np.float32(1e-9))
        add_seat_gradient(position, seat, chances[seat] - wanted[seat], net, gradient)
    return entropy


@njit(fastmath=True, error_model="numpy")
def add_seat_gradient(position, seat, error, net, gradient):
    """Adds one seat's part of the gradient, whose score is wrong by `error`; overwrites the units."""
    units, seen = net.units, net.seen
    total = np.zeros(PATTERNS, dtype=np.float32)
    for way in range(4):
        for pattern in range(PATTERNS):
            unit = units[seat, way * PATTERNS + pattern]
            below = np.float32(1) / (np.float32(1) + abs(unit))
            gradient.outputs[pattern] += error * unit * below
            slope = error * net.outputs[pattern] * below * below
            units[seat, way * PATTERNS + pattern] = slope
            total[pattern] += slope
    for pattern in range(PATTERNS):
        gradient.biases[pattern] += total[pattern]
    for feature in range(seen.shape[1]):
        value = seen[seat, feature]
        if value != 0:
            gradient.direct[feature] += error * value
            for pattern in range(PATTERNS):
                gradient.features[feature, pattern] += value * total[pattern]
    rest = taken_fields(position, position[SEATS])
    while rest:
        stone = rest & -rest
        rest ^= stone
        place = kind_of(stone, position[seat], position[GOLD])
        for unit in range(4 * PATTERNS):
            gradient.spread[place, unit] += units[seat, unit]
