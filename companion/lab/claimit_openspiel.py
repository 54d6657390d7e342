"""Claim It! as a game of OpenSpiel, with chance nodes; to import it registers the game.

    import pyspiel
    from companion.environments import claimit_openspiel

    game = pyspiel.load_game("python_claimit(players=2,recycle=False)")

A chance node is a roll: its outcomes are the 56 throws, in the order of `engine.claimit.THROW_WEIGHTS`. Actions,
observations and returns are those of `claimit_v1`; the tensor is what a seat sees of the board, then its figures. All
is open, so the string of a state is its position as a line of text (`engine.claimit.to_text`), and ` roll` where the
mover has chosen to roll again.

No game has a longest length, as busts may go on for ever; the one that OpenSpiel is told, 10,000 choices, has been far
above all that was played.
"""

from __future__ import annotations

from typing import Any

try:
    import numpy as np
    import pyspiel
except ModuleNotFoundError as missing:
    raise ImportError(
        f"It needs {missing.name}, which the extra openspiel brings: "
        "in the project's folder, pip install '.[openspiel]'"
    ) from missing

from companion.lab.claimit_environment import (
    ACTIONS,
    BANK,
    FIGURES,
    PLANES,
    ROLL_AGAIN,
    action_mask,
    board_planes,
    seat_figures,
)
from engine import claimit
from engine.claimit.board import FIELDS, SIDE
from engine.game import Seat

NAME = "python_claimit"
THROWS = tuple(claimit.THROW_WEIGHTS)
_CHANCES = [(number, weight / claimit.ROLLS) for number, weight in enumerate(claimit.THROW_WEIGHTS.values())]
_DEFAULTS = {"players": claimit.seats[0], "recycle": False}
_TYPE = pyspiel.GameType(
    short_name=NAME,
    long_name="Claim It!",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=claimit.seats[-1],
    min_num_players=claimit.seats[0],
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=_DEFAULTS,
)


class ClaimItGame(pyspiel.Game):  # type: ignore[misc]  # it is published without types
    """The rules, for a number of players and a variant."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        self.options = {**_DEFAULTS, **(params or {})}
        info = pyspiel.GameInfo(
            num_distinct_actions=ACTIONS,
            max_chance_outcomes=len(THROWS),
            num_players=self.options["players"],
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=10_000,
        )
        super().__init__(_TYPE, info, params or {})

    def new_initial_state(self) -> ClaimItState:
        return ClaimItState(self)

    def make_py_observer(self, iig_obs_type: object = None, params: object = None) -> ClaimItObserver:  # noqa: ARG002
        return ClaimItObserver()


class ClaimItState(pyspiel.State):  # type: ignore[misc]  # as above
    """A position, or a roll that is to come."""

    def __init__(self, game: ClaimItGame) -> None:
        super().__init__(game)
        names = [f"player_{seat}" for seat in range(game.options["players"])]
        self.position = claimit.start(names, Seat(0), {"recycle": game.options["recycle"]})
        self.rolls = True
        """Whether the dice come next."""

    def current_player(self) -> int:
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE if self.rolls else self.position.turn)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return _CHANCES

    def _legal_actions(self, player: int) -> list[int]:  # noqa: ARG002
        found: list[int] = np.flatnonzero(action_mask(self.position)).tolist()
        return found

    def _apply_action(self, action: int) -> None:
        event: claimit.Event | None = None
        if self.rolls:
            event = claimit.Roll(THROWS[action])
        elif action < BANK:
            event = claimit.Place(FIELDS[action])
        elif action == BANK:
            event = claimit.Bank()
        if event is not None:
            self.position = claimit.apply(self.position, event)
        self.rolls = (action == ROLL_AGAIN and event is None) or self.position.phase is claimit.Phase.ROLL

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return "".join(map(str, THROWS[action]))
        return claimit.format_field(FIELDS[action]) if action < BANK else ("bank", "roll")[action - BANK]

    def is_terminal(self) -> bool:
        return self.position.winners is not None

    def returns(self) -> list[float]:
        count, winners = len(self.position.players), self.position.winners
        if winners is None:
            return [0.0] * count
        shares = [len(winners) ** -1 if seat in winners else 0.0 for seat in range(count)]
        return [(count * share - 1) / (count - 1) for share in shares]

    def __str__(self) -> str:  # type: ignore[explicit-override]  # Python 3.12 brings the decorator
        again = self.rolls and self.position.phase is claimit.Phase.CHOOSE
        return claimit.to_text(self.position) + " roll" * again


class ClaimItObserver:
    """What a seat sees."""

    def __init__(self) -> None:
        self.tensor = np.zeros(PLANES * SIDE * SIDE + len(FIGURES), np.float32)
        board, figures = np.split(self.tensor, [PLANES * SIDE * SIDE])
        self.dict = {"board": board.reshape(PLANES, SIDE, SIDE), "figures": figures}

    def set_from(self, state: ClaimItState, player: int) -> None:
        self.dict["board"][:] = board_planes(state.position, Seat(player))
        self.dict["figures"][:] = seat_figures(state.position, Seat(player))

    def string_from(self, state: ClaimItState, player: int) -> str:  # noqa: ARG002
        return str(state)


pyspiel.register_game(_TYPE, ClaimItGame)
