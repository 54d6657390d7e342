"""The page at the end of a turn: who is next."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from companion.core.button_meaning import Meaning
from companion.core.model import Model, Transition, reject_press
from companion.core.player_names import display_name
from companion.screen.canvas import Rect
from companion.screen.font import BOLD
from companion.screen.icons import Icon
from companion.screen.layout import Softkey, big, header
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
    from collections.abc import Mapping

    from companion.lights.composition import Lights
    from companion.screen.canvas import Canvas
    from engine.piratenclaim import State


@dataclass(frozen=True, slots=True)
class TurnEndPage:
    """Says that the turn is over."""

    name: ClassVar[str] = "piratenclaim_turn_end"

    def press(self, model: Model, button: Button) -> Transition:
        """`ok` hands on to the next player, `right` shows the fields, `undo` takes back what was done last."""
        record = session_of(model).started_record
        match button:
            case Button.OK:
                return record_event(model, *forgotten_ships(record), EndTurn())
            case Button.RIGHT:
                return board_at(model, field_in_focus(record))
            case Button.UNDO:
                return take_back(model)
            case _:
                return reject_press(model)

    def point(self, model: Model, place: str) -> Transition:
        """Shows that field."""
        return board_at(model, parse_place(place))

    def keys(self, model: Model) -> tuple[Softkey, ...]:
        """Fields, the next player, take back."""
        return (None, Icon.FIELDS, Icon.CHECK, None, Icon.UNDO if can_take_back(model) else None)

    def meanings(self, model: Model) -> Mapping[Button, Meaning]:
        """Who is next."""
        _, state = model.translate, session_of(model).state
        name = display_name(_, state.players[next_seat(state)])
        return {
            Button.RIGHT: Meaning(_("Fields"), _("tell ships")),
            Button.OK: Meaning(_("End the turn"), _("{name} is next", name=name)),
            Button.UNDO: Meaning(_("Take back")),
        }

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
