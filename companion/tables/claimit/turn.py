"""A turn begins: who is to roll."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from companion.model import Model, Step, refuse
from companion.names import shown
from companion.screen.canvas import Box, Canvas
from companion.screen.font import BOLD
from companion.screen.icons import Icon
from companion.screen.layout import Key, big, header
from companion.tables.claimit import lights
from companion.tables.claimit.by_hand import ByHand
from companion.tables.claimit.play import roll
from companion.tables.claimit.scores import gold
from engine.claimit import Bank, Field, Place
from engine.game import Start
from hardware.device import Button

if TYPE_CHECKING:
    from companion.lights.composition import Lights
    from companion.running import Running


@dataclass(frozen=True, slots=True)
class Turn:
    """The mover has to roll."""

    name: ClassVar[str] = "turn"

    def press(self, model: Model, button: Button) -> Step:
        """`ok` rolls; all else waits for the roll."""
        return throw(model) if button is Button.OK else refuse(model)

    def keys(self, model: Model) -> tuple[Key, ...]:  # noqa: ARG002 - the same in every game
        """Only the roll."""
        return (None, None, Icon.ROLL, None, None)

    def draw(self, model: Model, canvas: Canvas) -> None:
        """The mover's name, as large as it goes; in the first round a hint at the menu."""
        _, state = model.words, model.running.state
        header(
            canvas, _("Last turn") if state.last_round else _("Turn {n}", n=state.turns + 1), gold(model, state.turn)
        )
        big(canvas, shown(_, state.players[state.turn]), Box(0, 10, 128, 36))
        hint = state.turns < len(state.players)
        canvas.text(64, 35 if hint else 41, _("roll!"), BOLD, "centre")
        if hint:
            canvas.text(64, 45, _("hold undo: menu"), align="centre")

    def lights(self, model: Model, now: float) -> Lights:
        """The board, framed in the mover's colour for a moment."""
        state, colours = model.running.state, model.seat_colours
        taken = banked(model.running)
        run_s = lights.bank_s(len(taken)) if taken else 0.0
        if now < model.began + run_s:
            before = model.running.state_before
            return lights.bank(state, colours, now, model.began, seat=before.turn, taken=taken)
        return lights.turn(state, colours, now, model.began + run_s)


def banked(running: Running) -> tuple[Field, ...]:
    """The fields that were just banked, in the order in which they were marked; none after anything else."""
    if not isinstance(running.line[-1], Bank):
        return ()
    taken: dict[Field, None] = {}
    for event in reversed(running.line[:-1]):
        if isinstance(event, Bank | Start):
            break
        if isinstance(event, Place):
            taken[event.field] = None
    return tuple(reversed(taken))


def throw(model: Model) -> Step:
    """The box rolls, or asks what the real dice show."""
    return Step(model.opening(ByHand())) if model.running.lineup.by_hand else roll(model)
