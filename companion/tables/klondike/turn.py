"""A turn begins: who is to lay a tile."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from companion.model import Model, Step, refuse
from companion.names import shown
from companion.screen.canvas import Box, Canvas
from companion.screen.font import BOLD, DOUBLE, THIN
from companion.screen.icons import Icon
from companion.screen.layout import Key, big, header
from companion.tables.klondike import lights
from companion.tables.klondike.by_hand import ByHand
from companion.tables.klondike.passing import Passing
from companion.tables.klondike.scores import Scores
from engine.klondike import Lay
from hardware.device import Button

if TYPE_CHECKING:
    from companion.lights.composition import Lights
    from engine.klondike import Event, State, Tile
    from engine.record import Record


@dataclass(frozen=True, slots=True)
class Turn:
    """The mover has to lay a tile, or to pass."""

    name: ClassVar[str] = "turn"

    def press(self, model: Model, button: Button) -> Step:
        """`ok` enters a tile, `bank` passes, `right` shows the scores."""
        match button:
            case Button.OK:
                return Step(model.opening(ByHand(_at_hand(model.running.played))))
            case Button.RIGHT:
                return Step(model.opening(Scores()))
            case Button.BANK:
                return Step(model.opening(Passing()))
            case _:
                return refuse(model)

    def keys(self, model: Model) -> tuple[Key, ...]:
        """Scores, a tile, no tile."""
        return (None, Icon.SCORES, Icon.PLACE, Icon.SKIP, None)

    def draw(self, model: Model, canvas: Canvas) -> None:
        """The mover's name, as large as it goes; in the first turns a hint at the menu."""
        _, state = model.words, model.running.state
        chips = _.many("{n} chip", "{n} chips", state.chips[state.turn])
        header(canvas, _("Round {n}/{all}", n=state.round, all=state.rounds), chips)
        name, hint = shown(_, state.players[state.turn]), state.turns < len(state.players)
        big(canvas, name, *((Box(1, 11, 127, 31), (DOUBLE, BOLD, THIN)) if hint else (Box(1, 11, 127, 40),)))
        canvas.text(64, 33 if hint else 42, _("lay a tile!"), BOLD, "centre")
        if hint:
            canvas.text(64, 44, _("hold undo: menu"), align="centre")

    def lights(self, model: Model, now: float) -> Lights:
        """The board, framed in the mover's colour for a moment."""
        return lights.turn(model.running.state, model.seat_colours, now, model.began)


def _at_hand(record: Record[State, Event]) -> Tile:
    """The tile that was just taken back, for it is likely to be laid elsewhere; else the double blank."""
    undone = record.taken_back
    return undone.tile if isinstance(undone, Lay) else (0, 0)
