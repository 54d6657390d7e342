"""Measures the sheriff in the fast simulator, with the weights that are shipped.

    python docs/training/measure.py strength --players 2 --games 4000 --seed 1
    python docs/training/measure.py strength --players 2 --games 4000 --seed 1 --recycle
    python docs/training/measure.py strength --players 2 --games 10000 --seed 302 --less old-weights.json
    python docs/training/measure.py calibration --players 2 --games 4000 --seed 300
    python docs/training/measure.py luck --bots marshal sheriff --players 2 --games 2000 --seed 310

Strength: the first of `--bots` has one chair, the second all others; the chairs alternate. Intervals are of 95 %.
`--less`: also by how much less it wins with other weights, in games of the same seeds.
Luck: the same, and the share with each roll's luck taken out, unclipped, by the value that is shipped, whatever plays.
Calibration: all are the first of `--bots`; the positions between turns by tenths of what was told, then by stage, with
intervals resampled by game. Tenths are joined until an interval is within 4 points. OFF: by more than 3 points, by
stage only if that is no chance after Holm's correction; all tenths also if it is not known to 2 points. "Roll or bank"
is what the engine's coach tells then of the better one, by the weights that are shipped, for one decision in `DECIDED`.
Seeds from 300 on are for measuring; training uses none.
"""

import argparse
import sys
from math import erfc
from pathlib import Path

import numpy as np
from export import shipped
from network import mean_of, remembering, win_chances
from numba import njit
from players import (
    CAREFUL,
    DEEP,
    MARSHAL,
    PROSPECTOR,
    RANDOM,
    SHERIFF,
    match,
    match_without_luck,
    play_turn,
    seed_game,
)
from simulator import (
    CALL,
    GOLD,
    LEFT,
    LYING,
    OVER,
    OWNED,
    POSITION,
    RECYCLE,
    SEATS,
    SIDE,
    TURN,
    TURN_SIZE,
    begin,
    count,
    shares,
)

from engine.claimit import coach
from engine.claimit.position import LastRound, Phase, State
from engine.claimit.weights import parse_weights
from engine.game import Seat

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
DECIDED = 50
"""Of so many decisions in mid-turn one is measured, for they are slow."""
MOST_A_GAME = 10
"""More of them no game has, on the average."""


def nets_of(asked):
    """Returns what is measured: what is shipped, or the mean of what `train.py` wrote."""
    made = [np.load(path)["weights"] for path in asked.weights]
    return mean_of(made, asked.players) if made else shipped(asked.players)


def strength(asked):
    """Prints one bot's share of the wins."""
    first, others = (BOTS[name] for name in asked.bots)
    who = np.array([first] + [others] * (asked.players - 1))
    measured, shares_won = [nets_of(asked)], []
    if asked.less:
        measured.append(shipped(asked.players, parse_weights(Path(asked.less).read_text(encoding="utf-8"))))
    for nets in measured:
        won = np.zeros(asked.games, dtype=np.float32)
        turns = match(asked.seed, asked.games, who, (nets,) * asked.players, asked.recycle, won)
        shares_won.append(won)
    variant = ", recycling" if asked.recycle else ""
    print(
        f"{asked.bots[0]} against {asked.bots[1]}, {asked.players} players{variant}, seed {asked.seed}: "
        f"{percent(shares_won[0])} % of the wins in {asked.games:,} games of {turns:.1f} turns"
    )
    if asked.less:
        print(f"with {asked.less} {percent(won)} %; the difference is {percent(shares_won[0] - won)} points")


def percent(found):
    """Returns the mean of what games brought, and the half of its 95 % interval, in per cent."""
    return f"{100 * found.mean():.1f} ± {196 * found.std() / len(found) ** 0.5:.1f}"


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
    """Plays games, and writes what came of each.

    Returns:
        Game, seat, stage and chance for all that is told between turns; game, position and turn where to roll or to
        bank was due.
    """
    position, before = np.empty(POSITION, dtype=np.int64), np.empty(POSITION, dtype=np.int64)
    choices = np.empty((50, TURN_SIZE), dtype=np.int64)
    chances, decided, due = np.zeros(5, dtype=np.float32), 0, 0
    told = [(0, 0, 0, np.float32(0)) for _ in range(0)]  # empty, of a type that numba knows
    asked = np.empty((MOST_A_GAME * games, 1 + POSITION + TURN_SIZE), dtype=np.int64)
    for game in range(games):
        seed_game(number, game)
        begin(position, seats, 0, recycle)
        while not position[OVER]:
            before[:] = position
            win_chances(before, nets, chances)
            told.extend([(game, seat, stage_of(before), chances[seat]) for seat in range(seats)])
            for choice in choices[: play_turn(position, player, nets, choices)]:
                decided += 1
                # Those of the last turn come to an end that is known exactly.
                if decided % DECIDED == 0 and before[LEFT] != 1:
                    asked[due, 0] = game
                    asked[due, 1 : 1 + POSITION] = before
                    asked[due, 1 + POSITION :] = choice
                    due += 1
        shares(position, came[game])
    return told, asked[:due]


def state_of(position, turn):
    """Returns the engine's position, in which to roll or to bank is due."""
    seats, left, mover = int(position[SEATS]), int(position[LEFT]), int(position[TURN])
    # Who has called it moves last.
    last = LastRound(Seat((mover + left - 1) % seats), left) if left else None
    return State(
        players=tuple(f"P{seat}" for seat in range(seats)),
        recycle=bool(position[RECYCLE]),
        turn=Seat(mover),
        fields=tuple(int(own) for own in position[:seats]),
        gold=int(position[GOLD]),
        claims=tuple(int(stone) for stone in turn[LYING : LYING + SIDE]),
        owned=int(turn[OWNED]),
        phase=Phase.CHOOSE,
        last_round=last,
    )


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
    rows, due = predict(asked.seed, asked.games, bot, nets_of(asked), asked.players, asked.recycle, came)
    for position in due:
        state = state_of(position[1 : 1 + POSITION], position[1 + POSITION :])
        rows.append((position[0], state.turn, DECISION, coach.advise(state).options[0].chance))
    rows = np.array(rows)
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
    print("| stage | tenths | told | came | off by | positions |\n|---|---|---|---|---|---|")
    cells = [((STAGES[-1], row, row), each) for row, each in enumerate(sums[:, -1].swapaxes(0, 1))]
    for number in range(DECISION + 1):
        cells += [((STAGES[number], *ends), each) for ends, each in joined(sums[:, number].swapaxes(0, 1), draws)]
    found = [(name, cell.sum(1), *interval(cell, draws)) for name, cell in cells]
    tested = sorted((erfc(abs(off / error) / 2**0.5), row) for row, (*_, off, error) in enumerate(found) if row > 9)
    # Holm: the least of so many must be below 5 % divided by how many they are, the next by one less, and so on.
    clear = [chance <= 0.05 / (len(tested) - rank) for rank, (chance, _) in enumerate(tested)]
    clear = {row for rank, (_, row) in enumerate(tested) if all(clear[: rank + 1])}
    for row, (name, (many, said, was), off, error) in enumerate(found):
        wrong = (abs(off) > 0.03 and (row <= 9 or row in clear)) or (row <= 9 and 1.96 * error > 0.02)
        stage, low, high = name
        chances = f"{100 * said / many:.1f} % | {100 * was / many:.1f} % | {100 * off:+.1f} ± {196 * error:.1f}"
        print(f"| {stage} | {10 * low} to {10 * high + 10} % | {chances} | {many:,.0f} |{' OFF' * bool(wrong)}")


def interval(cell, draws):
    """Returns by how much more came than was told, and its standard error, resampled by game."""
    many, said, was = cell
    if not many.any():
        return 0.0, 1.0
    return (was - said).sum() / many.sum(), ((was - said) @ draws / np.maximum(1, many @ draws)).std()


def joined(cells, draws):
    """Returns a stage's tenths, which they are, each joined with the next until 100 games tell it to 4 points."""
    found, rest, low = [], None, 0
    for high, cell in enumerate(cells):
        rest = cell if rest is None else rest + cell
        # In a few games nothing may have come at all, and resampling would take that for certain.
        if np.count_nonzero(rest[0]) >= 100 and 1.96 * interval(rest, draws)[1] <= 0.04:
            found.append(((low, high), rest))
            rest, low = None, high + 1
    if rest is not None and rest[0].sum():
        (low, _), last = found.pop() if found else ((0, 9), 0)
        found.append(((low, 9), last + rest))
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
    parser.add_argument("--less", help="a weights.json of before, to tell the difference")
    parser.add_argument("--recycle", action="store_const", const=1, default=0)
    asked = parser.parse_args()
    for players in asked.players:
        asked.players = players
        {"strength": strength, "calibration": calibration, "luck": luck}[asked.what](asked)


if __name__ == "__main__":
    sys.exit(main())
