"""The dice lie: discoveries, then the pirates move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from companion.core.button_meaning import Meaning
from companion.core.model import Model, Transition, reject_press
from companion.core.player_names import display_name
from companion.locale.translator import N_
from companion.screen.canvas import Rect
from companion.screen.icons import Icon
from companion.screen.layout import Softkey, header, paragraph
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
    from collections.abc import Mapping

    from companion.core.axes import Axes
    from companion.lights.composition import Lights
    from companion.screen.canvas import Canvas
    from engine.piratenclaim import Dice, State

PIRATE_DICE = {3, 4, 5}


@dataclass(frozen=True, slots=True)
class DicePage:
    """Shows the dice, and what can be done with them."""

    name: ClassVar[str] = "piratenclaim_dice"

    def press(self, model: Model, button: Button) -> Transition:
        """`ok` discovers, `bank` moves the pirates; `left` shows where they will be, `right` the fields."""
        match button:
            case Button.OK if can_discover(session_of(model).state):
                return _discover(model)
            case Button.OK:
                return move_pirates(model)
            case Button.BANK:
                return move_pirates(model) if can_discover(session_of(model).state) else reject_press(model)
            case Button.LEFT:
                return Transition(model.with_page_on_top(ThreatPage(field_in_focus(session_of(model).started_record))))
            case Button.RIGHT:
                return board_at(model, field_in_focus(session_of(model).started_record))
            case Button.UNDO:
                return take_back(model)

    def point(self, model: Model, place: str) -> Transition:
        """Opens the discoveries where a ship may discover; elsewhere that field, where a ship can be told."""
        field, state = parse_place(place), session_of(model).state
        if not state.used and field in piratenclaim.discoverable(state):
            return Transition(model.with_page_on_top(DiscoverPage(field)))
        return board_at(model, field)

    def keys(self, model: Model) -> tuple[Softkey, ...]:
        """What the pirates threaten, the fields, discover or roll again, the pirates, take back."""
        state = session_of(model).state
        undo = Icon.UNDO if can_take_back(model) else None
        if not can_discover(state):
            return (Icon.ODDS, Icon.FIELDS, Icon.SKIP, None, undo)
        return (Icon.ODDS, Icon.FIELDS, Icon.ROLL if state.used else Icon.PLACE, Icon.SKIP, undo)

    def meanings(self, model: Model) -> Mapping[Button, Meaning]:
        """A discovery, or the pirates."""
        _, state = model.translate, session_of(model).state
        move = Meaning(_("Move the pirates"))
        # The ships should have been told before; a player who forgot must not lose the discovery.
        look = Meaning(_("Fields"), _("tell ships, sink pirates") if state.variants.roll_first else _("ships, pirates"))
        undo = Meaning(_("Take back")) if can_take_back(model) else Meaning(effect=_("the box's dice stay"))
        always = {Button.LEFT: Meaning(_("Threat"), _("where pirates go")), Button.RIGHT: look, Button.UNDO: undo}
        if not can_discover(state):
            return {**always, Button.OK: move}
        again = Meaning(_("Roll three again"), _("for another ship"))
        first = Meaning(_("Discover"), _("choose the field"))
        return {**always, Button.OK: again if state.used else first, Button.BANK: move}

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
