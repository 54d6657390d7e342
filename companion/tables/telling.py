"""A game in words and figures, for a front that has more room than the screen: all in the table's language."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.names import shown

if TYPE_CHECKING:
    from companion.model import Model
    from engine.game import Seat
    from hardware.device import Colour


@dataclass(frozen=True, slots=True)
class Piece:
    """A stone or a tile on a field."""

    colour: str
    """`#rrggbb`."""
    label: str
    """A letter or a number on it; may be empty."""


@dataclass(frozen=True, slots=True)
class Place:
    """A field of the board."""

    pieces: tuple[Piece, ...]
    """What lies there, bottom first."""
    holds: str
    """The same in words."""
    why: str
    """Why it is lit, or not."""


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody who plays."""

    name: str
    colour: str
    """`#rrggbb`."""
    figures: tuple[str, ...]
    """One for each of the telling's `figures`."""
    note: str = ""
    """What is special about this seat now; may be empty."""


@dataclass(frozen=True, slots=True)
class Risk:
    """What the next roll may do."""

    share: float
    """How likely it does harm, 0 to 1."""
    odds: str
    """The same in words."""
    stake: str
    """What would be lost."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the log."""

    text: str
    undone: bool = False


@dataclass(frozen=True, slots=True)
class Section:
    """A section of the rules, in English, to be translated."""

    heading: str
    text: str


@dataclass(frozen=True, slots=True)
class Telling:
    """A game at one moment."""

    title: str
    status: str
    """Whose turn it is and what is to be done, in a sentence; after the end who has won."""
    turn: Seat | None
    """The seat that acts."""
    figures: tuple[str, ...]
    """What is counted for each player."""
    players: tuple[Player, ...]
    """By seat."""
    news: str = ""
    """What the headline says besides: how the win was decided, that the last round is on; may be empty."""
    places: tuple[Place, ...] = ()
    """36 fields, 1/1 first, then along the row; none before the start."""
    dice: tuple[int, ...] = ()
    """What was rolled, as it fell."""
    risk: Risk | None = None
    supply: str = ""
    """What is left to be placed."""
    log: tuple[Entry, ...] = ()
    """The turn that is on and the one before, oldest first."""
    can_undo: bool = False
    """Whether a press of `undo` takes the newest of it back."""


def hexed(colour: Colour) -> str:
    """A colour as `#rrggbb`."""
    return f"#{bytes(colour).hex()}"


def before_start(model: Model, seat: Seat) -> Telling:
    """A game that has not started: who rolls, or is, to begin."""
    _, running = model.words, model.running
    players = zip(running.lineup.players, model.seat_colours, strict=True)
    return Telling(
        title=running.game.title,
        status=_("Who begins? {name}", name=shown(_, running.lineup.players[seat])),
        turn=seat,
        figures=(),
        players=tuple(Player(shown(_, name), hexed(colour), ()) for name, colour in players),
    )
