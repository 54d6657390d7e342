"""Trains the sheriff's win chance by self-play: TD(lambda) at the ends of turns.

    python docs/training/train.py --players 2 --games 60000 --seed 1

The first games are played by prospectors, which is fast and gives the network a beginning; then sheriffs play with the
network as it is. Each batch of games joins the newest ones in a window, from which positions are drawn for Adam.
"""

import argparse
import sys
import time
from pathlib import Path

import numpy as np
from network import add_gradient, gather_places, network, sizes, spread_places, win_chances
from numba import njit
from players import LONGEST, PROSPECTOR, SHERIFF, match, play_game, seed
from simulator import POSITION, SIDE, begin, shares

LAMBDA = np.float32(0.7)
BATCH = 64
"""Positions of a step."""
STEPS_A_POSITION = 4
"""How often each position is learned from, on the average."""
WINDOW = 60_000
"""Positions that are remembered."""
AVERAGING = np.float32(0.999)
"""The weights that play and are shipped are a moving average of those that learn."""


@njit
def play_batch(games, player, net, seats, positions, targets, recycled):
    """Plays games; writes the positions before each turn and what their win chances should have been."""
    history = np.empty((LONGEST + 1, POSITION), dtype=np.int64)
    position = np.empty(POSITION, dtype=np.int64)
    chances = np.empty(5, dtype=np.float32)
    target = np.zeros(5, dtype=np.float32)
    many = 0
    for _ in range(games):
        begin(position, seats, 0, np.random.random() < recycled)
        turns = play_game(position, player, (net,), history)
        shares(position, target)
        for turn in range(turns - 1, -1, -1):
            if many == len(positions):
                return many
            positions[many] = history[turn]
            targets[many] = target
            many += 1
            # What the position before should have been told: partly this position's chances, partly what came of it.
            win_chances(history[turn], (net,), chances)
            target[:seats] = (1 - LAMBDA) * chances[:seats] + LAMBDA * target[:seats]
    return many


@njit
def learn(steps, rate, positions, targets, net, gradient, slow, first, second, done):
    """Makes steps of Adam on positions drawn at random, and returns the mean cross-entropy."""
    entropy = np.float32(0)
    for step in range(done + 1, done + steps + 1):
        gradient.weights[:] = 0
        gradient.spread[:] = 0
        for _ in range(BATCH):
            which = np.random.randint(len(positions))
            entropy += add_gradient(positions[which], targets[which], net, gradient)
        gather_places(gradient)
        bias = rate * np.sqrt(1 - 0.999**step) / (1 - 0.9**step)
        for weight in range(first.size):
            slope = gradient.weights[weight] / np.float32(BATCH)
            first[weight] += np.float32(0.1) * (slope - first[weight])
            second[weight] += np.float32(0.001) * (slope * slope - second[weight])
            net.weights[weight] -= np.float32(bias) * first[weight] / (np.sqrt(second[weight]) + np.float32(1e-7))
            slow[weight] = AVERAGING * slow[weight] + (1 - AVERAGING) * net.weights[weight]
        spread_places(net)
    return entropy / (steps * BATCH)


class Training:
    """Weights on their way, and what Adam and the window remember."""

    def __init__(self, seats, number, start):
        chance = np.random.default_rng(number)
        many = sizes(seats)[-1]
        weights = chance.normal(0, 0.1, many).astype(np.float32)
        parts = sizes(seats)
        weights[parts[3] :] = weights[parts[3] :] * np.float32(0.3)
        if start:
            weights[:] = np.load(Path(start) / f"weights-{seats}.npz")["weights"]
        self.seats = seats
        self.fast, self.slow = network(weights, seats), network(weights.copy(), seats)
        self.gradient = network(np.zeros(many, dtype=np.float32), seats)
        self.first, self.second = np.zeros(many, dtype=np.float32), np.zeros(many, dtype=np.float32)
        self.positions = np.empty((0, POSITION), dtype=np.int64)
        self.targets = np.empty((0, 5), dtype=np.float32)
        self.steps = 0

    def batch(self, player, games, rate):
        """Plays games and learns from the window; returns the mean cross-entropy and the turns a game."""
        positions = np.empty((games * LONGEST // 4, POSITION), dtype=np.int64)
        targets = np.zeros((len(positions), 5), dtype=np.float32)
        many = play_batch(games, player, self.slow, self.seats, positions, targets, 0.25)
        self.positions = np.concatenate([self.positions, positions[:many]])[-WINDOW:]
        self.targets = np.concatenate([self.targets, targets[:many]])[-WINDOW:]
        steps = many * STEPS_A_POSITION // BATCH
        window, adam = (self.positions, self.targets), (self.first, self.second)
        entropy = learn(steps, rate, *window, self.fast, self.gradient, self.slow.weights, *adam, self.steps)
        self.steps += steps
        spread_places(self.slow)
        return entropy, many / games


def against_prospectors(net, seats, games, recycle=0, player=SHERIFF):
    """Returns a sheriff's share of the wins against prospectors, and its 95 % interval's half."""
    won = np.zeros(games, dtype=np.float32)
    who = np.array([player] + [PROSPECTOR] * (seats - 1))
    match(games, who, ((net,),) * seats, recycle, won)
    return won.mean(), 1.96 * won.std() / games**0.5


def train(seats, asked):
    """Trains for a number of players, prints the curve, and writes the weights."""
    seed(asked.seed)
    training, began = Training(seats, asked.seed, asked.start), time.monotonic()
    batches = (asked.prospectors + asked.games) // asked.batch
    for batch in range(batches):
        player = PROSPECTOR if batch < asked.prospectors // asked.batch else SHERIFF
        rate = asked.rate * (1 - batch / batches) + 5e-5
        entropy, turns = training.batch(player, asked.batch, rate)
        if batch % asked.every == 0 or batch == batches - 1:
            seed(asked.seed + batch)
            share, half = (100 * each for each in against_prospectors(training.slow, seats, asked.check))
            # So that the curve's games do not change what is learned, however many they are.
            seed(asked.seed * 1000 + batch)
            print(
                f"{seats} players {(batch + 1) * asked.batch:7,} games {time.monotonic() - began:6.0f} s  "
                f"entropy {entropy:.4f}  turns {turns:5.1f}  against prospectors {share:.1f} ± {half:.1f} %",
                flush=True,
            )
            path = Path(asked.out) / f"weights-{seats}.npz"
            np.savez(path, weights=training.slow.weights, seats=seats, command=command_of(asked, seats))


def command_of(asked, seats):
    """Returns what has to be typed to make these weights again, after what made those that it went on from."""
    before = str(np.load(Path(asked.start) / f"weights-{seats}.npz")["command"]) + "; then " if asked.start else ""
    options = ("games", "prospectors", "seed", "batch", "every", "check", "rate")
    typed = " ".join(f"--{option} {getattr(asked, option)}" for option in options)
    board = f"SIDE={SIDE} " * (SIDE != 6)
    return f"{before}{board}python docs/training/train.py --players {seats} {typed}{' --start .' * bool(asked.start)}"


def main():
    """Reads what is asked for, and trains."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, nargs="+", default=[2, 3, 4, 5])
    parser.add_argument("--games", type=int, default=20_000, help="games of sheriffs")
    parser.add_argument("--prospectors", type=int, default=5_000, help="games of prospectors at the beginning")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--batch", type=int, default=250, help="games before each round of learning")
    parser.add_argument("--every", type=int, default=10, help="batches between two lines of the curve")
    parser.add_argument("--check", type=int, default=400, help="games against prospectors for a line of the curve")
    parser.add_argument("--rate", type=float, default=2e-3, help="how fast it learns at first; it ends near 0")
    parser.add_argument("--start", help="the folder of weights to go on from")
    parser.add_argument("--out", default=".", help="the folder of the weights")
    asked = parser.parse_args()
    for seats in asked.players:
        train(seats, asked)


if __name__ == "__main__":
    sys.exit(main())
