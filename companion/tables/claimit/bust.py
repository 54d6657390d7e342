"""The page after a roll that can be used nowhere: what is lost, and why."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from companion.core.page import ButtonRow, Page, show
from companion.core.player_names import display_name
from companion.screen.canvas import Canvas, Rect
from companion.screen.font import BOLD
from companion.screen.icons import Icon
from companion.screen.layout import big
from companion.screen.pieces import small_die
from companion.tables.claimit import lights
from companion.tables.claimit.obstacles import FEW_WORDS, obstacles
from companion.tables.claimit.session import session_of
from companion.tables.claimit.stones import draw_stakes
from companion.tables.shared_flow import acknowledge
from engine import claimit
from engine.claimit import Roll
from hardware.device import Button

if TYPE_CHECKING:
    from companion.core.model import Model
    from companion.lights.composition import Lights
    from companion.tables.claimit.session import Session
    from engine.claimit import Dice

DICE_X = 96
"""Where the dice begin."""
REASON_X, REASON_PITCH = 22, 9
"""Where the obstacles begin, right of the fields' names; six lines, which is all that there may be, end at row 53."""


@dataclass(frozen=True, slots=True)
class BustPage(Page):
    """Says that the turn is over and its marks are lost; `right` shows what stood in the way of each reading."""

    why: bool = False
    """Whether the obstacles are shown."""
    name: ClassVar[str] = "bust"

    def buttons(self, model: Model) -> dict[Button, ButtonRow]:
        _ = model.translate
        words = (_("What is lost"), "") if self.why else (_("Why?"), _("each use of the roll"))
        return {
            Button.RIGHT: ButtonRow(Icon.LEFT if self.why else "?", show(model, BustPage(why=not self.why)), *words),
            Button.OK: ButtonRow(Icon.CHECK, lambda: acknowledge(model)),
        }

    def draw(self, model: Model, canvas: Canvas) -> None:
        """Draws who rolled which dice, the word, and what is lost; or a line for each reading of the roll."""
        (_draw_reasons if self.why else _draw_losses)(model, canvas)

    def lights(self, model: Model, now: float) -> Lights:
        """The marks flash red twice and go out."""
        before, state = session_of(model).state_before, session_of(model).state
        return lights.bust(state, model.seat_colours, now, model.shown_since, lost=claimit.marks(before))


def fatal_roll(session: Session) -> Dice:
    """Returns the dice of the newest roll."""
    return next(event.dice for event in reversed(session.timeline) if isinstance(event, Roll))


def _draw_losses(model: Model, canvas: Canvas) -> None:
    _, before = model.translate, session_of(model).state_before
    canvas.text(1, 1, display_name(_, before.players[before.turn]), BOLD, limit=DICE_X - 4)
    for place, value in enumerate(fatal_roll(session_of(model))):
        small_die(canvas, DICE_X + 11 * place, 1, value)
    big(canvas, _("Bust!"), Rect(1, 9, 127, 43))
    risk = claimit.at_risk(before)
    if risk.fields or risk.goldclaims:
        draw_stakes(canvas, 45, _("lost"), risk, _)
    else:
        canvas.text(64, 45, _("nothing lost"), align="centre")


def _draw_reasons(model: Model, canvas: Canvas) -> None:
    """Draws each reading of the roll with its obstacle."""
    _, session = model.translate, session_of(model)
    for line, (field, why) in enumerate(obstacles(_, session.state_before, fatal_roll(session), FEW_WORDS)):
        name = claimit.format_field(field)
        canvas.text(1, REASON_PITCH * line, name, BOLD, says=f"{name}: {why}")
        canvas.text(REASON_X, REASON_PITCH * line, why, says="")
