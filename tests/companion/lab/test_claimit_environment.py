"""Claim It! as an environment: PettingZoo's own tests, and that what agents see and do is the game."""

from __future__ import annotations

import copy
import json
import pickle
import random
import sys
import warnings
from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from companion.environments import claimit_v0, claimit_v1
from companion.environments.claimit_v0 import BANK, FIGURES, ROLL_AGAIN
from companion.lab.claimit_environment import action_of
from engine import claimit
from engine.bot import BotView
from engine.bots import find_bot
from engine.fairness import Finding, Line, check_fairness
from engine.game import Seat
from engine.record import from_lines, to_lines

if TYPE_CHECKING:
    from collections.abc import Callable

SIZES = pytest.mark.parametrize(("players", "recycle"), [(2, False), (3, True), (4, False), (5, True)])
EVERY_MASKED_ENVIRONMENT_IS_TOLD = {
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be gymnasium.spaces.box or gymnasium.spaces.discrete",
}
"""What PettingZoo's test says of each environment with action masks that is not on its own list."""
EMPTY_BOARD = "Observation numpy array is all zeros."
"""True: nothing lies there at the beginning."""


def finished(seed: int, *, players: int = 2, recycle: bool = False, watch: Callable[[Any], None] | None = None) -> Any:  # noqa: ANN401 - PettingZoo has no types
    """An environment whose game was played to its end at random."""
    env = claimit_v0.env(players=players, recycle=recycle)
    env.reset(seed=seed)
    play_on(env, random.Random(seed), watch)
    return env


def play_on(env: Any, chance: random.Random, watch: Callable[[Any], None] | None = None) -> dict[str, float]:  # noqa: ANN401 - as above
    """Plays the game to its end at random; returns each agent's rewards."""
    rewards = {}
    for agent in env.agent_iter():
        seen, rewards[agent], is_over, _, _ = env.last()
        if watch:
            watch(env)
        env.step(None if is_over else chance.choice(np.flatnonzero(seen["action_mask"]).tolist()))
    return rewards


@pytest.mark.slow
@pytest.mark.no_cover
@SIZES
def test_it_passes_the_test_of_pettingzoo(players: int, recycle: bool) -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        api_test(claimit_v0.env(players=players, recycle=recycle), num_cycles=500)
    assert {str(each.message) for each in caught} == EVERY_MASKED_ENVIRONMENT_IS_TOLD | {EMPTY_BOARD}


@pytest.mark.slow
@pytest.mark.no_cover
@SIZES
def test_it_passes_the_test_of_seeds(players: int, recycle: bool) -> None:
    seed_test(lambda: claimit_v0.env(players=players, recycle=recycle))


def test_the_same_seed_and_actions_give_the_same_games() -> None:
    records = []
    for seed in (7, 7, 8):
        env = claimit_v0.env()
        env.reset(seed=seed)
        for _ in range(2):
            play_on(env, random.Random(1))
            records.append(to_lines(env.unwrapped.record))
            env.reset()
    first, second, again, again_second, *others = records
    assert (first, second) == (again, again_second)
    assert len({first, second, *others}) == 4


@SIZES
def test_each_agent_sees_the_game_from_its_own_seat(players: int, recycle: bool) -> None:
    def check(env: Any) -> None:  # noqa: ANN401 - as above
        state = claimit.to_json(env.unwrapped.state_of_game)
        for own, agent in enumerate(env.possible_agents):
            seen = env.observe(agent)
            assert env.observation_space(agent).contains(seen)
            # Of the planes, as lists: each field's planes in order, by its name.
            told = {
                f"{column + 1}/{row + 1}": np.flatnonzero(seen["observation"][:, row, column]).tolist()
                for row in range(6)
                for column in range(6)
            }
            marked = {field for field, stack in state["board"].items() if stack[-1] == "own"}
            expected = {field: [plane(stone, field in marked, own, players) for stone in stack]
                        for field, stack in state["board"].items()}  # fmt: skip
            assert {field: planes for field, planes in told.items() if planes} == {
                field: sorted(planes) for field, planes in expected.items()
            }
            figures = dict(zip((name for name, _ in FIGURES), seen["figures"].tolist(), strict=True))
            for player in range(players):
                seat = (own + player) % players
                assert figures[f"goldclaims of player {player}"] == state["players"][seat]["goldclaims"]
                assert figures[f"fields in the largest mine of player {player}"] == state["players"][seat]["mine"]
                assert figures[f"fields of player {player}"] == state["players"][seat]["fields"]
                assert figures[f"1 where it is player {player} who acts"] == (seat == state["turn"])
            assert [figures[f"die {n}, 0 while none lies there"] for n in (1, 2, 3)] == (state["roll"] or [0, 0, 0])
            assert figures["ownership stones left"] == state["supply"]["own"]
            assert (figures["players"], figures["1 where claim stones are recycled"]) == (players, recycle)

    env = finished(players, players=players, recycle=recycle, watch=check)
    assert env.unwrapped.state_of_game.winners


def plane(stone: str, marked: bool, own: int, players: int) -> int:
    """The plane of a stone of the notation; an ownership stone on top is this turn's."""
    if stone.startswith("p"):
        return (int(stone[1]) - own) % players
    if stone.startswith("claim"):
        return 6 + int(stone[5])
    return 6 if marked else 5


def test_the_mask_shows_what_the_rules_allow() -> None:
    phases = set()

    def check(env: Any) -> None:  # noqa: ANN401 - as above
        state = env.unwrapped.state_of_game
        phases.add(state.phase)
        allowed = {*map(int, claimit.legal(state))} | ({BANK, ROLL_AGAIN} if state.phase == "choose" else set())
        acting, other = (
            env.observe(agent)["action_mask"] for agent in sorted(env.agents, key=env.agent_selection.__ne__)
        )
        assert set(np.flatnonzero(acting).tolist()) == allowed
        assert not other.any()

    env = claimit_v0.env()
    env.reset(seed=3)
    play_on(env, random.Random(3), lambda env: check(env) if len(env.agents) == 2 else None)
    assert phases == {"place", "choose", "over"}


@SIZES
def test_the_rewards_tell_who_has_won(players: int, recycle: bool) -> None:
    env = claimit_v0.env(players=players, recycle=recycle)
    env.reset(seed=11)
    rewards = play_on(env, random.Random(11))
    winners = {f"player_{seat}" for seat in env.unwrapped.state_of_game.winners}
    assert sum(rewards.values()) == pytest.approx(0)
    assert {agent for agent, reward in rewards.items() if reward > 0} == winners
    assert max(rewards.values()) == pytest.approx(1)


def test_what_may_not_be_done_ends_the_game() -> None:
    env = claimit_v0.env()
    env.reset(seed=1)
    agent = env.agent_selection
    env.step(BANK)
    assert env.rewards[agent] == -1
    assert all(env.terminations.values())
    raw = claimit_v0.raw_env()
    raw.reset(seed=1)
    before = raw.state_of_game
    for action in (
        BANK,
        ROLL_AGAIN,
        int(next(field for field in claimit.FIELDS if field not in claimit.legal(before))),
    ):
        with pytest.raises(ValueError, match=r"must be placed first|cannot be used"):
            raw.step(action)
    wrong: Any
    for wrong in (38, -1, None, 35.0, 36.0, 37.0, float("nan"), np.array([0])):
        with pytest.raises(ValueError, match="An action is a whole number from 0 to 37"):
            raw.step(wrong)
    assert raw.state_of_game == before


@pytest.mark.parametrize(
    ("wrong", "says"), [({"players": 6}, "2 to 5 players, not 6"), ({"render_mode": "human"}, "ansi")]
)
def test_a_wrong_setting_is_refused(wrong: dict[str, Any], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        claimit_v0.env(**wrong)


def test_a_game_is_a_record_with_fair_dice() -> None:
    record = finished(5).unwrapped.record
    lines = to_lines(record).splitlines()
    assert from_lines(lines) == record
    events = [json.loads(line) for line in lines]
    assert check_fairness([Line(n, event) for n, event in enumerate(events, 1)]).finding is Finding.FIXED
    del events[0]["fair"]
    verdict = check_fairness([Line(n, event) for n, event in enumerate(events, 1)])
    assert (verdict.finding, len(verdict.rolls) > 20) == (Finding.FAIR, True)


@pytest.mark.parametrize("make", [claimit_v0.env, claimit_v0.raw_env, claimit_v1.env, claimit_v1.raw_env])
@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])  # noqa: S301 - our own
def test_a_copy_goes_on_by_itself(make: Callable[[], Any], copied: Callable[[Any], Any]) -> None:
    env = make()
    copied(env).reset(seed=1)
    env.reset(seed=1)
    before = env.unwrapped.record
    twin = copied(env)
    rewards = play_on(twin, random.Random(1))
    assert env.unwrapped.record == before
    assert play_on(env, random.Random(1)) == rewards
    assert twin.unwrapped.record == env.unwrapped.record


def test_a_bot_of_the_house_can_play_in_it() -> None:
    bot, chance = find_bot("prospector", "claimit"), random.Random(2)
    env = claimit_v0.env()
    env.reset(seed=2)
    rewards = {}
    for agent in env.agent_iter():
        seen, rewards[agent], is_over, _, _ = env.last()
        decided = int(chance.choice(np.flatnonzero(seen["action_mask"]))) if not is_over else None
        if agent == "player_0" and not is_over:
            decided = action_of(bot.decide(BotView("claimit", env.unwrapped.state_of_game), chance.random))
        env.step(decided)
    assert rewards == {"player_0": 1, "player_1": -1}
    with pytest.raises(ValueError, match="actions"):
        action_of(claimit.Roll((1, 2, 3)))


def test_the_position_can_be_read() -> None:
    env = claimit_v0.env(render_mode="ansi")
    env.reset(seed=1)
    assert env.render() == claimit.describe(env.unwrapped.state_of_game)
    assert claimit_v0.raw_env().render_mode is None
    env.close()


@pytest.mark.parametrize("package", ["numpy", "gymnasium", "pettingzoo"])
def test_without_the_extra_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch, package: str) -> None:
    for name in [name for name in sys.modules if name.split(".")[0] == package or "claimit_" in name]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(ImportError, match=rf"needs {package}, which the extra rl brings: .* pip install '\.\[rl\]'$"):
        import_module("companion.environments.claimit_v0")


def test_figures_have_room_for_their_largest() -> None:
    env = claimit_v0.env(players=5)
    env.reset(seed=1)
    assert len(FIGURES) == 28 == len(env.observe("player_0")["figures"])
    assert len({name for name, _ in FIGURES}) == 28
    assert Seat(len(env.possible_agents)) == 5
