"""Many games at once, and version 1 of the environment: what both do is the game."""

from __future__ import annotations

import random
import warnings
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from companion.environments import claimit_v0, claimit_v1
from companion.environments.claimit_v1 import ACTIONS, BANK, FIGURES, VectorEnv
from companion.lab.claimit_vector import largest_mines
from engine import claimit
from engine.claimit.scoring import mine_size

SIZES = ((2, False), (2, True), (3, False), (4, True), (5, False))


def same(seen: dict[str, Any], number: int, env: Any) -> bool:  # noqa: ANN401 - PettingZoo has no types
    """Whether a game of many is seen as that of one environment is by who acts."""
    own = env.observe(env.agent_selection)
    return all(np.array_equal(seen[key][number], own[key]) for key in own)


@pytest.mark.slow
def test_200_games_are_those_of_the_environment_step_by_step() -> None:
    chance, games = random.Random(4), 0
    for players, recycle in SIZES:
        each = [claimit_v1.raw_env(players=players, recycle=recycle) for _ in range(40)]
        many, ends = VectorEnv(40, players=players, recycle=recycle), np.zeros(40, int)
        seen = many.reset(seed=players)
        for number, env in enumerate(each):
            env.reset(seed=players + number)
        while ends.min() < 1:
            masks = seen["action_mask"]
            actions = [chance.choice(np.flatnonzero(mask).tolist() or [0]) for mask in masks]
            if chance.random() < 0.02:
                actions[chance.randrange(40)] = chance.randrange(ACTIONS)
            seen, rewards, ended = many.step(np.array(actions))
            for number, env in enumerate(each):
                if env.terminations["player_0"]:
                    env.reset()
                else:
                    env.step(actions[number])
                assert same(seen, number, env), (players, number)
                assert many.turn[number] == env.possible_agents.index(env.agent_selection)
                assert rewards[number].tolist() == pytest.approx([env.rewards[agent] for agent in env.possible_agents])
                assert ended[number] == env.terminations["player_0"]
            ends += ended
        games += len(each)
    assert games == 200


def test_the_largest_mines_are_those_of_the_rules() -> None:
    chance = np.random.default_rng(1)
    fields = chance.random((20, 3, 36)) < chance.random((20, 1, 1))
    bits = (fields * (1 << np.arange(36, dtype=object))).sum(2)
    assert largest_mines(fields).tolist() == [[mine_size(int(each)) for each in row] for row in bits]


def test_a_wrong_action_for_many_games_is_refused() -> None:
    many = VectorEnv(3)
    seen = many.reset(seed=1)
    legal = seen["action_mask"].argmax(1)
    kinds = [legal.astype(kind) for kind in (float, bool, object)]
    for wrong in ([0, 0], [0, 38, 0], [-1, 0, 0], [0, float("nan"), 0], *kinds):
        with pytest.raises(ValueError, match="The actions are 3 whole numbers from 0 to 37"):
            many.step(np.array(wrong))
    after, other = many.step(legal), VectorEnv(3)
    other.reset(seed=1)
    for key, expected in other.step(legal.astype(np.uint8))[0].items():
        assert np.array_equal(after[0][key], expected)
    first, again = many.reset(), many.reset()
    assert not np.array_equal(first["figures"], again["figures"])  # other dice
    for games, players in ((0, 2), (1, 6)):
        with pytest.raises(ValueError, match="1 or more games of 2 to 5 players"):
            VectorEnv(games, players=players)


@pytest.mark.slow
@pytest.mark.no_cover
@pytest.mark.parametrize("players", [2, 5])
def test_version_1_passes_the_tests_of_pettingzoo(players: int) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(claimit_v1.env(players=players), num_cycles=200)
        seed_test(lambda: claimit_v1.env(players=players))


def test_version_1_tells_the_whole_game() -> None:
    env = claimit_v1.env(players=3)
    env.reset(seed=1)
    chance, turns = random.Random(1), set()
    for agent in env.agent_iter(60):
        own, state = env.observe("player_0"), env.state()
        assert env.state_space.contains(state)
        assert state.shape == (13 * 36 + len(FIGURES),)
        assert np.array_equal(state, np.concatenate([own["observation"].ravel(), own["figures"]]))
        turns.add(agent)
        env.step(chance.choice(np.flatnonzero(env.observe(agent)["action_mask"]).tolist()))
    assert len(turns) == 3


def test_what_may_not_be_done_costs_its_agent_and_pays_the_others() -> None:
    for players in claimit.seats:
        env = claimit_v1.env(players=players)
        env.reset(seed=1)
        env.step(BANK)
        assert env.rewards == {agent: -1 if agent == "player_0" else 1 / (players - 1) for agent in env.agents}
        assert all(env.terminations.values())
        assert not env.observe("player_0")["action_mask"].any()
        for _ in range(players):
            env.step(None)
        assert env.agents == []
        older = claimit_v0.env(players=players)
        older.reset(seed=1)
        older.step(BANK)
        assert older.rewards == {agent: -1 if agent == "player_0" else 0 for agent in older.agents}
        for wrong in (38, None, 36.0):
            env.reset(seed=1)
            with pytest.raises((ValueError, AssertionError)):
                env.unwrapped.step(wrong)
