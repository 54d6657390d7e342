"""The page after a discovery: what was found, and what a trade there costs and brings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from companion.screen.canvas import Rect
from companion.screen.font import BOLD, DOUBLE
from companion.screen.layout import big, header, paragraph
from companion.tables.piratenclaim import lights
from companion.tables.piratenclaim.session import session_of
from companion.tables.piratenclaim.turn_flow import found_system, found_words
from companion.tables.piratenclaim.words import field_name, system_lines, trade
from companion.tables.shared_pages import OutcomePage
from engine import piratenclaim

if TYPE_CHECKING:
    from companion.core.model import Model
    from companion.lights.composition import Lights
    from companion.screen.canvas import Canvas
    from engine.piratenclaim import Field, State


@dataclass(frozen=True, slots=True)
class FoundPage(OutcomePage):
    """Tells the system with its value and its trade, or the pirate that has come, or that nothing is found."""

    name: ClassVar[str] = "piratenclaim_found"

    def draw(self, model: Model, canvas: Canvas) -> None:
        """Draws the field and the two colours as they are stacked, the upper one above; below it the trade."""
        _, session = model.translate, session_of(model)
        found = found_system(session.state_before, session.state)
        if found is None:
            header(canvas, _("Discovery"))
            big(canvas, found_words(_, session.state_before, session.state), Rect(1, 11, 127, 53), (DOUBLE, BOLD))
            return
        field, system = found
        header(canvas, _("A system"), _("value {n}", n=system.value))
        canvas.text(1, 14, field_name(field), DOUBLE)
        for row, cube in enumerate(system_lines(_, system)):
            canvas.text(127, 12 + 10 * row, cube, BOLD, "right")
        paragraph(canvas, trade(_, system), Rect(1, 33, 127, 53), align="left")

    def lights(self, model: Model, now: float) -> Lights:
        """Shows the segment; what is new blinks."""
        session = session_of(model)
        field = changed_field(session.state_before, session.state)
        if field is None:
            shown = piratenclaim.segment_of(next(piratenclaim.fields_in(session.state.discovered)))
            return lights.segment(session.state, model.seat_colours, now, shown)
        return lights.fresh(session.state, model.seat_colours, now, model.shown_since, field)


def changed_field(before: State, after: State) -> Field | None:
    """Returns where a system or a pirate has come; None where nothing happened."""
    found = found_system(before, after)
    return found[0] if found else next(piratenclaim.fields_in(before.discs & ~after.discs), None)
