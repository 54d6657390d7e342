"""A stone was placed: roll again, or bank."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from companion.model import Model, Step
from companion.names import shown
from companion.screen.canvas import Box, Canvas
from companion.screen.font import BOLD, TRIPLE
from companion.screen.icons import Icon
from companion.screen.layout import Key, header
from companion.tables.claimit.board import board
from companion.tables.claimit.play import happen, take_back
from companion.tables.claimit.scores import Scores, gold
from companion.tables.claimit.turn import throw
from engine import claimit
from hardware.device import Button

if TYPE_CHECKING:
    from companion.lights.composition import Lights


@dataclass(frozen=True, slots=True)
class Choose:
    """The risk of the next roll, and what is at stake."""

    odds: bool = False
    """Whether the odds are shown in full."""
    name: ClassVar[str] = "choose"

    def press(self, model: Model, button: Button) -> Step:
        """`ok` rolls again, `bank` ends the turn, `undo` takes the placement back; the odds and scores besides."""
        match button:
            case Button.LEFT:
                return Step(model.showing(Choose(odds=not self.odds)))
            case Button.RIGHT:
                return Step(model.opening(Scores()))
            case Button.OK:
                return throw(model)
            case Button.BANK:
                return happen(model, {"event": "bank"})
            case Button.UNDO:
                return take_back(model)

    def keys(self, model: Model) -> tuple[Key, ...]:  # noqa: ARG002 - the same in every game
        """All five buttons have a meaning here."""
        return (Icon.ODDS, Icon.SCORES, Icon.ROLL, Icon.BANK, Icon.UNDO)

    def draw(self, model: Model, canvas: Canvas) -> None:
        """The risk in per cent, large, over a meter; or the odds in full."""
        _, state = model.words, model.running.state
        header(canvas, shown(_, state.players[state.turn]), gold(model, state.turn))
        (_in_full if self.odds else _at_a_glance)(model, canvas)

    def lights(self, model: Model, now: float) -> Lights:
        """The board with this turn's marks."""
        return board(model, now)


def _at_a_glance(model: Model, canvas: Canvas) -> None:
    _, state = model.words, model.running.state
    busts, risk = claimit.bust(state), claimit.at_risk(state)
    canvas.text(0, 14, _("bust"), BOLD)
    canvas.text(0, 25, f"{busts}/{claimit.ROLLS}")
    canvas.text(65, 14, per_cent(busts), TRIPLE, "centre")
    canvas.text(128, 14, _.many("{n} field", "{n} fields", risk.fields))
    canvas.meter(Box(0, 40, 128, 48), busts / claimit.ROLLS)


def _in_full(model: Model, canvas: Canvas) -> None:
    pass


def per_cent(busts: int) -> str:
    """The share of the 216 rolls that bust, in whole per cent; only a certain bust is 100, only none 0."""
    share = round(100 * busts / claimit.ROLLS)
    bounded = min(max(share, 1), 99) if 0 < busts < claimit.ROLLS else share
    return f"{bounded}%"
