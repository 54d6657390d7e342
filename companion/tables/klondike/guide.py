"""The guide: what the hands have to do on the table, one thing after the other."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from companion.core.model import Model, Transition, reject_press
from companion.core.player_names import display_name
from companion.screen.canvas import Rect
from companion.screen.icons import Icon
from companion.screen.layout import Softkey, big, header
from companion.tables.klondike import lights
from companion.tables.klondike.tiles import lying
from companion.tables.shared_flow import acknowledge
from engine.klondike import SLOT_POSITIONS
from hardware.device import Button

if TYPE_CHECKING:
    from companion.lights.composition import Lights
    from companion.screen.canvas import Canvas
    from companion.tables.klondike.physical_steps import PhysicalStep
    from engine.game import Seat

MOVES = {Button.LEFT: -1, Button.RIGHT: 1, Button.OK: 1, Button.UNDO: -1}
TILE_PX = 42
"""What a tile takes, with the gap beside it."""


@dataclass(frozen=True, slots=True)
class GuidePage:
    """The physical steps, and the one that is being done."""

    steps: tuple[PhysicalStep, ...]
    mover: Seat
    """Whose they are."""
    step: int = 0
    name: ClassVar[str] = "guide"

    def press(self, model: Model, button: Button) -> Transition:
        """`ok` and `right` go on, `left` and `undo` back, `bank` skips the rest."""
        if button is Button.BANK:
            return acknowledge(model)
        step = self.step + MOVES[button]
        if step < 0:
            return reject_press(model)
        return acknowledge(model) if step == len(self.steps) else Transition(model.with_page(replace(self, step=step)))

    def keys(self, model: Model) -> tuple[Softkey, ...]:
        """Back, next, done, skip, back."""
        back = Icon.LEFT if self.step else None
        return (back, Icon.RIGHT, Icon.CHECK, Icon.SKIP, Icon.UNDO if self.step else None)

    def draw(self, model: Model, canvas: Canvas) -> None:
        """What to do, as large as it goes, and the tile that it is done with."""
        _, physical_step = model.translate, self.steps[self.step]
        name = display_name(_, model.session.state.players[self.mover])
        header(canvas, name, _("{n} of {all}", n=self.step + 1, all=len(self.steps)))
        left = 1
        if physical_step.way is not None:
            lying(canvas, 1, 12, *physical_step.way)
            left += TILE_PX
            canvas.text(127, 44, SLOT_POSITIONS[physical_step.way[0]].name, align="right")
        big(canvas, _(physical_step.text, **physical_step.fields), Rect(left, 11, 127, 43 if physical_step.way else 53))

    def lights(self, model: Model, now: float) -> Lights:
        """The place alone, in the colour of the seat whose hands are wanted."""
        return lights.highlight(self.steps[self.step].where, model.seat_colours[self.mover])
