"""A position of Klondike: the tiles that lie out, the claims, the chips."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from engine.klondike.layout import SLOT_POSITIONS, Tile

if TYPE_CHECKING:
    from engine.game import Seat


class Phase(StrEnum):
    """What may happen next."""

    PLACE = "place"
    OVER = "over"


RIGHT_TO_WIN = 4
"""The right ends with which a claim is won (rules, 4.3)."""


class Holding(NamedTuple):
    """A claim in this round, and the chips on it."""

    chips: int
    digit: int | None = None
    """Fixed by the first end that was laid at it."""
    right: int = 0
    """How many ends show its digit."""
    spoiled: bool = False
    won_by: Seat | None = None


@dataclass(frozen=True, slots=True)
class State:
    """A whole match of Klondike at one moment."""

    players: tuple[str, ...]
    centre_each_round: bool
    """Whether the centre gets an additional chip in every round (rules, K9)."""
    turn: Seat
    """The seat to act; when the match is over, the seat that acted last."""
    starter: Seat
    """The seat that began the round."""
    claims: tuple[Holding, ...]
    """The nine claims."""
    chips: tuple[int, ...]
    """What each seat has won."""
    slots: tuple[Tile | None, ...] = (None,) * len(SLOT_POSITIONS)
    """The tile in each slot, written from its naming claim outward."""
    laid: int = 0
    """The tiles in the slots, as a set of `layout.BITS`."""
    round: int = 1
    turns: int = 0
    """How many turns are finished."""
    passes: int = 0
    """How many seats have passed in succession."""
    phase: Phase = Phase.PLACE
    winners: tuple[Seat, ...] | None = None
    """The seats that share the win, once the match is over."""
    deal: str = "basic"
    """How the tiles are dealt, `basic` or `draw`."""
    hands: tuple[int, ...] = ()
    """How many tiles each seat holds, counted from the deal; after joining in the middle, at least so many."""

    @property
    def rounds(self) -> int:
        """How many rounds the match has: every player starts twice (rules, 5)."""
        return 2 * len(self.players)


def uses(state: State, digit: int) -> int:
    """Returns how many claims have this digit; wrong ends do not count (rules, 2 and K1)."""
    return sum(held.digit == digit for held in state.claims)
