"""The page of a conflict: pirates of several colours stand on one field, and the mover chooses who leaves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from companion.core.page import ButtonRow, Page, arrows, moved_cursor
from companion.core.player_names import display_name
from companion.core.questions import Command, Form, choose_in_list, command_form
from companion.locale.translator import N_
from companion.screen.canvas import Rect
from companion.screen.font import DOUBLE
from companion.screen.icons import Icon
from companion.screen.layout import choices, header
from companion.tables.piratenclaim import lights
from companion.tables.piratenclaim.session import session_of
from companion.tables.piratenclaim.turn_flow import can_take_back, record_event, take_back
from companion.tables.piratenclaim.words import PIRATES, field_name
from engine import piratenclaim
from engine.piratenclaim import Field, Remove
from hardware.device import Button

if TYPE_CHECKING:
    from companion.core.model import Model, Transition
    from companion.lights.composition import Lights
    from companion.screen.canvas import Canvas
    from engine.piratenclaim import Pirate, State


@dataclass(frozen=True, slots=True)
class ConflictPage(Page):
    """Asks which pirate leaves."""

    cursor: int = 0
    name: ClassVar[str] = "piratenclaim_conflict"

    def buttons(self, model: Model) -> dict[Button, ButtonRow]:
        _, (field, pirates) = model.translate, contest(session_of(model).state)
        pirate = pirates[self.cursor]
        leaves = _("{colour} leaves {field}", colour=_(PIRATES[pirate]), field=field_name(field))
        rows = arrows(model, lambda button: ConflictPage(moved_cursor(self.cursor, button, len(pirates)))) | {
            Button.OK: ButtonRow(
                Icon.CHECK, lambda: record_event(model, Remove(field, pirate)), leaves, _("to the supply")
            )
        }
        return rows | ({Button.UNDO: ButtonRow(Icon.UNDO, lambda: take_back(model))} if can_take_back(model) else {})

    def form(self, model: Model) -> Form:
        """Returns a command for each pirate."""
        keys, pirates = _keys(session_of(model).state), contest(session_of(model).state)[1]
        leave = (Command(key, PIRATES[pirate], N_("to the supply")) for key, pirate in zip(keys, pirates, strict=True))
        undo = (Command(Button.UNDO.value, N_("Take back")),) if can_take_back(model) else ()
        return command_form(N_("who leaves?"), *leave, *undo, cursor=keys[self.cursor])

    def choose(self, model: Model, name: str, value: object) -> Transition:
        """Has that pirate leave."""
        return choose_in_list(self, model, name, _keys(session_of(model).state))

    def draw(self, model: Model, canvas: Canvas) -> None:
        """Draws the field, large, and the colours."""
        _, state = model.translate, session_of(model).state
        field, pirates = contest(state)
        header(canvas, display_name(_, state.players[state.turn]), _("a conflict"))
        canvas.text(1, 13, field_name(field), DOUBLE)
        canvas.text(127, 17, _("who leaves?"), align="right")
        choices(canvas, [_(PIRATES[pirate]) for pirate in pirates], self.cursor, Rect(1, 36, 127, 50))

    def lights(self, model: Model, now: float) -> Lights:
        """Shows the segment; the field blinks."""
        state = session_of(model).state
        return lights.cursor(state, model.seat_colours, now, model.shown_since, contest(state)[0])


def _keys(state: State) -> tuple[str, ...]:
    """Returns a key for each pirate of the conflict. It names the field: after one conflict comes the next."""
    field, pirates = contest(state)
    return tuple(f"{field_name(field)} {pirate.name.lower()}" for pirate in pirates)


def contest(state: State) -> tuple[Field, tuple[Pirate, ...]]:
    """Returns the first field with a conflict, and the colours there; in the phase of conflicts there is one."""
    field = next(piratenclaim.fields_in(piratenclaim.contested(state)))
    return field, piratenclaim.pirates_at(state, field)
