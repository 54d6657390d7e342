"""One seat's fields, and no others: while `left` was held."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from companion.model import Model, Step, refuse
from companion.names import shown
from companion.screen.canvas import Box, Canvas
from companion.screen.font import BOLD
from companion.screen.icons import Icon
from companion.screen.layout import Key, big
from companion.tables.claimit import lights
from engine import claimit
from engine.game import Seat
from hardware.device import Button

if TYPE_CHECKING:
    from companion.lights.composition import Lights


FIRST = Seat(0)


@dataclass(frozen=True, slots=True)
class Spotlight:
    """The fields of one seat."""

    seat: Seat = FIRST
    name: ClassVar[str] = "check"

    def press(self, model: Model, button: Button) -> Step:
        """`left` goes on to the next seat, `ok` and `undo` back to the game."""
        match button:
            case Button.LEFT:
                return Step(model.showing(Spotlight(Seat((self.seat + 1) % len(model.running.state.players)))))
            case Button.OK | Button.UNDO:
                return Step(model.back())
            case _:
                return refuse(model)

    def keys(self, model: Model) -> tuple[Key, ...]:
        """Next, or back."""
        return (Icon.RIGHT, None, Icon.CHECK, None, Icon.UNDO)

    def draw(self, model: Model, canvas: Canvas) -> None:
        """Whose fields they are, and how many."""
        _, state = model.words, model.running.state
        each = claimit.standing(state, self.seat)
        big(canvas, shown(_, state.players[self.seat]), Box(0, 0, 128, 26))
        canvas.text(64, 28, _.many("{n} field", "{n} fields", each.fields), BOLD, "centre")
        canvas.text(64, 40, _("mine {mine}, gold {gold}", mine=each.mine, gold=each.goldclaims), align="centre")

    def lights(self, model: Model, now: float) -> Lights:
        """Only that seat's fields."""
        return lights.only(model.running.state, model.seat_colours, now, self.seat)
