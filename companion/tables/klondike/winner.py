"""The page after the end: who has won, and with how many chips."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from companion.screen.canvas import Canvas, Rect
from companion.screen.font import BOLD
from companion.screen.layout import big
from companion.tables.klondike import lights
from companion.tables.klondike.session import session_of
from companion.tables.shared_flow import winners_headline
from companion.tables.shared_pages import GameOverPage

if TYPE_CHECKING:
    from companion.core.model import Model
    from companion.lights.composition import Lights
    from companion.locale.translator import Translator
    from engine.klondike import State


@dataclass(frozen=True, slots=True)
class WinnerPage(GameOverPage):
    """Names the winner, or those who share the win."""

    name: ClassVar[str] = "klondike_winner"

    def draw(self, model: Model, canvas: Canvas) -> None:
        """Draws the name, as large as it fits, and the chips."""
        _, state = model.translate, session_of(model).state
        names, win = winners_headline(_, state)
        big(canvas, names, Rect(1, 0, 127, 28))
        canvas.text(64, 29, win, BOLD, "centre")
        canvas.text(64, 41, reason(_, state), align="centre")

    def lights(self, model: Model, now: float) -> Lights:
        """Lets every claim pulse in the winner's colour."""
        return lights.winner(session_of(model).state.winners or (), model.seat_colours, now, model.shown_since)


def reason(_: Translator, state: State) -> str:
    """How the win was decided: the most chips, which those who share it all have."""
    return _.many("{n} chip", "{n} chips", max(state.chips))
