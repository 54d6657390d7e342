"""The lights under a page of the shell: the game on the table, if there is one, else the show that invites to play."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.lights.shows import attract
from companion.tables import table_of

if TYPE_CHECKING:
    from companion.lights.composition import Lights
    from companion.model import Model


def board(model: Model, now: float) -> Lights:
    """The board as it lies, or the show."""
    return table_of(model.game).board(model, now) if model.game else attract(model.colours, now)
