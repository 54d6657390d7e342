"""A position of Claim It!: whose turn it is, and which stones lie where, as bit sets over the 36 fields."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import ClassVar, NamedTuple, TypeAlias

from engine.claimit.board import Field, fields_in
from engine.game import Seat


@dataclass(frozen=True, slots=True)
class PlayerStone:
    """A stone of one seat, in its colour."""

    seat: Seat
    name: str = field(init=False, compare=False, repr=False)
    """In the notation: `p1`. Stored, because to_json writes it for every stone of every state."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", f"p{self.seat}")


@dataclass(frozen=True, slots=True)
class ClaimStone:
    """A white stone."""

    number: int
    """1 to 6."""
    name: str = field(init=False, compare=False, repr=False)
    """In the notation: `claim4`."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", f"claim{self.number}")


@dataclass(frozen=True, slots=True)
class OwnershipStone:
    """A black stone; all thirty are alike."""

    name: ClassVar[str] = "own"
    """In the notation."""


Stone: TypeAlias = PlayerStone | ClaimStone | OwnershipStone
"""One stone of a stack. Two stones that look alike are equal."""

PlacedStone: TypeAlias = ClaimStone | OwnershipStone
"""What a placement puts down."""

OWNERSHIP_STONE = OwnershipStone()
CLAIM_STONES = tuple(ClaimStone(number) for number in range(1, 7))
PLAYER_STONES = tuple(PlayerStone(Seat(seat)) for seat in range(5))
"""Made once: a position is drawn and told often."""


Dice = tuple[int, int, int]
NO_CLAIMS = (0, 0, 0, 0, 0, 0)


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
    claims: tuple[int, ...] = NO_CLAIMS
    """For each of the six stones, the field where it lies, as a set of one; empty in the supply. Hidden ones count."""
    # Apart from `gold`, because a bust takes them back.
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

    def _repr_svg_(self) -> str:
        """Returns the picture that a notebook shows."""
        from engine.claimit.picture import draw  # noqa: PLC0415 - it builds upon this module

        return draw(self)

    def _repr_html_(self) -> str:
        return self._repr_svg_()


def claimed(state: State) -> int:
    """Returns the fields with a claim stone of this turn, open or hidden under an ownership stone."""
    # Written out, because it is asked in the innermost loop of the odds: a loop over the six takes twice as long.
    one, two, three, four, five, six = state.claims
    return one | two | three | four | five | six


def marks(state: State) -> int:
    """Returns the fields marked this turn: a bank makes them the mover's."""
    return claimed(state) | state.owned


def field_with_claim(state: State, number: int) -> Field | None:
    """Returns the field where a claim stone lies, open or hidden; None while it is in the supply."""
    return next(fields_in(state.claims[number - 1]), None)


def locked_fields(state: State) -> int:
    """Returns the fields with an ownership stone, of whatever age."""
    return state.gold | state.owned


def stacks(state: State) -> dict[Field, list[Stone]]:
    """Returns the stones on each field that holds any, bottom first.

    In the notation, `["p1", "claim4", "own"]` is this turn's ownership stone on claim stone 4 on a stone of seat 1;
    `["own", "p0"]` is a goldclaim of seat 0.
    """
    # From the bottom up: a goldclaim is a player's stone on an ownership stone; what is placed this turn lies on top.
    found: dict[Field, list[Stone]] = {field: [OWNERSHIP_STONE] for field in fields_in(state.gold)}
    players = zip(PLAYER_STONES, state.fields, strict=False)  # fewer than five may play
    layers: list[tuple[Stone, int]] = [*players, *zip(CLAIM_STONES, state.claims, strict=True)]
    for stone, fields in (*layers, (OWNERSHIP_STONE, state.owned)):
        for place in fields_in(fields):
            found.setdefault(place, []).append(stone)
    return found


def stack(state: State, field: Field) -> tuple[Stone, ...]:
    """Returns the stones on one field, bottom first; none on an empty field."""
    return tuple(stacks(state).get(field, ()))
