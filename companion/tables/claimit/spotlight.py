"""One seat's fields, and no others: while `left` was held."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from companion.core.model import Model, Transition, reject_press
from companion.core.player_names import display_name
from companion.screen.canvas import Canvas, Rect
from companion.screen.font import BOLD
from companion.screen.icons import Icon
from companion.screen.layout import Softkey, big
from companion.tables.claimit import lights
from engine import claimit
from engine.game import Seat
from hardware.device import Button

if TYPE_CHECKING:
    from companion.lights.composition import Lights


FIRST = Seat(0)


@dataclass(frozen=True, slots=True)
class SpotlightPage:
    """The fields of one seat."""

    seat: Seat = FIRST
    name: ClassVar[str] = "check"

    def press(self, model: Model, button: Button) -> Transition:
        """`left` goes on to the next seat, `ok` and `undo` back to the game."""
        match button:
            case Button.LEFT:
                return Transition(
                    model.with_page(SpotlightPage(Seat((self.seat + 1) % len(model.session.state.players))))
                )
            case Button.OK | Button.UNDO:
                return Transition(model.with_top_page_closed())
            case _:
                return reject_press(model)

    def keys(self, model: Model) -> tuple[Softkey, ...]:
        """Next, or back."""
        return (Icon.RIGHT, None, Icon.CHECK, None, Icon.UNDO)

    def draw(self, model: Model, canvas: Canvas) -> None:
        """Whose fields they are, and how many."""
        _, state = model.translate, model.session.state
        each = claimit.standing(state, self.seat)
        big(canvas, display_name(_, state.players[self.seat]), Rect(0, 0, 128, 26))
        canvas.text(64, 28, _.many("{n} field", "{n} fields", each.fields), BOLD, "centre")
        canvas.text(64, 40, _("mine {mine}, gold {gold}", mine=each.mine, gold=each.goldclaims), align="centre")

    def lights(self, model: Model, now: float) -> Lights:
        """Only that seat's fields."""
        return lights.only(model.session.state, model.seat_colours, now, self.seat)
