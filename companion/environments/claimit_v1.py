"""The import path of the environment, which stays. What it is stands in `companion.lab.claimit_environment`."""

from companion.lab.claimit_environment import (
    ACTIONS,
    BANK,
    FIGURES,
    PLANES,
    ROLL_AGAIN,
    SEATS,
    __doc__,  # noqa: A004, F401 - the pages of the library show it here
    action_mask,
    action_of,
    board_planes,
    seat_figures,
)
from companion.lab.claimit_environment import env_v1 as env
from companion.lab.claimit_environment import raw_env_v1 as raw_env
from companion.lab.claimit_vector import VectorEnv

__all__ = [
    "ACTIONS", "BANK", "FIGURES", "PLANES", "ROLL_AGAIN", "SEATS", "VectorEnv", "action_mask", "action_of",
    "board_planes", "env", "raw_env", "seat_figures",
]  # fmt: skip
