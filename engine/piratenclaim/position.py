"""The map, the positions and the events of Piratenclaim. The map has eight segments of seven hexes each (rules, 2).

A field is a number from 0 to 55: segment by segment, in the order of the positions. A direction is a number from 0 to
5, for the directions 1 to 6 of the rules. A set of fields is an int with a bit for each field.

A player's ship consists of part-ships ("parts" for short), each with its own pawn. With the option `ledger` a position
includes a `Ledger`: the field and the load of each part. A player's parts on one field are joined, as one `FleetShip`
with one load. So ships are split and joined only by travelling, and no event moves cubes between joined parts.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from functools import lru_cache
from typing import NamedTuple, NewType

from engine.game import Seat

Field = NewType("Field", int)
"""One of the 56 hexes."""

SEGMENTS, POSITIONS, DIRECTIONS = 8, 7, 6
FIELDS = tuple(Field(number) for number in range(SEGMENTS * POSITIONS))
MIDDLE = Field(0)
"""`0/0`, with double-red."""
FIELD_NAMES = tuple(f"{segment}/{position}" for segment in range(SEGMENTS) for position in range(POSITIONS))
"""The fields' names in the notation; they are sorted."""
FIELDS_BY_NAME = dict(zip(FIELD_NAMES, FIELDS, strict=True))


class Hex(NamedTuple):
    """Axial coordinates: `q` grows in direction 1, `r` in direction 2."""

    q: int
    r: int

    def plus(self, other: "Hex", times: int = 1) -> "Hex":
        """Returns the sum of this hex and a multiple of another."""
        return Hex(self.q + times * other.q, self.r + times * other.r)


UNITS = (Hex(1, 0), Hex(0, 1), Hex(-1, 1), Hex(-1, 0), Hex(0, -1), Hex(1, -1))
"""One step u(d) in each direction d, in the order of the ring; u(d + 3) is the opposite of u(d)."""
ORIGIN = Hex(0, 0)


# The centres of the outer segments are 2u(d) + u(d + 1). 2u(d) + u(d - 1) would be the mirror image.
_FIRST_SEVEN_CENTRES = (
    ORIGIN,
    *(ORIGIN.plus(unit, 2).plus(UNITS[(direction + 1) % DIRECTIONS]) for direction, unit in enumerate(UNITS)),
)
DEFAULT_CENTRES = (*_FIRST_SEVEN_CENTRES, _FIRST_SEVEN_CENTRES[3].plus(_FIRST_SEVEN_CENTRES[4]))
"""The centres of the segments: one in the middle, six around it, and one between segments 3 and 4.

This is an assumption, because the picture of the board is lost. The example of an enclosed field in the rules is
possible only if the eighth segment is there."""


def segment_at(centre: Hex) -> tuple[Hex, ...]:
    """Returns the hexes of a segment, in the order of the positions."""
    return tuple(centre.plus(unit) for unit in (ORIGIN, *UNITS))


def segment_of(field: Field) -> int:
    return field // POSITIONS


def position_of(field: Field) -> int:
    """Returns the position of a field in its segment: 0 for the centre, 1 to 6 for the ring."""
    return field % POSITIONS


def field_at(segment: int, position: int) -> Field:
    return FIELDS[segment * POSITIONS + position]


def segment_fields(segment: int) -> int:
    return 0b1111111 << segment * POSITIONS


def field_set(fields: Iterable[Field]) -> int:
    found = 0
    for each in fields:
        found |= 1 << each
    return found


def fields_in(fields: int) -> Iterator[Field]:
    """Yields the fields of a set, in ascending order."""
    while fields:
        lowest = fields & -fields
        yield FIELDS[lowest.bit_length() - 1]
        fields ^= lowest


ALL_FIELDS = field_set(FIELDS)


@dataclass(frozen=True, slots=True)
class Board:
    """The arrangement of the eight segments. The other attributes follow from the centres; `board_of` computes them."""

    centres: tuple[Hex, ...]
    coordinates: tuple[Hex, ...] = field(compare=False, repr=False)
    """The coordinates of each field."""
    steps: tuple[tuple[Field | None, ...], ...] = field(compare=False, repr=False)
    """For each field its neighbour in each direction; None at the edge of the board."""
    neighbours: tuple[int, ...] = field(compare=False, repr=False)
    """For each field the set of its neighbours."""


@lru_cache(16)
def board_of(centres: tuple[Hex, ...]) -> Board:
    """Returns the board with these centres, whose segments do not overlap (see `overlap`)."""
    coordinates = tuple(at for centre in centres for at in segment_at(centre))
    fields = dict(zip(coordinates, FIELDS, strict=True))
    steps = tuple(tuple(fields.get(at.plus(unit)) for unit in UNITS) for at in coordinates)
    neighbours = tuple(field_set(each for each in around if each is not None) for around in steps)
    return Board(centres, coordinates, steps, neighbours)


def overlap(centres: Sequence[Hex]) -> tuple[int, int] | None:
    """Returns the first two segments that share a field; None if no two do."""
    owners: dict[Hex, int] = {}
    for segment, centre in enumerate(centres):
        for at in segment_at(centre):
            if at in owners:
                return owners[at], segment
            owners[at] = segment
    return None


def loose_segments(board: Board) -> tuple[int, ...]:
    """Returns the segments that cannot be reached from the middle, even without discs."""
    reached = reachable(board, 0)
    return tuple(segment for segment in range(SEGMENTS) if not reached & segment_fields(segment))


def reachable(board: Board, discs: int) -> int:
    """Returns the fields that can be reached from `0/0` without crossing a disc, as a set; `0/0` is included."""
    neighbours, open_fields = board.neighbours, ALL_FIELDS & ~discs
    reached = pending = 1 << MIDDLE
    while pending:
        lowest = pending & -pending
        found = neighbours[lowest.bit_length() - 1] & open_fields & ~reached
        reached |= found
        pending = pending ^ lowest | found
    return reached


def shortest_paths(board: Board, discs: int, origin: Field) -> dict[Field, tuple[Field, ...]]:
    """Returns a shortest path to each field that can be reached without crossing a disc, without the origin."""
    found: dict[Field, tuple[Field, ...]] = {origin: ()}
    pending = [origin]
    for at in pending:
        new = [each for each in fields_in(board.neighbours[at] & ~discs) if each not in found]
        found |= {each: (*found[at], each) for each in new}
        pending += new
    return found


PIRATES_PER_COLOUR = 2
SYSTEMS_PER_SEGMENT = 3
PARTS_AT_START = 3
DEFAULT_BOARD = board_of(DEFAULT_CENTRES)


class Phase(StrEnum):
    """What can happen next."""

    DISCS = "discs"
    """The black discs are drawn, or placed by hand."""
    CARGO = "cargo"
    """With the ledger: each seat chooses its first cargo."""
    TRAVEL = "travel"
    """The active player's ships travel, then all dice are rolled; with `roll_first` the dice come first."""
    DISCOVER = "discover"
    """After the roll: discoveries, then the pirates move."""
    CONFLICT = "conflict"
    """Pirates of two colours are on one field: one must leave."""
    TURN_END = "turn_end"
    OVER = "over"


class Pirate(StrEnum):
    """The colours of the pirates, two of each, in the order of the notation."""

    BLACK = "black"
    BROWN = "brown"
    WHITE = "white"


Pirates = tuple[int, int, int]
"""For each colour, in the order of `Pirate`, the fields with such a pirate; never two of a colour on one field."""


class Cube(IntEnum):
    """The colours of the cubes, with their values (rules, 1); red is fuel."""

    RED = 1
    ORANGE = 2
    YELLOW = 3
    GREEN = 4
    BLUE = 5
    PURPLE = 6


class Load(NamedTuple):
    """The number of cubes of each colour, in the order of `Cube`: fuel first."""

    red: int = 0
    orange: int = 0
    yellow: int = 0
    green: int = 0
    blue: int = 0
    purple: int = 0

    def plus(self, other: "Load") -> "Load":
        return Load(*(one + two for one, two in zip(self, other, strict=True)))

    def minus(self, other: "Load") -> "Load":
        """Returns the difference; negative where there are not enough."""
        return Load(*(one - two for one, two in zip(self, other, strict=True)))


NO_LOAD = Load()


class Colour(StrEnum):
    """The colours of part-ships."""

    OWN = "own"
    """The player's colour; each has one such part."""
    WHITE = "white"
    """Two parts of a colour cannot be separated: the white ones stay together (rules, 1)."""
    OTHER = "other"
    """A colour that no other part of the player has."""


class System(NamedTuple):
    """A trade system: two stacked cubes (rules, 1)."""

    lower: Cube
    """Its colour is rolled with the green die."""
    upper: Cube
    """Its colour is rolled with the red die."""

    @property
    def value(self) -> int:
        return self.lower * self.upper

    @property
    def pay(self) -> int:
        """The cubes of the lower colour that a trade costs: the value of the upper one."""
        return int(self.upper)

    @property
    def receive(self) -> int:
        """The cubes of the upper colour that a trade brings: the value of the lower one."""
        return int(self.lower)


DOUBLE_RED = System(Cube.RED, Cube.RED)


class Dice(NamedTuple):
    """The six dice, in the order in which the box rolls them."""

    red: int
    green: int
    grey: int
    white: int
    black: int
    brown: int


class DiscoveryDice(NamedTuple):
    """The three dice that are rolled again for another discovery in the same turn."""

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
    """Why a pirate stays."""

    DISC = "disc"
    EDGE = "edge"
    MIDDLE = "middle"


class Ship(NamedTuple):
    """A reported ship: the field of a part-ship, from a `ship` event."""

    player: Seat
    part: int
    """The number of the part-ship among those of the player, from 0."""
    field: Field


class Blocked(NamedTuple):
    """A pirate that stayed in this turn."""

    field: Field
    pirate: Pirate
    why: Obstacle


class Robbery(NamedTuple):
    """A ship that was robbed in this turn."""

    field: Field
    pirate: Pirate
    player: Seat
    part: int
    """The lowest part of the robbed ship."""
    loot: Loot
    taken: Load | None = None
    """The cubes; None without the ledger."""


class FleetShip(NamedTuple):
    """A ship of the ledger: all parts of a player on one field."""

    player: Seat
    parts: tuple[int, ...]
    """Their numbers, in ascending order."""
    field: Field
    load: Load
    stay: int = 0
    """How many turns in a row its player has ended with it here, if this field has a system of one colour; else 0."""


class Marker(NamedTuple):
    """A claim marker on a system."""

    field: Field
    player: Seat


@dataclass(frozen=True, slots=True)
class Ledger:
    """The additional state with the option `ledger`."""

    fleet: tuple[FleetShip, ...]
    """All ships, sorted by player and part; `State.ships` has the same fields."""
    colours: tuple[tuple[Colour, ...], ...]
    """For each seat the colours of its parts."""
    claims: tuple[Marker, ...] = ()
    """The claim markers, sorted by field and player."""
    refuelled: int = 0
    """The active player's parts that have refuelled in this turn, as a set."""
    loaded: int = 0
    """The fields where the active player has loaded or unloaded a cube in this turn, as a set."""


@dataclass(frozen=True, slots=True)
class Variants:
    """The variants of the rules that a game is played with. R1 to R11 are in section 9 of the rules."""

    roll_first: bool = False
    """All dice are rolled before the ships travel (variant 1)."""
    by_colour: bool = False
    """What a robbery takes depends on the pirate's colour (variant 2)."""
    white_takes_fuel: bool = True
    """With `by_colour`: fuel is one of the colours of which a white pirate takes a cube (R11)."""
    closed_segment: bool = False
    """No pirate enters the middle segment; otherwise only its centre is closed (R1)."""
    rob_on_arrival: bool = False
    """Pirates rob before conflicts are resolved; otherwise after (R5)."""


@dataclass(frozen=True, slots=True)
class State:
    players: tuple[str, ...]
    turn: Seat
    """The active seat; after the end the seat that was active last."""
    ships_owned: tuple[int, ...]
    """The number of part-ships of each seat."""
    variants: Variants = Variants()
    board: Board = DEFAULT_BOARD
    phase: Phase = Phase.DISCS
    turns: int = 0
    """The number of turns that have ended."""
    discs: int = 0
    """The fields with a black disc, as a set."""
    systems: tuple[System | None, ...] = (DOUBLE_RED, *(None,) * (len(FIELDS) - 1))
    """The system on each field."""
    pirates: Pirates = (0, 0, 0)
    spare_ships: int = 0
    """Part-ships that can still be bought (variant 3)."""
    dice: Dice | None = None
    """None until the first roll of the turn."""
    dice_used: bool | None = None
    """Whether a discovery has used the red, green and grey dice; None before the roll."""
    discovered: int = 0
    """The fields from which a discovery was made in this turn, as a set."""
    ships: tuple[Ship, ...] = ()
    """The reported ships, sorted."""
    blocked: tuple[Blocked, ...] = ()
    """The pirates that stayed in this turn, sorted."""
    robbed: tuple[Robbery, ...] = ()
    """The robberies of this turn, sorted."""
    ledger: Ledger | None = None
    """None if the players keep track of loads themselves."""
    winners: tuple[Seat, ...] | None = None
    """The seats that share the win, possibly none; None before the end."""


def may_have_ship(state: State, field: Field) -> bool:
    """Returns whether the active player may have a ship there: one was reported there, or none was reported at all."""
    known = [ship.field for ship in state.ships if ship.player == state.turn]
    return not known or field in known


@dataclass(frozen=True, slots=True)
class Discs:
    """The black discs are on the board."""

    fields: tuple[Field, ...]
    """21 fields, in the order of the event."""
    by: str | None = None
    """`hand` if the players placed them; None if the box drew them."""


@dataclass(frozen=True, slots=True)
class ShipAt:
    """The field of a part-ship was reported; None if it is unknown again."""

    player: Seat
    part: int
    field: Field | None
    requested: bool = False
    """Whether the players were prompted for it (`asked` in the notation); the rules ignore it."""


@dataclass(frozen=True, slots=True)
class Sink:
    """The active player paid 12 fuel, and the pirate left the board (rules, 7)."""

    field: Field
    pirate: Pirate
    part: int | None = None
    """With the ledger: a part of the ship that pays."""


@dataclass(frozen=True, slots=True)
class BuyShip:
    """The player, who must be active, bought a spare part-ship (rules, 8.3)."""

    player: Seat
    part: int | None = None
    """With the ledger: a part of the ship that pays."""
    colour: Colour | None = None
    """With the ledger: the colour of the new part, `WHITE` or `OTHER`."""


@dataclass(frozen=True, slots=True)
class Cargo:
    """A seat chose its first cargo; 30 fuel are added (rules, 3)."""

    load: Load
    """Its value is 60, and it has no fuel."""


@dataclass(frozen=True, slots=True)
class Travel:
    """Parts of one ship of the active player travelled to another field."""

    parts: tuple[int, ...]
    """In ascending order."""
    field: Field
    """The target."""
    load: Load | None = None
    """What they take along if other parts stay. None: they take everything if no part stays, otherwise nothing."""
    fuel: int = 0
    """The price, declared by the players."""


@dataclass(frozen=True, slots=True)
class Refuel:
    """On double-red a ship took 1 fuel for each part that had not refuelled in this turn (rules, 3)."""

    part: int
    """Any part of the ship, as in `Trade`, `LoadCube` and `UnloadCube`."""


@dataclass(frozen=True, slots=True)
class Trade:
    """A ship traded on the system of its field (rules, 1)."""

    part: int
    reverse: bool = False
    """Whether it paid the upper colour and got the lower one."""


@dataclass(frozen=True, slots=True)
class LoadCube:
    """A ship loaded one cube on a system of one colour (rules, 1)."""

    part: int


@dataclass(frozen=True, slots=True)
class UnloadCube:
    """A ship unloaded one cube on a system of one colour (rules, 1)."""

    part: int


@dataclass(frozen=True, slots=True)
class Claim:
    """The active player placed a claim marker on a system."""

    field: Field


@dataclass(frozen=True, slots=True)
class Roll:
    """Dice were rolled: all six, or red, green and grey for another discovery."""

    dice: Dice | DiscoveryDice
    """1 to 6 each."""
    by: str | None = None
    """`hand` for real dice; None for virtual dice."""


@dataclass(frozen=True, slots=True)
class Discover:
    """A ship of the active player discovered from its field (rules, 5)."""

    field: Field
    pirate: Pirate | None = None
    """The colour that entered; None if there was no choice."""


@dataclass(frozen=True, slots=True)
class MovePirates:
    """All pirates moved one step (rules, 6)."""


@dataclass(frozen=True, slots=True)
class Remove:
    """In a conflict the active player chose this pirate to leave (rules, 6)."""

    field: Field
    pirate: Pirate


@dataclass(frozen=True, slots=True)
class EndTurn:
    """The active player's turn ended."""


@dataclass(frozen=True, slots=True)
class JoinedInTheMiddle:
    """The event `position`: always rejected, because the rules do not define such a position."""


LedgerEvent = Cargo | Travel | Refuel | Trade | LoadCube | UnloadCube | Claim
"""The events that only games with the ledger have."""
Event = (
    Discs | ShipAt | Sink | BuyShip | Roll | Discover | MovePirates | Remove | EndTurn | JoinedInTheMiddle | LedgerEvent
)
