"""The dice lie: discoveries, then the pirates move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from companion.core.model import Model, Transition
from companion.core.page import ButtonRow, Page, open_on_top
from companion.core.player_names import display_name
from companion.locale.translator import N_
from companion.screen.canvas import Rect
from companion.screen.icons import Icon
from companion.screen.layout import header, paragraph
from companion.tables.piratenclaim import lights
from companion.tables.piratenclaim.board_page import board_at
from companion.tables.piratenclaim.dice_by_hand import throw
from companion.tables.piratenclaim.dice_drawing import draw_dice
from companion.tables.piratenclaim.discover import DiscoverPage
from companion.tables.piratenclaim.field_cursor import field_in_focus, parse_place
from companion.tables.piratenclaim.session import session_of
from companion.tables.piratenclaim.ships import move_pirates
from companion.tables.piratenclaim.threat import ThreatPage
from companion.tables.piratenclaim.turn_flow import can_take_back, take_back
from engine import piratenclaim
from engine.piratenclaim import Phase
from hardware.device import Button

if TYPE_CHECKING:
    from companion.core.table import Axes
    from companion.lights.composition import Lights
    from companion.screen.canvas import Canvas
    from engine.piratenclaim import Dice, State

PIRATE_DICE = {3, 4, 5}


@dataclass(frozen=True, slots=True)
class DicePage(Page):
    """Shows the dice, and what can be done with them."""

    name: ClassVar[str] = "piratenclaim_dice"

    def buttons(self, model: Model) -> dict[Button, ButtonRow]:
        _, state = model.translate, session_of(model).state
        field = field_in_focus(session_of(model).started_record)
        # The ships should have been told before; a player who forgot must not lose the discovery.
        look = _("tell ships, sink pirates") if state.variants.roll_first else _("ships, pirates")
        move = ButtonRow(Icon.SKIP, lambda: move_pirates(model), _("Move the pirates"))
        rows = {
            Button.LEFT: ButtonRow(
                Icon.ODDS, open_on_top(model, ThreatPage(field)), _("Threat"), _("where pirates go")
            ),
            Button.RIGHT: ButtonRow(Icon.FIELDS, lambda: board_at(model, field), _("Fields"), look),
            Button.OK: move,
            Button.UNDO: ButtonRow(Icon.UNDO, lambda: take_back(model), _("Take back"))
            if can_take_back(model)
            else ButtonRow(effect=_("the box's dice stay")),
        }
        if not can_discover(state):
            return rows
        words = (_("Roll three again"), _("for another ship")) if state.used else (_("Discover"), _("choose the field"))
        discover = ButtonRow(Icon.ROLL if state.used else Icon.PLACE, lambda: _discover(model), *words)
        return rows | {Button.OK: discover, Button.BANK: move}

    def point(self, model: Model, place: str) -> Transition:
        """Opens the discoveries where a ship may discover; elsewhere that field, where a ship can be told."""
        field, state = parse_place(place), session_of(model).state
        if not state.used and field in piratenclaim.discoverable(state):
            return Transition(model.with_page_on_top(DiscoverPage(field)))
        return board_at(model, field)

    def draw(self, model: Model, canvas: Canvas) -> None:
        """Draws the dice, those of the pirates solid, and what can be done."""
        _, state = model.translate, session_of(model).state
        dice = lying(state)
        header(canvas, display_name(_, state.players[state.turn]), _("position {n}", n=dice.grey))
        draw_dice(_, canvas, dice, PIRATE_DICE)
        paragraph(canvas, _(_task(state)), Rect(1, 42, 127, 53))

    def lights(self, model: Model, now: float) -> Lights:
        """Shows a column for each die."""
        state = session_of(model).state
        waits = can_discover(state) and not state.used
        return lights.dice(lying(state), now, model.shown_since, used=not waits)

    def axes(self, model: Model) -> Axes:
        """The columns are dice, the rows faces."""
        return lights.dice_axes(model.translate)


def _discover(model: Model) -> Transition:
    """Opens the fields from which a ship may discover; rolls red, green and grey again first if they have been used."""
    session = session_of(model)
    if session.state.used:
        return throw(model)
    return Transition(model.with_page_on_top(DiscoverPage.first(session.started_record)))


def can_discover(state: State) -> bool:
    """Returns whether a ship may still discover in this turn, perhaps after another roll of three dice."""
    return state.phase is Phase.DISCOVER and bool(piratenclaim.discoverable(state))


def lying(state: State) -> Dice:
    """Returns the dice that lie, in a phase in which they do.

    Raises:
        LookupError: none lie.
    """
    if state.dice is None:
        raise LookupError("no dice lie in this phase")
    return state.dice


def _task(state: State) -> str:
    if not can_discover(state):
        return N_("the pirates move")
    return N_("another discovery?") if state.used else N_("does a ship discover?")
