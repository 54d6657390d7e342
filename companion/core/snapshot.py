"""A snapshot of a game in words and figures, as one kind of viewer may see it, for frontends that show all of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from msgspec import Struct

from companion.core.player_names import display_name, initials

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from companion.core.lineup import LineUp
    from companion.core.model import Model
    from companion.lights.composition import Lights
    from engine.game import Face, Seat
    from hardware.device import Colour


class Piece(Struct, frozen=True):
    """A stone or a tile on a field."""

    colour: str
    """`#rrggbb`."""
    label: str
    """A letter or a number on it; may be empty."""


class FieldSnapshot(Struct, frozen=True):
    """What one light of the board represents."""

    name: str
    """How the table names it: `5/2`; several lights may share a name."""
    pieces: tuple[Piece, ...]
    """The pieces on it, bottom first."""
    holds: str
    """The same in words."""
    why: str
    """Why it is lit, or not."""
    use: str = ""
    """What may be done there now, or why nothing may; empty where no place is to be chosen."""
    usable: bool = False
    """Whether it may be chosen now."""
    sign: str = ""
    """What is drawn over it, such as the number of a field that is counted; may be empty."""
    after: str = ""
    """In a few letters, where it may be chosen, how likely the roll after it does harm, or its player wins then; may
    be empty."""


class ReadingSnapshot(Struct, frozen=True):
    """One way to read a roll."""

    dice: tuple[int, int, int]
    """What shows the column, what the row, and what is left."""
    field: str
    """The field that they name so."""


class HexSnapshot(Struct, frozen=True):
    """One field of a map of hexes."""

    name: str
    """How the table names it, `3/2`; pointing at it sends this name."""
    q: int
    """Its axial coordinates: a step of `q` leads to the right, one of `r` to the lower right."""
    r: int
    segment: int
    """The part of the map that it belongs to, a number; the lights show one part at a time."""
    holds: str
    """The pieces on it, in words."""
    disc: bool = False
    """Whether a black disc closes it."""
    system: tuple[Piece, ...] = ()
    """The stacked cubes of its trade system, the lower one first; a cube's label is its value."""
    pirates: tuple[Piece, ...] = ()
    """Each with a short name of its colour as its label: several may stand there for a moment."""
    ships: tuple[Piece, ...] = ()
    """In their seats' colours, each with the first letter of the player's name."""
    claims: tuple[str, ...] = ()
    """`#rrggbb` of each seat that has a claim marker there."""
    lit: str = ""
    """`#rrggbb`: how it is marked now, as on the lights; empty: it is not."""
    why: str = ""
    """Why it is marked; may be empty."""
    chance: float | None = None
    """The chance of a pirate there after the next roll, 0 to 1; None if the threat is not shown."""


class MapSnapshot(Struct, frozen=True):
    """A board with more fields than there are lights: all of it, and the part that is on the lights."""

    hexes: tuple[HexSnapshot, ...]
    """In the order of their names: a segment's fields are neighbours here, its centre first."""
    focus: int | None = None
    """The segment whose fields are on the lights; None: the lights show something else."""
    cursor: str = ""
    """The name of the field under the cursor; empty if there is no cursor."""
    moves: tuple[tuple[str, str], ...] = ()
    """What is being moved on the table now: the names of the fields where it comes from and where it goes."""


TileState = Literal["held", "fits", "unfit", "laid"]
"""In hand to be placed now; may be placed; fits nowhere, or not in the chosen slot; is in the layout."""


class SpotSnapshot(Struct, frozen=True):
    """A place around which tiles are laid."""

    name: str
    """`2/3`: its column from the left, its row from the bottom, both from 1."""
    label: str
    """What it calls for, a digit; may be empty."""
    right: int
    """How many of the tiles around it are right."""
    chips: int
    colour: str
    """`#rrggbb`: of the player who has won it; empty if no one has."""
    holds: str
    """All that in words."""
    ring: str = ""
    """`#rrggbb`: of the digit that it calls for, as on the lights; empty: of none."""
    owner: str = ""
    """The first letter of the player who has won it, drawn as a stone: a colour alone could be a digit's."""


class SlotSnapshot(Struct, frozen=True):
    """A place for one tile."""

    name: str
    """As the table names it: a spot and the side at which it touches it, `1/1E`."""
    ends: tuple[int, ...]
    """Of the tile there, or the one to be placed there, the end at that spot first; empty if there is no tile."""
    holds: str
    """The pieces on it, in words."""
    use: str = ""
    """What may be done there now, or why nothing may."""
    usable: bool = False
    """Whether it may be chosen now."""
    called: str = ""
    """Its name as people read it, in the language of the snapshot."""


class TileSnapshot(Struct, frozen=True):
    """A tile that a player may hold: only its owner knows."""

    value: str
    """What names it in an answer to the question `tile`, its low end first: `3|5`."""
    state: TileState
    why: str
    """The same in words."""


class LayoutSnapshot(Struct, frozen=True):
    """Tiles laid around places, and those that are still to be laid."""

    spots: tuple[SpotSnapshot, ...]
    slots: tuple[SlotSnapshot, ...]
    tiles: tuple[TileSnapshot, ...]
    """All that there are, or a hand, the low end first; none while no tile is to be chosen."""
    is_hand: bool = False
    """Whether the tiles are the viewer's own hand, which is shown also while others act."""
    may_turn: bool = False
    """Whether the tile in hand also fits the other way round where it is shown."""


class PlayerSnapshot(Struct, frozen=True):
    """A player."""

    name: str
    colour: str
    """`#rrggbb`."""
    figures: tuple[str, ...]
    """One for each of the snapshot's `figures`."""
    note: str = ""
    """What is special about this seat now; may be empty."""
    rank: int = 0
    """The place at the end, the first 1, which those who tie share; 0: the game goes on, or the rules do not rank."""
    initial: str = ""
    """The text on the player's stones: a letter, or two; empty for the first letter of the name."""
    gains: tuple[str, ...] = ()
    """What banking would make of each figure, empty where it stays the same; none if nothing would change."""
    rolled: tuple[int, ...] = ()
    """The newest dice of the roll for the beginning; none: nothing was rolled for it yet, or the game has begun."""


class ShipSnapshot(Struct, frozen=True):
    """A ship, and what it carries."""

    player: Seat
    place: str
    """The name of the field on which it is."""
    parts: str
    """Of which parts it is joined, in words."""
    load: tuple[Piece, ...]
    """A cube for each colour on board; its label is how many there are."""
    holds: str
    """The same in words."""


class RulesSection(Struct, frozen=True):
    """A section of the rules, in English, to be translated."""

    heading: str
    text: str
    brief: str = ""
    """The same for the screen, in a few lines; empty: this section is not shown there."""
    lights: Callable[[Sequence[Colour], float, float], Lights] | None = None
    """Returns an example on the lights: of the seats' colours, the time, and when the page was opened."""
    is_on: Callable[[LineUp], bool] | None = None
    """Returns of a variant whether a line-up plays it; None: it is a rule of every game."""
    moments: Callable[[], Sequence[tuple[Any, str]]] | None = None
    """Returns what a picture of it shows, one after the other: a state of the game, and the dice or the sign below it
    (`235`, empty: nothing). The last one is lit by `lights`, and says most. None if there is no picture."""


class Snapshot(Struct, frozen=True):
    """A game at one moment."""

    title: str
    turn: Seat | None
    """The seat that acts."""
    figures: tuple[str, ...]
    """What is counted for each player."""
    players: tuple[PlayerSnapshot, ...]
    """By seat."""
    where: str = ""
    """How far the game is, in a few words."""
    progress: str = ""
    """How far the turn is, in a few words; may be empty."""
    notice: str = ""
    """What holds for the rest of the game, such as that the last round is on, or for the turn; may be empty."""
    places: tuple[FieldSnapshot, ...] = ()
    """One for each of the 36 lights, the lower left first, then along the row; none before the start."""
    coming: Piece | None = None
    """What would be put at the place under the cursor; None: nothing that is drawn."""
    map: MapSnapshot | None = None
    """The whole board, where it has more fields than there are lights; None: the lights are the board."""
    layout: LayoutSnapshot | None = None
    """The board of a game in which tiles are laid; None: it is none."""
    dice: tuple[Face, ...] = ()
    """What was rolled, as it fell."""
    dice_names: tuple[str, ...] = ()
    """What each of the dice is called, where they are not alike."""
    readings: tuple[ReadingSnapshot, ...] = ()
    """Which fields the dice name, if they name any."""
    dice_colours: tuple[str, ...] = ()
    """`#rrggbb` of each of them, where they differ; none: all are white."""
    found: str = ""
    """The name of the field of the map on which something has just been found; empty: nothing has."""
    supply: str = ""
    """What is left to be placed."""
    stones_left: tuple[bool, ...] = ()
    """Of each claim stone, from 1, whether it is not on the board; none in other games."""
    ships: tuple[ShipSnapshot, ...] = ()
    """What each ship carries, where the box keeps that; none: it does not."""
    log: tuple[str, ...] = ()
    """The turn that is on and a round before it, oldest first."""


def hex_colour(colour: Colour) -> str:
    """Returns a colour as `#rrggbb`."""
    return f"#{bytes(colour).hex()}"


def snapshot_before_start(model: Model, seat: Seat) -> Snapshot:
    """Returns the snapshot of a game before its start: who rolls, or who will begin."""
    _, session = model.translate, model.session
    players = zip(session.lineup.players, model.seat_colours, strict=True)
    return Snapshot(
        title=session.game.title,
        turn=seat,
        figures=(),
        players=tuple(
            PlayerSnapshot(display_name(_, name), hex_colour(colour), (), initial=initial)
            for (name, colour), initial in zip(players, initials(_, session.lineup.players), strict=True)
        ),
    )
