"""Checks the ratings (`companion/core/ratings.py`) on people who are bots, in the fast simulator.

    python docs/training/ratings.py pool bank20 prospector --seed 310 --out FOLDER
    python docs/training/ratings.py check bank20 prospector --seed 310 --out FOLDER

`pool` plays the first bot against the others, the chairs in turns: games with the luck reckoned, one roll ahead as
`engine.claimit.analysis.luck` does, and other games of which only the result counts. A killed run goes on where it was.
`check` draws people from the first, who have played so many games on evenings of four, rates each against the others at
a fixed place, and says how often the interval holds the share that was won in the other games.
"""

import argparse
import random
import sys
from pathlib import Path
from statistics import fmean

import numpy as np
from measure import BOTS, shipped
from network import win_chances
from numba import njit
from players import NAN, SHERIFF, choose, hold_bank, match, roll_once, seed_game, worth
from simulator import (
    FIELDS,
    MARKS,
    OVER,
    OWNED,
    POSITION,
    SEATS,
    THROWS,
    TURN,
    TURN_SIZE,
    begin,
    end_turn,
    shares,
    usable,
)

from companion.core.ratings import RatedGame, rate

CHUNK = 500
"""Games that are kept at a time."""
EVENING = 4
"""Games of an evening."""


@njit
def play_rated_turn(position, player, own_nets, nets, gained):
    """Plays a turn as `players.play_turn` does, and adds what each roll has brought to each seat."""
    turn, chosen = np.zeros(TURN_SIZE, dtype=np.int64), np.zeros(TURN_SIZE, dtype=np.int64)
    found, after = np.empty((6, 2), dtype=np.int64), np.empty(POSITION, dtype=np.int64)
    told, mover = np.zeros(5, dtype=np.float32), position[TURN]
    win_chances(position, nets, told)
    while True:
        many = usable(position, turn, THROWS[np.random.randint(len(THROWS))], found)
        values = np.full(FIELDS, NAN, dtype=np.float32)
        hold_bank(position, turn, nets)
        bust = worth(position, 0, 0, SHERIFF, nets)
        average = roll_once(position, turn, bust, values, SHERIFF, nets)
        came = bust
        for number in range(many):
            came = values[found[number, 0]] if number == 0 else max(came, values[found[number, 0]])
        for seat in range(position[SEATS]):
            part = -told[seat] / max(np.float32(1e-6), 1 - told[mover]) if seat != mover else np.float32(1)
            gained[seat] += part * (came - average)
        banks = many == 0 or choose(position, turn, found, many, player, own_nets, chosen)
        if banks:
            end_turn(position, chosen[MARKS] if many else 0, chosen[OWNED] if many else 0, after)
            position[:] = after
            return
        turn[:] = chosen


@njit
def play_rated(number, first, games, players, nets, recycle, without):
    """Plays games in which the first of `players` sits on each chair in turn; writes its result without luck."""
    seats = len(players)
    position, found = np.empty(POSITION, dtype=np.int64), np.empty(5, dtype=np.float32)
    begun = np.zeros(5, dtype=np.float32)
    for game in range(first, first + games):
        seed_game(number, game)
        begin(position, seats, 0, recycle)
        win_chances(position, nets, begun)
        gained = np.zeros(5)
        while not position[OVER]:
            play_rated_turn(position, players[(position[TURN] + game) % seats], nets, nets, gained)
        shares(position, found)
        seat = -game % seats
        without[game - first] = found[seat] - gained[seat] - begun[seat] + 1 / seats


def play_pool(asked, path):
    """Plays what is missing: the other games first, then those with the luck reckoned, and keeps it in `path`."""
    players, nets = np.array([BOTS[bot] for bot in asked.bots]), shipped(len(asked.bots))
    without, won = (np.load(path)[key] for key in ("without", "won")) if path.exists() else (np.empty(0),) * 2
    if not len(won) and len(set(asked.bots)) > 1:  # of equals everybody wins the same share, exactly
        won = np.zeros(asked.others, dtype=np.float32)
        match(asked.seed + 1, asked.others, players, (nets,) * len(players), 0, won)
    while len(without) < asked.games:
        chunk = np.empty(min(CHUNK, asked.games - len(without)))
        play_rated(asked.seed, len(without), len(chunk), players, nets, 0, chunk)
        without = np.concatenate([without, chunk])
        with path.with_suffix(".part").open("wb") as part:
            np.savez(part, without=without, won=won)
        path.with_suffix(".part").replace(path)
        print(f"{len(without):,} games", flush=True)


def check(asked, path):
    """Prints how well people who are drawn from the pool are rated."""
    pool, won = (np.load(path)[key] for key in ("without", "won"))
    seats = len(asked.bots)
    truth, error = (won.mean(), won.std() / len(won) ** 0.5) if len(won) else (1 / seats, 0.0)
    # At two players, against one of the others: that is how a rating is told.
    told = truth * (seats - 1) / (truth * (seats - 1) + 1 - truth)
    slope = (seats - 1) / (truth * (seats - 1) + 1 - truth) ** 2
    who = f"{' against '.join(asked.bots)}, seed {asked.seed}"
    print(f"{who}: {len(pool):,} games, without luck {100 * pool.mean():.2f} %")
    print(f"the truth {100 * told:.2f} ± {196 * slope * error:.2f} %, by {len(won):,} other games")
    print("| games | told | bias | covered | half-width | enough |\n|---|---|---|---|---|---|")
    for games in asked.each:
        chance = random.Random(f"{asked.seed} {games}")  # noqa: S311 - the same people for the same seed
        found = [rated(chance.sample(range(len(pool)), games), pool, seats) for _ in range(asked.people)]
        half = [rating.high - rating.expected for rating in found]
        covered = fmean(rating.low <= told <= rating.high for rating in found)
        mean = fmean(rating.expected for rating in found)
        print(
            f"| {games} | {100 * mean:.2f} % | {100 * (mean - told):+.2f} | {100 * covered:.1f} % "
            f"| {100 * fmean(half):.1f} | {100 * fmean(rating.is_enough for rating in found):.0f} % |"
        )


def rated(drawn, pool, seats):
    """Returns the rating of somebody who has played these games of the pool, four an evening."""
    games = []
    for number, game in enumerate(drawn):
        rest = (1 - pool[game]) / (seats - 1)
        results = (float(pool[game]), *(float(rest),) * (seats - 1))
        games.append(RatedGame(("person", *("anchor",) * (seats - 1)), results, str(number // EVENING)))
    return rate(games, {"anchor": 0.0})["person"]


def main():
    """Plays, or checks."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["pool", "check"])
    parser.add_argument("bots", nargs="+", choices=BOTS, metavar="bot", help=", ".join(BOTS))
    parser.add_argument("--seed", type=int, required=True, help="300 to 398, and the next one for the other games")
    parser.add_argument("--games", type=int, default=20_000, help="with the luck reckoned")
    parser.add_argument("--others", type=int, default=40_000, help="of which the result counts")
    parser.add_argument("--people", type=int, default=2_000)
    parser.add_argument(
        "--each", type=int, nargs="+", default=[10, 30, 100, 200], help="how many games they have played"
    )
    parser.add_argument("--out", type=Path, default=Path())
    asked = parser.parse_args()
    asked.out.mkdir(parents=True, exist_ok=True)
    path = asked.out / f"ratings-{asked.seed}-{'-'.join(asked.bots)}.npz"
    (play_pool if asked.what == "pool" else check)(asked, path)


if __name__ == "__main__":
    sys.exit(main())
