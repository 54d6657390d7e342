"""The last ten games: when, and who has won."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from companion.model import Model, Step, refuse
from companion.names import shown
from companion.pages.board import board
from companion.screen.font import THIN, shortened
from companion.screen.icons import Icon
from companion.screen.layout import Item, Key, header, menu
from hardware.device import Button

if TYPE_CHECKING:
    from companion.journal import Finished
    from companion.lights.composition import Lights
    from companion.screen.canvas import Canvas
    from companion.words import Words

MOVES = {Button.LEFT: -1, Button.RIGHT: 1}
NAMES_PX = 50
"""What is left for names beside a date."""
GAMES = 10
"""How many games it tells of."""


@dataclass(frozen=True, slots=True)
class History:
    """The games, the newest first."""

    games: tuple[Finished, ...]
    cursor: int = 0
    name: ClassVar[str] = "history"

    def press(self, model: Model, button: Button) -> Step:
        """`left` and `right` walk over the games, the others lead back."""
        match button:
            case Button.LEFT | Button.RIGHT if self.games:
                return Step(model.showing(replace(self, cursor=(self.cursor + MOVES[button]) % len(self.games))))
            case Button.OK | Button.UNDO:
                return Step(model.back())
            case _:
                return refuse(model)

    def keys(self, model: Model) -> tuple[Key, ...]:
        """Walk, and back."""
        up, down = (Icon.UP, Icon.DOWN) if self.games else (None, None)
        return (up, down, Icon.CHECK, None, Icon.UNDO)

    def draw(self, model: Model, canvas: Canvas) -> None:
        """A line a game."""
        _ = model.words
        header(canvas, _("History"), str(self.cursor + 1) if self.games else "")
        if not self.games:
            canvas.text(64, 28, _("no games yet"), align="centre")
            return
        menu(canvas, [Item(_winners(_, game), game.ended_at[:10]) for game in self.games], self.cursor)

    def lights(self, model: Model, now: float) -> Lights:
        """The board as it lies."""
        return board(model, now)


def _winners(_: Words, game: Finished) -> str:
    players, seats = game.lineup["players"], game.summary["winners"]
    return shortened(THIN, ", ".join(shown(_, players[seat]) for seat in seats), NAMES_PX)
