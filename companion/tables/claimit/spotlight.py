"""The spotlight of Claim It!: the fields of one seat, and no others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.tables.claimit import lights
from companion.tables.claimit.session import session_of
from companion.tables.shared_pages import SpotlightPage
from engine import claimit

if TYPE_CHECKING:
    from companion.core.model import Model
    from companion.lights.composition import Lights
    from engine.game import Seat


def spotlight() -> SpotlightPage:
    """Returns the page that shows the fields of the first seat."""
    return SpotlightPage(_counts, _highlight)


def _counts(model: Model, seat: Seat) -> tuple[str, str]:
    _, has = model.translate, claimit.standing(session_of(model).state, seat)
    mine = _("mine {mine}, gold {gold}", mine=has.mine, gold=has.goldclaims)
    return _.many("{n} field", "{n} fields", has.fields), mine


def _highlight(model: Model, now: float, seat: Seat) -> Lights:
    return lights.only(session_of(model).state, model.seat_colours, now, seat)
