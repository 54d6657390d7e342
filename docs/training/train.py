"""Trains the sheriff's win chance by self-play: TD(lambda) at the ends of turns.

    python docs/training/train.py --players 2 --games 60000 --seed 1

The first games are played by prospectors, which is fast and gives the network a beginning; then sheriffs play with the
network as it is. Each batch of games joins the newest ones in a window, from which positions are drawn for Adam.

Each game has its own seed, and a batch is put together in the order of its games; one process alone learns. So the
weights are the same to the last digit on one machine, whatever `--workers` says. What is known is kept in `--out` after
each line of the curve: the same command, typed again after a run was killed, goes on from there.
"""

import argparse
import multiprocessing
import os
import sys
import threading
import time
from functools import partial
from pathlib import Path

import numpy as np
from network import PATTERNS, add_gradient, gather_places, network, sizes, spread_places, win_chances
from numba import njit
from players import LONGEST, PROSPECTOR, SHERIFF, match, play_game, seed_game
from simulator import POSITION, begin, shares

BATCH = 64
"""Positions of a step."""
STEPS_A_POSITION = 4
"""How often each position is learned from, on the average."""
AVERAGING = np.float32(0.999)
"""The weights that play and are shipped are a moving average of those that learn."""


LATER = {"trace": 0.7, "window": 60_000, "recycled": 0.25}
"""Options that came later, and what they were before: named in a command only where they differ."""
TASK = 10
"""Games that a worker plays at a time."""
LEARNING, CHECKING = 100, 200
"""What is added to the seed for the draws of learning and for the games of the curve; measuring has 300 and more."""


@njit
def play(number, first, games, player, net, seats, positions, targets, recycled, trace):
    """Plays games; writes the positions before each turn and what their win chances should have been."""
    history = np.empty((LONGEST + 1, POSITION), dtype=np.int64)
    position = np.empty(POSITION, dtype=np.int64)
    chances = np.empty(5, dtype=np.float32)
    target = np.zeros(5, dtype=np.float32)
    many = 0
    for game in range(first, first + games):
        seed_game(number, game)
        begin(position, seats, 0, np.random.random() < recycled)
        turns = play_game(position, player, (net,), history)
        shares(position, target)
        for turn in range(turns - 1, -1, -1):
            positions[many] = history[turn]
            targets[many] = target
            many += 1
            # What the position before should have been told: partly this position's chances, partly what came of it.
            win_chances(history[turn], (net,), chances)
            target[:seats] = (1 - trace) * chances[:seats] + trace * target[:seats]
    return many


PLAYING = []
"""The network of a worker that plays: made before the workers are forked, so that it is not sent with each task."""


def end_with(parent):
    """Ends this worker when the process that started it is gone, which may have been killed."""

    def watch():
        while os.getppid() == parent:
            time.sleep(1)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def play_task(asked, seats, weights, player, first, games):
    """Plays some games with these weights; returns their positions and targets."""
    (net,) = PLAYING
    net.weights[:] = weights
    spread_places(net)
    positions = np.empty((games * LONGEST, POSITION), dtype=np.int64)
    targets = np.zeros((len(positions), 5), dtype=np.float32)
    how = (seats, positions, targets, asked.recycled, np.float32(asked.trace))
    many = play(asked.seed, first, games, player, net, *how)
    return positions[:many].copy(), targets[:many].copy()


@njit
def learn(number, steps, rate, positions, targets, net, gradient, slow, first, second, done):
    """Makes steps of Adam on positions drawn at random, and returns the mean cross-entropy."""
    seed_game(number, done)
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
    """Weights on their way, and what Adam and the window remember: all that a run needs to go on."""

    KEPT = ("fast", "slow", "first", "second", "positions", "targets")

    def __init__(self, seats, asked):
        chance = np.random.default_rng(asked.seed)
        many, parts = sizes(seats)[-1], sizes(seats)
        weights = chance.normal(0, 0.1, many).astype(np.float32)
        weights[parts[3] :] = weights[parts[3] :] * np.float32(0.3)
        if asked.start:
            weights[:] = begun(asked, seats)[0]
        self.seats, self.asked, self.command = seats, asked, command_of(asked, seats)
        self.fast, self.slow = weights, weights.copy()
        self.first, self.second = np.zeros(many, dtype=np.float32), np.zeros(many, dtype=np.float32)
        self.positions = np.empty((0, POSITION), dtype=np.int64)
        self.targets = np.empty((0, 5), dtype=np.float32)
        self.batches = self.steps = 0
        self.file = Path(asked.out) / f"training-{seats}.npz"
        if self.file.exists():
            with np.load(self.file) as kept:
                if str(kept["command"]) != self.command:
                    sys.exit(
                        f"{self.file} belongs to another command; take another --out, or delete it: {kept['command']}"
                    )
                for name in self.KEPT:
                    setattr(self, name, kept[name])
                self.batches, self.steps = int(kept["batches"]), int(kept["steps"])
        self.fast, self.slow = network(self.fast, seats), network(self.slow, seats)
        self.gradient = network(np.zeros(many, dtype=np.float32), seats)
        # Workers are forks of this process: they have its compiled code, and so round as it does.
        PLAYING[:] = [network(weights.copy(), seats)]
        self.task = partial(play_task, asked, seats)
        for player in (PROSPECTOR, SHERIFF):
            self.task(weights, player, 0, 0)

    def keep(self):
        """Writes the state, and the weights as `export.py` takes them; a kill leaves the files of before."""
        kept = {name: getattr(self, name) for name in self.KEPT}
        kept |= {"fast": self.fast.weights, "slow": self.slow.weights, "batches": self.batches, "steps": self.steps}
        weights = {"weights": self.slow.weights, "seats": self.seats}
        for path, content in ((self.file, kept), (self.file.with_name(f"weights-{self.seats}.npz"), weights)):
            with path.with_suffix(".part").open("wb") as part:
                np.savez(part, command=self.command, **content)
            path.with_suffix(".part").replace(path)

    def batch(self, map_tasks, player, rate):
        """Plays the next batch and learns from the window; returns the mean cross-entropy and the turns a game."""
        games = self.asked.batch
        tasks = [
            (self.slow.weights, player, self.batches * games + first, min(TASK, games - first))
            for first in range(0, games, TASK)
        ]
        positions, targets = zip(*map_tasks(self.task, tasks), strict=True)
        many = sum(map(len, positions))
        self.positions = np.concatenate([self.positions, *positions])[-self.asked.window :]
        self.targets = np.concatenate([self.targets, *targets])[-self.asked.window :]
        steps = many * STEPS_A_POSITION // BATCH
        window, adam = (self.positions, self.targets), (self.first, self.second)
        nets, number = (self.fast, self.gradient, self.slow.weights), self.asked.seed + LEARNING
        entropy = learn(number, steps, rate, *window, *nets, *adam, self.steps)
        self.steps += steps
        self.batches += 1
        spread_places(self.slow)
        return entropy, many / games


def against_prospectors(number, net, seats, games):
    """Returns a sheriff's share of the wins against prospectors, and its 95 % interval's half."""
    won = np.zeros(games, dtype=np.float32)
    who = np.array([SHERIFF] + [PROSPECTOR] * (seats - 1))
    match(number, games, who, ((net,),) * seats, 0, won)
    return won.mean(), 1.96 * won.std() / games**0.5


def train(seats, asked):
    """Trains for a number of players, prints the curve, and writes the weights."""
    training, began = Training(seats, asked), time.monotonic()
    batches = (asked.prospectors + asked.games) // asked.batch
    with multiprocessing.get_context("fork").Pool(asked.workers, end_with, (os.getpid(),)) as pool:
        while training.batches < batches:
            done = training.batches
            player = PROSPECTOR if done < asked.prospectors // asked.batch else SHERIFF
            rate = asked.rate * (1 - done / batches) + 5e-5
            entropy, turns = training.batch(partial(pool.starmap, chunksize=1), player, rate)
            if done % asked.every == 0 or training.batches == batches:
                against = against_prospectors(asked.seed + CHECKING, training.slow, seats, asked.check)
                share, half = (100 * each for each in against)
                print(
                    f"{seats} players {training.batches * asked.batch:7,} games {time.monotonic() - began:6.0f} s  "
                    f"entropy {entropy:.4f}  turns {turns:5.1f}  against prospectors {share:.1f} ± {half:.1f} %",
                    flush=True,
                )
                training.keep()


def command_of(asked, seats):
    """Returns what has to be typed to make these weights again, after what made those that it went on from."""
    before = begun(asked, seats)[1] + "; then " if asked.start else ""
    options = ("games", "prospectors", "seed", "batch", "every", "check", "rate")
    options += tuple(option for option, usual in LATER.items() if getattr(asked, option) != usual)
    typed = " ".join(f"--{option} {getattr(asked, option)}" for option in options)
    sizes = f"PATTERNS={PATTERNS} " * (PATTERNS != 16)
    return f"{before}{sizes}python docs/training/train.py --players {seats} {typed}{' --start .' * bool(asked.start)}"


def begun(asked, seats):
    """Returns the weights to go on from, and the command that made them."""
    with np.load(Path(asked.start) / f"weights-{seats}.npz") as made:
        return made["weights"], str(made["command"])


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
    parser.add_argument(
        "--workers", type=int, default=os.cpu_count(), help="processes that play; all make the same weights"
    )
    parser.add_argument("--trace", type=float, default=LATER["trace"], help="lambda; 1: learns from results alone")
    parser.add_argument("--window", type=int, default=LATER["window"], help="positions that are remembered")
    parser.add_argument("--recycled", type=float, default=LATER["recycled"], help="of the games are with recycling")
    parser.add_argument("--start", help="the folder of weights to go on from")
    parser.add_argument("--out", default=".", help="the folder of the weights and of what a killed run needs")
    asked = parser.parse_args()
    if asked.seed >= LEARNING:
        parser.error(f"--seed: below {LEARNING}, please; the numbers above are for learning and measuring")
    Path(asked.out).mkdir(parents=True, exist_ok=True)
    for seats in asked.players:
        train(seats, asked)


if __name__ == "__main__":
    sys.exit(main())
