"""The stones of Claim It! as they lie on a field: a player's, a claim stone, an ownership stone."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar, TypeAlias

from engine.game import Seat


@dataclass(frozen=True, slots=True)
class PlayerStone:
    """A stone of one seat, in its colour."""

    seat: Seat
    name: str = field(init=False, compare=False, repr=False)
    """In the notation: `p1`. Stored, because to_json writes it for every stone of every state."""

    def __post_init__(self) -> None:
        """Writes the name."""
        object.__setattr__(self, "name", f"p{self.seat}")


@dataclass(frozen=True, slots=True)
class ClaimStone:
    """A white stone."""

    number: int
    """1 to 6."""
    name: str = field(init=False, compare=False, repr=False)
    """In the notation: `claim4`."""

    def __post_init__(self) -> None:
        """Writes the name."""
        object.__setattr__(self, "name", f"claim{self.number}")


@dataclass(frozen=True, slots=True)
class OwnershipStone:
    """A black stone; all thirty are alike."""

    name: ClassVar[str] = "own"
    """In the notation."""


LyingStone: TypeAlias = PlayerStone | ClaimStone | OwnershipStone
"""One stone of a stack. Two stones that look alike are equal."""

PlacedStone: TypeAlias = ClaimStone | OwnershipStone
"""What a placement puts down."""

OWNERSHIP_STONE = OwnershipStone()
CLAIM_STONES = tuple(ClaimStone(number) for number in range(1, 7))
PLAYER_STONES = tuple(PlayerStone(Seat(seat)) for seat in range(5))
"""Made once: a position is drawn and told often."""
