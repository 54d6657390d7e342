"""Measures what the coach tells of decisions, against roll-outs in the fast simulator.

    PYTHONPATH=. python docs/training/losses.py --players 2 --what bank --seed 340
    PYTHONPATH=. python docs/training/losses.py --players 3 --what bank --seed 341
    PYTHONPATH=. python docs/training/losses.py --players 2 --what field --seed 342
    PYTHONPATH=. python docs/training/losses.py --players 2 --what bank --seed 340 --to end --rollouts 1000

Decisions are taken from games in which three turns of ten are played by chance, up to a risk of 20 %, the others by the
sheriff. A decision's loss is what its best option has more than another one, drawn by chance: told by the engine with
the weights that are shipped, and rolled out by sheriffs. `--to turn` (what is left out) rolls out to the end of the
turn and takes the value from there: that measures the search. `--to end` rolls out whole games: value and search.

Each option has its own dice. A level is right where the rolled-out loss lies above the next lower level; only decisions
whose standard error is at most a third of their level count.
"""

import argparse
import sys

import numpy as np
from measure import shipped, state_of
from numba import njit
from players import CAREFUL, SHERIFF, choose, hold_bank, play_turn, roll_worth, seed_game, worth
from simulator import (
    LEFT,
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

from engine.claimit import coach
from engine.claimit.rules import Bank, Roll, apply
from engine.coach import LEVELS

CARELESS, ONE_IN = 0.3, 12
"""How many turns are played by chance, and of how many decisions one is measured."""
STREAM = 399
"""The seed of all roll-outs, so that no game has their dice."""


@njit
def decisions(number, many, nets, seats, recycle):
    """Returns positions and turns in which a roll or a bank was due, or a roll has just come (its number, else -1)."""
    position, before = np.empty(POSITION, dtype=np.int64), np.empty(POSITION, dtype=np.int64)
    choices = np.empty((50, TURN_SIZE), dtype=np.int64)
    positions, turns = np.empty((many, POSITION), dtype=np.int64), np.empty((many, TURN_SIZE), dtype=np.int64)
    throws, found, seen, game = np.empty(many, dtype=np.int64), 0, 0, 0
    while True:
        seed_game(number, game)
        begin(position, seats, 0, recycle)
        game += 1
        while not position[OVER]:
            before[:] = position
            player = CAREFUL if np.random.random() < CARELESS else SHERIFF
            for choice in choices[: play_turn(position, player, nets, choices)]:
                seen += 1
                if seen % ONE_IN == 0:
                    positions[found], turns[found] = before, choice
                    throws[found] = THROWS[np.random.randint(len(THROWS))]
                    found += 1
                    if found == many:
                        return positions, turns, throws


@njit
def roll_out(first, many, position, turn, banks, to_end, nets):
    """Returns what the mover has of a bank, a roll, or (-1) the better one: the mean, and its standard error."""
    seat, after, share = position[TURN], np.empty(POSITION, dtype=np.int64), np.empty(5, dtype=np.float32)
    now, chosen = turn.copy(), turn.copy()
    found, unseen = np.empty((6, 2), dtype=np.int64), np.empty((0, TURN_SIZE), dtype=np.int64)
    hold_bank(position, turn, nets)
    bank = value(position, turn[MARKS], turn[OWNED], nets)
    if banks < 0:
        banks = worth(position, turn[MARKS], turn[OWNED], SHERIFF, nets) >= roll_worth(position, turn, SHERIFF, nets)
    total, squares = 0.0, 0.0
    if banks and not to_end:
        return bank, 0.0
    for game in range(many):
        seed_game(STREAM, first + game)
        now[:] = turn
        ends = banks
        while not ends:
            usables = usable(position, now, THROWS[np.random.randint(len(THROWS))], found)
            if not usables:
                now[:] = 0
                break
            ends = choose(position, now, found, usables, SHERIFF, nets, chosen)
            now[:] = chosen
        if to_end:
            end_turn(position, now[MARKS], now[OWNED], after)
            while not after[OVER]:
                play_turn(after, SHERIFF, nets, unseen)
            shares(after, share)
            came = share[seat]
        else:
            came = value(position, now[MARKS], now[OWNED], nets)
        total += came
        squares += came * came
    mean = total / many
    return mean, (max(0.0, squares / many - mean * mean) / many) ** 0.5


@njit
def value(position, marks, owned, nets):
    """Returns the win chance after the turn; after the last one the share, and no hope."""
    if position[LEFT] != 1:
        return worth(position, marks, owned, SHERIFF, nets)
    after, share = np.empty(POSITION, dtype=np.int64), np.empty(5, dtype=np.float32)
    end_turn(position, marks, owned, after)
    shares(after, share)
    return share[position[TURN]]


def measured(asked, nets):
    """Yields for each decision the loss that is told, the one that is rolled out, and its standard error."""
    dice = [tuple(sorted(each)) for each in np.ndindex(SIDE, SIDE, SIDE)]
    of_kind = {int(kind): tuple(int(face) + 1 for face in faces) for kind, faces in zip(THROWS, dice, strict=True)}
    chance, number = np.random.default_rng(asked.seed), 0
    # Many rolls are a bust, or may use one field only.
    positions = decisions(asked.seed, 3 * asked.decisions, nets, asked.players, asked.recycle)
    for position, turn, throw in zip(*positions, strict=True):
        state, after = state_of(position, turn), np.empty(TURN_SIZE, dtype=np.int64)
        if asked.what == "field":
            state = apply(state, Roll(of_kind[int(throw)]))
        advice = coach.advise(state)
        options = advice.options if advice else ()  # a bust may have ended the game
        if len(options) < 2 or number == asked.decisions:
            continue
        best, other = options[0], options[chance.integers(1, len(options))]
        rolled = []
        for option in (best, other):
            first, banks = (2 * number + (option is other)) * asked.rollouts, -1
            after[:] = turn
            if asked.what == "field":
                found = np.empty((6, 2), dtype=np.int64)
                many = usable(position, turn, throw, found)
                third = next(third for field, third in found[:many] if field == option.event.field)
                place(position, turn, option.event.field, third, after)
            else:
                banks = int(option.event == Bank())
            rolled.append(roll_out(first, asked.rollouts, position, after, banks, asked.to == "end", nets))
        number += 1
        (more, error), (less, its) = rolled
        yield best.chance - other.chance, more - less, (error * error + its * its) ** 0.5


def main():
    """Reads what is asked for, and measures it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--what", choices=["bank", "field"], default="bank")
    parser.add_argument("--decisions", type=int, default=300)
    parser.add_argument("--rollouts", type=int, default=150)
    parser.add_argument("--seed", type=int, default=340)
    parser.add_argument("--to", choices=["turn", "end"], default="turn")
    parser.add_argument("--recycle", action="store_const", const=1, default=0)
    asked = parser.parse_args()
    rows = np.array(list(measured(asked, shipped(asked.players))))
    told, rolled, error = 100 * rows.T
    off = told - rolled
    half, where = 1.96 * off.std() / len(rows) ** 0.5, "game" if asked.to == "end" else "turn"
    print(
        f"{asked.what}, {asked.players} players{', recycling' * asked.recycle}, seed {asked.seed}: {len(rows)} "
        f"decisions, each option {asked.rollouts} times to the end of the {where}: told {told.mean():.2f}, rolled out "
        f"{rolled.mean():.2f}, off by {off.mean():+.2f} ± {half:.2f}, standard deviation {off.std():.2f}"
    )
    levels = [(100 * least, name) for least, name in reversed(LEVELS)]
    bounds = [least for least, _ in levels]
    for (least, name), lower, above in zip(levels, (0, *bounds[:-1]), (*bounds[1:], np.inf), strict=True):
        its = (told >= least) & (told < above) & (error <= least / 3)
        right = (rolled[its] > lower).mean() if its.any() else np.nan
        print(f"  {name} ({least:.3g} points): {its.sum()} decisions, {100 * right:.1f} % above {lower:.3g}")


if __name__ == "__main__":
    sys.exit(main())
