"""The page on which a player enters the tile to lay, one end after the other."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from companion.core.model import Model, Transition, reject_press
from companion.core.page import ButtonRow, Page, Press, close, moved_cursor, open_on_top, show
from companion.core.player_names import display_name
from companion.lights.palette import AMBER
from companion.screen.icons import Icon
from companion.screen.layout import header
from companion.screen.pieces import LARGE_DIE, LARGE_PIP, die
from companion.tables.klondike.lights import ENDS, board, highlight
from companion.tables.klondike.roll import open_slot, page_for_tile
from companion.tables.klondike.session import session_of
from companion.tables.klondike.slot_names import slot_name
from companion.tables.klondike.tile_choice import QUESTION, parse_tile
from engine import klondike
from engine.klondike import Slot
from hardware.device import WIDTH, Button

if TYPE_CHECKING:
    from companion.core.questions import Question
    from companion.lights.composition import Lights
    from companion.locale.translator import Translator
    from companion.screen.canvas import Canvas
    from engine.klondike import State, Tile


@dataclass(frozen=True, slots=True)
class ByHandPage(Page):
    """Holds a tile, of which one end is being turned."""

    tile: Tile = (0, 0)
    end: int = 0
    """The one that is being turned, 0 or 1."""
    slot: Slot | None = None
    """Where somebody pointed, to lay it there; None: nowhere yet."""
    name: ClassVar[str] = "klondike_by_hand"

    def buttons(self, model: Model) -> dict[Button, ButtonRow]:
        _, state = model.translate, session_of(model).state
        near, far = self.tile
        end = _("the other end") if self.end else _("one end")

        def turn(button: Button) -> Press:
            turned = (near, moved_cursor(far, button, 7)) if self.end else (moved_cursor(near, button, 7), far)
            return show(model, replace(self, tile=turned))

        done = ButtonRow(None, None, _("This is the tile"), _fits(_, state, self.tile))
        if klondike.tile_placements(state, self.tile):
            page = page_for_tile(model, self.tile, self.slot) or self
            done = done._replace(softkey=Icon.CHECK, press=open_on_top(model, page))
        other = ButtonRow(Icon.CHECK, show(model, replace(self, end=1)), _("The other end"))
        return {
            Button.LEFT: ButtonRow(Icon.LEFT, turn(Button.LEFT), _("One less"), end),
            Button.RIGHT: ButtonRow(Icon.RIGHT, turn(Button.RIGHT), _("One more"), end),
            Button.OK: done if self.end else other,
            Button.BANK: ButtonRow(effect=_("choose a tile first")),
            Button.UNDO: ButtonRow(Icon.UNDO, show(model, replace(self, end=0)) if self.end else close(model)),
        }

    def point(self, model: Model, place: str) -> Transition:
        """Chooses the slot first; the tile is still to be named."""
        slot = open_slot(model, place)
        return reject_press(model) if slot is None else Transition(model.with_page(replace(self, slot=slot)))

    def choices(self, model: Model) -> tuple[Question, ...]:
        """The tile, named at once."""
        return (QUESTION,)

    def choose(self, model: Model, name: str, value: object) -> Transition:
        """Takes this tile in hand."""
        page = page_for_tile(model, parse_tile(value), self.slot)
        return reject_press(model) if page is None else Transition(model.with_page_on_top(page))

    def draw(self, model: Model, canvas: Canvas) -> None:
        """Draws both ends, large, the one that is being turned solid; below, where the tile fits."""
        _, state = model.translate, session_of(model).state
        header(
            canvas,
            display_name(_, state.players[state.turn]),
            _("your tile") if self.slot is None else slot_name(_, self.slot),
        )
        for place, digit in enumerate(self.tile):
            left = WIDTH // 2 + (place - 1) * LARGE_DIE
            die(canvas, left, 12, digit, inverse=place == self.end, pip=LARGE_PIP)
        canvas.text(64, 45, _fits(_, state, self.tile), align="centre")

    def lights(self, model: Model, now: float) -> Lights:
        """Shows the board as it lies, or the slot that was chosen, alone."""
        return board(model, now) if self.slot is None else highlight(ENDS[self.slot], AMBER)


def _fits(_: Translator, state: State, tile: Tile) -> str:
    """Returns in how many places the tile fits, or where it lies already."""
    lies = [Slot(slot) for slot, other in enumerate(state.slots) if other in (tile, tile[::-1])]
    if lies:
        return _("lies on {slot} already", slot=slot_name(_, lies[0]))
    slots = {slot for slot, _way in klondike.tile_placements(state, tile)}
    return _.many("fits in {n} place", "fits in {n} places", len(slots)) if slots else _("fits nowhere")
