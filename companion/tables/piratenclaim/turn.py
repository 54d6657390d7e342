"""The page at the beginning of a turn: ships travel on the table, then the dice are rolled."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from companion.core.page import ButtonRow, Page, open_on_top
from companion.screen.icons import Icon
from companion.screen.layout import header
from companion.tables.piratenclaim import lights
from companion.tables.piratenclaim.board_page import board_at
from companion.tables.piratenclaim.dice_by_hand import throw
from companion.tables.piratenclaim.field_cursor import field_in_focus, parse_place
from companion.tables.piratenclaim.map_page import MapPage
from companion.tables.piratenclaim.session import session_of
from companion.tables.piratenclaim.threat import ThreatPage
from companion.tables.piratenclaim.turn_flow import can_take_back, take_back
from companion.tables.shared_pages import draw_turn
from engine.piratenclaim import segment_of
from hardware.device import Button

if TYPE_CHECKING:
    from companion.core.model import Model, Transition
    from companion.lights.composition import Lights
    from companion.screen.canvas import Canvas


@dataclass(frozen=True, slots=True)
class TurnPage(Page):
    """Says who travels, and rolls afterwards; with the variant, the dice are rolled first."""

    name: ClassVar[str] = "piratenclaim_turn"

    def buttons(self, model: Model) -> dict[Button, ButtonRow]:
        _, field = model.translate, field_in_focus(session_of(model).started_record)
        threat = open_on_top(model, ThreatPage(field))
        return {
            Button.LEFT: ButtonRow(Icon.ODDS, threat, _("Threat"), _("how likely pirates come")),
            Button.RIGHT: ButtonRow(
                Icon.FIELDS, lambda: board_at(model, field), _("Fields"), _("tell ships, sink pirates")
            ),
            Button.OK: ButtonRow(Icon.ROLL, lambda: throw(model), _("Roll six dice")),
            Button.BANK: ButtonRow(Icon.SCORES, open_on_top(model, MapPage(segment_of(field))), _("Map")),
            Button.UNDO: ButtonRow(Icon.UNDO, lambda: take_back(model), _("Take back"))
            if can_take_back(model)
            else ButtonRow(effect=_("hold: menu")),
        }

    def point(self, model: Model, place: str) -> Transition:
        """Shows that field: who stands there can be told, a pirate sunk."""
        return board_at(model, parse_place(place))

    def draw(self, model: Model, canvas: Canvas) -> None:
        """Draws the player's name, as large as it fits; in the first turns a hint at the menu."""
        _, state = model.translate, session_of(model).state
        header(canvas, _("Turn {n}", n=state.turns + 1))
        draw_turn(model, canvas, _("roll, then travel") if state.variants.roll_first else _("travel, then roll"))

    def lights(self, model: Model, now: float) -> Lights:
        """Shows the segment in focus, framed in the player's colour for a moment."""
        session = session_of(model)
        shown = segment_of(field_in_focus(session.started_record))
        return lights.turn(session.state, model.seat_colours, now, model.shown_since, shown)
