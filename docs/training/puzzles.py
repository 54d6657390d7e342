"""Makes the puzzles that come with the program, engine/claimit/puzzles.json.

    python docs/training/puzzles.py --seed 700 --games 80 --turns 2

Prospectors play games of two. One turn of each is stopped where somebody chooses: roll or bank, or a field for a roll.
A puzzle is what the shipped value finds 8 to 30 points better than the next choice, one roll ahead, and what roll-outs
confirm: from each choice so many games, played on by sheriffs with the same chance for all to the end of the turn and
so many turns more, where the value says each one's share (the result, if the game is
over). The 95 % interval of the best choice's lead over each of the others must lie above 0. The best one is named
before the roll-outs, so none is picked for its luck in them.
"""

import argparse
import json
import sys
from pathlib import Path

import numpy as np
from export import shipped
from network import win_chances
from numba import njit
from players import PROSPECTOR, SHERIFF, choose, hold_bank, play_turn, roll_worth, seed_game, worth
from simulator import (
    FIELDS,
    GOLD,
    LEFT,
    LYING,
    MARKS,
    OVER,
    OWNED,
    POSITION,
    SIDE,
    THROWS,
    TURN,
    TURN_SIZE,
    begin,
    end_turn,
    place,
    shares,
    usable,
)

from engine.claimit.board import FIELDS as PLACES
from engine.claimit.board import column_of, format_field, row_of
from engine.claimit.puzzles import Puzzle, lead_of
from engine.claimit.weights import VALUE_NAME

FILE = Path(__file__).parents[2] / "engine" / "claimit" / "puzzles.json"
COLOURS = "Green", "Blue"
BANK, ROLL = -1, -2
"""Choices besides fields."""
NAMES = {BANK: "bank", ROLL: "roll"}
LEAST, MOST = 0.08, 0.3
"""Of the lead by the value: less may be its error, more is no question."""


@njit
def worth_of(position, turn, field, third, nets):
    """Returns what the value says of a choice, one roll ahead."""
    after = turn.copy()
    if field >= 0:
        place(position, turn, field, third, after)
    hold_bank(position, after, nets)
    bank = worth(position, after[MARKS], after[OWNED], SHERIFF, nets)
    if field == BANK:
        return bank
    roll = roll_worth(position, after, SHERIFF, nets)
    return roll if field == ROLL else max(bank, roll)


@njit
def roll_out(number, start, turn_start, field, third, turns, nets, won):
    """Plays on after a choice, all as sheriffs; writes each time what it came to for who chose."""
    mover, found = start[TURN], np.zeros(5, dtype=np.float32)
    position, after = np.empty(POSITION, dtype=np.int64), np.empty(POSITION, dtype=np.int64)
    turn, chosen = np.empty(TURN_SIZE, dtype=np.int64), np.empty(TURN_SIZE, dtype=np.int64)
    uses, unseen = np.empty((6, 2), dtype=np.int64), np.empty((0, TURN_SIZE), dtype=np.int64)
    first = np.empty((6, 2), dtype=np.int64)
    first[0, 0], first[0, 1] = field, third
    for game in range(len(won)):
        seed_game(number, game)
        position[:], turn[:] = start, turn_start
        banks = field == BANK
        if field >= 0:
            banks = choose(position, turn, first, 1, SHERIFF, nets, chosen)
            turn[:] = chosen
        while not banks:
            many = usable(position, turn, THROWS[np.random.randint(len(THROWS))], uses)
            if not many:
                turn[:] = 0
                break
            banks = choose(position, turn, uses, many, SHERIFF, nets, chosen)
            turn[:] = chosen
        end_turn(position, turn[MARKS], turn[OWNED], after)
        position[:] = after
        for _ in range(turns):
            if not position[OVER]:
                play_turn(position, SHERIFF, nets, unseen)
        if position[OVER]:
            shares(position, found)
        else:
            win_chances(position, nets, found)
        won[game] = found[mover]


@njit
def stop(number, game, at_field, position, choices, nets):
    """Plays a game to one of its turns; returns after how many placements the question is (-1: none), and a throw."""
    seed_game(number, game)
    begin(position, 2, 0, False)
    unseen, after = np.empty((0, TURN_SIZE), dtype=np.int64), np.empty(POSITION, dtype=np.int64)
    for _ in range(np.random.randint(6, 40)):
        play_turn(position, PROSPECTOR, nets, unseen)
        if position[OVER]:
            return -1, 0
    after[:] = position
    many = play_turn(after, PROSPECTOR, nets, choices)
    if many == 0:
        return -1, 0
    return np.random.randint(0 if at_field else 1, many + (not at_field)), np.random.randint(len(THROWS))


def dice_of(field, third):
    """Returns the dice that name a field and a claim stone."""
    return [column_of(PLACES[field]), row_of(PLACES[field]), third + 1]


def events_of(position, choices, placed, dice):
    """Returns the record up to the question, in the notation."""
    turn, left = int(position[TURN]), int(position[LEFT])
    board = {}
    for field in range(FIELDS):
        for seat in range(2):
            if int(position[seat]) >> field & 1:
                board[format_field(PLACES[field])] = ["own"] * (int(position[GOLD]) >> field & 1) + [f"p{seat}"]
    called = {"called_by": (turn + left - 1) % 2, "turns_left": left} if left else None
    start = {"event": "start", "game": "claimit", "players": list(COLOURS), "first": 0}
    yield start | {"options": {"recycle": False}}
    yield {"event": "position", "board": board, "turn": turn, "last_round": called}
    before = np.zeros(TURN_SIZE, dtype=np.int64)
    for after in choices[:placed]:
        claimed = [stone for stone in range(SIDE) if after[LYING + stone] != before[LYING + stone]]
        here = int(after[LYING + claimed[0]]) if claimed else int(after[OWNED] ^ before[OWNED])
        field = here.bit_length() - 1
        yield {"event": "roll", "dice": dice_of(field, claimed[0] if claimed else 0)}
        yield {"event": "place", "field": format_field(PLACES[field])}
        before = after
    if dice is not None:
        yield {"event": "roll", "dice": dice}


def find(number, game, games, turns, nets):
    """Returns the puzzle of one game, or None."""
    at_field = game % 2 == 0
    position, choices = np.empty(POSITION, dtype=np.int64), np.zeros((50, TURN_SIZE), dtype=np.int64)
    placed, throw = stop(number, game, at_field, position, choices, nets)
    if placed < 0:
        return None
    turn = choices[placed - 1] if placed else np.zeros(TURN_SIZE, dtype=np.int64)
    uses, dice = [(BANK, 0), (ROLL, 0)], None
    if at_field:
        found = np.empty((6, 2), dtype=np.int64)
        uses = [tuple(map(int, use)) for use in found[: usable(position, turn, THROWS[throw], found)]]
        dice = [int(throw) // SIDE**2 + 1, int(throw) // SIDE % SIDE + 1, int(throw) % SIDE + 1]
    told = sorted(((float(worth_of(position, turn, *use, nets)), use) for use in uses), reverse=True)
    if len(told) < 2 or not LEAST <= told[0][0] - told[1][0] <= MOST:
        return None
    won = {}
    for _, use in told:
        came = np.zeros(games, dtype=np.float64)
        roll_out(number + 1, position, turn, *use, turns, nets, came)
        won[NAMES.get(use[0]) or format_field(PLACES[use[0]])] = came.tolist()
        low, high = (round(bound, 4) for bound in lead_of(won, next(iter(won)))) if len(won) > 1 else (1, 1)
        if low <= 0:
            return None
    values = {name: round(sum(each) / games, 4) for name, each in won.items()}
    return Puzzle(tuple(events_of(position, choices, placed, dice)), values, (low, high))


def main():
    """Looks at one game after the other until there are enough puzzles; what was found is written at once."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--games", type=int, default=80, help="roll-outs of each choice")
    parser.add_argument("--turns", type=int, default=2, help="played on after the turn that is on; 400: to the end")
    parser.add_argument("--count", type=int, default=100)
    asked = parser.parse_args()
    head = {"command": " ".join(["puzzles.py", *sys.argv[1:]]), "value": VALUE_NAME}
    rows, game, nets = [], 0, shipped(2)
    while len(rows) < asked.count:
        puzzle = find(asked.seed, game, asked.games, asked.turns, nets)
        game += 1
        if puzzle is not None:
            assert puzzle.record.state.winners is None
            rows.append(json.dumps({key: told for key, told in puzzle.to_json().items() if key != "value"}))
            FILE.write_text(json.dumps(head)[:-1] + ', "puzzles": [\n' + ",\n".join(rows) + "\n]}\n", encoding="utf-8")
            sys.stderr.write(f"{len(rows)} of {game} games\n")


if __name__ == "__main__":
    main()
