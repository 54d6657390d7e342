"""The pages on which a tile is chosen from a hand that the box has dealt, and the one before a hand is shown."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from companion.core.model import Model, Transition, reject_press
from companion.core.page import ButtonRow, Page, close, moved_cursor, show
from companion.core.player_names import display_name
from companion.screen.canvas import BLACK, WHITE, Rect
from companion.screen.font import BOLD
from companion.screen.icons import Icon
from companion.screen.layout import big, header, paragraph
from companion.screen.pieces import DIE, die
from companion.tables.klondike import lights
from companion.tables.klondike.lights import board
from companion.tables.klondike.passing import ask_pass
from companion.tables.klondike.roll import open_slot, page_for_tile
from companion.tables.klondike.secrecy import THE_BOX, Secrecy, hand_of
from companion.tables.klondike.session import session_of
from companion.tables.klondike.slot_names import slot_name
from companion.tables.klondike.tile_choice import QUESTION, parse_tile
from companion.tables.klondike.tiles import spelt
from engine import klondike
from hardware.device import Button

if TYPE_CHECKING:
    from companion.core.questions import Question
    from companion.core.viewer_kind import ViewerKind
    from companion.lights.composition import Lights
    from companion.locale.translator import Translator
    from companion.screen.canvas import Canvas
    from engine.klondike import Slot, State, Tile

COLUMNS, COLUMN_PX, ROW_PX = 7, 18, 10
"""Two rows of tiles are the largest hand, 14."""
LEFT_PX, TOP_PX = 1, 12
CHOSEN_TOP = 33
"""Where the chosen tile is drawn, below both rows."""
TEXT = Rect(2 * DIE + 5, 32, 127, 53)


@dataclass(frozen=True, slots=True)
class HandPage(Page):
    """The acting seat's hand; the cursor walks over its tiles."""

    secrecy: Secrecy
    cursor: int = 0
    slot: Slot | None = None
    """Where somebody pointed, to lay a tile there; None: nowhere yet."""
    name: ClassVar[str] = "klondike_hand"

    def is_seen_by(self, model: Model, viewer: ViewerKind) -> bool:
        """Returns whether this kind of viewer may see the hand."""
        return self.secrecy.is_seen_by(model, viewer)

    def buttons(self, model: Model) -> dict[Button, ButtonRow]:
        _, hand, state = model.translate, _hand(model), session_of(model).state
        rows = {
            Button.OK: ButtonRow(effect=_("your hand is empty")),
            Button.BANK: ButtonRow(
                Icon.SKIP, lambda: ask_pass(model), _("Pass"), _("only if nothing fits") if hand else ""
            ),
            Button.UNDO: ButtonRow(Icon.UNDO, close(model), _("Close the hand") if hand else ""),
        }
        if hand:
            tile = hand[self.cursor]
            take = ButtonRow(None, None, _("Take {tile}", tile=spelt(tile)), _fits(_, state, tile))
            fits = bool(klondike.tile_placements(state, tile))
            rows[Button.OK] = take._replace(softkey=Icon.CHECK, press=lambda: self._take(model, tile)) if fits else take
        if len(hand) > 1:
            for button, icon in ((Button.LEFT, Icon.LEFT), (Button.RIGHT, Icon.RIGHT)):
                walked = replace(self, cursor=moved_cursor(self.cursor, button, len(hand)))
                rows[button] = ButtonRow(icon, show(model, walked))
        return rows

    def point(self, model: Model, place: str) -> Transition:
        """Chooses the slot first; the tile is still to be chosen."""
        slot = open_slot(model, place)
        return reject_press(model) if slot is None else Transition(model.with_page(replace(self, slot=slot)))

    def choices(self, model: Model) -> tuple[Question, ...]:
        """The tile, named at once; of one that is not in the hand nothing is told."""
        return (QUESTION,)

    def choose(self, model: Model, name: str, value: object) -> Transition:
        """Takes this tile in hand."""
        return self._take(model, parse_tile(value))

    def draw(self, model: Model, canvas: Canvas) -> None:
        """Draws all the tiles, the chosen one inverse and once more below, larger, with where it fits."""
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
        paragraph(canvas, _fits(_, state, hand[self.cursor]), TEXT)

    def lights(self, model: Model, now: float) -> Lights:
        """Shows the board as it lies, or the slot that was chosen; nothing of the hand."""
        if self.slot is None:
            return board(model, now)
        return lights.walk(session_of(model).state, model.seat_colours, now, model.shown_since, self.slot)

    def _take(self, model: Model, tile: Tile) -> Transition:
        page = page_for_tile(model, tile, self.slot, self.secrecy)
        return reject_press(model) if page is None else Transition(model.with_page_on_top(page))


@dataclass(frozen=True, slots=True)
class PassBoxPage(Page):
    """Asks for the box to be handed to whoever acts, before that hand is shown on it."""

    name: ClassVar[str] = "klondike_pass_box"

    def is_seen_by(self, model: Model, viewer: ViewerKind) -> bool:
        """Returns whether this viewer has the box; whoever holds a link of a seat has a screen of its own."""
        return viewer.role in THE_BOX

    def buttons(self, model: Model) -> dict[Button, ButtonRow]:
        _, name = model.translate, _name(model)
        return {
            Button.OK: ButtonRow(
                Icon.CHECK, show(model, HandPage(Secrecy.BOX)), _("Show my hand"), _("only {name} looks", name=name)
            ),
            Button.UNDO: ButtonRow(Icon.UNDO, close(model)),
        }

    def draw(self, model: Model, canvas: Canvas) -> None:
        """Draws who gets the box, large."""
        _, name = model.translate, _name(model)
        header(canvas, _("Pass the box to"))
        big(canvas, name, Rect(1, 11, 127, 33))
        canvas.text(64, 34, _("press ok: your hand"), BOLD, "centre")
        canvas.text(64, 44, _("all others look away"), align="centre")

    def lights(self, model: Model, now: float) -> Lights:
        """Shows the board, framed in the player's colour for a moment."""
        return lights.turn(session_of(model).state, model.seat_colours, now, model.shown_since)


def _name(model: Model) -> str:
    state = session_of(model).state
    return display_name(model.translate, state.players[state.turn])


def _hand(model: Model) -> tuple[Tile, ...]:
    return hand_of(model, session_of(model).state.turn)


def _fits(_: Translator, state: State, tile: Tile) -> str:
    """Returns in how many places the tile fits."""
    slots = {slot for slot, _way in klondike.tile_placements(state, tile)}
    return _.many("fits in {n} place", "fits in {n} places", len(slots)) if slots else _("fits nowhere")
