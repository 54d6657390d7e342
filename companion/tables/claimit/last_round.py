"""A player has called the last round."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from companion.core.model import Model, Transition, reject_press
from companion.core.player_names import short_name
from companion.screen.canvas import Canvas, Rect
from companion.screen.icons import Icon
from companion.screen.layout import Softkey, big
from companion.tables.claimit import lights
from companion.tables.shared_flow import acknowledge
from hardware.device import Button

if TYPE_CHECKING:
    from companion.lights.composition import Lights


@dataclass(frozen=True, slots=True)
class LastRoundPage:
    """Everybody has one more turn, the caller last."""

    name: ClassVar[str] = "last_round"

    def press(self, model: Model, button: Button) -> Transition:
        """`ok` goes on."""
        return acknowledge(model) if button is Button.OK else reject_press(model)

    def keys(self, model: Model) -> tuple[Softkey, ...]:
        """Only on."""
        return (None, None, Icon.CHECK, None, None)

    def draw(self, model: Model, canvas: Canvas) -> None:
        """The call, large; who called it and so moves last; who moves next."""
        _, state = model.translate, model.session.state
        caller = state.last_round.called_by if state.last_round else state.turn
        big(canvas, _("Last round!"), Rect(1, 0, 127, 35))
        canvas.text(64, 36, _("{name} moves last", name=short_name(_, state.players[caller])), align="centre")
        canvas.text(64, 45, _("{name} is next", name=short_name(_, state.players[state.turn])), align="centre")

    def lights(self, model: Model, now: float) -> Lights:
        """A ring in the caller's colour, then the corners."""
        return lights.last_round(model.session.state, model.seat_colours, now, model.shown_since)
