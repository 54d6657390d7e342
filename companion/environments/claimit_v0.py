"""Claim It! as an environment of PettingZoo, by the name that its users import, and that stays.

What it is stands in `companion.lab.claimit_environment`.
"""

from companion.lab.claimit_environment import ACTIONS, BANK, FIGURES, PLANES, ROLL_AGAIN, SEATS, env, raw_env

__all__ = ["ACTIONS", "BANK", "FIGURES", "PLANES", "ROLL_AGAIN", "SEATS", "env", "raw_env"]
