"""Check the board after a knock: field by field, that field alone lit, its stack on the screen."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from companion.model import Model, Step
from companion.screen.canvas import Box, Canvas
from companion.screen.font import THIN
from companion.screen.icons import Icon
from companion.screen.layout import Key, big, header
from companion.screen.pieces import STONE_HEIGHT
from companion.tables.claimit import lights
from companion.tables.claimit.stones import GROUND_Y, draw_stack, named
from engine import claimit
from hardware.device import Button

if TYPE_CHECKING:
    from companion.lights.composition import Lights
    from engine.claimit import Field, State

STACK_X = 97
MOVES = {Button.LEFT: -1, Button.RIGHT: 1, Button.OK: 1}


@dataclass(frozen=True, slots=True)
class Check:
    """The walk over the fields."""

    place: int = 0
    everywhere: bool = False
    """All 36 fields, or only those with something on them."""
    name: ClassVar[str] = "check"

    def press(self, model: Model, button: Button) -> Step:
        """`left` and `right` walk, `bank` shows all fields or only those in use, `undo` leads back."""
        match button:
            case Button.UNDO:
                return Step(model.back())
            case Button.BANK:
                return Step(model.showing(Check(everywhere=not self.everywhere)))
            case _:
                count = len(self._fields(model.running.state))
                return Step(model.showing(replace(self, place=(self.place + MOVES[button]) % count)))

    def keys(self, model: Model) -> tuple[Key, ...]:
        """Walk, all or some, back."""
        _ = model.words
        return (Icon.LEFT, Icon.RIGHT, Icon.CHECK, _("some") if self.everywhere else _("all"), Icon.UNDO)

    def draw(self, model: Model, canvas: Canvas) -> None:
        """The field, large, and its stack, each stone with its name beside it."""
        _, state = model.words, model.running.state
        fields = self._fields(state)
        field = fields[self.place]
        stones = claimit.stack(state, field)
        header(canvas, _("Check"), _("{n} of {all}", n=self.place + 1, all=len(fields)))
        big(canvas, claimit.format_field(field), Box(1, 11, 41, 53))
        draw_stack(canvas, STACK_X, stones, state.players, _)
        for height, stone in enumerate(stones, 1):
            canvas.text(
                STACK_X - 4, GROUND_Y - STONE_HEIGHT * height + 2, named(_, stone, state.players), align="right"
            )
        if not stones:
            canvas.text(STACK_X - 4, GROUND_Y - THIN.height, _("empty"), align="right")

    def lights(self, model: Model, now: float) -> Lights:
        """The field alone."""
        state = model.running.state
        return lights.check(state, model.seat_colours, self._fields(state)[self.place])

    def _fields(self, state: State) -> tuple[Field, ...]:
        used = tuple(field for field in claimit.FIELDS if claimit.stack(state, field))
        return claimit.FIELDS if self.everywhere or not used else used
