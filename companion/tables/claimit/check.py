"""Checks the board after a knock, field by field: the field alone is lit, and the screen shows its stack."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from companion.core.page import ButtonRow, Page, arrows, close, moved_cursor, show
from companion.screen.canvas import Canvas, Rect
from companion.screen.icons import Icon
from companion.screen.layout import big, header
from companion.tables.claimit import lights
from companion.tables.claimit.session import session_of
from companion.tables.claimit.stones import draw_named_stack
from engine import claimit
from hardware.device import Button

if TYPE_CHECKING:
    from companion.core.model import Model
    from companion.lights.composition import Lights
    from engine.claimit import Field, State

STACK_X = 97


@dataclass(frozen=True, slots=True)
class CheckPage(Page):
    """Walks over the fields."""

    place: int = 0
    everywhere: bool = False
    """All 36 fields, or only those with something on them."""
    name: ClassVar[str] = "check"

    def buttons(self, model: Model) -> dict[Button, ButtonRow]:
        _, count = model.translate, len(self._fields(session_of(model).state))

        def moved(button: Button) -> CheckPage:
            return replace(self, place=moved_cursor(self.place, button, count))

        return arrows(model, moved) | {
            Button.OK: ButtonRow(Icon.CHECK, show(model, moved(Button.OK))),
            Button.BANK: ButtonRow(
                _("some") if self.everywhere else _("all"), show(model, CheckPage(everywhere=not self.everywhere))
            ),
            Button.UNDO: ButtonRow(Icon.UNDO, close(model)),
        }

    def draw(self, model: Model, canvas: Canvas) -> None:
        """Draws the field's name, large, and its stack with each stone's name beside it."""
        _, state = model.translate, session_of(model).state
        fields = self._fields(state)
        field = fields[self.place]
        stones = claimit.stack(state, field)
        header(canvas, _("Check"), _("{n} of {all}", n=self.place + 1, all=len(fields)))
        big(canvas, claimit.format_field(field), Rect(1, 11, 41, 53))
        draw_named_stack(canvas, STACK_X, stones, state.players, _)

    def lights(self, model: Model, now: float) -> Lights:
        """Lights the field alone."""
        state = session_of(model).state
        return lights.check(state, model.seat_colours, self._fields(state)[self.place])

    def _fields(self, state: State) -> tuple[Field, ...]:
        used = tuple(field for field in claimit.FIELDS if claimit.stack(state, field))
        return claimit.FIELDS if self.everywhere or not used else used
