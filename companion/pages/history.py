"""The history page: the last ten games, when they ended and who won."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from companion.core.cursor import moved_cursor
from companion.core.model import Model, Transition, reject_press
from companion.core.player_names import display_name
from companion.core.table_registry import board_or_show
from companion.screen.font import THIN, shortened
from companion.screen.icons import Icon
from companion.screen.layout import Item, Softkey, header, menu
from hardware.device import Button

if TYPE_CHECKING:
    from companion.core.saved_games import Finished
    from companion.lights.composition import Lights
    from companion.screen.canvas import Canvas

NAMES_PX = 50
"""What is left for names beside a date."""
GAMES = 10
"""How many games it tells of."""


@dataclass(frozen=True, slots=True)
class HistoryPage:
    """Lists the games, the newest first."""

    games: tuple[Finished, ...]
    cursor: int = 0
    name: ClassVar[str] = "history"

    def press(self, model: Model, button: Button) -> Transition:
        """`left` and `right` walk over the games, the others lead back."""
        match button:
            case Button.LEFT | Button.RIGHT if self.games:
                return Transition(
                    model.with_page(replace(self, cursor=moved_cursor(self.cursor, button, len(self.games))))
                )
            case Button.OK | Button.UNDO:
                return Transition(model.with_top_page_closed())
            case _:
                return reject_press(model)

    def keys(self, model: Model) -> tuple[Softkey, ...]:
        """Labels the buttons: walk, and back."""
        up, down = (Icon.UP, Icon.DOWN) if self.games else (None, None)
        return (up, down, Icon.CHECK, None, Icon.UNDO)

    def draw(self, model: Model, canvas: Canvas) -> None:
        """Draws one line for each game."""
        _ = model.translate
        header(canvas, _("History"), str(self.cursor + 1) if self.games else "")
        if not self.games:
            canvas.text(64, 28, _("no games yet"), align="centre")
            return
        items = []
        for game in self.games:
            players, seats = game.lineup["players"], game.summary["winners"]
            winners = ", ".join(display_name(_, players[seat]) for seat in seats) or _("nobody")
            # The date without the time of day: both and the names are wider than the screen.
            items.append(Item(shortened(THIN, winners, NAMES_PX), game.ended_at[:10]))
        menu(canvas, items, self.cursor)

    def lights(self, model: Model, now: float) -> Lights:
        """Shows the board as it lies."""
        return board_or_show(model, now)
