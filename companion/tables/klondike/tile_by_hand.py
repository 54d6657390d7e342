"""The page on which a player enters the tile to lay, one end after the other."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from companion.core.button_meaning import Meaning
from companion.core.cursor import moved_cursor
from companion.core.model import Model, Transition, reject_press
from companion.core.player_names import display_name
from companion.lights.palette import AMBER
from companion.screen.icons import Icon
from companion.screen.layout import Softkey, header
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
    from collections.abc import Mapping

    from companion.core.questions import Question
    from companion.lights.composition import Lights
    from companion.locale.translator import Translator
    from companion.screen.canvas import Canvas
    from engine.klondike import State, Tile


@dataclass(frozen=True, slots=True)
class ByHandPage:
    """Holds a tile, of which one end is being turned."""

    tile: Tile = (0, 0)
    end: int = 0
    """The one that is being turned, 0 or 1."""
    slot: Slot | None = None
    """Where somebody pointed, to lay it there; None: nowhere yet."""
    name: ClassVar[str] = "klondike_by_hand"

    def press(self, model: Model, button: Button) -> Transition:
        """`left` and `right` turn the end, `ok` goes on to the other and then to the slots, `undo` back."""
        match button:
            case Button.LEFT | Button.RIGHT:
                near, far = self.tile
                turned = (near, moved_cursor(far, button, 7)) if self.end else (moved_cursor(near, button, 7), far)
                return Transition(model.with_page(replace(self, tile=turned)))
            case Button.OK if self.end == 0:
                return Transition(model.with_page(replace(self, end=1)))
            case Button.OK if self._goes_on(model):
                return Transition(model.with_page_on_top(page_for_tile(model, self.tile, self.slot) or self))
            case Button.UNDO:
                return Transition(model.with_page(replace(self, end=0)) if self.end else model.with_top_page_closed())
            case _:
                return reject_press(model)

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

    def keys(self, model: Model) -> tuple[Softkey, ...]:
        """Turn, go on, go back."""
        return (Icon.LEFT, Icon.RIGHT, Icon.CHECK if self._goes_on(model) else None, None, Icon.UNDO)

    def meanings(self, model: Model) -> Mapping[Button, Meaning]:
        """Which end is being turned; why the tile may not be laid."""
        _, fits = model.translate, _fits(model.translate, session_of(model).state, self.tile)
        end = _("the other end") if self.end else _("one end")
        return {
            Button.LEFT: Meaning(_("One less"), end),
            Button.RIGHT: Meaning(_("One more"), end),
            Button.OK: Meaning(_("This is the tile"), fits) if self.end else Meaning(_("The other end")),
            Button.BANK: Meaning(effect=_("choose a tile first")),
        }

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

    def _goes_on(self, model: Model) -> bool:
        """Returns whether there is another end to turn, or a slot for the tile."""
        return self.end == 0 or bool(klondike.tile_placements(session_of(model).state, self.tile))


def _fits(_: Translator, state: State, tile: Tile) -> str:
    """Returns in how many places the tile fits, or where it lies already."""
    lies = [Slot(slot) for slot, other in enumerate(state.slots) if other in (tile, tile[::-1])]
    if lies:
        return _("lies on {slot} already", slot=slot_name(_, lies[0]))
    slots = {slot for slot, _way in klondike.tile_placements(state, tile)}
    return _.many("fits in {n} place", "fits in {n} places", len(slots)) if slots else _("fits nowhere")
