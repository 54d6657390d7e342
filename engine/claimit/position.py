"""A position of Claim It!: whose turn it is, and which stones lie where, as bit sets over the 36 fields."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from engine.game import Seat

Dice = tuple[int, int, int]


class Phase(StrEnum):
    """What may happen next."""

    ROLL = "roll"
    PLACE = "place"
    CHOOSE = "choose"
    OVER = "over"


class LastRound(NamedTuple):
    """The last round is on."""

    called_by: Seat
    turns_left: int
    """Turns still to be finished."""


@dataclass(frozen=True, slots=True)
class State:
    """A whole game of Claim It! at one moment."""

    players: tuple[str, ...]
    recycle: bool
    turn: Seat
    """The seat to act; when the game is over, the seat that acted last."""
    fields: tuple[int, ...]
    """For each seat, the fields where a stone of that seat lies, covered by this turn's marks or not."""
    gold: int = 0
    """The fields with a goldclaim, whoever's."""
    claims: tuple[int, int, int, int, int, int] = (0, 0, 0, 0, 0, 0)
    """For each claim stone, the field where it lies, as a set of one; empty in the supply. Hidden ones count."""
    owned: int = 0
    """The fields with an ownership stone placed this turn."""
    phase: Phase = Phase.ROLL
    turns: int = 0
    """Turns finished."""
    roll: Dice | None = None
    """The roll that lies there, as it fell; None unless a stone is to be placed."""
    busted: bool = False
    """True right after a roll that had no use."""
    last_round: LastRound | None = None
    winners: tuple[Seat, ...] | None = None
    """The seats that share the win, once the game is over."""
