"""The import path of the game of OpenSpiel, which stays. What it is stands in `companion.lab.claimit_openspiel`."""

from companion.lab.claimit_openspiel import NAME, ClaimItGame, ClaimItState, __doc__  # noqa: A004, F401

__all__ = ["NAME", "ClaimItGame", "ClaimItState"]
