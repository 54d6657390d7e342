"""A roll lies there: which field is used."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from companion.core.button_meaning import Meaning
from companion.core.cursor import moved_cursor
from companion.core.model import Model, Transition, reject_press
from companion.core.player_names import display_name
from companion.screen.canvas import Canvas, Rect
from companion.screen.icons import Icon
from companion.screen.layout import Softkey, big, header
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
    from collections.abc import Mapping

    from companion.lights.composition import Lights
    from companion.locale.translator import Translator

THINKING_X = 13
"""Where the first die lies while a bot thinks: in the middle, as no field is named yet."""
_WALKING = (Button.LEFT, Button.RIGHT)


@dataclass(frozen=True, slots=True)
class RollPage:
    """The cursor walks over the fields that may be used."""

    cursor: int = 0
    """Which of the usable fields, in the order of the board."""
    name: ClassVar[str] = "roll"

    def press(self, model: Model, button: Button) -> Transition:
        """`left` and `right` choose the field, `ok` places, `bank` names it by numbers; `undo` takes a roll back."""
        fields = tuple(claimit.legal(session_of(model).state))
        match button:
            case Button.LEFT | Button.RIGHT if len(fields) > 1:
                return Transition(model.with_page(RollPage(moved_cursor(self.cursor, button, len(fields)))))
            case Button.OK:
                return record_event(model, claimit.Place(fields[self.cursor]))
            case Button.BANK:
                field = fields[self.cursor]
                return Transition(model.with_page_on_top(NumbersPage(claimit.column_of(field), claimit.row_of(field))))
            case Button.UNDO:
                return take_back(model)
            case _:
                return reject_press(model)

    def point(self, model: Model, place: str) -> Transition:
        """Moves the cursor to that field; pointing at the field under the cursor places."""
        fields = tuple(claimit.legal(session_of(model).state))
        field = parse_place(place)
        if field not in fields:
            return reject_press(model)
        if field == fields[self.cursor]:
            return self.press(model, Button.OK)
        return Transition(model.with_page(RollPage(fields.index(field))))

    def keys(self, model: Model) -> tuple[Softkey, ...]:
        """The arrows only where there is a choice; any field by its numbers."""
        walks = len(claimit.legal(session_of(model).state)) > 1
        undo = Icon.UNDO if session_of(model).lineup.by_hand else None
        return (Icon.LEFT if walks else None, Icon.RIGHT if walks else None, Icon.PLACE, "?/?", undo)

    def meanings(self, model: Model) -> Mapping[Button, Meaning]:
        """Which stone goes where, and onto what; which fields are next."""
        _, state = model.translate, session_of(model).state
        usable = tuple(claimit.legal(state).items())
        field, stone = usable[self.cursor]
        neighbours = {button: usable[moved_cursor(self.cursor, button, len(usable))][0] for button in _WALKING}
        only = len(usable) == 1
        return {
            Button.OK: Meaning(*_placement(_, state, field, stone)),
            **{
                button: Meaning(effect=_("only one field") if only else claimit.format_field(there))
                for button, there in neighbours.items()
            },
            Button.BANK: Meaning(_("Any field"), _("by its numbers, and why not")),
            Button.UNDO: Meaning(_("Take back"), _("your roll"))
            if session_of(model).lineup.by_hand
            else Meaning(effect=_("the box's roll stays")),
        }

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
