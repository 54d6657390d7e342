"""A position of Piratenclaim: whose turn it is, and what lies where; and what may happen to it, as events.

Sets of fields are ints, see `map`. With the option `ledger` a `Ledger` is part of it: where each part stands and what
it carries. A player's parts that stand on one field are joined, and kept as one `FleetShip` with one load; so a ship
splits and joins by travelling alone, and no event has to move cubes between parts that are joined.
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
    CARGO = "cargo"
    """With the ledger: each seat lays the cargo that it begins with."""
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


class Load(NamedTuple):
    """How many cubes of each colour, in the order of `Cube`: fuel first."""

    red: int = 0
    orange: int = 0
    yellow: int = 0
    green: int = 0
    blue: int = 0
    purple: int = 0

    def plus(self, other: Load) -> Load:
        return Load(*(one + two for one, two in zip(self, other, strict=True)))

    def minus(self, other: Load) -> Load:
        """Returns what is left; negative where there is not so much."""
        return Load(*(one - two for one, two in zip(self, other, strict=True)))


NO_LOAD = Load()


class Colour(StrEnum):
    """The colours of part-ships."""

    OWN = "own"
    """The player's; each has one."""
    WHITE = "white"
    """Two parts of a colour cannot be separated: the white ones stay together (rules, 1)."""
    OTHER = "other"
    """One that no other part of the player has."""


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
    taken: Load | None = None
    """The cubes that it took; None without the ledger."""


class FleetShip(NamedTuple):
    """A ship of the ledger: all parts of a player that stand on one field."""

    player: Seat
    parts: tuple[int, ...]
    """Their numbers, in ascending order."""
    field: Field
    load: Load
    stay: int = 0
    """How many turns of its player have ended with it here, on a system of one colour, without a break."""


class Marker(NamedTuple):
    """A claim marker on a system."""

    field: Field
    player: Seat


@dataclass(frozen=True, slots=True)
class Ledger:
    """What is kept with the option `ledger`."""

    fleet: tuple[FleetShip, ...]
    """All ships, sorted by player and part; `State.ships` tells the same places."""
    colours: tuple[tuple[Colour, ...], ...]
    """For each seat the colours of its parts, by part."""
    claims: tuple[Marker, ...] = ()
    """Sorted."""
    refuelled: int = 0
    """The parts of the mover that have refuelled in this turn, as a set."""
    loaded: int = 0
    """The fields where the mover has loaded or unloaded a cube in this turn, as a set."""


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
    ledger: Ledger | None = None
    """Where the parts stand and what they carry; None in a game in which the players keep that themselves."""
    winners: tuple[Seat, ...] | None = None
    """The seats that share the win, once the game is over; may be none."""


def may_have_ship(state: State, field: Field) -> bool:
    """Returns whether a ship of the mover may stand there: one was told there, or none of the mover's at all."""
    known = [ship.field for ship in state.ships if ship.player == state.turn]
    return not known or field in known


@dataclass(frozen=True, slots=True)
class Discs:
    """The black discs are on the board."""

    fields: tuple[Field, ...]
    """21 fields, as they were told."""
    by: str | None = None
    """`hand` when the players laid them; None when the box drew them."""


@dataclass(frozen=True, slots=True)
class ShipAt:
    """Where a part-ship stands; its field is None when that is not told any more."""

    player: Seat
    ship: int
    field: Field | None
    asked: bool = False
    """Whether it was told only as an answer, for the pirates' next move; the rules do not care."""


@dataclass(frozen=True, slots=True)
class Sink:
    """The mover paid 12 fuel, and the pirate leaves the board (rules, 7)."""

    field: Field
    pirate: Pirate
    ship: int | None = None
    """With the ledger, a part of the ship that pays."""


@dataclass(frozen=True, slots=True)
class BuyShip:
    """The mover buys a spare part-ship (rules, 8, variant 3)."""

    player: Seat
    ship: int | None = None
    """With the ledger, a part of the ship that pays."""
    colour: Colour | None = None
    """With the ledger, that of the new part: `WHITE` or `OTHER`."""


@dataclass(frozen=True, slots=True)
class Cargo:
    """A seat lays the cargo that it begins with; 30 fuel come with it (rules, 3)."""

    load: Load
    """Worth 60, without fuel."""


@dataclass(frozen=True, slots=True)
class Travel:
    """Parts of one ship of the mover go to another field."""

    parts: tuple[int, ...]
    """Which, in ascending order."""
    field: Field
    """Where to."""
    load: Load | None = None
    """What they take along where others of the ship stay; None where none stays, or they take nothing."""
    fuel: int = 0
    """What they pay for it, declared by the players."""


@dataclass(frozen=True, slots=True)
class Refuel:
    """On double-red a ship takes 1 fuel for each part that has not refuelled in this turn (rules, 3)."""

    ship: int
    """A part of it, as in the events that follow."""


@dataclass(frozen=True, slots=True)
class Trade:
    """A ship trades on the system where it stands (rules, 1)."""

    ship: int
    reverse: bool = False
    """It pays the upper colour and gets the lower one."""


@dataclass(frozen=True, slots=True)
class LoadCube:
    """A ship loads one cube on a system of one colour (rules, 1)."""

    ship: int


@dataclass(frozen=True, slots=True)
class UnloadCube:
    """A ship unloads one cube on a system of one colour (rules, 1)."""

    ship: int


@dataclass(frozen=True, slots=True)
class Claim:
    """The mover lays a claim marker on a system."""

    field: Field


@dataclass(frozen=True, slots=True)
class Roll:
    """Dice were rolled: all six, or for a further discovery red, green and grey."""

    dice: Dice | DiscoveryDice
    """1 to 6 each."""
    by: str | None = None
    """`hand` when real dice were rolled and entered; None for those of the box."""


@dataclass(frozen=True, slots=True)
class Discover:
    """A ship of the mover discovers from its field (rules, 5)."""

    field: Field
    pirate: Pirate | None = None
    """The colour that enters, where one does; None where there is no choice."""


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


LedgerEvent = Cargo | Travel | Refuel | Trade | LoadCube | UnloadCube | Claim
"""Only in games with the ledger."""
Event = (
    Discs | ShipAt | Sink | BuyShip | Roll | Discover | MovePirates | Remove | EndTurn | JoinedInTheMiddle | LedgerEvent
)
