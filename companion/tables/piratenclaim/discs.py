"""The pages for the black discs: the box draws them, or the players lay them and tell where."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from companion.core.button_meaning import Meaning
from companion.core.model import Model, Transition, reject_press
from companion.screen.canvas import Rect
from companion.screen.font import BOLD
from companion.screen.icons import Icon
from companion.screen.layout import Softkey, big, header
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
    from collections.abc import Mapping

    from companion.lights.composition import Lights
    from companion.locale.translator import Translator
    from companion.screen.canvas import Canvas
    from engine.piratenclaim import State

OUTER = tuple(field for field in FIELDS if segment_of(field))
"""The fields on which a disc may lie."""
FIRST = field_at(1, 0)


@dataclass(frozen=True, slots=True)
class DiscsPage:
    """Asks who lays the discs: the box, or the players."""

    name: ClassVar[str] = "piratenclaim_discs"

    def press(self, model: Model, button: Button) -> Transition:
        """`ok` has the box draw them, `bank` enters them by hand."""
        match button:
            case Button.OK:
                return draw(model)
            case Button.BANK:
                return Transition(model.with_page_on_top(DiscsByHandPage(discs=_laid_before(model))))
            case _:
                return reject_press(model)

    def keys(self, model: Model) -> tuple[Softkey, ...]:
        """Draw, by hand."""
        return (None, None, Icon.ROLL, Icon.PLACE, None)

    def meanings(self, model: Model) -> Mapping[Button, Meaning]:
        """The box, or the players."""
        _ = model.translate
        return {
            Button.OK: Meaning(_("Draw the discs"), _("{n} black discs", n=DISCS)),
            Button.BANK: Meaning(_("Lay them yourselves"), _("field by field")),
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
class DiscsByHandPage:
    """The cursor walks over a segment, and puts discs down or takes them off."""

    field: Field = FIRST
    """Under the cursor."""
    discs: int = 0
    """Those entered so far, as a set."""
    name: ClassVar[str] = "piratenclaim_discs_by_hand"

    def press(self, model: Model, button: Button) -> Transition:
        """`left` and `right` walk, `ok` puts or takes a disc, `bank` goes a segment on, `undo` a disc back."""
        match button:
            case Button.LEFT | Button.RIGHT:
                return Transition(
                    model.with_page(replace(self, field=step(self.field, button, segment_fields(self.field))))
                )
            case Button.OK if self._is_disc or self._laid < DISCS_OF_A_SEGMENT:
                return self._toggled(model)
            case Button.BANK if self._is_whole(model):
                return record_event(model, Discs(tuple(piratenclaim.fields_in(self.discs)), "hand"))
            case Button.BANK:
                return Transition(model.with_page(replace(self, field=next_segment(self.field, OUTER))))
            case Button.UNDO if self.discs:
                # One disc a press, the last segment's first: closing would cost all that was entered.
                newest = max(piratenclaim.fields_in(self.discs))
                return Transition(model.with_page(DiscsByHandPage(newest, self.discs ^ 1 << newest)))
            case Button.UNDO:
                return Transition(model.with_top_page_closed())
            case _:
                return reject_press(model)

    def point(self, model: Model, place: str) -> Transition:
        """Moves the cursor to that field; pointing at the field under the cursor puts a disc there, or takes it."""
        field = parse_place(place)
        if field not in OUTER:
            return reject_press(model)
        if field == self.field:
            return self.press(model, Button.OK)
        return Transition(model.with_page(replace(self, field=field)))

    def keys(self, model: Model) -> tuple[Softkey, ...]:
        """Walk, a disc, the next segment or done, back."""
        put = Icon.PLACE if self._is_disc or self._laid < DISCS_OF_A_SEGMENT else None
        return (Icon.LEFT, Icon.RIGHT, put, Icon.CHECK if self._is_whole(model) else Icon.SKIP, Icon.UNDO)

    def meanings(self, model: Model) -> Mapping[Button, Meaning]:
        """A disc on the field under the cursor, or off it."""
        _ = model.translate
        label = _("take the disc off") if self._is_disc else _("put a disc")
        full = "" if self._is_disc or self._laid < DISCS_OF_A_SEGMENT else _("three lie here already")
        done = Meaning(_("Done"), _("all discs lie"))
        return {
            Button.OK: Meaning(label, full or field_name(self.field)),
            Button.BANK: done if self._is_whole(model) else Meaning(_("Next segment")),
        }

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
