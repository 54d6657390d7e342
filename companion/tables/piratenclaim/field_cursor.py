"""The cursor on the map: it walks over the seven fields of one segment, and from segment to segment."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.core.messages import UnknownPlaceError
from companion.core.page import STEPS
from engine.piratenclaim import FIELDS_BY_NAME, POSITIONS, Field, field_at, position_of, segment_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.piratenclaim import Event, State
    from engine.record import Record
    from hardware.device import Button


def step(field: Field, button: Button, fields: Sequence[Field]) -> Field:
    """Returns the next or the previous of these fields; after the last comes the first."""
    return fields[(fields.index(field) + STEPS[button]) % len(fields)]


def segment_fields(field: Field) -> tuple[Field, ...]:
    """Returns the fields of this field's segment, the centre first."""
    return tuple(field_at(segment_of(field), position) for position in range(POSITIONS))


def next_segment(field: Field, fields: Sequence[Field]) -> Field:
    """Returns the same position in the next segment in which one of the fields lies, or its first of the fields."""
    later = [other for other in fields if segment_of(other) > segment_of(field)]
    segment = segment_of((later or fields)[0])
    there = [other for other in fields if segment_of(other) == segment]
    same = [other for other in there if position_of(other) == position_of(field)]
    return (same or there)[0]


def parse_place(place: str) -> Field:
    """Returns the field that somebody points at.

    Raises:
        UnknownPlaceError: there is no such field.
    """
    if place not in FIELDS_BY_NAME:
        raise UnknownPlaceError("A field is named segment/position, 0/0 to 7/6.")
    return FIELDS_BY_NAME[place]


def field_in_focus(record: Record[State, Event]) -> Field:
    """Returns the field of the newest event that names one, of this turn; else the mover's first ship; else 0/0."""
    # Whoever opens a page again finds the cursor where something happened last: pages forget it with every event.
    state = record.state
    for played in reversed(record.timeline):
        if played.state.turns != state.turns:
            break
        field: Field | None = getattr(played.event, "field", None)
        if field is not None:
            return field
    own = (ship.field for ship in state.ships if ship.player == state.turn)
    return next(own, Field(0))
