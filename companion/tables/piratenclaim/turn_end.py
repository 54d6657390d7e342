"""The page at the end of a turn: who is next."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from companion.core.page import ButtonRow, Page
from companion.core.player_names import display_name
from companion.screen.canvas import Rect
from companion.screen.font import BOLD
from companion.screen.icons import Icon
from companion.screen.layout import big, header
from companion.tables.piratenclaim import lights
from companion.tables.piratenclaim.answered_ships import forgotten_ships
from companion.tables.piratenclaim.board_page import board_at
from companion.tables.piratenclaim.field_cursor import field_in_focus, parse_place
from companion.tables.piratenclaim.session import session_of
from companion.tables.piratenclaim.turn_flow import can_take_back, record_event, take_back
from engine.game import Seat
from engine.piratenclaim import EndTurn, segment_of
from hardware.device import Button

if TYPE_CHECKING:
    from companion.core.model import Model, Transition
    from companion.lights.composition import Lights
    from companion.screen.canvas import Canvas
    from engine.piratenclaim import State


@dataclass(frozen=True, slots=True)
class TurnEndPage(Page):
    """Says that the turn is over."""

    name: ClassVar[str] = "piratenclaim_turn_end"

    def buttons(self, model: Model) -> dict[Button, ButtonRow]:
        _, state, record = model.translate, session_of(model).state, session_of(model).started_record
        name = display_name(_, state.players[next_seat(state)])

        def end() -> Transition:
            return record_event(model, *forgotten_ships(record), EndTurn())

        rows = {
            Button.RIGHT: ButtonRow(
                Icon.FIELDS, lambda: board_at(model, field_in_focus(record)), _("Fields"), _("tell ships")
            ),
            Button.OK: ButtonRow(Icon.CHECK, end, _("End the turn"), _("{name} is next", name=name)),
        }
        if can_take_back(model):
            rows[Button.UNDO] = ButtonRow(Icon.UNDO, lambda: take_back(model), _("Take back"))
        return rows

    def point(self, model: Model, place: str) -> Transition:
        """Shows that field."""
        return board_at(model, parse_place(place))

    def draw(self, model: Model, canvas: Canvas) -> None:
        """Draws who is next, as large as it fits."""
        _, state = model.translate, session_of(model).state
        header(canvas, display_name(_, state.players[state.turn]), _("turn {n}", n=state.turns + 1))
        canvas.text(64, 13, _("Next:"), BOLD, "centre")
        big(canvas, display_name(_, state.players[next_seat(state)]), Rect(1, 22, 127, 53))

    def lights(self, model: Model, now: float) -> Lights:
        """Shows the segment in focus."""
        session = session_of(model)
        return lights.segment(
            session.state, model.seat_colours, now, segment_of(field_in_focus(session.started_record))
        )


def next_seat(state: State) -> Seat:
    """Returns the seat whose turn comes next."""
    return Seat((state.turn + 1) % len(state.players))
