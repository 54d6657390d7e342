"""The spotlight of Piratenclaim: the ships of one seat, and nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.tables.piratenclaim import lights
from companion.tables.piratenclaim.session import session_of
from companion.tables.piratenclaim.words import field_name
from companion.tables.shared_pages import SpotlightPage
from engine.piratenclaim import segment_of

if TYPE_CHECKING:
    from companion.core.model import Model
    from companion.lights.composition import Lights
    from engine.game import Seat


def spotlight() -> SpotlightPage:
    """Returns the page that shows the ships of the first seat."""
    return SpotlightPage(_counts, _highlight)


def _counts(model: Model, seat: Seat) -> tuple[str, str]:
    _, state = model.translate, session_of(model).state
    fields = ", ".join(field_name(ship.field) for ship in state.ships if ship.player == seat)
    owned = state.ships_owned[seat]
    return _.many("{n} ship part", "{n} ship parts", owned), _("on {fields}", fields=fields) if fields else ""


def _highlight(model: Model, _now: float, seat: Seat) -> Lights:
    """The segment of the seat's first ship."""
    state = session_of(model).state
    shown = next((segment_of(ship.field) for ship in state.ships if ship.player == seat), 0)
    return lights.only(state, model.seat_colours, seat, shown)
