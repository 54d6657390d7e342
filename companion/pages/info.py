"""The info page: the version, and the commitment by which the dice can be checked."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.metadata import version
from typing import TYPE_CHECKING, ClassVar

from companion.core.model import Model, Transition, reject_press
from companion.core.table_registry import board_or_show
from companion.screen.icons import Icon
from companion.screen.layout import Softkey, header
from engine import dice
from hardware.device import Button

if TYPE_CHECKING:
    from companion.lights.composition import Lights
    from companion.screen.canvas import Canvas


@dataclass(frozen=True, slots=True)
class InfoPage:
    """Shows the version and the commitment of the dice."""

    name: ClassVar[str] = "info"

    def press(self, model: Model, button: Button) -> Transition:
        """`ok` and `undo` lead back."""
        return Transition(model.with_top_page_closed()) if button in {Button.OK, Button.UNDO} else reject_press(model)

    def keys(self, model: Model) -> tuple[Softkey, ...]:
        """Labels the buttons: back."""
        return (None, None, Icon.CHECK, None, Icon.UNDO)

    def draw(self, model: Model, canvas: Canvas) -> None:
        """Draws the commitment in four lines of 16 digits; players note it before the first roll and check it later."""
        _ = model.translate
        is_fair = model.game is None or model.game.lineup.fair
        header(canvas, _("Fair dice") if is_fair else _("Test dice"), version("claim-companion"))
        if model.game is None:
            canvas.text(64, 28, _("no game yet"), align="centre")
            return
        commitment = dice.commitment(model.game.seed)
        # 64 digits in four lines of 16: people compare them with the record's.
        for line in range(4):
            canvas.text(64, 13 + 10 * line, commitment[16 * line : 16 * line + 16], align="centre")

    def lights(self, model: Model, now: float) -> Lights:
        """Shows the board as it lies."""
        return board_or_show(model, now)
