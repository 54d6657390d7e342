"""The tile that is to be laid is entered, one end after the other."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from companion.model import Model, Step, refuse
from companion.names import shown
from companion.screen.icons import Icon
from companion.screen.layout import Key, header
from companion.screen.pieces import LARGE_DIE, LARGE_PIP, die
from companion.tables.klondike.board import board
from companion.tables.klondike.roll import Roll
from engine import klondike
from engine.klondike import PLACES
from hardware.device import WIDTH, Button

if TYPE_CHECKING:
    from companion.lights.composition import Lights
    from companion.screen.canvas import Canvas
    from companion.words import Words
    from engine.klondike import State, Tile

TURNS = {Button.LEFT: -1, Button.RIGHT: 1}


@dataclass(frozen=True, slots=True)
class ByHand:
    """A tile, of which one end is being turned."""

    tile: Tile = (0, 0)
    end: int = 0
    """The one that is being turned, 0 or 1."""
    name: ClassVar[str] = "by_hand"

    def press(self, model: Model, button: Button) -> Step:
        """`left` and `right` turn the end, `ok` goes on to the other and then to the slots, `undo` back."""
        match button:
            case Button.LEFT | Button.RIGHT:
                return Step(model.showing(self._turned(TURNS[button])))
            case Button.OK if self.end == 0:
                return Step(model.showing(replace(self, end=1)))
            case Button.OK if self._goes_on(model):
                return Step(model.opening(Roll(self.tile)))
            case Button.UNDO:
                return Step(model.showing(replace(self, end=0)) if self.end else model.back())
            case _:
                return refuse(model)

    def keys(self, model: Model) -> tuple[Key, ...]:
        """Turn, go on, go back."""
        return (Icon.LEFT, Icon.RIGHT, Icon.CHECK if self._goes_on(model) else None, None, Icon.UNDO)

    def draw(self, model: Model, canvas: Canvas) -> None:
        """The two ends, large, the one that is being turned solid; below, where such a tile may lie."""
        _, state = model.words, model.running.state
        header(canvas, shown(_, state.players[state.turn]), _("your tile"))
        for place, digit in enumerate(self.tile):
            left = WIDTH // 2 + (place - 1) * LARGE_DIE
            die(canvas, left, 12, digit, inverse=place == self.end, pip=LARGE_PIP)
        canvas.text(64, 45, _fits(_, state, self.tile), align="centre")

    def lights(self, model: Model, now: float) -> Lights:
        """The board as it lies."""
        return board(model, now)

    def _goes_on(self, model: Model) -> bool:
        """Whether there is another end to turn, or somewhere to lay the tile."""
        return self.end == 0 or bool(klondike.ways(model.running.state, self.tile))

    def _turned(self, by: int) -> ByHand:
        near, far = self.tile
        return replace(self, tile=(near, (far + by) % 7) if self.end else ((near + by) % 7, far))


def _fits(_: Words, state: State, tile: Tile) -> str:
    """Whether the tile may lie anywhere, and if it lies there already, where."""
    lies = [place.name for place, other in zip(PLACES, state.slots, strict=True) if other in (tile, tile[::-1])]
    if lies:
        return _("lies on {slot} already", slot=lies[0])
    slots = {slot for slot, _way in klondike.ways(state, tile)}
    return _.many("fits in {n} place", "fits in {n} places", len(slots)) if slots else _("fits nowhere")
