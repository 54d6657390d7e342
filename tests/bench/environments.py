"""How fast many games are played by arrays, against the environment of PettingZoo: steps a second of processor time."""

from __future__ import annotations

from statistics import median
from time import process_time
from typing import TYPE_CHECKING

import numpy as np

from companion.environments import claimit_v1
from tests.bench.figure import Reading

if TYPE_CHECKING:
    from numpy.random import Generator

GAMES, STEPS, ROUNDS = 256, 100, 5


def vectorised() -> Reading:
    """The rate of 256 games at once as a multiple of the other, round by round in turns; both play at random."""
    chance, one, many = np.random.default_rng(1), claimit_v1.env(), claimit_v1.VectorEnv(GAMES)
    one.reset(seed=1)
    seen = many.reset(seed=1)
    ours, others = [], []
    for _ in range(ROUNDS):
        began, steps = process_time(), 0
        while steps < GAMES * STEPS // 10:
            steps += step_one(one, chance)
        others.append(steps / (process_time() - began))
        began = process_time()
        for _ in range(STEPS):
            # Of each game one of the actions that may be done: the largest of random numbers, where the mask has a 1.
            seen, _, _ = many.step((chance.random((GAMES, claimit_v1.ACTIONS)) * seen["action_mask"]).argmax(1))
        ours.append(GAMES * STEPS / (process_time() - began))
    ratio = median(our / its for our, its in zip(ours, others, strict=True))
    return Reading(ratio, f"{median(ours):,.0f} steps/s; one by one {median(others):,.0f}")


def step_one(env: claimit_v1.raw_env, chance: Generator) -> int:
    """Does what an agent does; returns 1, or 0 where the game was over and has begun anew."""
    seen, _, is_over, _, _ = env.last()
    if is_over:
        env.reset()
        return 0
    env.step(int((chance.random(claimit_v1.ACTIONS) * seen["action_mask"]).argmax()))
    return 1
