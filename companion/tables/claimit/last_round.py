"""A player has called the last round."""

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
from companion.tables.claimit.play import acknowledge
from hardware.device import Button

if TYPE_CHECKING:
    from companion.lights.composition import Lights


@dataclass(frozen=True, slots=True)
class LastRound:
    """Everybody has one more turn, the caller last."""

    name: ClassVar[str] = "last_round"

    def press(self, model: Model, button: Button) -> Step:
        """`ok` goes on."""
        return acknowledge(model) if button is Button.OK else refuse(model)

    def keys(self, model: Model) -> tuple[Key, ...]:  # noqa: ARG002 - the same in every game
        """Only on."""
        return (None, None, Icon.CHECK, None, None)

    def draw(self, model: Model, canvas: Canvas) -> None:
        """The call, large; who called it and so moves last; who begins it."""
        _, state = model.words, model.running.state
        caller = state.last_round.called_by if state.last_round else state.turn
        big(canvas, _("Last round!"), Box(0, 0, 128, 24))
        canvas.text(64, 28, _("{name} calls, and moves last", name=shown(_, state.players[caller])), align="centre")
        canvas.text(64, 41, _("{name} begins", name=shown(_, state.players[state.turn])), BOLD, "centre")

    def lights(self, model: Model, now: float) -> Lights:
        """A ring in the caller's colour, then the corners."""
        return lights.last_round(model.running.state, model.seat_colours, now, model.began)
