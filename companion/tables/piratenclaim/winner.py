"""The page after the end: who has won by the players' word."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from companion.screen.canvas import Canvas, Rect
from companion.screen.font import BOLD
from companion.screen.layout import big
from companion.tables.piratenclaim import lights
from companion.tables.piratenclaim.session import session_of
from companion.tables.shared_flow import winners_headline
from companion.tables.shared_pages import GameOverPage

if TYPE_CHECKING:
    from companion.core.model import Model
    from companion.lights.composition import Lights


@dataclass(frozen=True, slots=True)
class WinnerPage(GameOverPage):
    """Names the winner, those who share the win, or nobody."""

    name: ClassVar[str] = "piratenclaim_winner"

    def draw(self, model: Model, canvas: Canvas) -> None:
        """Draws the name, as large as it fits, and how many turns were finished, as the history does."""
        _, state = model.translate, session_of(model).state
        names, win = winners_headline(_, state)
        big(canvas, names, Rect(1, 0, 127, 28))
        canvas.text(64, 29, win, BOLD, "centre")
        canvas.text(64, 41, _.many("{n} turn", "{n} turns", state.turns), align="centre")

    def lights(self, model: Model, now: float) -> Lights:
        """Lets every field pulse in the winner's colour."""
        return lights.winner(session_of(model).state.winners or (), model.seat_colours, now, model.shown_since)
