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
    env,
    raw_env,
    seat_figures,
)

__all__ = [
    "ACTIONS", "BANK", "FIGURES", "PLANES", "ROLL_AGAIN", "SEATS", "action_mask", "action_of", "board_planes", "env",
    "raw_env", "seat_figures",
]  # fmt: skip
