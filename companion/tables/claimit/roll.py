"""A roll lies there: which field is used."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from companion.core.model import Model, Transition, reject_press
from companion.core.page import ButtonRow, Page, moved_cursor, open_on_top, show
from companion.core.player_names import display_name
from companion.screen.canvas import Canvas, Rect
from companion.screen.icons import Icon
from companion.screen.layout import big, header
from companion.screen.pieces import die
from companion.tables.claimit import lights
from companion.tables.claimit.bot_words import bot_words, is_thinking
from companion.tables.claimit.light_option import Light, light_of
from companion.tables.claimit.numbers import NumbersPage
from companion.tables.claimit.places import parse_place
from companion.tables.claimit.session import session_of
from companion.tables.claimit.stones import task, write_task
from companion.tables.claimit.turn_flow import record_event, take_back
from engine import claimit
from engine.claimit import Field, OwnershipStone, PlacedStone, PlayerStone, State
from hardware.device import Button

if TYPE_CHECKING:
    from companion.lights.composition import Lights
    from companion.locale.translator import Translator

THINKING_X = 13
"""Where the first die lies while a bot thinks: in the middle, as no field is named yet."""


@dataclass(frozen=True, slots=True)
class RollPage(Page):
    """The cursor walks over the fields that may be used."""

    cursor: int = 0
    """Which of the usable fields, in the order of the board."""
    name: ClassVar[str] = "roll"

    def buttons(self, model: Model) -> dict[Button, ButtonRow]:
        _, state = model.translate, session_of(model).state
        usable = tuple(claimit.legal(state).items())
        field, stone = usable[self.cursor]

        def walk(button: Button, icon: Icon) -> ButtonRow:
            there = moved_cursor(self.cursor, button, len(usable))
            return ButtonRow(icon, show(model, RollPage(there)), effect=claimit.format_field(usable[there][0]))

        only = ButtonRow(effect=_("only one field"))
        numbers = open_on_top(model, NumbersPage(claimit.column_of(field), claimit.row_of(field)))
        place = _placement(_, state, field, stone)
        taken_back = ButtonRow(Icon.UNDO, lambda: take_back(model), _("Take back"), _("your roll"))
        return {
            Button.LEFT: walk(Button.LEFT, Icon.LEFT) if len(usable) > 1 else only,
            Button.RIGHT: walk(Button.RIGHT, Icon.RIGHT) if len(usable) > 1 else only,
            Button.OK: ButtonRow(Icon.PLACE, lambda: record_event(model, claimit.Place(field)), *place),
            Button.BANK: ButtonRow("?/?", numbers, _("Any field"), _("by its numbers, and why not")),
            # The box's roll stays: nobody chooses among rolls by taking them back.
            Button.UNDO: taken_back
            if session_of(model).lineup.by_hand
            else ButtonRow(effect=_("the box's roll stays")),
        }

    def point(self, model: Model, place: str) -> Transition:
        """Moves the cursor to that field; pointing at the field under the cursor places."""
        fields = tuple(claimit.legal(session_of(model).state))
        field = parse_place(place)
        if field not in fields:
            return reject_press(model)
        if field == fields[self.cursor]:
            return self.press(model, Button.OK)
        return Transition(model.with_page(RollPage(fields.index(field))))

    def draw(self, model: Model, canvas: Canvas) -> None:
        """The three dice, the third inverse; the field, large; what is put where."""
        _, state = model.translate, session_of(model).state
        usable = claimit.legal(state)
        field, stone = tuple(usable.items())[self.cursor]
        count = _("{n} of {all}", n=self.cursor + 1, all=len(usable)) if len(usable) > 1 else ""
        header(canvas, display_name(_, state.players[state.turn]), bot_words(model) or count)
        if is_thinking(model):
            for place, value in enumerate(state.roll or ()):
                die(canvas, THINKING_X + 42 * place, 22, value)
            return
        for place, value in enumerate(dice_for(state, field)):
            die(canvas, 1 + 21 * place, 13, value, inverse=place == 2)
        big(canvas, claimit.format_field(field), Rect(66, 9, 127, 35))
        write_task(canvas, task(_, state, field, stone))

    def lights(self, model: Model, now: float) -> Lights:
        """The usable fields blink, if they are to be lit; the one under the cursor faster."""
        state, usable = session_of(model).state, light_of(session_of(model)) is Light.ON
        chosen = () if is_thinking(model) else (tuple(claimit.legal(state))[self.cursor],)
        return lights.roll(state, model.seat_colours, now, model.shown_since, chosen, usable=usable)


def dice_for(state: State, field: Field) -> tuple[int, int, int]:
    """The dice in the order column, row, third, as this field uses them."""
    column, row = claimit.column_of(field), claimit.row_of(field)
    third = list(state.roll or ())
    third.remove(column)
    third.remove(row)
    return column, row, third[0]


def _placement(_: Translator, state: State, field: Field, stone: PlacedStone) -> tuple[str, str]:
    """Returns what a placement is called, and what follows."""
    name = claimit.format_field(field)
    if isinstance(stone, OwnershipStone):
        return _("Place an ownership stone on {field}", field=name), _("a goldclaim once you bank")
    label = _("Place claim stone {stone} on {field}", stone=stone.number, field=name)
    beneath = claimit.stack(state, field)
    topmost = beneath[-1] if beneath else None
    if not isinstance(topmost, PlayerStone):
        return label, _("an empty field")
    return label, _("covers {name}", name=display_name(_, state.players[topmost.seat]))
