"""The guide: what the hands have to do on the table, one thing after the other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from companion.screen.canvas import Rect
from companion.screen.layout import big
from companion.tables.klondike import lights
from companion.tables.klondike.tiles import lying
from companion.tables.shared_pages import PhysicalStepsPage
from engine.klondike import SLOT_POSITIONS

if TYPE_CHECKING:
    from companion.core.model import Model
    from companion.lights.composition import Lights
    from companion.screen.canvas import Canvas
    from companion.tables.klondike.physical_steps import PhysicalStep

TILE_PX = 42
"""What a tile takes, with the gap beside it."""


@dataclass(frozen=True, slots=True)
class GuidePage(PhysicalStepsPage):
    """Guides the players through the chips and tiles to be moved."""

    steps: tuple[PhysicalStep, ...]
    name: ClassVar[str] = "klondike_guide"

    def draw(self, model: Model, canvas: Canvas) -> None:
        """What to do, as large as it goes, and the tile that it is done with."""
        _, physical_step = model.translate, self.steps[self.step]
        self.draw_header(model, canvas)
        left = 1
        if physical_step.way is not None:
            lying(canvas, 1, 12, *physical_step.way)
            left += TILE_PX
            canvas.text(127, 44, SLOT_POSITIONS[physical_step.way[0]].name, align="right")
        big(canvas, _(physical_step.text, **physical_step.fields), Rect(left, 11, 127, 43 if physical_step.way else 53))

    def lights(self, model: Model, now: float) -> Lights:
        """The place alone, in the colour of the seat whose hands are wanted."""
        return lights.highlight(self.steps[self.step].where, model.seat_colours[self.mover])
