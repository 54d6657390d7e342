"""What the fields of the box mean: a finger that touches one.

A touch goes to the open page as pointing at its picture does: the first chooses a field, the second places. It is told
from a click by its sender, the box, and by the fields that the box has (`Model.board_fields`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.core.messages import Pointed, UnknownPlaceError
from companion.core.model import PointablePage, Transition, reject_press
from companion.core.table_registry import place_at
from companion.core.viewer_kind import Role
from companion.program.bots import bot_chooses
from companion.tables.board_pages import explain, without_explanation

if TYPE_CHECKING:
    from companion.core.messages import Message
    from companion.core.model import Model


def touched_place(model: Model, light: int) -> str:
    """Returns the name of the place at one of the 36 lights, for `Pointed`; empty: there is none."""
    return place_at(without_explanation(model), light)


def is_touch(model: Model, message: Message) -> bool:
    """Returns whether a message is a finger on the board itself."""
    return isinstance(message, Pointed) and message.sender.role is Role.BOX and model.board_fields is not None


def touch(model: Model, place: str) -> Transition:
    """Returns what a finger on a place of the board leads to, for the page beneath an explanation that is open."""
    seen = without_explanation(model)
    at_once = model.board_fields is not None and model.board_fields.places_at_once
    if bot_chooses(seen):
        return reject_press(model)
    try:
        step = (seen.page.touch_at_once if at_once else seen.page.touch)(seen, place)
    except UnknownPlaceError:
        return reject_press(model)
    if step.model.rejected_at is None:
        return step
    return explain(seen, place) if isinstance(seen.page, PointablePage) else reject_press(model)
