"""Measures ways to play the small board against the best there is, exactly: no game is played.

    SIDE=3 python docs/training/solve.py --out small.npz
    SIDE=3 python docs/training/compare.py --values small.npz

Both chairs' turns are carried on from the start, all that may happen with its chance, until next to no game is still
on. What a turn loses is what the position was worth, less what the turn makes of it if both play as well as can be from
there on.
"""

import argparse
import sys
from pathlib import Path
from typing import NamedTuple

import numpy as np
from network import mean_of, win_chances
from numba import njit
from players import formula
from simulator import POSITION
from small_board import CANONICAL, LEFT, POSITIONS, write_position
from solve import Way, expected_values, final_shares, play_turns

WEIGHTS = sorted(Path(__file__).parent.glob("small-weights-*.npz"))
"""The networks of docs/strategy.md's figures; each holds the command that trained it."""
SELDOM = 1e-7
"""A position that is less likely after so many turns is taken for what it is worth if both play best from there on."""


class Player:
    """Plays in one way, and remembers how its turns end."""

    def __init__(self, way):
        self._way = way
        self._played = np.zeros(POSITIONS, dtype=bool)
        self.outcomes = []

    def play(self, positions):
        """Makes sure that the turns of these positions are played."""
        new = positions[~self._played[positions]]
        if len(new):
            self._played[new] = True
            self.outcomes.append(play_turns(new, self._way))


class Meeting(NamedTuple):
    """What comes of one player against another, from the start of the game."""

    share: float
    """Of the wins, for the first of them."""
    visits: np.ndarray
    """How often that one is to move in each position, in a game on the average."""
    turns: float
    """Of a game, both players' together."""


def learned_networks(paths=WEIGHTS):
    """Returns the networks of these files, which together say the mean of what each says."""
    return mean_of([np.load(path)["weights"] for path in paths], 2)


def believe_networks(nets):
    """Returns what networks take the positions after a turn to be worth, as the sheriff does.

    In the last turn it goes by the formula that tells how far away a win is.
    """
    after = np.zeros((2, POSITIONS))
    _write_network_values(nets, after)
    after[0] = after[0][CANONICAL]
    return after


@njit
def _write_network_values(nets, after):
    position, chances = np.zeros(POSITION, dtype=np.int64), np.zeros(5, dtype=np.float32)
    for number in range(POSITIONS):
        write_position(number, position)
        if CANONICAL[number] == number:
            win_chances(position, nets, chances)
            after[0, number] = chances[1]
        after[1, number] = formula(position, 1, 1) / np.float32(100)


def believe_formula():
    """Returns what the prospector takes the positions after a turn to be worth."""
    after = np.zeros((2, POSITIONS))
    _write_formula(after)
    return after


@njit
def _write_formula(after):
    position = np.zeros(POSITION, dtype=np.int64)
    for number in range(POSITIONS):
        write_position(number, position)
        # Where one turn is left now there were two before; where two are left, the last round was not called yet.
        after[0, number] = formula(position, 1, 2 if LEFT[number] == 1 else 0)
        after[1, number] = formula(position, 1, 1)


def believe_values(values):
    """Returns the truth."""
    return np.stack([1 - values[CANONICAL], final_shares()])


def meet(player, rival, mover, truth):
    """Returns what comes of it where two players meet.

    Args:
        player: the first of them.
        rival: the second.
        mover: who begins: 0 is the player, 1 the rival.
        truth: what each position after a turn is worth to who has moved, if both play best.
    """
    share, turns, visits, on = 0.0, 0.0, np.zeros(POSITIONS), np.zeros(POSITIONS)
    on[0] = 1
    while on.any():
        turns += on.sum()
        visits += on * (mover == 0)
        after, won = carry_all_on(rival if mover else player, on, truth)
        ended = on.sum() - after.sum()
        share += ended - won if mover else won
        seldom = after < SELDOM
        worth = (after * truth[0])[seldom].sum()
        share += after[seldom].sum() - worth if mover else worth
        after[seldom] = 0
        on, mover = after, 1 - mover
    return Meeting(share, visits, turns)


def carry_all_on(player, on, truth):
    """Returns how likely each position is one turn later, and the mover's share of the wins of the games that end."""
    player.play(np.flatnonzero(on))
    after, won = np.zeros(POSITIONS), 0.0
    for outcomes in player.outcomes:
        won += carry_on(outcomes, on, after, truth[1])
    return after, won


@njit
def carry_on(outcomes, on, after, finals):
    """Adds how likely each position is one turn later; returns the mover's share of the wins of the games that end."""
    won = 0.0
    for number, position in enumerate(outcomes.positions):
        if on[position] > 0:
            for row in range(outcomes.first[number], outcomes.first[number + 1]):
                end, chance = outcomes.ends[row], on[position] * outcomes.chances[row]
                if LEFT[position] == 1:
                    won += chance * finals[end]
                else:
                    after[end] += chance
    return won


def losses(player, truth):
    """Returns what its turn loses in each position that it has played, in win chance."""
    found = np.zeros(POSITIONS)
    for outcomes in player.outcomes:
        found[outcomes.positions] = 1 - truth[0][outcomes.positions] - expected_values(outcomes, truth)
    return found


def ways(learned, truth):
    """Returns the ways to play that are measured."""
    formula_last = np.stack([truth[0], learned[1]])
    exact_last = np.stack([learned[0], truth[1]])
    return {
        "prospector": Way(believe_formula(), 1, 1),
        "sheriff: learned values, one roll ahead": sheriff(learned),
        "the same, last turn exactly": Way(exact_last, 1),
        "the same, two rolls ahead": Way(exact_last, 2),
        "the same, the whole turn ahead": Way(exact_last),
        "exact values, one roll, last turn as sheriff": sheriff(formula_last),
        "exact values, one roll ahead": Way(truth, 1),
        "exact values, two rolls ahead": Way(truth, 2),
        "exact values, the whole turn ahead": Way(truth),
    }


def sheriff(after):
    """Returns how the sheriff plays with these values: one roll ahead, two in the last turn."""
    return Way(after, 1, 2)


def describe(player, best, truth):
    """Returns what comes of a player against the best there is, as a line of text."""
    first, second = (meet(player, best, mover, truth) for mover in (0, 1))
    visits, lost = (first.visits + second.visits) / 2, losses(player, truth)
    return (
        f"{50 * (first.share + second.share):7.3f} % of the wins ({100 * first.share:.2f} first, "
        f"{100 * second.share:.2f} second), a turn loses {100 * (visits * lost).sum() / visits.sum():.4f} %, "
        f"{100 * lost[visits > 0].max():.1f} % at worst; {(first.turns + second.turns) / 2:.2f} turns a game"
    )


def main():
    """Prints a line for each way to play."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--values", default="small.npz", help="what solve.py has written")
    parser.add_argument("--weights", nargs="+", default=WEIGHTS, help="what train.py has written; the mean of several")
    asked = parser.parse_args()
    truth = believe_values(np.load(asked.values)["values"])
    learned = believe_networks(learned_networks(asked.weights))
    best = Player(Way(truth))
    for name, way in ways(learned, truth).items():
        print(f"{name:45} {describe(Player(way), best, truth)}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
