"""The state of the map: the systems of each segment, the pirates that are left; it stands for the scores."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from companion.core.model import Model, Transition
from companion.core.page import STEPS, ButtonRow, Page, arrows, close
from companion.screen.canvas import Rect
from companion.screen.icons import Icon
from companion.tables.piratenclaim import lights
from companion.tables.piratenclaim.field_cursor import parse_place
from companion.tables.piratenclaim.map_overview import draw_overview
from companion.tables.piratenclaim.session import session_of
from companion.tables.piratenclaim.star_map import View, star_map
from companion.tables.piratenclaim.words import PIRATES
from engine import piratenclaim
from engine.piratenclaim import SEGMENTS, SYSTEMS_OF_A_SEGMENT, known_systems, segment_of
from hardware.device import Button

if TYPE_CHECKING:
    from companion.lights.composition import Lights
    from companion.screen.canvas import Canvas

WORDS_PX = 56
MAP = Rect(WORDS_PX + 1, 0, 128, 53)
"""Where the map is drawn, beside the words."""


@dataclass(frozen=True, slots=True)
class MapPage(Page):
    """Shows the whole map; one segment is in focus, and on the lights."""

    segment: int = 0
    name: ClassVar[str] = "piratenclaim_map"

    def buttons(self, model: Model) -> dict[Button, ButtonRow]:
        _ = model.translate
        rows = arrows(model, lambda button: MapPage((self.segment + STEPS[button]) % SEGMENTS))
        return {
            Button.LEFT: rows[Button.LEFT]._replace(label=_("Previous segment")),
            Button.RIGHT: rows[Button.RIGHT]._replace(label=_("Next segment")),
            Button.OK: ButtonRow(Icon.CHECK, close(model), _("Back")),
            Button.UNDO: ButtonRow(Icon.UNDO, close(model), _("Back")),
        }

    def point(self, model: Model, place: str) -> Transition:
        """Shows the segment of that field."""
        return Transition(model.with_page(MapPage(segment_of(parse_place(place)))))

    def draw(self, model: Model, canvas: Canvas) -> None:
        """Draws the whole map, the systems of the segment and of the map, and the pirates in the supply."""
        _, state = model.translate, session_of(model).state
        draw_overview(canvas, star_map(model, View(self.segment)), MAP)
        known = [known_systems(state, segment) for segment in range(SEGMENTS)]
        canvas.text(1, 0, _("Segment {n}", n=self.segment), limit=WORDS_PX)
        canvas.text(1, 9, _("systems {n}/{all}", n=known[self.segment], all=SYSTEMS_OF_A_SEGMENT))
        canvas.text(1, 18, _("supply:"))
        for row, (pirate, left) in enumerate(piratenclaim.supply(state).items()):
            canvas.text(5, 27 + 9 * row, f"{_(PIRATES[pirate])} {left}")

    def lights(self, model: Model, now: float) -> Lights:
        """Shows the segment."""
        return lights.segment(session_of(model).state, model.seat_colours, now, self.segment)
