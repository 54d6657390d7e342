"""A roll lies there, and the players say which field it uses: by a cursor over the usable ones, or by its numbers.

Where no fields are lit (`Light.OFF`) there is no cursor: the numbers are the only way, and they tell nothing before
somebody asks for the field. Everywhere else they also say why a field cannot be used.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from companion.core.effects import PlayTones
from companion.core.model import Model, Transition, reject_press
from companion.core.page import ButtonRow, Page, arrows, close, moved_cursor, open_on_top, show
from companion.core.player_names import display_name
from companion.core.sounds import WRONG
from companion.screen.art import Icon
from companion.screen.canvas import Canvas, Rect
from companion.screen.drawings import die
from companion.screen.layout import big, header
from companion.tables.claimit import lights
from companion.tables.claimit.session import (
    Light,
    bot_words,
    can_take_back,
    is_thinking,
    light_of,
    parse_place,
    record_event,
    session_of,
    take_back,
)
from companion.tables.claimit.stones import obstacle, task, write_task
from companion.tables.coach_pages import option_chances
from engine import claimit
from engine.claimit import OwnershipStone, Place, PlayerStone
from hardware.device import Button

if TYPE_CHECKING:
    from companion.lights.composition import Lights
    from engine.claimit import Field

NUMBERS = range(1, 7)
LINES = {f"{axis} {number}": (axis, number) for axis in ("column", "row") for number in NUMBERS}
"""The numbers along the edges, as places that can be pointed at (docs/protocol.md)."""
THINKING_X = 13
"""Where the first die lies while a bot thinks: in the middle, as no field is named yet."""


@dataclass(frozen=True, slots=True)
class RollPage(Page):
    """The cursor walks over the fields that may be used."""

    cursor: int | None = None
    """Which of the usable fields, in the order of the board; None: the coach's choice, or else
    that of a placement that was just taken back, or the first."""
    name: ClassVar[str] = "roll"
    chooses_first: ClassVar[bool] = True

    def index(self, model: Model) -> int:
        """Returns which of the usable fields is under the cursor."""
        if self.cursor is not None:
            return self.cursor
        usable, undone = tuple(claimit.legal(session_of(model).state)), session_of(model).started_record.taken_back
        first = undone.field if isinstance(undone, Place) and undone.field in usable else usable[0]
        return usable.index(next((choice.field for choice in option_chances(model)), first))

    def buttons(self, model: Model) -> dict[Button, ButtonRow]:
        _, usable, cursor = model.translate, tuple(claimit.legal(session_of(model).state)), self.index(model)
        field = usable[cursor]

        def walk(button: Button, icon: Icon) -> ButtonRow:
            if len(usable) == 1:
                return ButtonRow(effect=_("only one field"))
            there = moved_cursor(cursor, button, len(usable))
            return ButtonRow(icon, show(model, RollPage(there)), effect=claimit.format_field(usable[there]))

        numbers = open_on_top(model, NumbersPage(claimit.column_of(field), claimit.row_of(field)))
        taken_back = ButtonRow(Icon.UNDO, lambda: take_back(model), _("Take back"), _("your roll"))
        # The box's roll stays: nobody chooses among rolls by taking them back.
        stays = ButtonRow(effect=_("the box's roll stays"))
        return {
            Button.LEFT: walk(Button.LEFT, Icon.LEFT),
            Button.RIGHT: walk(Button.RIGHT, Icon.RIGHT),
            Button.OK: ButtonRow(
                Icon.PLACE, lambda: record_event(model, claimit.Place(field)), *_placement(model, field)
            ),
            Button.BANK: ButtonRow("?/?", numbers, _("Any field"), _("by its numbers, and why not"), for_screen=True),
            Button.UNDO: taken_back if session_of(model).lineup.by_hand else stays,
        }

    def point(self, model: Model, place: str) -> Transition:
        """Moves the cursor to that field; pointing at the field under the cursor places."""
        fields = tuple(claimit.legal(session_of(model).state))
        if place in LINES:
            at_cursor = fields[self.index(model)]
            return _name_line(model, place, NumbersPage(claimit.column_of(at_cursor), claimit.row_of(at_cursor)))
        field = parse_place(place)
        if field not in fields:
            return reject_press(model)
        # Twice the same: a finger that only looks must not place a stone.
        if field == fields[self.index(model)]:
            return self.press(model, Button.OK)
        return Transition(model.with_page(RollPage(fields.index(field))))

    def draw(self, model: Model, canvas: Canvas) -> None:
        """Draws the dice in the order column, row, third, which is inverse; the field, large; what is put there."""
        _, state = model.translate, session_of(model).state
        usable = claimit.legal(state)
        cursor = self.index(model)
        field, stone = tuple(usable.items())[cursor]
        count = _("{n} of {all}", n=cursor + 1, all=len(usable)) if len(usable) > 1 else ""
        header(canvas, display_name(_, state.players[state.turn]), bot_words(model) or count)
        if is_thinking(model):
            for place, value in enumerate(state.roll or ()):
                die(canvas, THINKING_X + 42 * place, 22, value)
            return
        third = claimit.third_die(state, field) or 0  # never none: the roll names this field
        for place, value in enumerate((claimit.column_of(field), claimit.row_of(field), third)):
            die(canvas, 1 + 21 * place, 13, value, inverse=place == 2)
        big(canvas, claimit.format_field(field), Rect(66, 9, 127, 35))
        write_task(canvas, task(_, state, field, stone))

    def lights(self, model: Model, now: float) -> Lights:
        """The usable fields blink, if they are to be lit; the one under the cursor faster."""
        state, usable = session_of(model).state, light_of(session_of(model)) is Light.ON
        chosen = () if is_thinking(model) else (tuple(claimit.legal(state))[self.index(model)],)
        return lights.roll(state, model.seat_colours, now, model.shown_since, chosen, usable=usable)


def _placement(model: Model, field: Field) -> tuple[str, str]:
    """Returns what a placement is called, and what follows."""
    _, state, name = model.translate, session_of(model).state, claimit.format_field(field)
    stone = claimit.legal(state)[field]
    if isinstance(stone, OwnershipStone):
        return _("Place an ownership stone on {field}", field=name), _("a goldclaim once you bank")
    label = _("Place claim stone {stone} on {field}", stone=stone.number, field=name)
    beneath = claimit.stack(state, field)
    topmost = beneath[-1] if beneath else None
    if not isinstance(topmost, PlayerStone):
        return label, _("an empty field")
    return label, _("covers {name}", name=display_name(_, state.players[topmost.seat]))


def _name_line(model: Model, place: str, page: NumbersPage) -> Transition:
    """Names a column or a row by the number at the edge, if a die shows it: a column first asks for its row."""
    axis, number = LINES[place]
    if number not in (session_of(model).state.roll or ()):
        return reject_press(model)
    named = replace(page, column=number) if axis == "column" else replace(page, row=number, asks_row=True)
    named = replace(named, judged=False)
    if isinstance(model.page, NumbersPage):
        return Transition(model.with_page(named))
    return Transition(model.with_page_on_top(named))


@dataclass(frozen=True, slots=True)
class NumbersPage(Page):
    """Names a field in two steps, column and row. Where none are lit, this is how one is found: the box judges."""

    column: int = 1
    row: int = 1
    asks_row: bool = False
    """Whether the column is decided."""
    judged: bool = False
    """Whether it was asked to use the field and could not be; only where no fields are lit."""
    name: ClassVar[str] = "numbers"
    chooses_first: ClassVar[bool] = True

    @property
    def field(self) -> Field:
        """The field that is named."""
        return claimit.field_at(self.column, self.row)

    def buttons(self, model: Model) -> dict[Button, ButtonRow]:
        _ = model.translate
        number = _("row") if self.asks_row else _("column")

        def moved(button: Button) -> NumbersPage:
            value = moved_cursor((self.row if self.asks_row else self.column) - 1, button, len(NUMBERS)) + 1
            return replace(self, row=value, judged=False) if self.asks_row else replace(self, column=value)

        rows = {button: row._replace(effect=number) for button, row in arrows(model, moved).items()}
        if self.asks_row:
            place = ButtonRow(None, None, _("Place"), self.verdict(model))
            tried = place._replace(softkey=Icon.PLACE, press=lambda: self._use_field(model))
            rows[Button.OK] = tried if self._may_be_tried(model) else place
            rows[Button.UNDO] = ButtonRow(Icon.UNDO, show(model, replace(self, asks_row=False, judged=False)))
            return rows
        to_row = show(model, replace(self, asks_row=True))
        rows[Button.OK] = ButtonRow(Icon.CHECK, to_row, _("Go on"), _("to the row"), for_screen=True)
        if light_of(session_of(model)) is not Light.OFF:
            rows[Button.UNDO] = ButtonRow(Icon.UNDO, close(model))
        elif can_take_back(model):  # this page lies on no other
            rows[Button.UNDO] = ButtonRow(Icon.UNDO, lambda: take_back(model))
        return rows

    def point(self, model: Model, place: str) -> Transition:
        """Names that field, or its column or row; pointing at the field, or at its row, again uses it."""
        if place in LINES:
            is_again = self.asks_row and LINES[place] == ("row", self.row)
            return self._use_field(model) if is_again else _name_line(model, place, self)
        field = parse_place(place)
        if self.asks_row and field == self.field:
            return self._use_field(model)
        return Transition(model.with_page(NumbersPage(claimit.column_of(field), claimit.row_of(field), asks_row=True)))

    def draw(self, model: Model, canvas: Canvas) -> None:
        _, state = model.translate, session_of(model).state
        header(canvas, display_name(_, state.players[state.turn]), _("row") if self.asks_row else _("column"))
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
        if reason := obstacle(_, state, self.field):
            return _("no: {reason}", reason=reason)
        return task(_, state, self.field, claimit.legal(state)[self.field])

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
