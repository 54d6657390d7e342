"""Who begins: the box has drawn somebody; the players may choose another."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from companion.model import Model, Step, refuse
from companion.names import shown
from companion.screen.canvas import Box, Canvas
from companion.screen.font import BOLD
from companion.screen.icons import Icon
from companion.screen.layout import Key, big, header
from companion.tables.klondike import lights
from companion.tables.klondike.board import drawn
from companion.tables.klondike.play import happen
from engine.game import Seat
from hardware.device import Button

if TYPE_CHECKING:
    from companion.lights.composition import Lights
    from companion.running import Running

MOVES = {Button.LEFT: -1, Button.RIGHT: 1}


@dataclass(frozen=True, slots=True)
class Begins:
    """The one who is to begin."""

    moved: int = 0
    """How many seats further than the one that the box has drawn."""
    name: ClassVar[str] = "begins"

    def press(self, model: Model, button: Button) -> Step:
        """`left` and `right` choose somebody else, `ok` begins."""
        match button:
            case Button.LEFT | Button.RIGHT:
                return Step(model.showing(Begins(self.moved + MOVES[button])))
            case Button.OK:
                return happen(model, model.running.start_event(self.seat(model.running)))
            case _:
                return refuse(model)

    def keys(self, model: Model) -> tuple[Key, ...]:
        """Somebody else, or go."""
        return (Icon.LEFT, Icon.RIGHT, Icon.CHECK, None, None)

    def draw(self, model: Model, canvas: Canvas) -> None:
        """The name, large, and where it comes from."""
        _, running = model.words, model.running
        header(canvas, _("Who begins?"))
        big(canvas, shown(_, running.lineup.players[self.seat(running)]), Box(1, 11, 127, 33))
        canvas.text(64, 34, _("begins!"), BOLD, "centre")
        canvas.text(64, 44, self.origin(model), align="centre")

    def lights(self, model: Model, now: float) -> Lights:
        """The edge in that player's colour."""
        return lights.begins(self.seat(model.running), model.seat_colours)

    def seat(self, running: Running) -> Seat:
        """The seat that is to begin."""
        return Seat((drawn(running) + self.moved) % len(running.lineup.players))

    def origin(self, model: Model) -> str:
        """Whether that seat was drawn by the box, or chosen by the players."""
        _, running = model.words, model.running
        was_drawn = running.lineup.first is None and self.seat(running) == drawn(running)
        return _("drawn by the box") if was_drawn else _("chosen by you")
