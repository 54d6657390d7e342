"""Claim It! as an environment of PettingZoo (AEC: one agent acts at a time), for 2 to 5 players and both variants.

    from companion.environments import claimit_v0

    env = claimit_v0.env(players=2)
    env.reset(seed=7)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        action = None if termination else env.action_space(agent).sample(observation["action_mask"])
        env.step(action)

A turn's first roll is no choice, so the environment makes it. An agent acts where it has a choice: which field takes
the roll, then whether to bank or to roll again. The dice are the engine's: a function of the seed of `reset` and of how
many games were begun since, so the same seed and the same actions give the same games, on any machine.

**Actions**: 0 to 35 is the field that takes the roll, 1/1 first, then 2/1 … 6/6; 36 banks; 37 rolls again.

**Observations** are relative to the agent that observes, so that one policy plays every seat: player 0 is the agent
itself, player 1 the one who acts after it, and so on. A dict of

- `observation`, int8, shape (13, 6, 6): plane, row, column, each 0 or 1; row 0 is row 1 of the board, column 0 is
  column 1. Planes 0 to 4: the fields of player 0 to 4; 5: goldclaims, whoever's; 6: ownership stones placed in this
  turn; 7 to 12: where claim stone 1 to 6 lies, open or under an ownership stone.
- `figures`, int16, shape (28,): as `FIGURES` names them.
- `action_mask`, int8, shape (38,): 1 for what may be done; for agents that do not act, all 0. An action that may not be
  done ends the game for all, and its agent gets -1.

**Rewards**, at the end: 1 for a sole winner of two and -1 for the other; of n players (n·share - 1) / (n - 1), where
those who tie share the win. They add up to 0.

**claimit_v1** is the same, and adds `state()` with `state_space`: int16, shape (496,), the planes and then the figures
as seat 0 has them, whoever acts. An action that may not be done gives its agent -1, each other 1 / (n - 1), and ends
the game; its mask is 0 then. `claimit_v0` stays as it is.
"""

from __future__ import annotations

import hashlib
import secrets
from operator import index
from typing import Any, ClassVar, TypeAlias, TypeGuard

try:
    import numpy as np
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ModuleNotFoundError as missing:
    raise ImportError(
        f"It needs {missing.name}, which the extra rl brings: in the project's folder, pip install '.[rl]'"
    ) from missing

from engine import claimit
from engine.claimit.board import FIELDS, SIDE
from engine.claimit.position import NO_CLAIMS
from engine.dice import Draws, commitment
from engine.game import Illegal, Reveal, Seat, Start
from engine.record import begin

Array: TypeAlias = "np.ndarray[Any, np.dtype[Any]]"

BANK, ROLL_AGAIN = len(FIELDS), len(FIELDS) + 1
ACTIONS = len(FIELDS) + 2
SEATS = claimit.seats[-1]
"""Observations have room for so many players, whoever plays."""
PLANES = SEATS + 2 + len(NO_CLAIMS)
FIGURES: tuple[tuple[str, int], ...] = (
    *((f"die {number}, 0 while none lies there", 6) for number in (1, 2, 3)),
    *((f"1 where it is player {player} who acts", 1) for player in range(SEATS)),
    *((f"goldclaims of player {player}", 30) for player in range(SEATS)),
    *((f"fields in the largest mine of player {player}", 36) for player in range(SEATS)),
    *((f"fields of player {player}", 36) for player in range(SEATS)),
    ("how many of the 216 next rolls would be a bust for who acts", claimit.ROLLS),
    ("turns left in the last round, 0 while it is not on", SEATS),
    ("ownership stones left", 30),
    ("players", SEATS),
    ("1 where claim stones are recycled", 1),
)
"""What each of the figures says, and its largest value; the smallest is 0."""


def env(*, players: int = 2, recycle: bool = False, render_mode: str | None = None) -> Any:  # noqa: ANN401 - PettingZoo's
    """Returns the environment as it is mostly wanted: an action that may not be done ends the game."""
    made = raw_env(players=players, recycle=recycle, render_mode=render_mode)
    judged = wrappers.TerminateIllegalWrapper(made, illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(judged))


class raw_env(AECEnv):  # type: ignore[misc]  # noqa: N801 - PettingZoo's customary name, and it has no types
    """The environment itself; its methods are those of PettingZoo's AECEnv."""

    metadata: ClassVar[dict[str, Any]] = {
        "name": "claimit_v0",
        "render_modes": ["ansi"],
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(self, *, players: int = 2, recycle: bool = False, render_mode: str | None = None) -> None:
        """Begins nothing yet.

        Args:
            players: 2 to 5.
            recycle: whether claim stones that are owned go back to the supply.
            render_mode: `ansi`: `render` returns the position as text; None: nothing is rendered.

        Raises:
            ValueError: another number of players, or another way to render.
        """
        super().__init__()
        if players not in claimit.seats:
            raise ValueError(f"Claim It! is for {claimit.seats[0]} to {SEATS} players, not {players}.")
        if render_mode not in {None, "ansi"}:
            raise ValueError(f"The render mode is None or ansi, not {render_mode}.")
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        self._options = {"recycle": recycle}
        self._seed: int | None = None
        self._games = 0
        most = np.array([largest for _, largest in FIGURES], np.int16)
        self._observation_space = spaces.Dict(
            {
                "observation": spaces.Box(0, 1, (PLANES, SIDE, SIDE), np.int8),
                "figures": spaces.Box(np.zeros_like(most), most, dtype=np.int16),
                "action_mask": spaces.Box(0, 1, (ACTIONS,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, self._observation_space)
        # One each: whoever samples one agent's actions does not change another's.
        self.action_spaces = {agent: spaces.Discrete(ACTIONS) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    @property
    def state_of_game(self) -> claimit.State:
        """The position, as the engine has it: for bots, odds and values."""
        found: claimit.State = self.record.state
        return found

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002 - PettingZoo's
        """Begins a new game.

        Args:
            seed: of the dice of this game and of those after it; None: go on with the last one.
            options: none are known.
        """
        if seed is not None or self._seed is None:
            self._seed, self._games = secrets.randbits(63) if seed is None else seed, 0
        self._key = hashlib.sha256(f"{self._seed} {self._games}".encode()).digest()
        self._games += 1
        self._drawn = 0
        self.agents = list(self.possible_agents)
        # The seed was chosen: whoever checks the record is to find that, and not a fair game.
        notes = {"commitment": commitment(self._key), "fair": False}
        self.record = begin(Start("claimit", tuple(self.agents), Seat(0), self._options, notes))
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._go_on()

    def step(self, action: int | None) -> None:
        """Does what the agent that acts has chosen. Raises ValueError: it may not be done; the game stays as it was."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if not _is_action(action):
            raise ValueError(f"An action is a whole number from 0 to {ACTIONS - 1}, not {action}.")
        event: claimit.Event
        if action == ROLL_AGAIN:
            event = self._roll()
        elif action == BANK:
            event = claimit.Bank()
        else:
            event = claimit.Place(FIELDS[action])
        try:
            self.record = self.record.play(event)
        except Illegal as refusal:
            raise ValueError(refusal.message) from refusal
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        self._go_on()
        self._accumulate_rewards()

    def observe(self, agent: str) -> dict[str, Any]:
        """Returns what an agent sees now; what may be done is shown to the agent that acts only."""
        state, own = self.state_of_game, Seat(self.possible_agents.index(agent))
        acts = agent == self.agent_selection and agent in self.agents
        mask = action_mask(state) if acts else _NOTHING.copy()
        return {"observation": board_planes(state, own), "figures": seat_figures(state, own), "action_mask": mask}

    def render(self) -> str | None:
        return claimit.describe(self.state_of_game) if self.render_mode else None

    def _roll(self) -> claimit.Event:
        drawn = claimit.draw(self.state_of_game, Draws(self._key, self._drawn))
        if drawn is None:
            raise ValueError("Nothing may be rolled now: the roll on the table must be placed first.")
        self._drawn += 1
        return drawn

    def _go_on(self) -> None:
        """Rolls at the beginning of turns, until an agent has a choice or the game is over."""
        while self.state_of_game.phase is claimit.Phase.ROLL:
            self.record = self.record.play(self._roll())
        state = self.state_of_game
        self.agent_selection = self.possible_agents[state.turn]
        if state.winners is not None:
            self.record = self.record.play(Reveal(self._key))
            self.terminations = dict.fromkeys(self.agents, True)
            players, winners = len(state.players), state.winners
            for seat, agent in enumerate(self.possible_agents):
                share = 1 / len(winners) if seat in winners else 0.0
                self.rewards[agent] = (players * share - 1) / (players - 1)


def env_v1(*, players: int = 2, recycle: bool = False, render_mode: str | None = None) -> Any:  # noqa: ANN401 - as above
    """Returns the environment of version 1 as it is mostly wanted."""
    made = raw_env_v1(players=players, recycle=recycle, render_mode=render_mode)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(made))


class raw_env_v1(raw_env):  # noqa: N801 - as above
    """Version 1: with a state of the whole game, and rewards that add up to 0 also where somebody breaks the rules."""

    metadata: ClassVar[dict[str, Any]] = {**raw_env.metadata, "name": "claimit_v1"}

    def __init__(self, *, players: int = 2, recycle: bool = False, render_mode: str | None = None) -> None:
        super().__init__(players=players, recycle=recycle, render_mode=render_mode)
        most = np.array([*[1] * (PLANES * SIDE * SIDE), *(largest for _, largest in FIGURES)], np.int16)
        self.state_space = spaces.Box(np.zeros_like(most), most, dtype=np.int16)

    def state(self) -> Array:
        """Returns the whole game: the planes and the figures as seat 0 has them."""
        state = self.state_of_game
        return np.concatenate([board_planes(state, Seat(0)).ravel().astype(np.int16), seat_figures(state, Seat(0))])

    def observe(self, agent: str) -> dict[str, Any]:  # type: ignore[explicit-override]  # Python 3.12 brings the decorator
        seen = super().observe(agent)
        return {**seen, "action_mask": _NOTHING.copy()} if self.terminations.get(agent) else seen

    def step(self, action: int | None) -> None:  # type: ignore[explicit-override]  # as above
        """Does what the agent that acts has chosen; what may not be done ends the game.

        Raises:
            ValueError: there is no such action; the game stays as it was.
        """
        agent = self.agent_selection
        may = self.terminations[agent] or not _is_action(action) or action_mask(self.state_of_game)[action]
        if may:
            super().step(action)
            return
        others = 1 / (len(self.agents) - 1)
        self._cumulative_rewards[agent] = 0
        self.rewards = {each: -1.0 if each == agent else others for each in self.agents}
        self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()


def board_planes(state: claimit.State, own: Seat) -> Array:
    """Returns what lies on the board as one seat sees it; the module says which plane is what."""
    unused = (0,) * (SEATS - len(state.players))
    sets = (*(state.fields[seat] for seat in _in_order(state, own)), *unused, state.gold, state.owned, *state.claims)
    # Bit 0 of a set is field 1/1; bytes and bits with the lowest first keep that order.
    raw = np.frombuffer(b"".join(fields.to_bytes(5, "little") for fields in sets), np.uint8).reshape(PLANES, 5)
    bits = np.unpackbits(raw, axis=1, bitorder="little")[:, : len(FIELDS)]
    return bits.reshape(PLANES, SIDE, SIDE).astype(np.int8)


def seat_figures(state: claimit.State, own: Seat) -> Array:
    """Returns `FIGURES` as one seat sees them."""
    seats, unused = _in_order(state, own), (0,) * (SEATS - len(state.players))
    standings = [claimit.standing(state, seat) for seat in seats]
    figures = (
        *(state.roll or (0, 0, 0)),
        *(seat == state.turn for seat in seats), *unused,
        *(each.goldclaims for each in standings), *unused,
        *(each.mine for each in standings), *unused,
        *(each.fields for each in standings), *unused,
        claimit.bust(state),
        state.last_round.turns_left if state.last_round else 0,
        claimit.ownership_stones_left(state),
        len(state.players),
        state.recycle,
    )  # fmt: skip
    return np.array(figures, np.int16)


def action_mask(state: claimit.State) -> Array:
    """Returns 1 for each action that may be done in a position, else 0."""
    mask = _NOTHING.copy()
    for event in claimit.legal_events(state):
        mask[action_of(event)] = 1
    if state.phase is claimit.Phase.CHOOSE:
        mask[ROLL_AGAIN] = 1
    return mask


def action_of(event: claimit.Event | None) -> int:
    """Returns the action that does what a bot has decided; None is its wish to roll again.

    Raises:
        ValueError: no action does this.
    """
    match event:
        case None:
            return ROLL_AGAIN
        case claimit.Place(field):
            return int(field)
        case claimit.Bank():
            return BANK
        case _:
            raise ValueError("Only a placement, a bank and another roll are actions.")


def _is_action(action: int | None) -> TypeGuard[int]:
    try:
        # Whole numbers of NumPy are actions, too.
        return action is not None and index(action) in range(ACTIONS)
    except TypeError:
        return False


def _in_order(state: claimit.State, own: Seat) -> list[Seat]:
    """Returns all seats as they act, from this one on."""
    count = len(state.players)
    return [Seat((own + player) % count) for player in range(count)]


_NOTHING = np.zeros(ACTIONS, np.int8)
