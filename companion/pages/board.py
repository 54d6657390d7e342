"""The lights under a page of the shell: the game on the table, if there is one, else the show that invites to play."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.core.table_registry import table_of
from companion.lights.idle_animations import attract

if TYPE_CHECKING:
    from companion.core.model import Model
    from companion.lights.composition import Lights


def board_or_show(model: Model, now: float) -> Lights:
    """The board as it lies, or the show."""
    return table_of(model.game).board(model, now) if model.game else attract(model.colours, now)
