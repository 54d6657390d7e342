"""Checks the board after a knock, field by field: the field alone is lit, and the screen shows its stack."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from companion.core.cursor import moved_cursor
from companion.core.model import Model, Transition
from companion.screen.canvas import Canvas, Rect
from companion.screen.icons import Icon
from companion.screen.layout import Softkey, big, header
from companion.tables.claimit import lights
from companion.tables.claimit.session import session_of
from companion.tables.claimit.stones import draw_named_stack
from engine import claimit
from hardware.device import Button

if TYPE_CHECKING:
    from companion.lights.composition import Lights
    from engine.claimit import Field, State

STACK_X = 97


@dataclass(frozen=True, slots=True)
class CheckPage:
    """Walks over the fields."""

    place: int = 0
    everywhere: bool = False
    """All 36 fields, or only those with something on them."""
    name: ClassVar[str] = "check"

    def press(self, model: Model, button: Button) -> Transition:
        """`left` and `right` walk, `bank` shows all fields or only those in use, `undo` leads back."""
        match button:
            case Button.UNDO:
                return Transition(model.with_top_page_closed())
            case Button.BANK:
                return Transition(model.with_page(CheckPage(everywhere=not self.everywhere)))
            case _:
                count = len(self._fields(session_of(model).state))
                return Transition(model.with_page(replace(self, place=moved_cursor(self.place, button, count))))

    def keys(self, model: Model) -> tuple[Softkey, ...]:
        """Walk, all or some, back."""
        _ = model.translate
        return (Icon.LEFT, Icon.RIGHT, Icon.CHECK, _("some") if self.everywhere else _("all"), Icon.UNDO)

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
