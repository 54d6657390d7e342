"""The guide: what the hands have to do on the table, one thing after the other."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from companion.model import Model, Step, refuse
from companion.names import shown
from companion.screen.canvas import Box
from companion.screen.icons import Icon
from companion.screen.layout import Key, big, header
from companion.tables.course import acknowledge
from companion.tables.klondike import lights
from companion.tables.klondike.tiles import lying
from engine.klondike import PLACES
from hardware.device import Button

if TYPE_CHECKING:
    from companion.lights.composition import Lights
    from companion.screen.canvas import Canvas
    from companion.tables.klondike.chores import Chore
    from engine.game import Seat

MOVES = {Button.LEFT: -1, Button.RIGHT: 1, Button.OK: 1, Button.UNDO: -1}
TILE_PX = 42
"""What a tile takes, with the gap beside it."""


@dataclass(frozen=True, slots=True)
class Guide:
    """The chores, and the one that is being done."""

    chores: tuple[Chore, ...]
    hands: Seat
    """Whose they are."""
    step: int = 0
    name: ClassVar[str] = "guide"

    def press(self, model: Model, button: Button) -> Step:
        """`ok` and `right` go on, `left` and `undo` back, `bank` skips the rest."""
        if button is Button.BANK:
            return acknowledge(model)
        step = self.step + MOVES[button]
        if step < 0:
            return refuse(model)
        return acknowledge(model) if step == len(self.chores) else Step(model.showing(replace(self, step=step)))

    def keys(self, model: Model) -> tuple[Key, ...]:
        """Back, next, done, skip, back."""
        back = Icon.LEFT if self.step else None
        return (back, Icon.RIGHT, Icon.CHECK, Icon.SKIP, Icon.UNDO if self.step else None)

    def draw(self, model: Model, canvas: Canvas) -> None:
        """What to do, as large as it goes, and the tile that it is done with."""
        _, chore = model.words, self.chores[self.step]
        name = shown(_, model.running.state.players[self.hands])
        header(canvas, name, _("{n} of {all}", n=self.step + 1, all=len(self.chores)))
        left = 1
        if chore.way is not None:
            lying(canvas, 1, 12, *chore.way)
            left += TILE_PX
            canvas.text(127, 44, PLACES[chore.way[0]].name, align="right")
        big(canvas, _(chore.text, **chore.fields), Box(left, 11, 127, 43 if chore.way else 53))

    def lights(self, model: Model, now: float) -> Lights:
        """The place alone, in the colour of the seat whose hands are wanted."""
        return lights.chore(self.chores[self.step].where, model.seat_colours[self.hands])
