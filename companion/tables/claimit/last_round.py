"""The page after a player has called the last round."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from companion.core.player_names import LINE_NAME_PX, short_names
from companion.screen.canvas import Canvas, Rect
from companion.screen.layout import big
from companion.tables.claimit import lights
from companion.tables.claimit.session import session_of
from companion.tables.shared_pages import OutcomePage

if TYPE_CHECKING:
    from companion.core.model import Model
    from companion.lights.composition import Lights


@dataclass(frozen=True, slots=True)
class LastRoundPage(OutcomePage):
    """Says that everybody has one more turn, the caller last."""

    name: ClassVar[str] = "last_round"

    def draw(self, model: Model, canvas: Canvas) -> None:
        """Draws the call, large; who moves last and who moves next."""
        _, state = model.translate, session_of(model).state
        caller = state.last_round.called_by if state.last_round else state.turn
        big(canvas, _("Last round!"), Rect(1, 0, 127, 35))
        names = short_names(_, state.players, LINE_NAME_PX)
        canvas.text(64, 36, _("{name} moves last", name=names[caller]), align="centre")
        canvas.text(64, 45, _("{name} is next", name=names[state.turn]), align="centre")

    def lights(self, model: Model, now: float) -> Lights:
        """Shows a ring in the caller's colour, then the corners."""
        return lights.last_round(session_of(model).state, model.seat_colours, now, model.shown_since)
