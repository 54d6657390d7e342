"""A turn begins: who is to lay a tile."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from companion.core.model import Model, Transition, reject_press
from companion.core.player_names import display_name
from companion.screen.canvas import Canvas, Rect
from companion.screen.font import BOLD, DOUBLE, THIN
from companion.screen.icons import Icon
from companion.screen.layout import Softkey, big, header
from companion.tables.klondike import lights
from companion.tables.klondike.passing import PassingPage
from companion.tables.klondike.scores import ScoresPage
from companion.tables.klondike.tile_by_hand import ByHandPage
from engine.klondike import Lay
from hardware.device import Button

if TYPE_CHECKING:
    from companion.lights.composition import Lights
    from engine.klondike import Event, State, Tile
    from engine.record import Record


@dataclass(frozen=True, slots=True)
class TurnPage:
    """The mover has to lay a tile, or to pass."""

    name: ClassVar[str] = "turn"

    def press(self, model: Model, button: Button) -> Transition:
        """`ok` enters a tile, `bank` passes, `right` shows the scores."""
        match button:
            case Button.OK:
                return Transition(model.with_page_on_top(ByHandPage(_at_hand(model.session.started_record))))
            case Button.RIGHT:
                return Transition(model.with_page_on_top(ScoresPage()))
            case Button.BANK:
                return Transition(model.with_page_on_top(PassingPage()))
            case _:
                return reject_press(model)

    def keys(self, model: Model) -> tuple[Softkey, ...]:
        """Scores, a tile, no tile."""
        return (None, Icon.SCORES, Icon.PLACE, Icon.SKIP, None)

    def draw(self, model: Model, canvas: Canvas) -> None:
        """The mover's name, as large as it goes; in the first turns a hint at the menu."""
        _, state = model.translate, model.session.state
        chips = _.many("{n} chip", "{n} chips", state.chips[state.turn])
        header(canvas, _("Round {n}/{all}", n=state.round, all=state.rounds), chips)
        name, hint = display_name(_, state.players[state.turn]), state.turns < len(state.players)
        big(canvas, name, *((Rect(1, 11, 127, 31), (DOUBLE, BOLD, THIN)) if hint else (Rect(1, 11, 127, 40),)))
        canvas.text(64, 33 if hint else 42, _("lay a tile!"), BOLD, "centre")
        if hint:
            canvas.text(64, 44, _("hold undo: menu"), align="centre")

    def lights(self, model: Model, now: float) -> Lights:
        """The board, framed in the mover's colour for a moment."""
        return lights.turn(model.session.state, model.seat_colours, now, model.shown_since)


def _at_hand(record: Record[State, Event]) -> Tile:
    """The tile that was just taken back, for it is likely to be laid elsewhere; else the double blank."""
    undone = record.taken_back
    return undone.tile if isinstance(undone, Lay) else (0, 0)
