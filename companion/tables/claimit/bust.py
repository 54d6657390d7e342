"""The page after a roll that can be used nowhere: what is lost."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from companion.core.player_names import display_name
from companion.screen.canvas import Canvas, Rect
from companion.screen.font import BOLD
from companion.screen.layout import big
from companion.screen.pieces import small_die
from companion.tables.claimit import lights
from companion.tables.claimit.session import session_of
from companion.tables.claimit.stones import draw_stakes
from companion.tables.shared_pages import OutcomePage
from engine import claimit
from engine.claimit import Roll

if TYPE_CHECKING:
    from companion.core.model import Model
    from companion.lights.composition import Lights
    from companion.tables.claimit.session import Session

DICE_X = 96
"""Where the dice begin."""


@dataclass(frozen=True, slots=True)
class BustPage(OutcomePage):
    """Says that the turn is over and its marks are lost."""

    name: ClassVar[str] = "bust"

    def draw(self, model: Model, canvas: Canvas) -> None:
        """Draws who rolled which dice, the word, and what is lost."""
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

    def lights(self, model: Model, now: float) -> Lights:
        """The marks flash red twice and go out."""
        before, state = session_of(model).state_before, session_of(model).state
        return lights.bust(state, model.seat_colours, now, model.shown_since, lost=claimit.marks(before))


def fatal_roll(session: Session) -> tuple[int, ...]:
    """Returns the dice of the newest roll."""
    newest = session.timeline[-1]
    return newest.dice if isinstance(newest, Roll) else ()
