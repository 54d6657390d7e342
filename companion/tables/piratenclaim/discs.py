"""The pages for the black discs: the box draws them, or the players lay them and tell where."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from companion.core.model import Model, Transition, reject_press
from companion.core.page import ButtonRow, Page, arrows, close, open_on_top, show
from companion.screen.canvas import Rect
from companion.screen.font import BOLD
from companion.screen.icons import Icon
from companion.screen.layout import big, header
from companion.tables.piratenclaim import lights
from companion.tables.piratenclaim.field_cursor import next_segment, parse_place, segment_fields, step
from companion.tables.piratenclaim.field_drawing import draw_field
from companion.tables.piratenclaim.session import session_of
from companion.tables.piratenclaim.star_map import at_cursor, star_map
from companion.tables.piratenclaim.turn_flow import draw, record_event
from companion.tables.piratenclaim.words import field_name
from engine import piratenclaim
from engine.piratenclaim import DISCS, DISCS_OF_A_SEGMENT, FIELDS, Discs, Field, field_at, segment_of
from hardware.device import Button

if TYPE_CHECKING:
    from companion.lights.composition import Lights
    from companion.locale.translator import Translator
    from companion.screen.canvas import Canvas
    from engine.piratenclaim import State

OUTER = tuple(field for field in FIELDS if segment_of(field))
"""The fields on which a disc may lie."""
FIRST = field_at(1, 0)


@dataclass(frozen=True, slots=True)
class DiscsPage(Page):
    """Asks who lays the discs: the box, or the players."""

    name: ClassVar[str] = "piratenclaim_discs"

    def buttons(self, model: Model) -> dict[Button, ButtonRow]:
        _ = model.translate
        by_hand = open_on_top(model, DiscsByHandPage(discs=_laid_before(model)))
        return {
            Button.OK: ButtonRow(Icon.ROLL, lambda: draw(model), _("Draw the discs"), _("{n} black discs", n=DISCS)),
            Button.BANK: ButtonRow(Icon.PLACE, by_hand, _("Lay them yourselves"), _("field by field")),
        }

    def draw(self, model: Model, canvas: Canvas) -> None:
        """Draws the two ways."""
        _ = model.translate
        header(canvas, _("Black discs"), str(DISCS))
        big(canvas, _("3 on each segment"), Rect(1, 11, 127, 32), (BOLD,))
        canvas.text(64, 32, _("ok: the box draws them"), align="centre")
        canvas.text(64, 42, _("bank: you lay them"), align="centre")

    def lights(self, model: Model, now: float) -> Lights:
        """Shows a segment as it lies."""
        return lights.segment(session_of(model).state, model.seat_colours, now, segment_of(FIRST))


@dataclass(frozen=True, slots=True)
class DiscsByHandPage(Page):
    """The cursor walks over a segment, and puts discs down or takes them off."""

    field: Field = FIRST
    """Under the cursor."""
    discs: int = 0
    """Those entered so far, as a set."""
    name: ClassVar[str] = "piratenclaim_discs_by_hand"

    def buttons(self, model: Model) -> dict[Button, ButtonRow]:
        _ = model.translate

        def moved(button: Button) -> DiscsByHandPage:
            return replace(self, field=step(self.field, button, segment_fields(self.field)))

        def lay() -> Transition:
            return record_event(model, Discs(tuple(piratenclaim.fields_in(self.discs)), "hand"))

        put = ButtonRow(
            Icon.PLACE,
            lambda: self._toggled(model),
            _("take the disc off") if self._is_disc else _("put a disc"),
            field_name(self.field),
        )
        if not self._is_disc and self._laid == DISCS_OF_A_SEGMENT:
            put = ButtonRow(label=put.label, effect=_("three lie here already"))
        back = close(model)
        if self.discs:
            # One disc a press, the last segment's first: closing would cost all that was entered.
            newest = max(piratenclaim.fields_in(self.discs))
            back = show(model, DiscsByHandPage(newest, self.discs ^ 1 << newest))
        following = show(model, replace(self, field=next_segment(self.field, OUTER)))
        return arrows(model, moved) | {
            Button.OK: put,
            Button.BANK: ButtonRow(Icon.CHECK, lay, _("Done"), _("all discs lie"))
            if self._is_whole(model)
            else ButtonRow(Icon.SKIP, following, _("Next segment")),
            Button.UNDO: ButtonRow(Icon.UNDO, back),
        }

    def point(self, model: Model, place: str) -> Transition:
        """Moves the cursor to that field; pointing at the field under the cursor puts a disc there, or takes it."""
        field = parse_place(place)
        if field not in OUTER:
            return reject_press(model)
        if field == self.field:
            return self.press(model, Button.OK)
        return Transition(model.with_page(replace(self, field=field)))

    def draw(self, model: Model, canvas: Canvas) -> None:
        """Draws the field's name, large, how many discs lie in the segment, and what is wrong with them."""
        _, state = model.translate, replace(session_of(model).state, discs=self.discs)
        shown = star_map(model, at_cursor(self.field), state, only_focus=True)
        count = _("{n} of {all}", n=self._laid, all=DISCS_OF_A_SEGMENT)
        draw_field(canvas, shown, self.field, (count, *enclosure(_, state)))

    def lights(self, model: Model, now: float) -> Lights:
        """Shows the segment with the discs so far; the field under the cursor blinks."""
        state = replace(session_of(model).state, discs=self.discs)
        return lights.cursor(state, model.seat_colours, now, model.shown_since, self.field)

    @property
    def _is_disc(self) -> bool:
        return bool(self.discs >> self.field & 1)

    @property
    def _laid(self) -> int:
        return (self.discs & piratenclaim.segment_fields(segment_of(self.field))).bit_count()

    def _is_whole(self, model: Model) -> bool:
        board = session_of(model).state.board
        return self.discs.bit_count() == DISCS and not piratenclaim.enclosed(board, self.discs)

    def _toggled(self, model: Model) -> Transition:
        return Transition(model.with_page(replace(self, discs=self.discs ^ 1 << self.field)))


def _laid_before(model: Model) -> int:
    """Returns the discs that were laid by hand and just taken back, as a set: they need not be entered again."""
    record = session_of(model).record
    undone = record.taken_back if record else None
    return piratenclaim.as_set(undone.fields) if isinstance(undone, Discs) else 0


def enclosure(_: Translator, state: State) -> tuple[str, ...]:
    """Returns which field the discs enclose, and which disc to move where; nothing where none is enclosed."""
    shut = piratenclaim.enclosed(state.board, state.discs)
    if not shut:
        return ()
    moves = piratenclaim.mending_moves(state.board, state.discs)
    field = _("shut: {field}", field=field_name(next(piratenclaim.fields_in(shut))))
    if not moves:
        return (field, _("lay anew"))
    disc, to = (field_name(each) for each in moves[0])
    return (field, _("disc {disc}", disc=disc), _("to {field}", field=to))
