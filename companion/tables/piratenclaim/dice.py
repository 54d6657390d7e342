"""The dice and the discoveries: thrown by the box or entered, from which field a ship discovers, and what is found.

All six dice are thrown once a turn. Red, green and grey are for the first discovery; for another ship these three are
thrown again, while the pirates' dice lie until the pirates have moved. So the dice on the screen are one value
(`State.dice`) and one flag: whether a discovery has used the three (`State.used`).

What the box has thrown cannot be taken back: somebody could throw until they like it. Dice that were entered by hand
can, as a slip of the thumb must be mended, and the dice on the table still show what is right.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from companion.core.model import Model, Transition
from companion.core.page import ButtonRow, arrows, close, open_on_top, show
from companion.core.player_names import display_name
from companion.locale.translator import N_
from companion.screen.art import Icon
from companion.screen.canvas import Rect
from companion.screen.drawings import die
from companion.screen.font import BOLD, DOUBLE
from companion.screen.layout import big, choices, header, paragraph
from companion.tables.piratenclaim import lights
from companion.tables.piratenclaim.ledger_pages import look_row
from companion.tables.piratenclaim.list_page import Entry, ListPage
from companion.tables.piratenclaim.map_pages import FieldPage, ThreatPage, actions_page, board_at
from companion.tables.piratenclaim.pirates import move_pirates
from companion.tables.piratenclaim.session import (
    draw,
    lying,
    newest_found,
    record,
    record_event,
    session_of,
    take_back_row,
)
from companion.tables.piratenclaim.star_map import View, ViewPage, at_cursor, field_in_focus, parse_place
from companion.tables.piratenclaim.words import DICE, DIE_LETTERS, PIRATES, field_name, system_lines, trade
from companion.tables.shared_pages import EnterDicePage, OutcomePage
from engine import piratenclaim
from engine.piratenclaim import Dice, Discover, DiscoveryDice, Field, Find, Phase, Roll, segment_of
from hardware.device import Button

if TYPE_CHECKING:
    from collections.abc import Container, Sequence

    from companion.core.table import Axes
    from companion.lights.composition import Lights
    from companion.locale.translator import Translator
    from companion.screen.canvas import Canvas
    from engine.piratenclaim import Event, Pirate, State
    from engine.record import Record


DIE_PX = 21
"""What a die takes, with the gap beside it."""
LETTER_Y, DICE_Y = 12, 22


def draw_dice(_: Translator, canvas: Canvas, dice: Dice, solid: Container[int]) -> None:
    """Draws all six in the order in which they are thrown; some solid, the others outlined."""
    for place, (face, letter, colour) in enumerate(zip(dice, _(DIE_LETTERS), DICE, strict=True)):
        left = 1 + DIE_PX * place
        canvas.text(left + DIE_PX // 2 - 1, LETTER_Y, letter, BOLD, "centre", says=_(colour))
        die(canvas, left, DICE_Y, face, inverse=place in solid)


@dataclass(frozen=True, slots=True)
class ByHandPage(EnterDicePage, ViewPage):
    """Six dice are entered; for a further discovery only the first three."""

    dice: tuple[int, ...] = (1,) * len(DICE)
    name: ClassVar[str] = "piratenclaim_by_hand"

    def title(self, model: Model) -> str:
        return model.translate(DICE[self.die])

    def entered(self, model: Model) -> str:
        return ", ".join(
            f"{model.translate(name)} {face}" for name, face in zip(DICE[: self.die], self.dice, strict=False)
        )

    def view(self, model: Model) -> View:
        return View(None)

    def buttons(self, model: Model) -> dict[Button, ButtonRow]:
        _ = model.translate
        # For a further discovery only red, green and grey are rolled.
        is_whole = session_of(model).state.phase is Phase.TRAVEL
        count = len(Dice._fields) if is_whole else len(DiscoveryDice._fields)
        is_last = self.die + 1 == count
        die = f"{self.title(model)} {self.dice[self.die]}"

        def enter() -> Transition:
            thrown = Dice(*self.dice) if is_whole else DiscoveryDice(*self.dice[:count])
            return record_event(model, Roll(thrown, "hand"))

        on = enter if is_last else show(model, replace(self, die=self.die + 1))
        back = show(model, replace(self, die=self.die - 1)) if self.die else close(model)
        return arrows(model, self.turned_by) | {
            Button.OK: ButtonRow(Icon.CHECK, on, die, _("that is all") if is_last else _(DICE[self.die + 1])),
            Button.UNDO: ButtonRow(Icon.UNDO, back, _("Back")),
        }

    def draw(self, model: Model, canvas: Canvas) -> None:
        _, state = model.translate, session_of(model).state
        header(canvas, display_name(_, state.players[state.turn]), _("your dice"))
        draw_dice(_, canvas, Dice(*self.dice), {self.die})
        canvas.text(64, 43, self.title(model), BOLD, "centre")

    def lights(self, model: Model, now: float) -> Lights:
        return lights.dice(Dice(*self.dice), now, model.shown_since, used=False)

    def axes(self, model: Model) -> Axes:
        return lights.dice_axes(model.translate)


def throw(model: Model) -> Transition:
    """Rolls the box's dice, or opens the page on which real dice are entered."""
    session = session_of(model)
    if not session.lineup.by_hand:
        return draw(model)
    # For a further discovery the pirates' dice stay: only the first three are entered again.
    return Transition(model.with_page_on_top(ByHandPage(session.state.dice) if session.state.dice else ByHandPage()))


@dataclass(frozen=True, slots=True)
class DiscoverPage(FieldPage):
    """The cursor walks over the fields from which a ship may discover."""

    name: ClassVar[str] = "piratenclaim_discover"
    headline: ClassVar[str] = N_("{name}: from which field?")
    chooses_first: ClassVar[bool] = True

    @classmethod
    def first(cls, kept: Record[State, Event]) -> DiscoverPage:
        """Returns the page with the cursor on the field in focus, or on the first possible field after it."""
        fields, focus = piratenclaim.discoverable(kept.state), field_in_focus(kept)
        return cls(next((field for field in fields if field >= focus), fields[0]))

    def fields(self, model: Model) -> Sequence[Field]:
        return piratenclaim.discoverable(session_of(model).state)

    def view(self, model: Model) -> View:
        return discovery_view(model, self.field)

    def lines(self, model: Model) -> Sequence[str]:
        return find_lines(model.translate, found(session_of(model).state, self.field))

    def chosen(self, model: Model) -> str:
        return " ".join(self.lines(model))

    def buttons(self, model: Model) -> dict[Button, ButtonRow]:
        _ = model.translate
        rows = {
            Button.OK: discover_row(model, self.field),
            Button.BANK: ButtonRow(label=_("Next segment")),
            Button.UNDO: ButtonRow(Icon.UNDO, close(model), _("Back")),
        }
        return rows | (self.walk(model, everywhere=True) if len(self.fields(model)) > 1 else {})


def discovery_view(model: Model, field: Field) -> View:
    """Returns the view of the fields from which a ship may discover, with the cursor on one, and where it finds."""
    state = session_of(model).state
    marked, target = frozenset(piratenclaim.discoverable(state)), found(state, field).field
    whys = dict.fromkeys(marked, model.translate("A ship may discover from here."))
    moves = ((field, target),) if target not in (None, field) else ()
    return at_cursor(field)._replace(marked=marked, whys=whys, moves=moves)


def discover_row(model: Model, field: Field) -> ButtonRow:
    """Returns the row of the button that discovers from a field, and says what that brings."""
    _, finds = model.translate, found(session_of(model).state, field)

    def discover() -> Transition:
        # With one colour left in the supply there is nothing to choose.
        if len(finds.pirates) > 1:
            return Transition(model.with_page_on_top(EnteringPage(field=field)))
        return record_event(model, Discover(field))

    label = _("Discover from {field}", field=field_name(field))
    return ButtonRow(Icon.PLACE, discover, label, " ".join(find_lines(_, finds)))


@dataclass(frozen=True, slots=True, kw_only=True)
class EnteringPage(ListPage):
    """Asks which pirate enters."""

    field: Field
    """From which it is discovered."""
    name: ClassVar[str] = "piratenclaim_entering"
    headline: ClassVar[str] = N_("The disc goes. Which pirate?")

    def view(self, model: Model) -> View:
        """Shows where the pirate enters, and from where it was discovered."""
        target = found(session_of(model).state, self.field).field
        if target is None or target == self.field:
            return at_cursor(self.field)
        return at_cursor(target)._replace(moves=((self.field, target),))

    def entries(self, model: Model) -> Sequence[Entry]:
        _, pirates = model.translate, found(session_of(model).state, self.field).pirates

        def entry(pirate: Pirate) -> Entry:
            colour = _(PIRATES[pirate])
            words = (_("{colour} enters", colour=colour), "")
            return Entry(pirate.value, colour, "", record(model, Discover(self.field, pirate)), words)

        return [entry(pirate) for pirate in pirates]

    def draw(self, model: Model, canvas: Canvas) -> None:
        _, found_there = model.translate, found(session_of(model).state, self.field)
        header(canvas, _("A pirate enters"), "" if found_there.field is None else field_name(found_there.field))
        paragraph(canvas, _(self.headline), Rect(1, 12, 127, 34))
        labels = [_(PIRATES[pirate]) for pirate in found_there.pirates]
        choices(canvas, labels, self.cursor, Rect(1, 36, 127, 50))


def found(state: State, field: Field) -> Find:
    """Returns what a discovery from this field brings with the dice that lie."""
    return piratenclaim.find(state, field, lying(state))


def find_lines(_: Translator, find: Find) -> tuple[str, ...]:
    """Returns what a discovery brings, in short lines."""
    if find.field is None:
        return (_("brings"), _("nothing"))
    field = _("on {field}:", field=field_name(find.field))
    return (field, *system_lines(_, find.system)) if find.system is not None else (field, _("a pirate"))


@dataclass(frozen=True, slots=True)
class FoundPage(OutcomePage, ViewPage):
    """Tells the system with its value and its trade, or the pirate that has come, or that nothing is found."""

    name: ClassVar[str] = "piratenclaim_found"

    def view(self, model: Model) -> View:
        new = newest_found(session_of(model))
        field = new.origin if new.field is None else new.field
        moves = ((new.origin, field),) if new.origin != field else ()
        return View(segment_of(field), marked=frozenset({field}), moves=moves)

    def draw(self, model: Model, canvas: Canvas) -> None:
        _, new = model.translate, newest_found(session_of(model))
        if new.field is None or new.system is None:
            header(canvas, _("Discovery"))
            big(canvas, new.words(_), Rect(1, 11, 127, 53), (DOUBLE, BOLD))
            return
        header(canvas, _("A system"), _("value {n}", n=new.system.value))
        canvas.text(1, 14, field_name(new.field), DOUBLE)
        for row, cube in enumerate(system_lines(_, new.system)):
            canvas.text(127, 12 + 10 * row, cube, BOLD, "right")
        paragraph(canvas, trade(_, new.system), Rect(1, 33, 127, 53), align="left")

    def lights(self, model: Model, now: float) -> Lights:
        session = session_of(model)
        new = newest_found(session)
        if new.field is None:
            return lights.segment(session.state, model.seat_colours, now, segment_of(new.origin))
        return lights.fresh(session.state, model.seat_colours, now, model.shown_since, new.field)


PIRATE_DICE = {3, 4, 5}


@dataclass(frozen=True, slots=True)
class DicePage(ViewPage):
    """Shows the dice, and what can be done with them."""

    name: ClassVar[str] = "piratenclaim_dice"

    def view(self, model: Model) -> View:
        field = only_discovery(session_of(model).state)
        return View(None) if field is None else discovery_view(model, field)._replace(focus=None)

    def chosen(self, model: Model) -> str:
        field = only_discovery(session_of(model).state)
        return "" if field is None else discover_row(model, field).effect

    def main_button(self, model: Model) -> Button:
        state = session_of(model).state
        # Without ships on the map any field may be one of another ship: a newcomer would discover them all.
        is_done = state.used and can_discover(state) and not piratenclaim.owed(state)
        return Button.BANK if is_done else Button.OK

    def buttons(self, model: Model) -> dict[Button, ButtonRow]:
        _, state = model.translate, session_of(model).state
        field = field_in_focus(session_of(model).started_record)
        # The ships should have been told before; a player who forgot must not lose the discovery.
        look = _("enter ships, sink pirates") if state.variants.roll_first else _("enter ships")
        label = _("Move the pirates") if any(state.pirates) else _("Go on")
        move = ButtonRow(Icon.SKIP, lambda: move_pirates(model), label)
        threat = open_on_top(model, ThreatPage(field))
        rows = {
            Button.LEFT: ButtonRow(Icon.ODDS, threat, _("Threat"), _("where pirates go")),
            Button.RIGHT: look_row(model, look),
            Button.OK: move,
            Button.UNDO: take_back_row(model, _("the box's dice stay")),
        }
        if not can_discover(state):
            return rows
        if owed := piratenclaim.owed(state):
            move = ButtonRow(label=label, effect=_("still to discover: {fields}", fields=names(owed)))
        if state.used:
            discover = ButtonRow(Icon.ROLL, lambda: throw(model), _("Roll three again"), _("for another ship"))
        elif (only := only_discovery(state)) is not None:
            discover = discover_row(model, only)
        else:
            page = DiscoverPage.first(session_of(model).started_record)
            discover = ButtonRow(Icon.PLACE, open_on_top(model, page), _("Discover"), _("choose the field"))
        return rows | {Button.OK: discover, Button.BANK: move}

    def point(self, model: Model, place: str) -> Transition:
        """Discovers from the only field; opens the discoveries at one of several; elsewhere ships can be told."""
        field, state = parse_place(place), session_of(model).state
        # Where ships travel after the roll, a field is first of all one of a ship, or where one may go.
        if state.ledger is not None and travels_after_roll(state):
            page = actions_page(model, field)
            return board_at(model, field) if page is None else Transition(model.with_page_on_top(page))
        if field == only_discovery(state):
            return self.press(model, Button.OK)
        if not state.used and field in piratenclaim.discoverable(state):
            return Transition(model.with_page_on_top(DiscoverPage(field)))
        return board_at(model, field)

    def draw(self, model: Model, canvas: Canvas) -> None:
        _, state = model.translate, session_of(model).state
        dice = lying(state)
        header(canvas, display_name(_, state.players[state.turn]), _("position {n}", n=dice.grey))
        draw_dice(_, canvas, dice, PIRATE_DICE)
        if owed := piratenclaim.owed(state):
            task = _("due: {fields}", fields=names(owed))
        elif can_discover(state):
            task = _("another discovery?") if state.used else _("does a ship discover?")
        else:
            task = _("the pirates move") if any(state.pirates) else _("no pirates yet")
        paragraph(canvas, task, Rect(1, 42, 127, 53))

    def lights(self, model: Model, now: float) -> Lights:
        state = session_of(model).state
        # What still waits for a discovery blinks; where none is possible any more, the three count as used.
        waits = can_discover(state) and not state.used
        return lights.dice(lying(state), now, model.shown_since, used=not waits)

    def axes(self, model: Model) -> Axes:
        return lights.dice_axes(model.translate)


def names(fields: Sequence[Field]) -> str:
    """Returns the names of fields, in a row."""
    return ", ".join(map(field_name, fields))


def only_discovery(state: State) -> Field | None:
    """Returns the only field from which a ship may discover with the dice that lie; None: there are more, or none."""
    fields = piratenclaim.discoverable(state) if state.phase is Phase.DISCOVER and not state.used else ()
    return fields[0] if len(fields) == 1 else None


def travels_after_roll(state: State) -> bool:
    """Returns whether ships may travel though the dice lie: all were rolled first, and no ship has discovered."""
    return state.phase is Phase.DISCOVER and state.variants.roll_first and not state.discovered


def can_discover(state: State) -> bool:
    """Returns whether a ship may still discover in this turn, perhaps after another roll of three dice."""
    return state.phase is Phase.DISCOVER and bool(piratenclaim.discoverable(state))
