"""The players choose the field of a roll: by a cursor over the available fields, or by column and row.

If no fields are lit (`LitFields.OFF`), there is no cursor: players enter column and row, and the box judges the field
only when they confirm it. Otherwise `NumbersPage` also shows why a field is not available.
"""

from functools import lru_cache, partial
from typing import ClassVar

from msgspec.structs import replace

from companion.core.effects import WRONG, PlayTones
from companion.core.model import BoardScreenPage, Model, Page, Transition, close, open_on_top, reject_press, show
from companion.core.player_names import display_name
from companion.lights.composition import Lights
from companion.locale.translator import N_, Translator
from companion.tables.claimit import lights
from companion.tables.claimit.session import (
    LitFields,
    lit_fields_of,
    parse_place,
    placement_words,
    record_event,
    reject_place,
    session_of,
    undo_event,
    why_not_available,
)
from companion.tables.claimit.turn import bank_gains, bust_count, per_cent, reasons
from companion.tables.shared_pages import advice, players_can_undo
from companion.ui.art import Icon
from companion.ui.pictures import Dice
from companion.ui.screen import Big, BoxOnly, Choices, Columns, OnDemand, Option, Screen, Text, WebOnly
from engine import claimit
from engine.claimit import Bank, Field, Place, PlacedStone, State
from engine.claimit.position import groups_of
from engine.game import GameEvent
from hardware.device import Button

NUMBERS = range(1, 7)
EDGE_NUMBERS = {f"{axis} {number}": (axis, number) for axis in ("column", "row") for number in NUMBERS}
"""The axis and the number of each place along the edges that can be pointed at (docs/protocol.md)."""


class PlaceStonePage(BoardScreenPage, frozen=True):
    cursor: int | None = None
    """The index among the available fields, in board order; None for the field of a placement that was just undone, or
    the first one."""
    name: ClassVar[str] = "roll"
    chooses_first: ClassVar[bool] = True

    def index(self, model: Model) -> int:
        if self.cursor is not None:
            return self.cursor
        available, undone = tuple(claimit.legal(session_of(model).state)), session_of(model).started_record.undone_event
        first = undone.field if isinstance(undone, Place) and undone.field in available else available[0]
        return available.index(first)

    def screen(self, model: Model) -> Screen:
        _, state, cursor = model.translate, session_of(model).state, self.index(model)
        available = claimit.legal(state)
        placements = tuple(available.items())
        field, stone = placements[cursor]
        name, count = claimit.format_field(field), _("{n} of {all}", n=cursor + 1, all=len(available))
        numbers = NumbersPage(claimit.column_of(field), claimit.row_of(field))
        any_field = open_on_top(model, numbers)
        keys = {
            Button.BANK: Option(_("Check a field"), any_field, _("enter column and row"), "?/?", box_only=True),
            # A roll of the box cannot be undone: otherwise players could choose among rolls.
            Button.UNDO: Option(_("Undo"), lambda: undo_event(model), _("your roll"), Icon.UNDO)
            if session_of(model).lineup.by_hand
            else Option("", detail=_("the box's roll stays")),
        }
        if len(available) == 1:
            keys |= dict.fromkeys((Button.LEFT, Button.RIGHT), Option("", detail=_("only one field")))
        third = claimit.third_die(state, field) or 0  # never None: the field matches the roll
        dice = Dice((claimit.column_of(field), claimit.row_of(field), third), solid=2)
        words = placement_words(_, state, field, stone)
        chosen = (
            BoxOnly((Columns(dice, (Big(name),)), Text(words, align="left"))),
            WebOnly((Text(_("Field {field}", field=name), "bold"), Text(words), *_facts(_, state, field))),
        )
        tip = _("You can choose another field. Percentages are bust chances.")
        only_dice = (BoxOnly((Dice(state.roll or (), scale=2),)),)  # while a bot is choosing

        def point(place: str) -> Transition:
            return _select_line(model, place, numbers) if place in EDGE_NUMBERS else reject_place(model, place)

        return Screen(
            display_name(_, state.players[state.turn]),
            count if len(available) > 1 else "",
            only_dice if model.hides_cursor else (*chosen, *advice(tip)),
            Choices(OnDemand(len(placements), lambda number: _placement(model, *placements[number])), cursor, "board"),
            keys,
            point,
            sentence=_("Place a stone"),
            seat=state.turn,
        )

    def lights(self, model: Model, now: float) -> Lights:
        """The available fields blink if lights are on; the selected field blinks faster."""
        state, is_lit = session_of(model).state, lit_fields_of(session_of(model)) is LitFields.ON
        chosen = () if model.hides_cursor else (tuple(claimit.legal(state))[self.index(model)],)
        return lights.roll(state, model.seat_colours, now, model.shown_since, chosen, is_lit=is_lit)


@lru_cache(maxsize=64)
def _facts(_: Translator, state: State, field: Field) -> tuple[Text, ...]:
    """Returns what the field gives, its risk, and why others are not available. Cached because a press waits for it."""
    placed = claimit.apply(state, Place(field))
    after, busts = claimit.apply(placed, Bank()), bust_count(placed)
    gains, mine = ", ".join(bank_gains(_, state, after)), claimit.largest_mine(after, state.turn)
    # The field joins two mines if the new mine has two larger parts without it.
    new_field = mine & ~state.fields[state.turn] & 1 << field
    joins = new_field and sum(part.bit_count() > 1 for part in groups_of(mine ^ new_field)) == 2
    words = N_("Joins two mines: {gains}") if joins else N_("Banking gives: {gains}")
    odds = _(
        "Next roll: bust chance {chance} ({busts} of {rolls})",
        chance=per_cent(_, busts),
        busts=busts,
        rolls=claimit.ROLL_COUNT,
    )
    return (
        *([Text(_(words, gains=gains), "gain")] if gains else []),
        Text(odds, "risk"),
        *(reasons(_, state, state.roll, N_("Not {fields}: {why}")) if state.roll else []),
    )


def _placement(model: Model, field: Field, stone: PlacedStone) -> Option:
    _, state, name, event = model.translate, session_of(model).state, claimit.format_field(field), Place(field)
    label, detail = _("Place on {field}", field=name), placement_words(_, state, field, stone)
    return Option(label, lambda: record_event(model, event), detail, Icon.PLACE, place=name, event=event)


def _select_line(model: Model, place: str, page: "NumbersPage") -> Transition:
    """Selects the column or row of a number if a die shows it; with a row the page continues at the row."""
    axis, number = EDGE_NUMBERS[place]
    if number not in (session_of(model).state.roll or ()):
        return reject_press(model)
    named = replace(page, column=number) if axis == "column" else replace(page, row=number, at_row=True)
    named = replace(named, is_rejected=False)
    if isinstance(model.page, NumbersPage):
        return Transition(model.with_page(named))
    return Transition(model.with_page_on_top(named))


class NumbersPage(BoardScreenPage, frozen=True):
    """Chooses a field by column and row. If no fields are lit, this is the only way, and the box judges the field."""

    column: int = 1
    row: int = 1
    at_row: bool = False
    """Whether the row is being chosen; the column comes first."""
    is_rejected: bool = False
    """Whether the box has rejected the field; only used if no fields are lit."""
    name: ClassVar[str] = "numbers"
    chooses_first: ClassVar[bool] = True

    @property
    def field(self) -> Field:
        return claimit.field_at(self.column, self.row)

    def screen(self, model: Model) -> Screen:
        _, state = model.translate, session_of(model).state
        axis, cursor = (_("row"), self.row) if self.at_row else (_("column"), self.column)
        named = claimit.format_field(self.field) if self.at_row else f"{self.column}/?"
        prompt = self.verdict(model) if self.at_row else _("which column?")
        tip = _("No field is lit. Choose your field twice; the box checks it.")
        return Screen(
            display_name(_, state.players[state.turn]),
            axis,
            (
                BoxOnly((Columns(Dice(state.roll or ()), (Big(named),)), Text(prompt, align="left"))),
                WebOnly((Text(f"{named}: {prompt}"),)),
                *(advice(tip) if lit_fields_of(session_of(model)) is LitFields.OFF else ()),
            ),
            Choices([self._number(each, prompt) for each in NUMBERS], cursor - 1, "hidden", partial(self._move, model)),
            {Button.OK: self._ok(model)} | ({Button.UNDO: undo} if (undo := self._undo(model)) else {}),
            seat=state.turn,
            sentence=_("Place a stone"),
        )

    def with_cursor_on(self, model: Model, event: GameEvent) -> Page:
        return PlaceStonePage().with_cursor_on(model.with_page(PlaceStonePage()), event)

    def _number(self, number: int, prompt: str) -> Option:
        if not self.at_row:
            return Option(str(number))
        name = claimit.format_field(claimit.field_at(self.column, number))
        return Option(name, detail=prompt if number == self.row else "", place=name)

    def _ok(self, model: Model) -> Option:
        _ = model.translate
        if not self.at_row:
            return Option(_("Continue"), show(model, replace(self, at_row=True)), _("to the row"), Icon.CHECK)
        if not self._may_be_tried(model):
            return Option(_("Place"), detail=self.verdict(model))
        return Option(_("Place"), lambda: self._use_field(model), self.verdict(model), Icon.PLACE)

    def _undo(self, model: Model) -> Option | None:
        if self.at_row:
            return Option("", show(model, replace(self, at_row=False, is_rejected=False)), icon=Icon.UNDO)
        if lit_fields_of(session_of(model)) is not LitFields.OFF:
            return Option("", close(model), icon=Icon.UNDO)
        # With `LitFields.OFF` there is no page below.
        return Option("", lambda: undo_event(model), icon=Icon.UNDO) if players_can_undo(model) else None

    def _move(self, model: Model, cursor: int) -> Transition:
        number = cursor + 1
        moved = replace(self, row=number, is_rejected=False) if self.at_row else replace(self, column=number)
        return Transition(model.with_page(moved))

    def point(self, model: Model, place: str) -> Transition:
        """Selects that field, column or row; pointing at the selected field or row again tries to place there."""
        if place in EDGE_NUMBERS:
            is_again = self.at_row and EDGE_NUMBERS[place] == ("row", self.row)
            return self._use_field(model) if is_again else _select_line(model, place, self)
        field = parse_place(place)
        if self.at_row and field == self.field:
            return self._use_field(model)
        return Transition(model.with_page(NumbersPage(claimit.column_of(field), claimit.row_of(field), at_row=True)))

    def lights(self, model: Model, now: float) -> Lights:
        """Lights the column, then the field; also the available fields if lights are on."""
        session = session_of(model)
        fields = [self.field] if self.at_row else [claimit.field_at(self.column, row) for row in NUMBERS]
        is_lit = lit_fields_of(session) is LitFields.ON
        return lights.roll(session.state, model.seat_colours, now, model.shown_since, fields, is_lit=is_lit)

    def verdict(self, model: Model) -> str:
        """Returns what to place on the field or why it is not available; with `LitFields.OFF` first only a prompt."""
        _, state = model.translate, session_of(model).state
        if lit_fields_of(session_of(model)) is LitFields.OFF and not self.is_rejected:
            return _("ok: does it go there?")
        if reason := why_not_available(_, state, self.field):
            return _("no: {reason}", reason=reason)
        return placement_words(_, state, self.field, claimit.legal(state)[self.field])

    def _may_be_tried(self, model: Model) -> bool:
        session = session_of(model)
        if lit_fields_of(session) is LitFields.OFF:
            return not self.is_rejected
        return claimit.refusal(session.state, self.field) is None

    def _use_field(self, model: Model) -> Transition:
        if claimit.refusal(session_of(model).state, self.field) is None:
            return record_event(model, claimit.Place(self.field))
        if not self._may_be_tried(model):
            return reject_press(model)
        # A deliberate press: the page shows the reason, and the low tone sounds.
        return Transition(model.with_page(replace(self, is_rejected=True)), (PlayTones(WRONG),))
