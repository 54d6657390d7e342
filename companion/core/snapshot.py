"""The snapshot of a game, as one kind of viewer may see it. The web page draws the board from it."""

from collections.abc import Callable, Sequence
from typing import Any, Literal, NamedTuple

from msgspec import Struct

from companion.core.lineup import LineUp
from companion.lights.composition import Lights
from engine.game import Face, Seat
from hardware.device import SIDE, Colour


class Axes(NamedTuple):
    """The labels of the six columns and rows, a letter or digit each; adjacent equal labels are one."""

    columns: tuple[str, ...]
    rows: tuple[str, ...]

    def place_at(self, light: int) -> str:
        """Returns the name of the place at a light; with its side if four lights share a column and a row."""
        row, column = divmod(light, SIDE)
        name = f"{self.columns[column]}/{self.rows[row]}"
        # Of the four lights, the upper left one is the north side, the upper right one the east side.
        return name + ("WS", "NE")[row % 2][column % 2] if self.columns.count(self.columns[column]) > 1 else name


NUMBERS = tuple(str(number) for number in range(1, SIDE + 1))
DEVICE_AXES = Axes(NUMBERS, NUMBERS)
"""The numbers of the lights without a game: 1/1 is at the lower left."""


def label_spans(labels: tuple[str, ...]) -> list[tuple[str, int, int]]:
    """Returns each label of an axis once, with its first line of lights and the number of lines that share it."""
    return [(label, labels.index(label), labels.count(label)) for label in dict.fromkeys(labels)]


class Piece(Struct, frozen=True):
    """A stone or a tile on a field."""

    colour: str
    label: str
    """A letter or a number on it; may be empty."""


class FieldSnapshot(Struct, frozen=True):
    """What one light of the board represents."""

    name: str
    """The table's name of the place: `5/2`; several lights may share it."""
    pieces: tuple[Piece, ...]
    """The pieces on it, bottom first."""
    holds: str
    """Its pieces in words."""
    why: str
    """Why it is lit, or not."""
    use: str = ""
    """The action that is possible there now, or why none is; empty if no place can be chosen."""
    usable: bool = False
    sign: str = ""
    """A sign over it, such as a number; may be empty."""
    after: str = ""
    """A few words under the stone: the bust risk or the chance to win after placing it, or why a roll was a bust."""
    coming: Piece | None = None
    """The piece that can be placed here now."""


class ReadingSnapshot(Struct, frozen=True):
    """One way to use the dice of a roll: a field, and a stone for it."""

    dice: tuple[int, int, int]
    """The face for the column, for the row, and the third one."""
    field: str


class HexSnapshot(Struct, frozen=True):
    name: str
    """The table's name, `3/2`; pointing at it sends this name."""
    q: int
    """Its axial coordinates: a step of `q` leads to the right, one of `r` to the lower right."""
    r: int
    segment: int
    """The number of its segment; the lights show one segment at a time."""
    holds: str
    disc: bool = False
    system: tuple[Piece, ...] = ()
    """The stacked cubes of its trade system, the lower one first; a cube's label is its value."""
    pirates: tuple[Piece, ...] = ()
    """The pirates, each with a short name of its colour; several may be there for a moment."""
    ships: tuple[Piece, ...] = ()
    """The ships in their seats' colours, each with the first letter of the player's name."""
    claims: tuple[str, ...] = ()
    """The colours `#rrggbb` of the seats with a claim marker there."""
    lit: str = ""
    """The colour `#rrggbb` of its mark, as on the lights; empty without a mark."""
    why: str = ""
    """Why it is marked; may be empty."""
    chance: float | None = None
    """The chance of a pirate there after the next roll, 0 to 1; None if the threat is not shown."""
    steps: int = 0
    """The number of steps of a journey there; 0 if no ship can travel there now."""


class MapSnapshot(Struct, frozen=True):
    """A board with more fields than lights: all fields, and the segment on the lights."""

    hexes: tuple[HexSnapshot, ...]
    """The fields, segment by segment, the centre first."""
    focus: int | None = None
    """The segment on the lights; None if the lights show something else."""
    cursor: str = ""
    """The name of the field under the cursor; empty if there is no cursor."""
    moves: tuple[tuple[str, str], ...] = ()
    """The current movement: the names of the fields from and to."""
    way: tuple[str, ...] = ()
    """The names of the fields of a journey, from its origin to its destination; empty without one."""


TileState = Literal["held", "fits", "unfit", "laid"]
"""`held` is being placed, `fits` is available, `unfit` fits in no slot or not in the chosen one, `laid` is placed."""


class SpotSnapshot(Struct, frozen=True):
    """A claim, around which tiles are placed."""

    name: str
    """`2/3`: its column from the left, its row from the bottom, both from 1."""
    label: str
    """Its digit; after a cross if it was spoiled, and empty without a digit."""
    right: int
    """The number of tiles around it whose end matches it."""
    chips: int
    colour: str
    """The colour `#rrggbb` of the winner; empty if it was not won."""
    holds: str
    """The claim with its digit, chips and winner in words."""
    ring: str = ""
    """The colour `#rrggbb` of its digit, as on the lights; empty without a digit."""
    owner: str = ""
    """The first letter of the winner's name; the colour alone could be that of a digit."""


class SlotSnapshot(Struct, frozen=True):
    """A place for one tile."""

    name: str
    """The table's name: the claim and its side, `1/1E`."""
    ends: tuple[int, ...]
    """The ends of the tile there, or of the one to be placed, the end at the claim first; empty without a tile."""
    holds: str
    use: str = ""
    """The action that is possible there now, or why none is."""
    usable: bool = False
    called: str = ""
    """Its name on a small screen, translated."""
    in_words: str = ""
    """Its name in a sentence, translated."""


class TileSnapshot(Struct, frozen=True):
    """A tile of the set, perhaps in a hand."""

    value: str
    """Its value in an answer to the question `tile`, the low end first: `3|5`."""
    state: TileState
    why: str


class LayoutSnapshot(Struct, frozen=True):
    """The tiles on the board, and those that can be placed."""

    spots: tuple[SpotSnapshot, ...]
    slots: tuple[SlotSnapshot, ...]
    tiles: tuple[TileSnapshot, ...]
    """All tiles, or a hand, the low end first; empty if no tile can be chosen."""
    is_hand: bool = False
    """Whether the tiles are the viewer's hand, which is also shown during other turns."""
    newest: str = ""
    """The name of the slot with the tile that was placed last; empty in a new round."""


class PlayerSnapshot(Struct, frozen=True):
    name: str
    colour: str
    figures: tuple[str, ...]
    """One for each of the snapshot's `figures`."""
    note: str = ""
    rank: int = 0
    """The rank at the end, 1 for the best, shared by ties; 0 before the end, or if the rules do not rank."""
    initial: str = ""
    """The text on the player's stones; empty for the first letter of the name."""
    gains: tuple[str, ...] = ()
    """Each figure after banking, empty if it stays the same; an empty tuple if none would change."""
    rolled: tuple[int, ...] = ()
    """The player's newest roll for who begins; empty before it, and after the start of the game."""


class ShipSnapshot(Struct, frozen=True):
    player: Seat
    place: str
    """The name of the field on which it is."""
    parts: str
    load: tuple[Piece, ...]
    """A cube for each colour on board; its label is their number."""
    holds: str
    values: tuple[int, ...] = ()
    """The value of a cube of each colour in `load`."""


class RulesSection(Struct, frozen=True):
    """A section of the rules, in English, to be translated."""

    heading: str
    text: str
    brief: str = ""
    """The section for the screen, in a few lines; empty if the screen omits it."""
    lights: Callable[[Sequence[Colour], float, float], Lights] | None = None
    """Returns an example on the lights, from the seats' colours, the time, and the time when the page opened."""
    is_on: Callable[[LineUp], bool] | None = None
    """Returns whether a line-up plays this variant; None for a rule of every game."""
    moments: Callable[[], Sequence[tuple[Any, str]]] | None = None
    """Returns the moments of a short animation: each is a state of the game, with dice (`235`) or a sign below it.
    `lights` belong to the last moment. None without a picture."""


class Snapshot(Struct, frozen=True):
    title: str
    turn: Seat | None
    figures: tuple[str, ...]
    players: tuple[PlayerSnapshot, ...]
    where: str = ""
    """The progress of the game, in a few words."""
    progress: str = ""
    """The progress of the turn, in a few words; may be empty."""
    notice: str = ""
    """A note about the game or the turn, such as the last round; may be empty."""
    places: tuple[FieldSnapshot, ...] = ()
    """One for each of the 36 lights, the lower left first, then along the row; none before the start."""
    map: MapSnapshot | None = None
    """The map of a board with more fields than lights; None if the lights are the board."""
    layout: LayoutSnapshot | None = None
    """The board of a game with tiles; None for other games."""
    dice: tuple[Face, ...] = ()
    """The roll in its original order."""
    dice_names: tuple[str, ...] = ()
    """The names of the dice if they differ."""
    readings: tuple[ReadingSnapshot, ...] = ()
    """The readings of the dice as fields, if any."""
    dice_colours: tuple[str, ...] = ()
    """The colours `#rrggbb` of the dice if they differ; empty if all are white."""
    found: str = ""
    """The name of the field with the newest discovery; empty without one."""
    supply: str = ""
    """The pieces left in the supply, in words; may be empty."""
    stones_left: tuple[bool, ...] = ()
    """For each claim stone, from 1, whether it is in the supply; empty in other games."""
    ships: tuple[ShipSnapshot, ...] = ()
    """The ships and their loads; empty without the ledger."""
    tasks: tuple[str, ...] = ()
    """The titles of a lesson's tasks; empty outside a lesson."""
    task: int = 0
    """The number of the open task, from 0."""
    log: tuple[str, ...] = ()
    """The current turn and the round before it, the oldest first."""


def hex_colour(colour: Colour) -> str:
    """Returns a colour as `#rrggbb`."""
    return f"#{bytes(colour).hex()}"
