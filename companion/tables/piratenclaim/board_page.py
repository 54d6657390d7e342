"""The page on which the cursor walks over the map, and what can be told or done on a field."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from companion.core.model import Model, Transition
from companion.core.page import ButtonRow, Page, arrows, close, moved_cursor, open_on_top, show
from companion.core.player_names import display_name, short_names
from companion.core.questions import Command, Form, choose_in_list, command_form
from companion.locale.translator import N_
from companion.screen.canvas import Rect
from companion.screen.icons import Icon
from companion.screen.layout import BODY, Item, header, menu, paragraph
from companion.tables.piratenclaim import lights
from companion.tables.piratenclaim.field_cursor import next_segment, parse_place, segment_fields, step
from companion.tables.piratenclaim.field_drawing import draw_field
from companion.tables.piratenclaim.session import session_of
from companion.tables.piratenclaim.star_map import at_cursor, star_map
from companion.tables.piratenclaim.turn_flow import record_event
from companion.tables.piratenclaim.words import PIRATES, field_lines, field_name
from engine import piratenclaim
from engine.game import Seat
from engine.piratenclaim import (
    FIELDS,
    MIDDLE,
    BuyShip,
    Field,
    Phase,
    Pirate,
    ShipAt,
    Sink,
)
from hardware.device import Button

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.lights.composition import Lights
    from companion.locale.translator import Translator
    from companion.screen.canvas import Canvas
    from engine.piratenclaim import State

TELLING = {Phase.TRAVEL, Phase.DISCOVER, Phase.TURN_END}
"""The phases in which it may be told where ships stand."""
NAME_PX = 38
"""What is left for a name in a line of the list."""
ABOVE_PRICE, BELOW_LIST = Rect(BODY.left, BODY.top, BODY.right, 32), Rect(BODY.left, 33, BODY.right, BODY.bottom)
PRICE = N_("1 of each colour + 6 fuel")
"""Of a ship (rules, 8.3)."""


def board_at(model: Model, field: Field) -> Transition:
    """Opens the board with the cursor on a field."""
    return Transition(model.with_page_on_top(BoardPage(field)))


def back_to_decision(model: Model) -> Transition:
    """Closes the page, or opens the one that the state asks for where no page lies beneath."""
    if model.pages_beneath:
        return Transition(model.with_top_page_closed())
    from companion.tables.piratenclaim.page_for_state import decision_page  # noqa: PLC0415 - it opens this page, too

    return Transition(model.with_page(decision_page(session_of(model).state)))


@dataclass(frozen=True, slots=True)
class BoardPage(Page):
    """Walks over the fields of a segment, and from segment to segment."""

    field: Field
    """Under the cursor."""
    name: ClassVar[str] = "piratenclaim_board"

    def buttons(self, model: Model) -> dict[Button, ButtonRow]:
        _, acts = model.translate, actions_at(session_of(model).state, self.field)
        here = ButtonRow(label=field_name(self.field), effect=_("nothing can happen here"))
        if acts:
            here = ButtonRow(Icon.CHECK, open_on_top(model, ActionsPage(self.field)), here.label, _("ships, pirates"))
        following = show(model, BoardPage(next_segment(self.field, FIELDS)))
        return arrows(model, lambda button: BoardPage(step(self.field, button, segment_fields(self.field)))) | {
            Button.OK: here,
            Button.BANK: ButtonRow(Icon.SKIP, following, _("Next segment")),
            Button.UNDO: ButtonRow(Icon.UNDO, lambda: back_to_decision(model), _("Back")),
        }

    def point(self, model: Model, place: str) -> Transition:
        """Moves the cursor to that field; pointing at the field under the cursor opens what can be done there."""
        field = parse_place(place)
        return self.press(model, Button.OK) if field == self.field else Transition(model.with_page(BoardPage(field)))

    def draw(self, model: Model, canvas: Canvas) -> None:
        """Draws the field's name, large, what lies there, and the segment."""
        _, state = model.translate, session_of(model).state
        shown = star_map(model, at_cursor(self.field), only_focus=True)
        draw_field(canvas, shown, self.field, field_lines(_, state, self.field))

    def lights(self, model: Model, now: float) -> Lights:
        """Shows the segment; the field under the cursor blinks."""
        return lights.cursor(session_of(model).state, model.seat_colours, now, model.shown_since, self.field)


class FieldAction(NamedTuple):
    """Something that can be told or done on a field."""

    event: ShipAt | Sink | BuyShip
    origin: Field | None = None
    """Where the ship was told to stand before."""


@dataclass(frozen=True, slots=True)
class ActionsPage(Page):
    """Lists what can be told or done on one field."""

    field: Field
    cursor: int = 0
    name: ClassVar[str] = "piratenclaim_actions"

    def buttons(self, model: Model) -> dict[Button, ButtonRow]:
        actions = actions_at(session_of(model).state, self.field)

        def moved(button: Button) -> ActionsPage:
            return replace(self, cursor=moved_cursor(self.cursor, button, len(actions)))

        return (arrows(model, moved, (Icon.UP, Icon.DOWN)) if len(actions) > 1 else {}) | {
            Button.OK: ButtonRow(Icon.CHECK, lambda: record_event(model, actions[self.cursor].event)),
            Button.UNDO: ButtonRow(Icon.UNDO, close(model)),
        }

    def point(self, model: Model, place: str) -> Transition:
        """Pointing at another field closes the list and moves the cursor there."""
        field = parse_place(place)
        if field == self.field:
            return self.press(model, Button.OK)
        return Transition(model.with_top_page_closed().with_page(BoardPage(field)))

    def form(self, model: Model) -> Form:
        """Returns a command for each entry."""
        actions = actions_at(session_of(model).state, self.field)
        entries = (_command(model, action) for action in actions)
        back = Command(Button.UNDO.value, N_("Back"))
        note = field_name(self.field)
        return command_form(N_("what happens?"), *entries, back, cursor=_key(actions[self.cursor]), note=note)

    def choose(self, model: Model, name: str, value: object) -> Transition:
        """Does that."""
        return choose_in_list(
            self, model, name, [_key(action) for action in actions_at(session_of(model).state, self.field)]
        )

    def draw(self, model: Model, canvas: Canvas) -> None:
        """Draws the list."""
        _, state = model.translate, session_of(model).state
        header(canvas, field_name(self.field), _("what happens?"))
        actions = actions_at(state, self.field)
        if not isinstance(actions[self.cursor].event, BuyShip):
            menu(canvas, [_item(_, state, action) for action in actions], self.cursor)
            return
        paragraph(canvas, _(PRICE), BELOW_LIST)  # first: what is drawn after a list is not read out
        menu(canvas, [_item(_, state, action) for action in actions], self.cursor, ABOVE_PRICE)

    def lights(self, model: Model, now: float) -> Lights:
        """Shows the segment; the field blinks."""
        return lights.cursor(session_of(model).state, model.seat_colours, now, model.shown_since, self.field)


def actions_at(state: State, field: Field) -> tuple[FieldAction, ...]:
    """Returns what can be told or done on a field: pirates to sink, a ship to buy, ships that come or go."""
    return tuple(_actions_at(state, field))


def _actions_at(state: State, field: Field) -> Iterator[FieldAction]:
    if state.phase is piratenclaim.travel_phase(state):
        sinkable = (event for event in piratenclaim.legal_events(state) if isinstance(event, Sink))
        yield from (FieldAction(event) for event in sinkable if event.field == field)
        # The rules ask for a ship in the middle; a record and the protocol may buy without telling where one stands.
        if field == MIDDLE and state.spare_ships and piratenclaim.may_have_ship(state, MIDDLE):
            yield FieldAction(BuyShip(state.turn))
    if state.phase in TELLING and not state.discs >> field & 1:
        seats = len(state.players)
        for away in range(seats):
            yield from _ship_actions(state, field, Seat((state.turn + away) % seats))


def _ship_actions(state: State, field: Field, seat: Seat) -> Iterator[FieldAction]:
    """A ship of which nothing was told comes; a told one comes from its field, or is not told any more."""
    told = {ship.ship: ship.field for ship in state.ships if ship.player == seat}
    untold = next((ship for ship in range(state.ships_owned[seat]) if ship not in told), None)
    if untold is not None:
        yield FieldAction(ShipAt(seat, untold, field))
    yield from (FieldAction(ShipAt(seat, ship, field), at) for ship, at in told.items() if at != field)
    yield from (FieldAction(ShipAt(seat, ship, None), at) for ship, at in told.items() if at == field)


def _command(model: Model, action: FieldAction) -> Command:
    label, detail = _words(model.translate, session_of(model).state, action)
    return Command(_key(action), label, detail, are_names=isinstance(action.event, ShipAt))


def _key(action: FieldAction) -> str:
    match action.event:
        case Sink(_, pirate):
            return f"sink {pirate.name.lower()}"
        case BuyShip():
            return "buy a ship"
        case ShipAt(player, ship):
            return f"ship {player} {ship}"


def _item(_: Translator, state: State, action: FieldAction) -> Item:
    label, detail = _words(_, state, action)
    if isinstance(action.event, BuyShip):
        return Item(label)  # its price needs a line of its own
    if isinstance(action.event, ShipAt):
        label = short_names(_, state.players, NAME_PX)[action.event.player]
    return Item(label, detail)


def _words(_: Translator, state: State, action: FieldAction) -> tuple[str, str]:
    """Returns what is sunk or bought and what it costs, or whose ship it is and where it comes from or goes to."""
    match action.event:
        case Sink(_field, pirate):
            return _("sink {colour}", colour=_(PIRATES[Pirate(pirate)])), _("12 fuel")
        case BuyShip():
            return _("buy a ship"), _(PRICE)
        case ShipAt(player, _ship, field):
            name = display_name(_, state.players[player])
            if field is None:
                return name, _("ship leaves")
            if action.origin is None:
                return name, _("ship comes")
            return name, _("from {field}", field=field_name(action.origin))
