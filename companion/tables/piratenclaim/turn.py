"""A turn from the start to its end, and which page follows from the state of the game.

No page calls the next one after an event. It records the event, and the loop asks for the first of `pages_to_come`: an
outcome of the newest event that nobody has acknowledged yet, else the next decision, which the phase decides (`PAGES`).
So a restart, an undo and an event from a frontend lead to the right page without a word here. The box has no rule for
the end of the game: the players say when it is over, and who has won.

Who is robbed is an outcome of its own, after the pirates were moved: it is announced on the page that tells it, and it
is shown without the guide, too, as only the box has worked it out.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from companion.core.effects import Caption, Effect, PlayTones
from companion.core.model import Model, Transition
from companion.core.page import ButtonRow, Page, close, open_on_top, show
from companion.core.player_names import display_name
from companion.core.sounds import ALL_PASSED, BANK, BUST, WIN
from companion.screen.art import Icon
from companion.screen.canvas import Canvas, Rect
from companion.screen.font import BOLD, THIN, shortened, text_width
from companion.screen.layout import big, header
from companion.tables import shared_pages
from companion.tables.piratenclaim import lights
from companion.tables.piratenclaim.dice import DicePage, FoundPage, throw
from companion.tables.piratenclaim.guide import GuidePage, RobberyStep, moved_lines, physical_steps
from companion.tables.piratenclaim.layout_page import LayoutPage, awaits_layout
from companion.tables.piratenclaim.ledger_pages import CargoPage, look_row
from companion.tables.piratenclaim.map_pages import FieldPage, MapPage, ThreatPage, actions_page, board_at
from companion.tables.piratenclaim.pirates import ConflictPage
from companion.tables.piratenclaim.session import (
    before_pirates,
    draw,
    forgotten_ships,
    lying,
    newest_found,
    record_event,
    session_of,
    take_back_row,
)
from companion.tables.piratenclaim.star_map import View, ViewPage, field_in_focus, in_focus, parse_place
from companion.tables.piratenclaim.words import PIRATES, field_name
from companion.tables.shared_flow import begins_sentence, caption_and_speak, winners_sentence
from companion.tables.shared_pages import GameOverPage, draw_turn
from engine import piratenclaim
from engine.game import Undo
from engine.piratenclaim import DISCS, DISCS_OF_A_SEGMENT, Discs, EndTurn, Field, Phase, segment_of
from hardware.device import WIDTH, Button

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from companion.lights.composition import Lights
    from companion.locale.translator import Translator
    from engine.game import Start
    from engine.piratenclaim import Event, State
    from engine.record import Record


@dataclass(frozen=True, slots=True)
class FirstSeatPage(shared_pages.FirstSeatPage):
    """Names the player who will begin."""

    name: ClassVar[str] = "piratenclaim_begins"
    begin: ClassVar[Callable[[Model, Start], Transition]] = staticmethod(record_event)


OUTER = tuple(field for field in piratenclaim.FIELDS if segment_of(field))
"""The fields on which a disc may lie."""
FIRST = piratenclaim.field_at(1, 0)


@dataclass(frozen=True, slots=True)
class DiscsPage(Page):
    """Asks who lays the discs: the box, or the players."""

    name: ClassVar[str] = "piratenclaim_discs"

    def buttons(self, model: Model) -> dict[Button, ButtonRow]:
        _ = model.translate
        record = session_of(model).record
        undone = record.taken_back if record else None
        # What was laid by hand and just taken back need not be entered again.
        laid = piratenclaim.as_set(undone.fields) if isinstance(undone, Discs) else 0
        by_hand = open_on_top(model, DiscsByHandPage(discs=laid))
        return {
            Button.OK: ButtonRow(Icon.ROLL, lambda: draw(model), _("Draw the discs"), _("{n} black discs", n=DISCS)),
            Button.BANK: ButtonRow(Icon.PLACE, by_hand, _("Lay them yourselves"), _("field by field")),
        }

    def draw(self, model: Model, canvas: Canvas) -> None:
        _ = model.translate
        header(canvas, _("Black discs"), str(DISCS))
        big(canvas, _("3 on each segment"), Rect(1, 11, 127, 32), (BOLD,))
        canvas.text(64, 32, _("ok: the box draws them"), align="centre")
        canvas.text(64, 42, _("bank: you lay them"), align="centre")

    def lights(self, model: Model, now: float) -> Lights:
        return lights.segment(session_of(model).state, model.seat_colours, now, segment_of(FIRST))


@dataclass(frozen=True, slots=True)
class DiscsByHandPage(FieldPage):
    """The cursor walks over a segment, and puts discs down or takes them off."""

    field: Field = FIRST
    """Under the cursor."""
    discs: int = 0
    """Those entered so far, as a set."""
    name: ClassVar[str] = "piratenclaim_discs_by_hand"
    chooses_first: ClassVar[bool] = True

    def fields(self, model: Model) -> Sequence[Field]:
        return OUTER

    def lying(self, model: Model) -> State:
        """Shows them as if they lay on the map already."""
        return replace(session_of(model).state, discs=self.discs)

    def lines(self, model: Model) -> Sequence[str]:
        _ = model.translate
        return (_("{n} of {all}", n=self._laid, all=DISCS_OF_A_SEGMENT), *enclosure(_, self.lying(model)))

    def is_at_cursor(self, place: str) -> bool:
        return parse_place(place) == self.field

    def chosen(self, model: Model) -> str:
        _ = model.translate
        return _("take the disc off") if self.discs >> self.field & 1 else _("put a disc")

    def buttons(self, model: Model) -> dict[Button, ButtonRow]:
        _, board = model.translate, session_of(model).state.board
        is_disc = bool(self.discs >> self.field & 1)

        def lay() -> Transition:
            return record_event(model, Discs(tuple(piratenclaim.fields_in(self.discs)), "hand"))

        toggled = show(model, replace(self, discs=self.discs ^ 1 << self.field))
        put = ButtonRow(Icon.PLACE, toggled, self.chosen(model), field_name(self.field))
        if not is_disc and self._laid == DISCS_OF_A_SEGMENT:
            put = ButtonRow(label=put.label, effect=_("three lie here already"))
        back = close(model)
        if self.discs:
            # One disc a press, the last segment's first: closing would cost all that was entered.
            newest = max(piratenclaim.fields_in(self.discs))
            back = show(model, DiscsByHandPage(newest, self.discs ^ 1 << newest))
        rows = self.walk(model) | {Button.OK: put, Button.UNDO: ButtonRow(Icon.UNDO, back)}
        if self.discs.bit_count() == DISCS and not piratenclaim.enclosed(board, self.discs):
            rows[Button.BANK] = ButtonRow(Icon.CHECK, lay, _("Done"), _("all discs lie"))
        return rows

    @property
    def _laid(self) -> int:
        return (self.discs & piratenclaim.segment_fields(segment_of(self.field))).bit_count()


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


@dataclass(frozen=True, slots=True)
class TurnPage(Page):
    """Says who travels, and rolls afterwards; with the variant, the dice are rolled first."""

    name: ClassVar[str] = "piratenclaim_turn"

    def buttons(self, model: Model) -> dict[Button, ButtonRow]:
        _, field = model.translate, field_in_focus(session_of(model).started_record)
        threat = open_on_top(model, ThreatPage(field))
        return {
            Button.LEFT: ButtonRow(Icon.ODDS, threat, _("Threat"), _("how likely pirates come")),
            Button.RIGHT: look_row(model, _("enter ships, sink pirates")),
            Button.OK: ButtonRow(Icon.ROLL, lambda: throw(model), _("Roll six dice")),
            Button.BANK: ButtonRow(
                Icon.SCORES, open_on_top(model, MapPage(segment_of(field))), _("Map"), for_screen=True
            ),
            Button.UNDO: take_back_row(model, _("hold: menu")),
        }

    def point(self, model: Model, place: str) -> Transition:
        """Opens what the own ship on that field can do, or where it travels; else shows the field."""
        field, state = parse_place(place), session_of(model).state
        page = None if state.ledger is None else actions_page(model, field)
        return board_at(model, field) if page is None else Transition(model.with_page_on_top(page))

    def draw(self, model: Model, canvas: Canvas) -> None:
        _, state = model.translate, session_of(model).state
        header(canvas, _("Turn {n}", n=state.turns + 1))
        draw_turn(model, canvas, _("roll, then travel") if state.variants.roll_first else _("travel, then roll"))

    def lights(self, model: Model, now: float) -> Lights:
        session = session_of(model)
        shown = segment_of(field_in_focus(session.started_record))
        return lights.turn(session.state, model.seat_colours, now, model.shown_since, shown)


@dataclass(frozen=True, slots=True)
class TurnEndPage(ViewPage):
    """Says that the turn is over, and what the pirates have done."""

    name: ClassVar[str] = "piratenclaim_turn_end"

    def view(self, model: Model) -> View:
        before = before_pirates(session_of(model).started_record)
        moves = () if before is None else piratenclaim.movements(before, lying(before))
        return in_focus(model)._replace(moves=tuple((each.field, each.to) for each in moves if each.why is None))

    def buttons(self, model: Model) -> dict[Button, ButtonRow]:
        _, record = model.translate, session_of(model).started_record
        follows = _("{name} is next", name=next_name(model))

        def end() -> Transition:
            return record_event(model, *forgotten_ships(record), EndTurn())

        return {
            Button.RIGHT: look_row(model, _("enter ships")),
            Button.OK: ButtonRow(Icon.CHECK, end, _("End the turn"), follows),
            Button.UNDO: take_back_row(model),
        }

    def point(self, model: Model, place: str) -> Transition:
        return board_at(model, parse_place(place))

    def draw(self, model: Model, canvas: Canvas) -> None:
        _, state = model.translate, session_of(model).state
        header(canvas, display_name(_, state.players[state.turn]), _("turn {n}", n=state.turns + 1))
        before = before_pirates(session_of(model).started_record)
        moved = () if before is None else tuple(moved_lines(_, before, state))
        if not moved:
            canvas.text(64, 13, _("Next:"), BOLD, "centre")
            big(canvas, next_name(model), Rect(1, 22, 127, 53))
            return
        follows = _("{name} is next", name=next_name(model))
        font = BOLD if text_width(BOLD, follows) <= WIDTH - 2 else THIN
        canvas.text(64, 12, shortened(font, follows, WIDTH - 2), font, "centre", says=follows)
        for row, line in enumerate(moved):
            canvas.text(1, 24 + 10 * row, shortened(THIN, line, WIDTH - 2), says=line)


def next_name(model: Model) -> str:
    """Returns the name of the player who is next."""
    state = session_of(model).state
    return display_name(model.translate, state.players[(state.turn + 1) % len(state.players)])


@dataclass(frozen=True, slots=True)
class WinnerPage(GameOverPage):
    """The end of the game."""

    name: ClassVar[str] = "piratenclaim_winner"

    def reason(self, model: Model) -> str:
        return model.translate.many("{n} turn", "{n} turns", session_of(model).state.turns)

    def lights(self, model: Model, now: float) -> Lights:
        return lights.winner(session_of(model).state.winners or (), model.seat_colours, now, model.shown_since)


PAGES: dict[Phase, type[Page]] = {
    Phase.DISCS: DiscsPage,
    Phase.CARGO: CargoPage,
    Phase.TRAVEL: TurnPage,
    Phase.DISCOVER: DicePage,
    Phase.CONFLICT: ConflictPage,
    Phase.TURN_END: TurnEndPage,
    Phase.OVER: WinnerPage,
}


def announcements(model: Model) -> tuple[tuple[Effect, ...], ...]:
    """Returns what each page announces that the newest event leads to; an undo is no news."""
    record = session_of(model).record
    if record is None or isinstance(record.events[-1], Undo):
        return ((),)
    if len(record.timeline) == 1:
        return ((Caption(begins_sentence(model.translate, record.state)),),)
    return tuple(tuple(_announcement(model, page)) for page in pages_to_come(model))


def _announcement(model: Model, page: Page) -> Iterator[Effect]:
    """Yields what a page announces. What was found, who is robbed and who has won is also spoken."""
    _, session = model.translate, session_of(model)
    state, newest = session.state, session.timeline[-1]
    if isinstance(page, FoundPage):
        new = newest_found(session)
        if new.field is not None:
            yield PlayTones(BANK if new.system else ALL_PASSED)
        yield from caption_and_speak(_, new.words(_))
    elif isinstance(page, GuidePage):
        robberies = [step.robbery for step in page.steps if isinstance(step, RobberyStep)]
        if robberies:
            yield PlayTones(BUST)
        for each in robberies:
            robbed, pirate = display_name(_, state.players[each.player]), _(PIRATES[each.pirate])
            sentence = _("{colour} robs {name} on {field}", colour=pirate, name=robbed, field=field_name(each.field))
            yield from caption_and_speak(_, sentence)
    elif isinstance(page, WinnerPage):
        yield PlayTones(WIN)
        yield from caption_and_speak(_, winners_sentence(_, state))
    elif isinstance(newest, EndTurn):
        yield Caption(_("{name}, travel!", name=display_name(_, state.players[state.turn])))


def pages_to_come(model: Model) -> tuple[Page, ...]:
    """Returns the outcomes that are not acknowledged yet, and the page of the next decision."""
    session = session_of(model)
    if session.record is None:
        return (LayoutPage.first(session.lineup) if awaits_layout(session.lineup) else FirstSeatPage(),)
    decision = PAGES[session.state.phase]()
    return (*outcomes(session.record, guide=model.guides_hands)[session.acknowledged :], decision)


def outcomes(record: Record[State, Event], *, guide: bool) -> tuple[Page, ...]:
    """Returns the pages of the newest event's outcomes: what the players have to know or to move."""
    state, before = record.state, record.timeline[-2:][0].state
    newest = record.events[-1]
    steps = physical_steps(record, guide=guide)
    # Apart: who is robbed is announced on the page that tells it, when the pirates have been moved.
    robberies = tuple(step for step in steps if isinstance(step, RobberyStep) and not step.returns)
    moves = steps[: len(steps) - len(robberies)]
    mover = state.turn if isinstance(newest, Undo) else before.turn
    pages: tuple[tuple[object, Page], ...] = (
        (isinstance(newest, piratenclaim.Discover), FoundPage()),
        (moves, GuidePage(moves, mover)),
        (robberies, GuidePage(robberies, mover)),
    )
    return tuple(page for is_due, page in pages if is_due)
