"""Whose eyes a hand is for, where the box deals the tiles: of the pages on which somebody chooses from it."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from companion.core.viewer_kind import Role, ViewerKind, seat_viewer
from companion.tables.klondike.session import session_of
from engine.game import Seat

if TYPE_CHECKING:
    from companion.core.model import Model
    from engine.klondike import Tile

THE_BOX = frozenset({Role.BOX, Role.HOST})
"""Who sees what the box shows. The holder of the table's link has its screen and its buttons, as on a laptop."""


class Secrecy(Enum):
    """Who sees the tile that is being chosen."""

    NOBODY = "nobody"
    """It is no secret: tiles lie on the table."""
    BOX = "box"
    """Whoever has the box in hand."""
    SEAT = "seat"
    """The holder of the acting seat's link."""

    def is_seen_by(self, model: Model, viewer: ViewerKind) -> bool:
        """Returns whether this kind of viewer may see what the acting seat chooses."""
        match self:
            case Secrecy.NOBODY:
                return True
            case Secrecy.BOX:
                return viewer.role in THE_BOX
            case Secrecy.SEAT:
                return viewer == seat_viewer(session_of(model).state.turn)


def secrecy_for_sender(model: Model) -> Secrecy | None:
    """Returns for whose eyes the hand may be opened now; None: whoever asks must be handed the box first."""
    session = session_of(model)
    if not session.is_dealt:
        return Secrecy.NOBODY
    if model.sender.role is Role.SEAT:
        return Secrecy.SEAT
    return Secrecy.BOX if lone_player(model) == session.state.turn else None


def lone_player(model: Model) -> Seat | None:
    """Returns the only seat that a person plays: the box may show its hand; None: there are several, or none."""
    lineup = session_of(model).lineup
    # Whoever has left a seat to a bot may be back: the box must not begin to show the others' tiles.
    begun = [Seat(seat) for seat in range(len(lineup.players)) if str(seat) not in lineup.bots]
    people = [Seat(seat) for seat in range(len(lineup.players)) if seat in begun or lineup.bot_at(Seat(seat)) is None]
    return people[0] if len(people) == 1 and lineup.bot_at(people[0]) is None else None


def seat_whose_hand_is_seen(model: Model, viewer: ViewerKind, secrecy: Secrecy | None) -> Seat | None:
    """Returns whose hand this kind of viewer sees.

    Args:
        model: the model.
        viewer: who looks.
        secrecy: of the open page, if a tile is chosen there.
    """
    if viewer.role is Role.SEAT:
        # Whoever came by the link of a seat that a bot plays must not see what the bot holds.
        return None if viewer.seat is None or session_of(model).lineup.bot_at(viewer.seat) else viewer.seat
    if viewer.role not in THE_BOX:
        return None
    return session_of(model).state.turn if secrecy is Secrecy.BOX else lone_player(model)


def hand_of(model: Model, seat: Seat) -> tuple[Tile, ...]:
    """Returns the hand of a seat; empty where the box deals none."""
    hands: tuple[tuple[Tile, ...], ...] = session_of(model).hands
    return hands[seat] if hands else ()
