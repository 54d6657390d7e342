"""A position of Claim It!: the active player and the stones on the board, as bit sets of the 36 fields."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import ClassVar, NamedTuple, TypeAlias

from engine.claimit.board import Field, fields_in
from engine.game import Seat


@dataclass(frozen=True, slots=True)
class PlayerStone:
    seat: Seat
    name: str = field(init=False, compare=False, repr=False)
    """In the notation: `p1`. Stored, because to_json writes it for every stone of every state."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", f"p{self.seat}")


@dataclass(frozen=True, slots=True)
class ClaimStone:
    number: int
    """1 to 6."""
    name: str = field(init=False, compare=False, repr=False)
    """In the notation: `claim4`."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", f"claim{self.number}")


@dataclass(frozen=True, slots=True)
class OwnershipStone:
    """A black stone; all 30 are equal."""

    name: ClassVar[str] = "own"
    """In the notation."""


Stone: TypeAlias = PlayerStone | ClaimStone | OwnershipStone
"""A stone of a stack. Two stones that look the same are equal."""

PlacedStone: TypeAlias = ClaimStone | OwnershipStone
"""The stone of a placement."""

OWNERSHIP_STONE = OwnershipStone()
CLAIM_STONES = tuple(ClaimStone(number) for number in range(1, 7))
PLAYER_STONES = tuple(PlayerStone(Seat(seat)) for seat in range(5))
"""Created once, because positions are often drawn and written."""


Dice = tuple[int, int, int]
NO_CLAIMS = (0, 0, 0, 0, 0, 0)


class Phase(StrEnum):
    """What can happen next."""

    ROLL = "roll"
    PLACE = "place"
    CHOOSE = "choose"
    OVER = "over"


class LastRound(NamedTuple):
    """The last round."""

    called_by: Seat
    turns_left: int
    """The number of turns that are not over."""


@dataclass(frozen=True, slots=True)
class State:
    """A position of a game of Claim It!"""

    players: tuple[str, ...]
    recycle: bool
    turn: Seat
    """The active seat; after the end the seat that was active last."""
    fields: tuple[int, ...]
    """For each seat the fields with one of its stones, also below marks of this turn."""
    gold: int = 0
    """The fields with a goldclaim of any seat."""
    claims: tuple[int, ...] = NO_CLAIMS
    """For each of the six claim stones its field, as a set of one, also below an ownership stone; empty in the supply.
    """
    # Separate from `gold`, because a bust removes them.
    owned: int = 0
    """The fields with an ownership stone of this turn."""
    phase: Phase = Phase.ROLL
    turns: int = 0
    """The number of turns that have ended."""
    roll: Dice | None = None
    """The current roll in its original order; None unless a stone must be placed."""
    busted: bool = False
    """Whether the newest event was a bust."""
    last_round: LastRound | None = None
    winners: tuple[Seat, ...] | None = None
    """The seats that share the win; None before the end."""


def claimed(state: State) -> int:
    """Returns the fields with a claim stone of this turn, also below an ownership stone."""
    # Unrolled, because the odds call it in their innermost loop: a loop over the six takes twice as long.
    one, two, three, four, five, six = state.claims
    return one | two | three | four | five | six


def marks(state: State) -> int:
    """Returns the fields that were marked in this turn: a bank makes them the active player's."""
    return claimed(state) | state.owned


def field_with_claim(state: State, number: int) -> Field | None:
    """Returns the field of a claim stone, also below an ownership stone; None while it is in the supply."""
    return next(fields_in(state.claims[number - 1]), None)


def locked_fields(state: State) -> int:
    """Returns the fields with an ownership stone of this or an earlier turn."""
    return state.gold | state.owned


def stacks(state: State) -> dict[Field, list[Stone]]:
    """Returns the stones on each field that is not empty, the bottom stone first.

    In the notation, `["p1", "claim4", "own"]` is this turn's ownership stone on claim stone 4 on a stone of seat 1;
    `["own", "p0"]` is a goldclaim of seat 0.
    """
    # From the bottom up. A goldclaim is a player stone on an ownership stone; the stones of this turn are on top.
    found: dict[Field, list[Stone]] = {field: [OWNERSHIP_STONE] for field in fields_in(state.gold)}
    players = zip(PLAYER_STONES, state.fields, strict=False)  # fewer than five can play
    layers: list[tuple[Stone, int]] = [*players, *zip(CLAIM_STONES, state.claims, strict=True)]
    for stone, fields in (*layers, (OWNERSHIP_STONE, state.owned)):
        for place in fields_in(fields):
            found.setdefault(place, []).append(stone)
    return found


def stack(state: State, field: Field) -> tuple[Stone, ...]:
    """Returns the stones on one field, the bottom stone first."""
    return tuple(stacks(state).get(field, ()))
