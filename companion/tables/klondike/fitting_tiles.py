"""The page that lists the tiles which fit in a slot, by the layout alone; the box does not know the hands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from companion.core.button_meaning import Meaning
from companion.core.model import Model, Transition, reject_press
from companion.lights.palette import AMBER
from companion.screen.icons import Icon
from companion.screen.layout import Softkey, header
from companion.tables.klondike import lights
from companion.tables.klondike.session import session_of
from companion.tables.klondike.slot_names import slot_name
from companion.tables.klondike.tiles import spelt
from engine import klondike
from hardware.device import Button

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.lights.composition import Lights
    from companion.screen.canvas import Canvas
    from engine.klondike import Slot

ASKING = "?"
"""The softkey that asks and, once answered, leads back."""
COLUMNS, COLUMN_PX, ROW_PX = 7, 18, 10
"""Room for all 28 tiles."""


@dataclass(frozen=True, slots=True)
class FittingTilesPage:
    """Lists the tiles that fit in one slot."""

    slot: Slot
    name: ClassVar[str] = "klondike_fitting"

    def press(self, model: Model, button: Button) -> Transition:
        """`ok`, `bank` and `undo` lead back."""
        return (
            reject_press(model) if button in {Button.LEFT, Button.RIGHT} else Transition(model.with_top_page_closed())
        )

    def keys(self, model: Model) -> tuple[Softkey, ...]:
        """Back, in three places."""
        return (None, None, Icon.CHECK, ASKING, Icon.UNDO)

    def meanings(self, model: Model) -> Mapping[Button, Meaning]:
        """What asked leads back, too."""
        return {Button.BANK: Meaning(model.translate("Back"))}

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
