"""Players for the fast simulator: the house's bots for Claim It! as they decide in `engine.bots`, and whole games."""

import numpy as np
from network import hold, win_chances
from numba import njit
from simulator import (
    FIELDS,
    GOLD,
    KINDS,
    LEFT,
    MARKS,
    OVER,
    OWNED,
    POSITION,
    SEATS,
    SIDE,
    THROWS,
    TURN,
    TURN_SIZE,
    WEIGHTS,
    begin,
    count,
    end_turn,
    largest_mine,
    ownable_fields,
    place,
    shares,
    usable,
)

PROSPECTOR, SHERIFF = 0, 1
NAN = np.float32(np.nan)
LONGEST = 400
"""Turns after which a game is given up; none has come near."""


@njit
def points(fields, gold, goldclaim, field):
    """Returns a seat's points: those of its largest mine, and as told for each goldclaim and field."""
    return largest_mine(fields) + goldclaim * count(fields & gold) + field * count(fields)


@njit
def lead(position, mover, goldclaim, field, share):
    """Returns the mover's points less a share of the best rival's."""
    best = -1.0
    for seat in range(position[SEATS]):
        if seat != mover:
            best = max(best, points(position[seat], position[GOLD], goldclaim, field))
    return points(position[mover], position[GOLD], goldclaim, field) - share * best


@njit
def formula(after, mover, left):
    """Returns the prospector's worth of a position after a turn, as `engine.claimit.value`."""
    if not left:
        return np.float32(lead(after, mover, 0.6, 0.3, 0.5))
    ahead = lead(after, mover, 1 / 40, 1 / 1600, 1.0)
    if left > 1:
        return np.float32(100 / (1 + np.exp(-ahead / (1.5 * (left - 1)))))
    if ahead > 1e-9:
        return np.float32(100)
    return np.float32(np.exp(3 * ahead)) if ahead < -1e-9 else np.float32(50)


@njit
def worth(position, marks, owned, player, nets):
    """Returns what a bank of these fields is worth to who moves; of none: a bust."""
    after = np.empty(POSITION, dtype=np.int64)
    end_turn(position, marks, owned, after)
    if player == PROSPECTOR:
        return formula(after, position[TURN], position[LEFT])
    if position[LEFT] == 1:
        # Nothing comes after this turn: the win, or the hope for it, is told exactly.
        return formula(after, position[TURN], 1) / np.float32(100)
    chances = np.empty(5, dtype=np.float32)
    win_chances(after, nets, chances, True)
    return chances[position[TURN]]


@njit
def hold_bank(position, turn, nets):
    """Makes a bank of this turn the anchor: the ends of the turn that are looked at next differ by a stone or two."""
    after = np.empty(POSITION, dtype=np.int64)
    end_turn(position, turn[MARKS], turn[OWNED], after)
    hold(after, nets)


@njit
def roll_once(position, turn, bust, values, player, nets):
    """Returns the expectation of one more roll and then a bank; `values` holds a bank's worth after each field."""
    found = np.empty((6, 2), dtype=np.int64)
    own = ownable_fields(position, turn)
    total = np.float32(0)
    for throw in range(KINDS):
        many = usable(position, turn, throw, found)
        best = bust
        for number in range(many):
            field = found[number, 0]
            if np.isnan(values[field]):
                here = 1 << field
                owned = turn[OWNED] | (own & here)
                values[field] = worth(position, turn[MARKS] | here, owned, player, nets)
            best = values[field] if number == 0 else max(best, values[field])
        total += WEIGHTS[throw] * best
    return total


@njit
def roll_twice(position, turn, bust, player, nets):
    """Returns the expectation of one more roll, then a bank or another roll and a bank."""
    found = np.empty((6, 2), dtype=np.int64)
    after = np.empty(TURN_SIZE, dtype=np.int64)
    pairs = np.full((FIELDS, FIELDS), NAN, dtype=np.float32)
    values = np.full(FIELDS, NAN, dtype=np.float32)
    again = np.full((FIELDS, SIDE), NAN, dtype=np.float32)
    roll_once(position, turn, bust, values, player, nets)
    total = np.float32(0)
    own = ownable_fields(position, turn)
    for throw in range(KINDS):
        many = usable(position, turn, throw, found)
        best = bust
        for number in range(many):
            field, third = found[number]
            third = 0 if (own >> field) & 1 else third
            if np.isnan(again[field, third]):
                place(position, turn, field, third, after)
                again[field, third] = roll_once(position, after, bust, pairs[field], player, nets)
                for other in range(FIELDS):
                    pairs[other, field] = pairs[field, other]
            value = max(values[field], again[field, third])
            best = value if number == 0 else max(best, value)
        total += WEIGHTS[throw] * best
    return total


@njit
def roll_worth(position, turn, player, nets):
    """Returns what another roll is worth to who moves."""
    bust = worth(position, 0, 0, player, nets)
    # The end of the game is told exactly, and fast: there it looks further.
    if player == SHERIFF and position[LEFT] == 1:
        return roll_twice(position, turn, bust, player, nets)
    values = np.full(FIELDS, NAN, dtype=np.float32)
    return roll_once(position, turn, bust, values, player, nets)


@njit
def choose(position, turn, found, many, player, nets, chosen):
    """Writes the turn after the best of the placements into `chosen`; returns whether to bank then."""
    after = np.empty(TURN_SIZE, dtype=np.int64)
    best, banks = np.float32(-1e9), False
    for number in range(many):
        field, third = found[number]
        place(position, turn, field, third, after)
        if player == SHERIFF:
            hold_bank(position, after, nets)
        bank = worth(position, after[MARKS], after[OWNED], player, nets)
        roll = roll_worth(position, after, player, nets)
        if max(bank, roll) > best:
            best, banks = max(bank, roll), bank >= roll
            chosen[:] = after
    return banks


@njit
def play_turn(position, player, nets, choices):
    """Plays a turn, and makes the position that after it; returns how many `choices` of roll or bank it has written."""
    turn = np.zeros(TURN_SIZE, dtype=np.int64)
    chosen = np.zeros(TURN_SIZE, dtype=np.int64)
    found = np.empty((6, 2), dtype=np.int64)
    after = np.empty(POSITION, dtype=np.int64)
    decided = 0
    while True:
        many = usable(position, turn, THROWS[np.random.randint(len(THROWS))], found)
        if not many:
            end_turn(position, 0, 0, after)
            break
        banks = choose(position, turn, found, many, player, nets, chosen)
        if decided < len(choices):
            choices[decided] = chosen
            decided += 1
        if banks:
            end_turn(position, chosen[MARKS], chosen[OWNED], after)
            break
        turn[:] = chosen
    position[:] = after
    return decided


@njit
def play_game(position, player, nets, history):
    """Plays a game of such players to its end, and writes the positions between turns; returns its turns."""
    turns, unseen = 0, np.empty((0, TURN_SIZE), dtype=np.int64)
    while not position[OVER] and turns < LONGEST:
        history[turns] = position
        turns += 1
        play_turn(position, player, nets, unseen)
    history[turns] = position
    return turns


@njit
def seed_game(number, game):
    """Seeds the chance of one compiled game: no two games have the same, for numbers below 400 and 10 million games."""
    np.random.seed(number * 10_000_000 + game)


@njit
def match(number, games, players, networks, recycle, won):
    """Plays games in which the first of `players` sits on each chair in turn; writes its share of each win."""
    seats = len(players)
    position = np.empty(POSITION, dtype=np.int64)
    found = np.empty(5, dtype=np.float32)
    turns, unseen = 0, np.empty((0, TURN_SIZE), dtype=np.int64)
    for game in range(games):
        seed_game(number, game)
        begin(position, seats, 0, recycle)
        while not position[OVER]:
            # The chair of a player moves on by one with each game.
            player = (position[TURN] + game) % seats
            play_turn(position, players[player], networks[player], unseen)
            turns += 1
        shares(position, found)
        won[game] = found[-game % seats]
    return turns / games
