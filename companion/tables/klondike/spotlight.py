"""The spotlight of Klondike: what one seat has won in this round, and nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.tables.klondike import lights
from companion.tables.klondike.session import session_of
from companion.tables.shared_pages import SpotlightPage

if TYPE_CHECKING:
    from companion.core.model import Model
    from companion.lights.composition import Lights
    from engine.game import Seat


def spotlight() -> SpotlightPage:
    """Returns the page that shows what the first seat has won."""
    return SpotlightPage(_counts, _highlight)


def _counts(model: Model, seat: Seat) -> tuple[str, str]:
    _, state = model.translate, session_of(model).state
    claims = sum(held.won_by == seat for held in state.claims)
    won = _.many("{n} claim in this round", "{n} claims in this round", claims)
    return _.many("{n} chip", "{n} chips", state.chips[seat]), won


def _highlight(model: Model, _now: float, seat: Seat) -> Lights:
    return lights.only(session_of(model).state, model.seat_colours, seat)
