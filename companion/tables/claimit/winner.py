"""The page after the end: who has won, and how it was decided."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from companion.screen.canvas import Canvas, Rect
from companion.screen.font import BOLD
from companion.screen.layout import big, paragraph
from companion.tables.claimit import lights
from companion.tables.claimit.session import session_of
from companion.tables.shared_flow import winners_headline
from companion.tables.shared_pages import GameOverPage
from engine import claimit
from engine.claimit import DecidedBy, Phase, State

if TYPE_CHECKING:
    from companion.core.model import Model
    from companion.lights.composition import Lights
    from companion.locale.translator import Translator


@dataclass(frozen=True, slots=True)
class WinnerPage(GameOverPage):
    """Names the winner, or those who share the win."""

    name: ClassVar[str] = "winner"

    def draw(self, model: Model, canvas: Canvas) -> None:
        """Draws the name, as large as it fits, and the reason."""
        _, state = model.translate, session_of(model).state
        names, win = winners_headline(_, state)
        big(canvas, names, Rect(1, 0, 127, 25))
        canvas.text(64, 25, win, BOLD, "centre")
        paragraph(canvas, reason(_, state), Rect(1, 35, 127, 53))

    def lights(self, model: Model, now: float) -> Lights:
        """The whole game in a few seconds; then the mines are counted up, and the winner's stays."""
        states = (step.state for step in session_of(model).started_record.timeline)
        turns = [state for state in states if state.phase in {Phase.ROLL, Phase.OVER}]
        return lights.time_lapse(turns, model.seat_colours, now, model.shown_since)


def reason(_: Translator, state: State) -> str:
    """Returns how the win was decided, in figures."""
    best = claimit.standing(state, (state.winners or (state.turn,))[0])
    match claimit.decided_by(state):
        case DecidedBy.MINE:
            return _("largest mine: {mine}", mine=best.mine)
        case DecidedBy.GOLDCLAIMS:
            return _("mines tie at {mine}, most goldclaims: {gold}", mine=best.mine, gold=best.goldclaims)
        case DecidedBy.FIELDS:
            return _("mines and goldclaims tie, most fields: {fields}", fields=best.fields)
        case DecidedBy.SHARED:
            return _("mines, goldclaims and fields tie")
