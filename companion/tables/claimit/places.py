"""What somebody points at on the board of Claim It!"""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.core.messages import UnknownPlaceError
from engine import claimit

if TYPE_CHECKING:
    from engine.claimit import Field


def parse_place(place: str) -> Field:
    """Returns the field that somebody points at.

    Raises:
        UnknownPlaceError: there is no such field.
    """
    try:
        return claimit.parse_field(place)
    except ValueError as error:
        raise UnknownPlaceError("A field is named column/row, both 1 to 6.") from error
