"""A field named by its numbers, column, then row: to use it, or to hear why this roll cannot."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from companion.core.effects import PlayTones
from companion.core.model import Model, Transition, reject_press
from companion.core.page import ButtonRow, Page, arrows, close, moved_cursor, show
from companion.core.player_names import display_name
from companion.core.sounds import WRONG
from companion.screen.canvas import Canvas, Rect
from companion.screen.icons import Icon
from companion.screen.layout import big, header
from companion.screen.pieces import die
from companion.tables.claimit import lights
from companion.tables.claimit.light_option import Light, light_of
from companion.tables.claimit.obstacles import CLAUSES, obstacle
from companion.tables.claimit.places import parse_place
from companion.tables.claimit.session import session_of
from companion.tables.claimit.stones import task, write_task
from companion.tables.claimit.turn_flow import can_take_back, record_event, take_back
from engine import claimit
from hardware.device import Button

if TYPE_CHECKING:
    from companion.lights.composition import Lights
    from engine.claimit import Field

NUMBERS = range(1, 7)


@dataclass(frozen=True, slots=True)
class NumbersPage(Page):
    """Names a field in two steps. Where none are lit, this is how one is found: asked, the box judges."""

    column: int = 1
    row: int = 1
    asks_row: bool = False
    """Whether the column is decided."""
    judged: bool = False
    """Whether it was asked to use the field and could not be; only where no fields are lit."""
    name: ClassVar[str] = "numbers"

    @property
    def field(self) -> Field:
        """The field that is named."""
        return claimit.field_at(self.column, self.row)

    def buttons(self, model: Model) -> dict[Button, ButtonRow]:
        _, number = model.translate, _step_name(model, self)
        rows = {button: row._replace(effect=number) for button, row in arrows(model, self._moved).items()}
        if not self.asks_row:
            rows[Button.OK] = ButtonRow(
                Icon.CHECK, show(model, replace(self, asks_row=True)), _("Go on"), _("to the row")
            )
        else:
            place = ButtonRow(None, None, _("Place"), self.verdict(model))
            tried = place._replace(softkey=Icon.PLACE, press=lambda: self._use_field(model))
            rows[Button.OK] = tried if self._may_be_tried(model) else place
        if self.asks_row:
            rows[Button.UNDO] = ButtonRow(Icon.UNDO, show(model, replace(self, asks_row=False, judged=False)))
        elif not _is_only_way(model):
            rows[Button.UNDO] = ButtonRow(Icon.UNDO, close(model))
        elif can_take_back(model):
            rows[Button.UNDO] = ButtonRow(Icon.UNDO, lambda: take_back(model))
        return rows

    def point(self, model: Model, place: str) -> Transition:
        """Names that field; pointing at it again uses it."""
        field = parse_place(place)
        if self.asks_row and field == self.field:
            return self._use_field(model)
        return Transition(model.with_page(NumbersPage(claimit.column_of(field), claimit.row_of(field), asks_row=True)))

    def draw(self, model: Model, canvas: Canvas) -> None:
        """Draws the dice as they fell, the field, large, and what it is good for."""
        _, state = model.translate, session_of(model).state
        header(canvas, display_name(_, state.players[state.turn]), _step_name(model, self))
        for place, value in enumerate(state.roll or ()):
            die(canvas, 1 + 21 * place, 13, value)
        big(canvas, claimit.format_field(self.field) if self.asks_row else f"{self.column}/?", Rect(66, 9, 127, 35))
        write_task(canvas, self.verdict(model) if self.asks_row else _("which column?"))

    def lights(self, model: Model, now: float) -> Lights:
        """Lights the column, then the field; with the usable fields where those are lit."""
        session = session_of(model)
        fields = [self.field] if self.asks_row else [claimit.field_at(self.column, row) for row in NUMBERS]
        usable = light_of(session) is Light.ON
        return lights.roll(session.state, model.seat_colours, now, model.shown_since, fields, usable=usable)

    def verdict(self, model: Model) -> str:
        """Returns what the roll puts on the field, or why it cannot use it; not yet where players must find it."""
        _, state = model.translate, session_of(model).state
        if light_of(session_of(model)) is Light.OFF and not self.judged:
            return _("ok: does it go there?")
        refused = claimit.refusal(state, self.field)
        if refused is not None:
            return _("no: {reason}", reason=obstacle(_, state, refused, claimit.third_die(state, self.field), CLAUSES))
        return task(_, state, self.field, claimit.legal(state)[self.field])

    def _moved(self, button: Button) -> NumbersPage:
        number = moved_cursor((self.row if self.asks_row else self.column) - 1, button, len(NUMBERS)) + 1
        if self.asks_row:
            return replace(self, row=number, judged=False)
        return replace(self, column=number)

    def _may_be_tried(self, model: Model) -> bool:
        session = session_of(model)
        if light_of(session) is Light.OFF:
            return not self.judged
        return claimit.refusal(session.state, self.field) is None

    def _use_field(self, model: Model) -> Transition:
        if claimit.refusal(session_of(model).state, self.field) is None:
            return record_event(model, claimit.Place(self.field))
        if not self._may_be_tried(model):
            return reject_press(model)
        # The press was meant: it is answered by the reason, with the low tone.
        return Transition(model.with_page(replace(self, judged=True)), (PlayTones(WRONG),))


def _is_only_way(model: Model) -> bool:
    """Returns whether there is no cursor over the usable fields to go back to."""
    return light_of(session_of(model)) is Light.OFF


def _step_name(model: Model, page: NumbersPage) -> str:
    _ = model.translate
    return _("row") if page.asks_row else _("column")
