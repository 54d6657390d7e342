"""The kinds of viewers: for whom a snapshot of the game is made, and what it must therefore not contain."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from engine.game import Seat


class Role(StrEnum):
    """The role of a viewer."""

    BOX = "box"
    """Everybody around the box: its screen and lights hide nothing from anybody."""
    HOST = "host"
    """The holder of the table's link, who may press at any time but plays no seat by it."""
    SEAT = "seat"
    """The holder of a seat's link."""
    SPECTATOR = "spectator"
    """Any other viewer of the web page, and every user of its API."""


class ViewerKind(NamedTuple):
    """One kind of viewer. All viewers of one kind get the same snapshot, which is made once."""

    role: Role
    seat: Seat | None = None
    """The seat, of the role `SEAT` only."""


BOX, HOST, SPECTATOR = ViewerKind(Role.BOX), ViewerKind(Role.HOST), ViewerKind(Role.SPECTATOR)


def seat_viewer(seat: Seat) -> ViewerKind:
    """Returns the kind of viewer who plays this seat: the one who may see its hand."""
    return ViewerKind(Role.SEAT, seat)
