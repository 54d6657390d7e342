"""A position of Piratenclaim: whose turn it is, and what lies where; and what may happen to it, as events.

Sets of fields are ints, see `map`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum, StrEnum
from typing import NamedTuple

from engine.game import Seat
from engine.piratenclaim.map import FIELDS, FLOWER_PLUS_ONE, Board, Field, board_of

PIRATES_OF_A_COLOUR = 2
SYSTEMS_OF_A_SEGMENT = 3
SHIPS_AT_FIRST = 3
FLOWER = board_of(FLOWER_PLUS_ONE)
"""The usual board."""


class Phase(StrEnum):
    """What may happen next."""

    DISCS = "discs"
    """The black discs are drawn, or laid by hand."""
    TRAVEL = "travel"
    """The mover's ships travel, then all dice are rolled; with `roll_first` the dice come first."""
    DISCOVER = "discover"
    """The dice lie: discoveries, then the pirates move."""
    CONFLICT = "conflict"
    """Pirates of two colours stand on one field: one has to leave."""
    TURN_END = "turn_end"
    OVER = "over"


class Pirate(StrEnum):
    """The colours of the pirates, two each, in the order of the notation."""

    BLACK = "black"
    BROWN = "brown"
    WHITE = "white"


Pirates = tuple[int, int, int]
"""For each colour, in the order of `Pirate`, the fields where one stands, as a set; never two of a colour on one."""


class Cube(IntEnum):
    """The colours of the cubes, with their values (rules, 1); red is fuel."""

    RED = 1
    ORANGE = 2
    YELLOW = 3
    GREEN = 4
    BLUE = 5
    PURPLE = 6


class System(NamedTuple):
    """A trade system: two cubes, one on the other (rules, 1)."""

    lower: Cube
    """By the green die."""
    upper: Cube
    """By the red die."""

    @property
    def value(self) -> int:
        return self.lower * self.upper

    @property
    def pay(self) -> int:
        """The cubes of the lower colour that a trade takes: the value of the upper one."""
        return int(self.upper)

    @property
    def receive(self) -> int:
        """The cubes of the upper colour that a trade brings: the value of the lower one."""
        return int(self.lower)


DOUBLE_RED = System(Cube.RED, Cube.RED)


class Dice(NamedTuple):
    """The six dice, in the order in which the box throws them."""

    red: int
    green: int
    grey: int
    white: int
    black: int
    brown: int


class DiscoveryDice(NamedTuple):
    """The three dice that a further discovery in the same turn throws again."""

    red: int
    green: int
    grey: int


class Loot(StrEnum):
    """What a robbery takes (rules, 6 and 8)."""

    HIGHEST = "highest"
    """All of the most valuable colour: purple, blue, green, yellow, orange, then red."""
    ONE_EACH = "one_each"
    """One cube of each colour."""
    HALF_FUEL = "half_fuel"
    """Half the fuel, rounded down."""


class Obstacle(StrEnum):
    """Why a pirate stays where it is."""

    DISC = "disc"
    EDGE = "edge"
    MIDDLE = "middle"


class Ship(NamedTuple):
    """Where a part-ship stands, as it was told."""

    player: Seat
    ship: int
    field: Field


class Blocked(NamedTuple):
    """A pirate that stayed this turn."""

    field: Field
    pirate: Pirate
    why: Obstacle


class Robbery(NamedTuple):
    """A ship that was robbed this turn."""

    field: Field
    pirate: Pirate
    player: Seat
    ship: int
    loot: Loot


@dataclass(frozen=True, slots=True)
class Variants:
    """The options of a start, the layout apart; the readings R1 to R11 are those of the rules page, section 9."""

    roll_first: bool = False
    """All dice are rolled before the ships travel (variant 1)."""
    by_colour: bool = False
    """What a robbery takes depends on the pirate's colour (variant 2)."""
    white_takes_fuel: bool = True
    """Where it does, fuel is one of the colours of which a white pirate takes one cube (R11)."""
    closed_segment: bool = False
    """No pirate enters the middle's segment; else only its centre is closed (R1)."""
    rob_on_arrival: bool = False
    """Pirates rob before conflicts are settled, else after (R5)."""


@dataclass(frozen=True, slots=True)
class State:
    """A whole game of Piratenclaim at one moment."""

    players: tuple[str, ...]
    turn: Seat
    """The seat to act; when the game is over, the seat that acted last."""
    ships_owned: tuple[int, ...]
    """How many part-ships each seat has."""
    variants: Variants = Variants()
    board: Board = FLOWER
    phase: Phase = Phase.DISCS
    turns: int = 0
    """Turns finished."""
    discs: int = 0
    """The fields with a black disc, as a set."""
    systems: tuple[System | None, ...] = (DOUBLE_RED, *(None,) * (len(FIELDS) - 1))
    """The system on each field."""
    pirates: Pirates = (0, 0, 0)
    spare_ships: int = 0
    """Part-ships that may still be bought (variant 3)."""
    dice: Dice | None = None
    """As they lie; None until the turn's first roll."""
    used: bool | None = None
    """Whether red, green and grey have been used by a discovery; None where no dice lie."""
    discovered: int = 0
    """The fields that were discovered from in this turn, as a set."""
    ships: tuple[Ship, ...] = ()
    """Where ships stand, those that were told, sorted."""
    blocked: tuple[Blocked, ...] = ()
    """This turn's pirates that stayed, sorted."""
    robbed: tuple[Robbery, ...] = ()
    """This turn's robberies, sorted."""
    winners: tuple[Seat, ...] | None = None
    """The seats that share the win, once the game is over; may be none."""


def may_have_ship(state: State, field: Field) -> bool:
    """Returns whether a ship of the mover may stand there: one was told there, or none of the mover's at all."""
    known = [ship.field for ship in state.ships if ship.player == state.turn]
    return not known or field in known


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
        kind: the kind of real dice that told it themselves, `pixels`; None: a person entered it.
    """

    dice: Dice | DiscoveryDice
    by: str | None = None
    kind: str | None = None


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
