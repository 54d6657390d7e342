"""The lights under every page that has none of its own: the segment in focus."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.tables.first_seat import first_seat
from companion.tables.piratenclaim import lights
from companion.tables.piratenclaim.field_cursor import field_in_focus
from companion.tables.piratenclaim.session import session_of
from engine.piratenclaim import segment_of

if TYPE_CHECKING:
    from companion.core.model import Model
    from companion.lights.composition import Lights


def board(model: Model, now: float) -> Lights:
    """Returns the segment in focus; before the start, the colour of the seat that will begin."""
    session = session_of(model)
    if session.record is None:
        return lights.begins(first_seat(model.session), model.seat_colours)
    return lights.segment(session.state, model.seat_colours, now, segment_of(field_in_focus(session.record)))
