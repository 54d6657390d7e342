"""The page that lists the tiles which fit in a slot, by the layout alone; the box does not know the hands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from companion.core.page import ButtonRow, Page, close
from companion.lights.palette import AMBER
from companion.screen.icons import Icon
from companion.screen.layout import header
from companion.tables.klondike import lights
from companion.tables.klondike.session import session_of
from companion.tables.klondike.slot_names import slot_name
from companion.tables.klondike.tiles import spelt
from engine import klondike
from hardware.device import Button

if TYPE_CHECKING:
    from companion.core.model import Model
    from companion.lights.composition import Lights
    from companion.screen.canvas import Canvas
    from engine.klondike import Slot

ASKING = "?"
"""The softkey that asks and, once answered, leads back."""
COLUMNS, COLUMN_PX, ROW_PX = 7, 18, 10
"""Room for all 28 tiles."""


@dataclass(frozen=True, slots=True)
class FittingTilesPage(Page):
    """Lists the tiles that fit in one slot."""

    slot: Slot
    name: ClassVar[str] = "klondike_fitting"

    def buttons(self, model: Model) -> dict[Button, ButtonRow]:
        return {
            Button.OK: ButtonRow(Icon.CHECK, close(model)),
            Button.BANK: ButtonRow(ASKING, close(model), model.translate("Back")),
            Button.UNDO: ButtonRow(Icon.UNDO, close(model)),
        }

    def draw(self, model: Model, canvas: Canvas) -> None:
        """Draws all of them, low end first."""
        _ = model.translate
        tiles = klondike.fitting(session_of(model).state, self.slot)
        header(canvas, _("May lie on {slot}", slot=slot_name(_, self.slot)), str(len(tiles)))
        for number, tile in enumerate(tiles):
            row, column = divmod(number, COLUMNS)
            canvas.text(1 + COLUMN_PX * column, 13 + ROW_PX * row, spelt(tile))

    def lights(self, model: Model, now: float) -> Lights:
        """Lights the slot alone."""
        return lights.highlight(lights.ENDS[self.slot], AMBER)
