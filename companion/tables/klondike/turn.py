"""A turn: who lays, which tile, and which page follows from the state of the match.

No page calls the next one after an event. It records the event, and the loop asks for the first of `pages_to_come`: an
outcome of the newest event that nobody has acknowledged yet, else the next decision. So a restart, an undo and an event
from a frontend lead to the right page without a word here. The outcomes are, in this order: what the hands must move,
the end of a round, and what the hands lay out for the next one; without the guide only the second.

A tile is chosen in three ways, as it lies on the table (`ByHandPage`), in a hand that the box has dealt (`HandPage`),
or named at once by somebody with room for all 28. All end at `PlacePage`. Whoever points at a slot first keeps it while
choosing the tile.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from companion.core.bot_seat import BotSeat, acting_bot
from companion.core.effects import Caption, Effect, PlayTones
from companion.core.model import Model, Transition, reject_press
from companion.core.page import ButtonRow, Page, Press, close, moved_cursor, open_on_top, show
from companion.core.player_names import display_name
from companion.core.sounds import ALL_PASSED, LAST_ROUND, WIN
from companion.lights.composition import AMBER, frame
from companion.locale.translator import N_
from companion.screen.art import Icon
from companion.screen.canvas import BLACK, WHITE, Rect
from companion.screen.drawings import DIE, LARGE_DIE, LARGE_PIP, die
from companion.screen.font import BOLD
from companion.screen.layout import big, header, paragraph
from companion.tables import shared_pages
from companion.tables.klondike import lights
from companion.tables.klondike.guide import GuidePage, layout_steps, physical_steps
from companion.tables.klondike.lights import ENDS, board, highlight
from companion.tables.klondike.placing import (
    PlacePage,
    TileQuestionPage,
    must_pass,
    open_slot,
    page_for_tile,
    pass_row,
    take_in_hand,
)
from companion.tables.klondike.scores import RoundOverPage, ScoresPage, WinnerPage
from companion.tables.klondike.session import (
    THE_BOX,
    Secrecy,
    chips_won,
    hand_of,
    left_over,
    lone_player,
    names_left_over,
    record_event,
    secrecy_for_sender,
    session_of,
)
from companion.tables.klondike.tiles import aside_words, parse_tile, slot_name, spelt
from companion.tables.shared_flow import announce_each, caption_and_speak, headline_words, winners_sentence
from companion.tables.shared_pages import draw_turn
from engine import klondike
from engine.game import Undo
from engine.klondike import Lay, Pass, Slot
from hardware.device import WIDTH, Button

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.core.bot_seat import BotTurn
    from companion.core.viewer_kind import ViewerKind
    from companion.lights.composition import Lights
    from companion.locale.translator import Translator
    from companion.screen.canvas import Canvas
    from engine.game import GameEvent, Seat, Start
    from engine.klondike import Event, State, Tile
    from engine.record import Record


def begin_match(model: Model, start: Start) -> Transition:
    """Records the start, once the tile is named that three players leave over for all to see."""
    if names_left_over(model):
        return Transition(model.with_page_on_top(LeftOverPage(first=start.first)))
    return record_event(model, start)


@dataclass(frozen=True, slots=True)
class FirstSeatPage(shared_pages.FirstSeatPage):
    """Names the player who will begin."""

    name: ClassVar[str] = "klondike_begins"
    begin: ClassVar[Callable[[Model, Start], Transition]] = staticmethod(begin_match)


NOTHING_FITS = N_("{name}: no tile fits, pass!")
"""The headline where the box has dealt a hand of which no tile fits."""


@dataclass(frozen=True, slots=True)
class TurnPage(TileQuestionPage):
    """Says who has to lay a tile, or to pass."""

    name: ClassVar[str] = "klondike_turn"
    headline: ClassVar[str] = N_("{name}, lay a tile!")

    def main_button(self, model: Model) -> Button:
        return Button.BANK if must_pass(model) else Button.OK

    def buttons(self, model: Model) -> dict[Button, ButtonRow]:
        _, session = model.translate, session_of(model)
        if session.is_dealt:
            secrecy = secrecy_for_sender(model)
            hand = PassBoxPage() if secrecy is None else hand_page(model, secrecy)
            # Whoever sees the hand on the page takes a tile out of it there.
            is_seen = secrecy is not None
            follows = _("only to look") if must_pass(model) else _("choose a tile")
            lay = ButtonRow(Icon.PLACE, open_on_top(model, hand), _("Open the hand"), follows, for_screen=is_seen)
        else:
            undone = session.started_record.taken_back
            tile = undone.tile if isinstance(undone, Lay) else (0, 0)  # it is likely to be laid elsewhere
            follows = _("then draw one") if klondike.stock(session.state) else _("enter it first")
            lay = ButtonRow(Icon.PLACE, open_on_top(model, ByHandPage(tile)), _("Lay a tile"), follows)
        return {
            Button.RIGHT: ButtonRow(Icon.SCORES, open_on_top(model, ScoresPage())),
            Button.OK: lay,
            Button.BANK: pass_row(model),
            Button.UNDO: ButtonRow(effect=_("hold: menu")),
        }

    def point(self, model: Model, place: str) -> Transition:
        """Chooses the slot first; the tile is named then."""
        slot, secrecy = open_slot(model, place), secrecy_for_sender(model)
        # Whoever must be handed the box first can choose nothing before.
        if slot is None or secrecy is None:
            return reject_press(model)
        page = ByHandPage(slot=slot) if secrecy is Secrecy.NOBODY else hand_page(model, secrecy, slot)
        return Transition(model.with_page_on_top(page))

    def choose(self, model: Model, name: str, value: object) -> Transition:
        secrecy = secrecy_for_sender(model)
        return reject_press(model) if secrecy is None else take_in_hand(model, parse_tile(value), None, secrecy)

    def draw(self, model: Model, canvas: Canvas) -> None:
        _, state = model.translate, session_of(model).state
        chips = _.many("{n} chip", "{n} chips", state.chips[state.turn])
        header(canvas, _("Round {n}/{all}", n=state.round, all=state.rounds), chips)
        # A hand that the box has dealt draws by itself; real tiles are drawn by hand, and that is easily forgotten.
        left, is_dealt = klondike.stock(state), session_of(model).is_dealt
        drawn = _("stock: {n}", n=left) if is_dealt else _("then draw one, stock: {n}", n=left)
        bot = acting_bot(model)
        if bot is None:
            is_closed = is_dealt and lone_player(model) != state.turn
            task = _("open your hand!") if is_closed else _("lay a tile!")
            task = _("nothing fits: pass!") if must_pass(model) else task
        elif bot.decision is None:
            task = _("thinking …")
        elif bot.waits:
            task = _("press ok")
        else:
            task = _("passes") if bot.decision.event == Pass() else _("lays a tile")
        draw_turn(model, canvas, task, drawn if left else aside_words(_, state))

    def lights(self, model: Model, now: float) -> Lights:
        return lights.turn(session_of(model).state, model.seat_colours, now, model.shown_since)


@dataclass(frozen=True, slots=True)
class TileEntryPage(Page):
    """Enters a tile, one end after the other. A page adds `title`, `note`, `lights`, and what takes the tile."""

    tile: Tile = (0, 0)
    end: int = 0
    """The one that is being turned, 0 or 1."""

    @abstractmethod
    def title(self, model: Model) -> tuple[str, str]:
        """Returns the two halves of the header."""

    @abstractmethod
    def note(self, model: Model) -> str:
        """Returns what is said of the tile as it is."""

    @abstractmethod
    def take(self, model: Model) -> Press | None:
        """Returns what takes the tile; None: it cannot be this one."""

    def buttons(self, model: Model) -> dict[Button, ButtonRow]:
        _, (near, far) = model.translate, self.tile
        end = _("the other end") if self.end else _("one end")

        def turn(button: Button) -> Press:
            turned = (near, moved_cursor(far, button, 7)) if self.end else (moved_cursor(near, button, 7), far)
            return show(model, replace(self, tile=turned))

        ok = ButtonRow(Icon.CHECK, show(model, replace(self, end=1)), _("The other end"))
        if self.end:
            take = self.take(model)
            ok = ButtonRow(take and Icon.CHECK, take, _("This is the tile"), self.note(model))
        return {
            Button.LEFT: ButtonRow(Icon.LEFT, turn(Button.LEFT), _("One less"), end),
            Button.RIGHT: ButtonRow(Icon.RIGHT, turn(Button.RIGHT), _("One more"), end),
            Button.OK: ok,
            Button.UNDO: ButtonRow(Icon.UNDO, show(model, replace(self, end=0)) if self.end else close(model)),
        }

    def draw(self, model: Model, canvas: Canvas) -> None:
        header(canvas, *self.title(model))
        for place, digit in enumerate(self.tile):
            left = WIDTH // 2 + (place - 1) * LARGE_DIE
            die(canvas, left, 12, digit, inverse=place == self.end, pip=LARGE_PIP)
        canvas.text(64, 45, self.note(model), align="centre")


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftOverPage(TileEntryPage):
    """Enters the tile that three players leave over for all to see, and starts the match."""

    first: Seat
    name: ClassVar[str] = "klondike_left_over"

    def title(self, model: Model) -> tuple[str, str]:
        return model.translate("Tile left over"), ""

    def note(self, model: Model) -> str:
        return model.translate("it stays out")

    def take(self, model: Model) -> Press:
        start = session_of(model).start_event(self.first)
        named = replace(start, options={**start.options, **left_over(self.tile)})
        return lambda: record_event(model, named)

    def lights(self, model: Model, now: float) -> Lights:
        return frame(model.seat_colours[self.first])


@dataclass(frozen=True, slots=True)
class ByHandPage(TileEntryPage, TileQuestionPage):
    """Enters the tile that is to be laid."""

    slot: Slot | None = None
    """Where somebody pointed, to lay it there; None: nowhere yet."""
    name: ClassVar[str] = "klondike_by_hand"

    def buttons(self, model: Model) -> dict[Button, ButtonRow]:
        bank = ButtonRow(effect=model.translate("choose a tile first"))
        rows = TileEntryPage.buttons(self, model)
        # Where all tiles are shown one of them is picked; the screen has room for its two ends.
        return rows | {Button.OK: rows[Button.OK]._replace(for_screen=True), Button.BANK: bank}

    def title(self, model: Model) -> tuple[str, str]:
        _, state = model.translate, session_of(model).state
        where = _("your tile") if self.slot is None else slot_name(_, self.slot)
        return display_name(_, state.players[state.turn]), where

    def note(self, model: Model) -> str:
        return _fits(model, self.tile, self.slot)

    def take(self, model: Model) -> Press | None:
        page = page_for_tile(model, self.tile, self.slot, Secrecy.NOBODY)
        return None if page is None else open_on_top(model, page)

    def point(self, model: Model, place: str) -> Transition:
        """Chooses the slot first; the tile is still to be named."""
        slot = open_slot(model, place)
        return reject_press(model) if slot is None else Transition(model.with_page(replace(self, slot=slot)))

    def choose(self, model: Model, name: str, value: object) -> Transition:
        return take_in_hand(model, parse_tile(value), self.slot, Secrecy.NOBODY)

    def lights(self, model: Model, now: float) -> Lights:
        return board(model, now) if self.slot is None else highlight(ENDS[self.slot], AMBER)


def _fits(model: Model, tile: Tile, chosen: Slot | None) -> str:
    """Returns whether the tile fits in the chosen slot, without one in how many; or why it may lie nowhere."""
    _, state = model.translate, session_of(model).state
    lies = [Slot(slot) for slot, other in enumerate(state.slots) if other in (tile, tile[::-1])]
    if lies:
        return _("lies on {slot} already", slot=slot_name(_, lies[0]))
    if state.aside & klondike.BITS[tile]:
        return _("it stays out")
    slots = {slot for slot, _way in klondike.tile_placements(state, tile)}
    if chosen is not None:
        where = slot_name(_, chosen)
        return _("fits on {slot}", slot=where) if chosen in slots else _("does not fit on {slot}", slot=where)
    return _.many("fits in {n} place", "fits in {n} places", len(slots)) if slots else _("fits nowhere")


COLUMNS, COLUMN_PX, ROW_PX = 7, 18, 10
"""Two rows of tiles are the largest hand, 14."""
LEFT_PX, TOP_PX = 1, 12
CHOSEN_TOP = 33
"""Where the chosen tile is drawn, below both rows."""
TEXT = Rect(2 * DIE + 5, 32, 127, 53)


@dataclass(frozen=True, slots=True)
class HandPage(TileQuestionPage):
    """The acting seat's hand; the cursor walks over its tiles."""

    secrecy: Secrecy
    cursor: int = 0
    slot: Slot | None = None
    """Where somebody pointed, to lay a tile there; None: nowhere yet."""
    name: ClassVar[str] = "klondike_hand"

    def main_button(self, model: Model) -> Button:
        return Button.BANK if must_pass(model) else Button.OK

    def is_seen_by(self, model: Model, viewer: ViewerKind) -> bool:
        return self.secrecy.is_seen_by(model, viewer)

    def buttons(self, model: Model) -> dict[Button, ButtonRow]:
        _, hand = model.translate, _hand(model)
        rows = {
            Button.OK: ButtonRow(effect=_("your hand is empty")),
            Button.BANK: pass_row(model),
            Button.UNDO: ButtonRow(Icon.UNDO, close(model), _("Close the hand") if hand else ""),
        }
        if hand:
            tile = hand[self.cursor]
            page = page_for_tile(model, tile, self.slot, self.secrecy)
            softkey, take = (None, None) if page is None else (Icon.CHECK, open_on_top(model, page))
            rows[Button.OK] = ButtonRow(
                softkey, take, _("Take {tile}", tile=spelt(tile)), _fits(model, tile, self.slot)
            )
        if len(hand) > 1:
            for button, icon in ((Button.LEFT, Icon.LEFT), (Button.RIGHT, Icon.RIGHT)):
                walked = replace(self, cursor=moved_cursor(self.cursor, button, len(hand)))
                rows[button] = ButtonRow(icon, show(model, walked))
        return rows

    def point(self, model: Model, place: str) -> Transition:
        """Chooses the slot first; the tile is still to be chosen."""
        slot = open_slot(model, place)
        return (
            reject_press(model) if slot is None else Transition(model.with_page(hand_page(model, self.secrecy, slot)))
        )

    def choose(self, model: Model, name: str, value: object) -> Transition:
        return take_in_hand(model, parse_tile(value), self.slot, self.secrecy)

    def draw(self, model: Model, canvas: Canvas) -> None:
        _, state, hand = model.translate, session_of(model).state, _hand(model)
        name = display_name(_, state.players[state.turn])
        header(canvas, name, _("your hand") if self.slot is None else slot_name(_, self.slot))
        if not hand:
            big(canvas, _("your hand is empty"))
            return
        for number, tile in enumerate(hand):
            row, column = divmod(number, COLUMNS)
            left, top = LEFT_PX + COLUMN_PX * column, TOP_PX + ROW_PX * row
            chosen = number == self.cursor
            if chosen:
                canvas.fill(Rect(left - 1, top - 1, left + COLUMN_PX - 2, top + ROW_PX - 2))
            canvas.text(left, top, spelt(tile), ink=BLACK if chosen else WHITE)
        for number, digit in enumerate(hand[self.cursor]):
            die(canvas, 1 + DIE * number, CHOSEN_TOP, digit, inverse=number == 1)
        paragraph(canvas, _fits(model, hand[self.cursor], self.slot), TEXT)

    def lights(self, model: Model, now: float) -> Lights:
        if self.slot is None:
            return board(model, now)
        # Everybody sees the lights: they show where, and nothing of the hand.
        return lights.walk(session_of(model).state, model.seat_colours, now, model.shown_since, self.slot)


@dataclass(frozen=True, slots=True)
class PassBoxPage(Page):
    """Asks for the box to be handed to whoever acts, before that hand is shown on it."""

    name: ClassVar[str] = "klondike_pass_box"
    headline: ClassVar[str] = N_("{name}, look at your hand!")

    def is_seen_by(self, model: Model, viewer: ViewerKind) -> bool:
        return viewer.role in THE_BOX  # whoever holds a link of a seat has a screen of its own

    def buttons(self, model: Model) -> dict[Button, ButtonRow]:
        _, name = model.translate, _name(model)
        return {
            Button.OK: ButtonRow(
                Icon.CHECK,
                show(model, hand_page(model, Secrecy.BOX)),
                _("Show my hand"),
                _("only {name} looks", name=name),
            ),
            Button.UNDO: ButtonRow(Icon.UNDO, close(model)),
        }

    def draw(self, model: Model, canvas: Canvas) -> None:
        _, name = model.translate, _name(model)
        header(canvas, _("Pass the box to"))
        big(canvas, name, Rect(1, 11, 127, 33))
        canvas.text(64, 34, _("press ok: your hand"), BOLD, "centre")
        canvas.text(64, 44, _("all others look away"), align="centre")

    def lights(self, model: Model, now: float) -> Lights:
        return lights.turn(session_of(model).state, model.seat_colours, now, model.shown_since)


def _name(model: Model) -> str:
    state = session_of(model).state
    return display_name(model.translate, state.players[state.turn])


def hand_page(model: Model, secrecy: Secrecy, slot: Slot | None = None) -> HandPage:
    """Returns the hand with the cursor on its first tile that fits in the slot or, without one, anywhere."""
    state = session_of(model).state
    fitting = klondike.legal(state) if slot is None else klondike.fitting(state, slot)
    cursor = next((number for number, tile in enumerate(_hand(model)) if tile in fitting), 0)
    return HandPage(secrecy, cursor, slot)


def _hand(model: Model) -> tuple[Tile, ...]:
    return hand_of(model, session_of(model).state.turn)


def announcements(model: Model) -> tuple[tuple[Effect, ...], ...]:
    """Returns what each page announces that the newest event leads to; an undo is no news."""
    return announce_each(model, pages_to_come, _announcement)


def _announcement(model: Model, page: Page) -> tuple[Effect, ...]:
    """Returns what a page announces. A new round and the winner are also spoken."""
    _, session = model.translate, session_of(model)
    state, line = session.state, session.timeline
    match page:
        case RoundOverPage():
            passed = isinstance(line[-1], Pass)
            # Announced at once, chips that were won drown it.
            is_heard = model.guides_hands or not chips_won(session.state_before, state)
            tones = (PlayTones(ALL_PASSED if passed else LAST_ROUND),) if is_heard else ()
            sentences = (
                *((_("All have passed: the round is over."),) if passed else ()),
                _("Round {n} of {all}", n=state.round, all=state.rounds),
            )
            return (*tones, *(effect for text in sentences for effect in caption_and_speak(_, text)))
        case WinnerPage():
            return (PlayTones(WIN), *caption_and_speak(_, winners_sentence(_, state)))
        case TurnPage() if len(line) > 1:
            return (Caption(headline_words(_, NOTHING_FITS if must_pass(model) else page.headline, state)),)
        case _:
            return ()


def pages_to_come(model: Model) -> tuple[Page, ...]:
    """Returns the outcomes that are not acknowledged yet, and the page of the next decision."""
    session = session_of(model)
    if session.record is None:
        return (FirstSeatPage(),)
    unseen = outcomes(session.record, guide=model.guides_hands)[session.acknowledged :]
    return (*unseen, WinnerPage() if klondike.is_over(session.state) else TurnPage())


def outcomes(record: Record[State, Event], *, guide: bool) -> tuple[Page, ...]:
    """Returns the pages of the newest event's outcomes: what the players have to know or to move."""
    state, before = record.state, record.timeline[-2:][0].state
    happened = not isinstance(record.events[-1], Undo)
    todo, next_round = physical_steps(record), layout_steps(record) if happened else ()
    # In the order of the hands: what was won is taken off, the scores are read, then the table is laid anew.
    pages = (
        (guide and todo, GuidePage(todo, before.turn if happened else state.turn)),
        (happened and state.round > before.round, RoundOverPage()),
        (guide and next_round, GuidePage(next_round, state.turn)),
    )
    return tuple(page for is_due, page in pages if is_due)


class KlondikeBots(BotSeat):
    """How bots play at the table, by hands that the box deals. A round that is over is looked at by people."""

    def acting_seat(self, model: Model) -> Seat | None:
        return session_of(model).state.turn if self.has_choice(model) else None

    def has_choice(self, model: Model) -> bool:
        return isinstance(model.page, TurnPage | PlacePage)

    def show(self, model: Model, event: GameEvent) -> Page:
        if not isinstance(event, Lay):
            return model.page  # a pass is said in words
        placements = klondike.tile_placements(session_of(model).state, event.tile)
        return PlacePage(event.tile, placements.index((event.slot, event.tile)))

    def play(self, model: Model, event: GameEvent) -> Transition:
        return record_event(model, event)

    def pause_s(self, model: Model) -> float:
        return 0.0

    def describe(self, model: Model, turn: BotTurn) -> str:
        _, session = model.translate, session_of(model)
        name = display_name(_, session.lineup.players[turn.seat])
        if turn.decision is None:
            return _("{name} is thinking …", name=name)
        return event_sentence(_, name, turn.decision.event)


def event_sentence(_: Translator, name: str, event: object) -> str:
    """Returns what somebody of this name does, or did."""
    match event:
        case Lay(slot, tile):
            return _("{name}: {tile} on {slot}", name=name, tile=spelt(tile), slot=slot_name(_, slot))
        case Pass():
            return _("{name} passes", name=name)
        case _:
            return ""
