"""The state of the map: the systems of each segment, the pirates that are left; it stands for the scores."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from companion.core.button_meaning import Meaning
from companion.core.model import Model, Transition, reject_press
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
    from collections.abc import Mapping

    from companion.lights.composition import Lights
    from companion.screen.canvas import Canvas
    from companion.screen.layout import Softkey

WORDS_PX = 56
MAP = Rect(WORDS_PX + 1, 0, 128, 53)
"""Where the map is drawn, beside the words."""


@dataclass(frozen=True, slots=True)
class MapPage:
    """Shows the whole map; one segment is in focus, and on the lights."""

    segment: int = 0
    name: ClassVar[str] = "piratenclaim_map"

    def press(self, model: Model, button: Button) -> Transition:
        """`left` and `right` walk from segment to segment, `ok` and `undo` lead back."""
        match button:
            case Button.LEFT | Button.RIGHT:
                away = 1 if button is Button.RIGHT else -1
                return Transition(model.with_page(MapPage((self.segment + away) % SEGMENTS)))
            case Button.OK | Button.UNDO:
                return Transition(model.with_top_page_closed())
            case _:
                return reject_press(model)

    def point(self, model: Model, place: str) -> Transition:
        """Shows the segment of that field."""
        return Transition(model.with_page(MapPage(segment_of(parse_place(place)))))

    def keys(self, model: Model) -> tuple[Softkey, ...]:
        """The segment before and after, back."""
        return (Icon.LEFT, Icon.RIGHT, Icon.CHECK, None, Icon.UNDO)

    def meanings(self, model: Model) -> Mapping[Button, Meaning]:
        """Other segments, and back."""
        _ = model.translate
        back = Meaning(_("Back"))
        return {
            Button.LEFT: Meaning(_("Previous segment")),
            Button.RIGHT: Meaning(_("Next segment")),
            Button.OK: back,
            Button.UNDO: back,
        }

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
