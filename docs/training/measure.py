"""Measures the sheriff in the fast simulator, with the weights that are shipped.

    python docs/training/measure.py strength --players 2 --games 4000 --seed 1
    python docs/training/measure.py strength --players 2 --games 4000 --seed 1 --recycle
    python docs/training/measure.py calibration --players 2 --games 4000 --seed 300
    python docs/training/measure.py luck --bots marshal sheriff --players 2 --games 2000 --seed 310

Strength: the first of `--bots` has one chair, the second all others; the chairs alternate. Intervals are of 95 %.
Luck: the same, and the share with each roll's luck taken out, unclipped, by the value that is shipped, whatever plays.
Calibration: all are the first of `--bots`; the positions between turns by tenths of what was told, then by stage, with
intervals resampled by game. Tenths are joined until an interval is within 4 points. OFF: by more than 3 points, by
stage only if that is no chance after Holm's correction. "Roll or bank" is the better of the two, two rolls ahead as
the coach tells it, for one decision in ten. Seeds from 300 on are for measuring; training uses none.
"""

import argparse
import sys
from math import erfc

import numpy as np
from export import units_of
from network import PATTERNS, mean_of, network, remembering, sizes, views, win_chances
from numba import njit
from players import (
    CAREFUL,
    DEEP,
    MARSHAL,
    PROSPECTOR,
    RANDOM,
    SHERIFF,
    hold_bank,
    match,
    match_without_luck,
    play_turn,
    roll_twice,
    seed_game,
    worth,
)
from simulator import (
    CALL,
    GOLD,
    LEFT,
    MARKS,
    OVER,
    OWNED,
    POSITION,
    SEATS,
    TURN,
    TURN_SIZE,
    begin,
    count,
    shares,
)

from engine.claimit.weights import UNIT, load_weights

BOTS = {
    "greenhorn": RANDOM,
    "bank20": CAREFUL,
    "prospector": PROSPECTOR,
    "sheriff": SHERIFF,
    "marshal": MARSHAL,
    "deep": DEEP,
}

STAGES = ("leader below 1/3", "leader below 2/3", "leader above", "last round", "roll or bank", "all")
"""The leader's goldclaims as a share of those that call the last round. "Roll or bank" is in mid-turn, not in "all"."""
DECISION = STAGES.index("roll or bank")


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


def nets_of(asked):
    """Returns what is measured: what is shipped, or the mean of what `train.py` wrote."""
    made = [np.load(path)["weights"] for path in asked.weights]
    return mean_of(made, asked.players) if made else shipped(asked.players)


def strength(asked):
    """Prints one bot's share of the wins."""
    first, others = (BOTS[name] for name in asked.bots)
    won = np.zeros(asked.games, dtype=np.float32)
    who = np.array([first] + [others] * (asked.players - 1))
    turns = match(asked.seed, asked.games, who, (nets_of(asked),) * asked.players, asked.recycle, won)
    half = 196 * won.std() / asked.games**0.5
    variant = ", recycling" if asked.recycle else ""
    print(
        f"{asked.bots[0]} against {asked.bots[1]}, {asked.players} players{variant}, seed {asked.seed}: "
        f"{100 * won.mean():.1f} ± {half:.1f} % of the wins in {asked.games:,} games of {turns:.1f} turns"
    )


def luck(asked):
    """Prints one bot's share of the wins, with luck and without."""
    first, others = (BOTS[name] for name in asked.bots)
    won, luck = np.zeros(asked.games, dtype=np.float32), np.zeros(asked.games)
    who, fixed = np.array([first] + [others] * (asked.players - 1)), remembering(shipped(asked.players))
    nets = (remembering(nets_of(asked)) if asked.weights else fixed,) * asked.players
    variant = ", recycling" if asked.recycle else ""
    print(f"{asked.bots[0]} against {asked.bots[1]}, {asked.players} players{variant}, seed {asked.seed}")
    for begun in range(0, asked.games, 100 * asked.players):
        games = np.arange(begun, min(begun + 100 * asked.players, asked.games))
        match_without_luck(asked.seed, games, who, nets, fixed, asked.recycle, won, luck)
        # What a chair is worth cancels out: the first player has had each as often.
        many = (games[-1] + 1) // asked.players * asked.players
        found = []
        for each in (won, won - luck):
            rounds = each[:many].reshape(-1, asked.players).mean(1)
            found.append(f"{100 * rounds.mean():.2f} ± {196 * rounds.std(ddof=1) / len(rounds) ** 0.5:.2f} %")
        print(f"{many:,} games: {found[0]} of the wins, {found[1]} with luck taken out", flush=True)


@njit
def predict(number, games, player, nets, seats, recycle, came):
    """Plays games; returns game, seat, stage and chance for all that was told, and writes what came of each game."""
    position, before = np.empty(POSITION, dtype=np.int64), np.empty(POSITION, dtype=np.int64)
    choices = np.empty((50, TURN_SIZE), dtype=np.int64)
    chances, told, decided = np.zeros(5, dtype=np.float32), [], 0
    for game in range(games):
        seed_game(number, game)
        begin(position, seats, 0, recycle)
        while not position[OVER]:
            before[:] = position
            win_chances(before, nets, chances)
            told.extend([(game, seat, stage_of(before), chances[seat]) for seat in range(seats)])
            for choice in choices[: play_turn(position, player, nets, choices)]:
                decided += 1
                # One in ten, for they are slow. Those of the last turn come to an end that is known exactly.
                if decided % 10 == 0 and before[LEFT] != 1:
                    hold_bank(before, choice, nets)
                    bust = worth(before, 0, 0, SHERIFF, nets)
                    bank = worth(before, choice[MARKS], choice[OWNED], SHERIFF, nets)
                    best = max(bank, roll_twice(before, choice, bust, SHERIFF, nets))
                    told.append((game, before[TURN], DECISION, best))
        shares(position, came[game])
    return told


@njit
def stage_of(position):
    """Returns which of `STAGES` it is: how many of the goldclaims that call the last round the leader has."""
    most = 0
    for seat in range(position[SEATS]):
        most = max(most, count(position[seat] & position[GOLD]))
    return 3 if position[LEFT] else min(2, 3 * most // CALL[position[SEATS]])


def calibration(asked):
    """Prints for each tenth of the scale what was told and what came, over the whole game and by stage."""
    came = np.zeros((asked.games, 5), dtype=np.float32)
    bot = BOTS[asked.bots[0]]
    rows = np.array(predict(asked.seed, asked.games, bot, nets_of(asked), asked.players, asked.recycle, came))
    (game, seat, stage), told = rows[:, :3].T.astype(int), rows[:, 3]
    tenth = np.minimum((told * 10).astype(int), 9)
    sums = np.zeros((3, len(STAGES), 10, asked.games))
    for row, part in enumerate((np.ones_like(told), told, came[game, seat])):
        np.add.at(sums[row], (stage, tenth, game), part)
        sums[row, -1] = sums[row, :DECISION].sum(0)
    chance = np.random.default_rng(asked.seed)
    draws = chance.multinomial(asked.games, np.full(asked.games, 1 / asked.games), size=1000).T
    variant = ", recycling" if asked.recycle else ""
    print(f"{asked.bots[0]}, {asked.players} players{variant}, {asked.games:,} games, seed {asked.seed}")
    print("| stage | told | came | off by | positions |\n|---|---|---|---|---|")
    cells = [(STAGES[-1], each) for each in sums[:, -1].swapaxes(0, 1)]
    for number in range(DECISION + 1):
        cells += [(STAGES[number], each) for each in joined(sums[:, number].swapaxes(0, 1), draws)]
    found = [(name, cell.sum(1), *interval(cell, draws)) for name, cell in cells]
    tested = sorted((erfc(abs(off / error) / 2**0.5), row) for row, (*_, off, error) in enumerate(found) if row > 9)
    # Holm: the least of so many must be below 5 % divided by how many they are, the next by one less, and so on.
    clear = [chance <= 0.05 / (len(tested) - rank) for rank, (chance, _) in enumerate(tested)]
    clear = {row for rank, (_, row) in enumerate(tested) if all(clear[: rank + 1])}
    for row, (name, (many, said, was), off, error) in enumerate(found):
        wrong = (abs(off) > 0.03 and (row <= 9 or row in clear)) or (row <= 9 and 1.96 * error > 0.02)
        print(
            f"| {name} | {100 * said / many:.1f} % | {100 * was / many:.1f} % | {100 * off:+.1f} ± {196 * error:.1f} "
            f"| {many:,.0f} |{' OFF' * bool(wrong)}"
        )


def interval(cell, draws):
    """Returns by how much more came than was told, and its standard error, resampled by game."""
    many, said, was = cell
    if not many.any():
        return 0.0, 1.0
    return (was - said).sum() / many.sum(), ((was - said) @ draws / np.maximum(1, many @ draws)).std()


def joined(cells, draws):
    """Returns a stage's tenths, each joined with the next until it has 100 games and is known to 4 points."""
    found, rest = [], None
    for cell in cells:
        rest = cell if rest is None else rest + cell
        # In a few games nothing may have come at all, and resampling would take that for certain.
        if np.count_nonzero(rest[0]) >= 100 and 1.96 * interval(rest, draws)[1] <= 0.04:
            found.append(rest)
            rest = None
    if rest is not None and rest[0].sum():
        last = found.pop() if found else 0
        found.append(last + rest)
    return found


def main():
    """Reads what is asked for, and measures it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["strength", "calibration", "luck"])
    parser.add_argument("--bots", nargs=2, choices=BOTS, default=["sheriff", "prospector"])
    parser.add_argument("--players", type=int, nargs="+", default=[2])
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--weights", nargs="+", default=[], help="what train.py wrote, instead of what is shipped")
    parser.add_argument("--recycle", action="store_const", const=1, default=0)
    asked = parser.parse_args()
    for players in asked.players:
        asked.players = players
        {"strength": strength, "calibration": calibration, "luck": luck}[asked.what](asked)


if __name__ == "__main__":
    sys.exit(main())
