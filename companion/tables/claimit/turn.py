"""A turn begins: who is to roll."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from companion.model import Model, Step, refuse
from companion.names import shown
from companion.screen.canvas import Box, Canvas
from companion.screen.font import BOLD, DOUBLE, THIN
from companion.screen.icons import Icon
from companion.screen.layout import Key, big, header
from companion.tables.claimit import lights
from companion.tables.claimit.by_hand import ByHand
from companion.tables.claimit.guide import run_over, run_s
from companion.tables.claimit.play import roll
from companion.tables.claimit.scores import gold
from hardware.device import Button

if TYPE_CHECKING:
    from companion.lights.composition import Lights


@dataclass(frozen=True, slots=True)
class Turn:
    """The mover has to roll."""

    name: ClassVar[str] = "turn"

    def press(self, model: Model, button: Button) -> Step:
        """`ok` rolls; all else waits for the roll."""
        return throw(model) if button is Button.OK else refuse(model)

    def keys(self, model: Model) -> tuple[Key, ...]:
        """Only the roll."""
        return (None, None, Icon.ROLL, None, None)

    def draw(self, model: Model, canvas: Canvas) -> None:
        """The mover's name, as large as it goes; in the first round a hint at the menu."""
        _, state = model.words, model.running.state
        header(
            canvas, _("Last turn") if state.last_round else _("Turn {n}", n=state.turns + 1), gold(model, state.turn)
        )
        name, hint = shown(_, state.players[state.turn]), state.turns < len(state.players)
        big(canvas, name, *((Box(1, 11, 127, 31), (DOUBLE, BOLD, THIN)) if hint else (Box(1, 11, 127, 40),)))
        canvas.text(64, 33 if hint else 42, _("roll!"), BOLD, "centre")
        if hint:
            canvas.text(64, 44, _("hold undo: menu"), align="centre")

    def lights(self, model: Model, now: float) -> Lights:
        """The board, framed in the mover's colour for a moment."""
        runs_s = 0.0 if model.guide else run_s(model.running.played)
        if now < model.began + runs_s:
            return run_over(model, now)
        return lights.turn(model.running.state, model.seat_colours, now, model.began + runs_s)


def throw(model: Model) -> Step:
    """The box rolls, or asks what the real dice show."""
    return Step(model.opening(ByHand())) if model.running.lineup.by_hand else roll(model)
