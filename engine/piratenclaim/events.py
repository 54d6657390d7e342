"""What may happen in Piratenclaim, besides what may in every game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.game import Seat
    from engine.piratenclaim.map import Field
    from engine.piratenclaim.position import Dice, DiscoveryDice, Pirate


@dataclass(frozen=True, slots=True)
class Discs:
    """The black discs are on the board.

    Attributes:
        fields: 21 fields, as they were told.
        by: `hand` when the players laid them; None when the box drew them.
    """

    fields: tuple[Field, ...]
    by: str | None = None


@dataclass(frozen=True, slots=True)
class ShipAt:
    """Where a part-ship stands; its field is None when that is not told any more.

    Attributes:
        player: whose ship.
        ship: its number, 0 the first.
        field: where.
        asked: whether it was told only as an answer, for the pirates' next move; the rules do not care.
    """

    player: Seat
    ship: int
    field: Field | None
    asked: bool = False


@dataclass(frozen=True, slots=True)
class Sink:
    """The mover paid 12 fuel, and the pirate leaves the board (rules, 7)."""

    field: Field
    pirate: Pirate


@dataclass(frozen=True, slots=True)
class BuyShip:
    """The mover buys a spare part-ship (rules, 8, variant 3)."""

    player: Seat


@dataclass(frozen=True, slots=True)
class Roll:
    """Dice were rolled: all six, or for a further discovery red, green and grey.

    Attributes:
        dice: 1 to 6 each.
        by: `hand` when real dice were rolled and entered; None for those of the box.
    """

    dice: Dice | DiscoveryDice
    by: str | None = None


@dataclass(frozen=True, slots=True)
class Discover:
    """A ship of the mover discovers from its field (rules, 5).

    Attributes:
        field: where the ship stands.
        pirate: the colour that enters, where one does; None where there is no choice.
    """

    field: Field
    pirate: Pirate | None = None


@dataclass(frozen=True, slots=True)
class MovePirates:
    """All pirates move one step at once (rules, 6)."""


@dataclass(frozen=True, slots=True)
class Remove:
    """In a conflict the mover has this pirate leave (rules, 6)."""

    field: Field
    pirate: Pirate


@dataclass(frozen=True, slots=True)
class EndTurn:
    """The turn is over."""


@dataclass(frozen=True, slots=True)
class JoinedInTheMiddle:
    """The notation's `position`: always refused, because the texts do not tell what such a position would hold."""


Event = Discs | ShipAt | Sink | BuyShip | Roll | Discover | MovePirates | Remove | EndTurn | JoinedInTheMiddle
