"""A discovery: from which field, and which pirate enters where one does."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from companion.core.model import Model, Transition, reject_press
from companion.core.page import ButtonRow, Page, arrows, close, moved_cursor, show
from companion.core.questions import Command, Form, choose_in_list, command_form
from companion.locale.translator import N_
from companion.screen.canvas import Rect
from companion.screen.icons import Icon
from companion.screen.layout import choices, header, paragraph
from companion.tables.piratenclaim import lights
from companion.tables.piratenclaim.field_cursor import field_in_focus, next_segment, parse_place, step
from companion.tables.piratenclaim.field_drawing import draw_field
from companion.tables.piratenclaim.session import session_of
from companion.tables.piratenclaim.star_map import at_cursor, star_map
from companion.tables.piratenclaim.turn_flow import record_event
from companion.tables.piratenclaim.words import PIRATES, field_name, system_lines
from engine import piratenclaim
from engine.piratenclaim import Discover, Field, Find
from hardware.device import Button

if TYPE_CHECKING:
    from companion.lights.composition import Lights
    from companion.locale.translator import Translator
    from companion.screen.canvas import Canvas
    from engine.piratenclaim import Event, State
    from engine.record import Record

ENTERS = N_("The disc goes. Which pirate?")


@dataclass(frozen=True, slots=True)
class DiscoverPage(Page):
    """The cursor walks over the fields from which a ship may discover."""

    field: Field
    """Under the cursor."""
    name: ClassVar[str] = "piratenclaim_discover"

    @classmethod
    def first(cls, record: Record[State, Event]) -> DiscoverPage:
        """Returns the page with the cursor on the field in focus, or on the first possible field after it."""
        fields, focus = piratenclaim.discoverable(record.state), field_in_focus(record)
        return cls(next((field for field in fields if field >= focus), fields[0]))

    def buttons(self, model: Model) -> dict[Button, ButtonRow]:
        _, state = model.translate, session_of(model).state
        fields, finds = piratenclaim.discoverable(state), found(state, self.field)

        def discover() -> Transition:
            if len(finds.pirates) > 1:
                return Transition(model.with_page_on_top(EnteringPage(self.field)))
            return record_event(model, Discover(self.field))

        rows = {
            Button.OK: ButtonRow(Icon.PLACE, discover, _("Discover"), " ".join(find_lines(_, finds))),
            Button.BANK: ButtonRow(label=_("Next segment")),
            Button.UNDO: ButtonRow(Icon.UNDO, close(model), _("Back")),
        }
        if len(fields) > 1:
            following = show(model, DiscoverPage(next_segment(self.field, fields)))
            rows |= arrows(model, lambda button: DiscoverPage(step(self.field, button, fields)))
            rows[Button.BANK] = ButtonRow(Icon.SKIP, following, _("Next segment"))
        return rows

    def point(self, model: Model, place: str) -> Transition:
        """Moves the cursor to that field; pointing at the field under the cursor discovers."""
        field = parse_place(place)
        if field not in piratenclaim.discoverable(session_of(model).state):
            return reject_press(model)
        return self.press(model, Button.OK) if field == self.field else Transition(model.with_page(DiscoverPage(field)))

    def draw(self, model: Model, canvas: Canvas) -> None:
        """Draws the field, large, what a discovery from there brings, and the segment."""
        _, state = model.translate, session_of(model).state
        view = at_cursor(self.field)._replace(marked=frozenset(piratenclaim.discoverable(state)))
        shown = star_map(model, view, only_focus=True)
        draw_field(canvas, shown, self.field, find_lines(_, found(state, self.field)))

    def lights(self, model: Model, now: float) -> Lights:
        """Shows the segment; possible fields blink, the one under the cursor faster."""
        state = session_of(model).state
        usable = piratenclaim.discoverable(state)
        return lights.cursor(state, model.seat_colours, now, model.shown_since, self.field, usable)


@dataclass(frozen=True, slots=True)
class EnteringPage(Page):
    """Asks which pirate enters."""

    field: Field
    """From which it is discovered."""
    cursor: int = 0
    name: ClassVar[str] = "piratenclaim_entering"

    def buttons(self, model: Model) -> dict[Button, ButtonRow]:
        _, pirates = model.translate, found(session_of(model).state, self.field).pirates
        pirate = pirates[self.cursor]

        def moved(button: Button) -> EnteringPage:
            return replace(self, cursor=moved_cursor(self.cursor, button, len(pirates)))

        return arrows(model, moved) | {
            Button.OK: ButtonRow(
                Icon.CHECK,
                lambda: record_event(model, Discover(self.field, pirate)),
                _("{colour} enters", colour=_(PIRATES[pirate])),
            ),
            Button.UNDO: ButtonRow(Icon.UNDO, close(model), _("Back")),
        }

    def form(self, model: Model) -> Form:
        """Returns a command for each pirate that may enter."""
        pirates = found(session_of(model).state, self.field).pirates
        enter = (Command(pirate.name.lower(), PIRATES[pirate]) for pirate in pirates)
        back = Command(Button.UNDO.value, N_("Back"))
        return command_form(ENTERS, *enter, back, cursor=pirates[self.cursor].name.lower())

    def choose(self, model: Model, name: str, value: object) -> Transition:
        """Has that pirate enter."""
        pirates = found(session_of(model).state, self.field).pirates
        return choose_in_list(self, model, name, [pirate.name.lower() for pirate in pirates])

    def draw(self, model: Model, canvas: Canvas) -> None:
        """Draws the question and the colours."""
        _, found_there = model.translate, found(session_of(model).state, self.field)
        header(canvas, _("A pirate enters"), "" if found_there.field is None else field_name(found_there.field))
        paragraph(canvas, _(ENTERS), Rect(1, 12, 127, 34))
        labels = [_(PIRATES[pirate]) for pirate in found_there.pirates]
        choices(canvas, labels, self.cursor, Rect(1, 36, 127, 50))

    def lights(self, model: Model, now: float) -> Lights:
        """Shows where the pirate enters."""
        state = session_of(model).state
        entered = found(state, self.field).field
        return lights.cursor(
            state, model.seat_colours, now, model.shown_since, self.field if entered is None else entered
        )


def found(state: State, field: Field) -> Find:
    """Returns what a discovery from this field brings with the dice that lie."""
    return Find(None) if state.dice is None else piratenclaim.find(state, field, state.dice)


def find_lines(_: Translator, find: Find) -> tuple[str, ...]:
    """Returns what a discovery brings, in short lines."""
    if find.field is None:
        return (_("brings"), _("nothing"))
    field = _("on {field}:", field=field_name(find.field))
    return (field, *system_lines(_, find.system)) if find.system is not None else (field, _("a pirate"))
