"""Measures the sheriff in the fast simulator, with the weights that are shipped.

    python docs/training/measure.py strength --players 2 --games 4000 --seed 1
    python docs/training/measure.py strength --players 2 --games 4000 --seed 1 --recycle
    python docs/training/measure.py calibration --players 2 --games 2000 --seed 1

Strength: the first of `--bots` has one chair, the second all others; the chairs alternate. Intervals are of 95 %.
"""

import argparse
import sys

import numpy as np
from export import units_of
from network import PATTERNS, network, sizes, views, win_chances
from numba import njit
from players import CAREFUL, DEEP, LONGEST, PROSPECTOR, RANDOM, SHERIFF, match, play_game, seed
from simulator import POSITION, begin, shares

from engine.claimit.weights import UNIT, load_weights

BOTS = {"greenhorn": RANDOM, "bank20": CAREFUL, "prospector": PROSPECTOR, "sheriff": SHERIFF, "deep": DEEP}


def shipped(seats):
    """Returns what the engine plays with: networks of as many patterns as are trained at once, whose scores add up."""
    return tuple(part(seats, first) for first in range(0, len(load_weights()[seats].biases), PATTERNS))


def part(seats, first):
    """Returns the part of the shipped network that has these patterns; the first has the direct weights, too."""
    found, patterns = load_weights()[seats], slice(first, first + PATTERNS)
    flat = np.zeros(sizes(seats)[-1], dtype=np.float32)
    places, features, biases, outputs, direct = views(flat, seats)
    rows = np.array(found.features) * UNIT / units_of(seats)[:, None]
    places[:] = np.array(found.places)[..., patterns].reshape(places.shape) * UNIT
    features[:] = rows[:, 1:][:, patterns]
    biases[:], outputs[:] = np.array(found.biases)[patterns] * UNIT, np.array(found.outputs)[patterns] * UNIT
    if not first:
        direct[:] = rows[:, 0]
    return network(flat, seats)


def strength(asked):
    """Prints one bot's share of the wins."""
    first, others = (BOTS[name] for name in asked.bots)
    won = np.zeros(asked.games, dtype=np.float32)
    who = np.array([first] + [others] * (asked.players - 1))
    turns = match(asked.games, who, (shipped(asked.players),) * asked.players, int(asked.recycle), won)
    half = 196 * won.std() / asked.games**0.5
    variant = ", recycling" if asked.recycle else ""
    print(
        f"{asked.bots[0]} against {asked.bots[1]}, {asked.players} players{variant}, seed {asked.seed}: "
        f"{100 * won.mean():.1f} ± {half:.1f} % of the wins in {asked.games:,} games of {turns:.1f} turns"
    )


@njit
def predict(games, nets, seats, recycle, told, came, length):
    """Plays games of sheriffs; writes what was told of the win chances at each turn, and what came of it."""
    history = np.empty((LONGEST + 1, POSITION), dtype=np.int64)
    position = np.empty(POSITION, dtype=np.int64)
    end = np.zeros(5, dtype=np.float32)
    for game in range(games):
        begin(position, seats, 0, recycle)
        length[game] = play_game(position, SHERIFF, nets, history)
        shares(position, end)
        for turn in range(length[game]):
            win_chances(history[turn], nets, told[game, turn])
            came[game, turn] = end


def calibration(asked):
    """Prints for each tenth of the scale what was told and what came, with an interval resampled by game."""
    shape = (asked.games, LONGEST, 5)
    told, came = np.zeros(shape, dtype=np.float32), np.zeros(shape, dtype=np.float32)
    length = np.zeros(asked.games, dtype=np.int64)
    predict(asked.games, shipped(asked.players), asked.players, int(asked.recycle), told, came, length)
    used = np.arange(LONGEST)[None, :, None] < length[:, None, None]
    used = used & (np.arange(5) < asked.players)
    tenth = np.where(used, np.minimum((told * 10).astype(int), 9), -1)
    chance = np.random.default_rng(asked.seed)
    draws = chance.integers(asked.games, size=(1000, asked.games))
    for part in range(10):
        inside = tenth == part
        many, said, was = inside.sum((1, 2)), (told * inside).sum((1, 2)), (came * inside).sum((1, 2))
        if not many.sum():
            continue
        off = (was.sum() - said.sum()) / many.sum()
        again = (was[draws].sum(1) - said[draws].sum(1)) / np.maximum(1, many[draws].sum(1))
        low, high = np.percentile(again, [2.5, 97.5])
        verdict = "ok" if abs(off) <= 0.03 or low <= 0 <= high else "OFF"
        print(
            f"{10 * part:3}-{10 * part + 10:3} %: told {100 * said.sum() / many.sum():5.1f}, came "
            f"{100 * was.sum() / many.sum():5.1f}, off by {100 * off:+.1f} ({100 * low:+.1f} to {100 * high:+.1f}) "
            f"in {many.sum():,} {verdict}"
        )


def main():
    """Reads what is asked for, and measures it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["strength", "calibration"])
    parser.add_argument("--bots", nargs=2, choices=BOTS, default=["sheriff", "prospector"])
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--recycle", action="store_true")
    asked = parser.parse_args()
    seed(asked.seed)
    (strength if asked.what == "strength" else calibration)(asked)


if __name__ == "__main__":
    sys.exit(main())
