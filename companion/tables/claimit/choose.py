"""A stone was placed: roll again, or bank."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from companion.model import Model, Step
from companion.names import shown
from companion.screen.canvas import Box, Canvas
from companion.screen.font import BOLD
from companion.screen.icons import Icon
from companion.screen.layout import Key, big, header
from companion.tables.claimit.board import board
from companion.tables.claimit.play import happen, take_back
from companion.tables.claimit.scores import Scores, gold
from companion.tables.claimit.stakes import stakes
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
                return happen(model, claimit.Bank())
            case Button.UNDO:
                return take_back(model)

    def keys(self, model: Model) -> tuple[Key, ...]:
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
    busts = claimit.bust(state)
    big(canvas, per_cent(busts), Box(1, 10, 72, 35))
    canvas.text(127, 14, _("bust"), align="right")
    canvas.text(127, 25, f"{busts}/{claimit.ROLLS}", BOLD, "right")
    canvas.meter(Box(1, 36, 127, 42), busts / claimit.ROLLS)
    stakes(canvas, 45, _("at risk"), claimit.at_risk(state), _)


def _in_full(model: Model, canvas: Canvas) -> None:
    """The odds in words: what the next roll would do, and what a bust would cost."""
    _, state = model.words, model.running.state
    busts, risk = claimit.bust(state), claimit.at_risk(state)
    need = claimit.GOLDCLAIMS_TO_CALL[len(state.players)]
    banked = claimit.standing(state, state.turn).goldclaims + risk.goldclaims
    lines = (
        (_("bust"), f"{busts}/{claimit.ROLLS} = {_.decimal(100 * busts / claimit.ROLLS)}%"),
        (_("gold after a bank"), f"{banked}/{need}"),
        (_("claim stones left"), str(sum(not stone for stone in state.claims))),
    )
    for row, (label, figure) in enumerate(lines):
        canvas.text(1, 13 + 10 * row, label)
        canvas.text(127, 13 + 10 * row, figure, align="right")
    stakes(canvas, 43, _("at risk"), risk, _)


def per_cent(busts: int) -> str:
    """The share of the 216 rolls that bust, in whole per cent; only a certain bust is 100, only none 0."""
    share = round(100 * busts / claimit.ROLLS)
    bounded = min(max(share, 1), 99) if 0 < busts < claimit.ROLLS else share
    return f"{bounded}%"
