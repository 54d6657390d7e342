"""The info page: the version, and the commitment by which the dice can be checked."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.metadata import version
from typing import TYPE_CHECKING, ClassVar

from companion.core.page import ButtonRow, Page, close
from companion.locale.translator import N_
from companion.screen.icons import Icon
from companion.screen.layout import header
from engine import dice
from hardware.device import Button

if TYPE_CHECKING:
    from companion.core.model import Model
    from companion.pages.seal_views import View
    from companion.screen.canvas import Canvas


@dataclass(frozen=True, slots=True)
class InfoPage(Page):
    """Shows the version and the commitment of the dice; of sealed ones also the words, and what they prove."""

    view: int = 0
    """Which of the views is shown, where there are several."""
    name: ClassVar[str] = "info"

    def buttons(self, model: Model) -> dict[Button, ButtonRow]:
        from companion.pages.seal_views import turning_buttons  # noqa: PLC0415 - loaded when it is seen

        back = {
            Button.OK: ButtonRow(Icon.CHECK, close(model)),
            Button.UNDO: ButtonRow(Icon.UNDO, close(model)),
        }
        return turning_buttons(model, _list_views(model), self.view, InfoPage, back)

    def draw(self, model: Model, canvas: Canvas) -> None:
        """Draws the commitment in four lines of 16 digits; players note it before the first roll and check it later."""
        if views := _list_views(model):
            views[self.view](model, canvas)
            return
        _ = model.translate
        header(canvas, _(_title(model)), version("claim-companion"))
        if model.game is None:
            canvas.text(64, 28, _("no game yet"), align="centre")
            return
        commitment = dice.commitment(model.game.seed)
        # 64 digits in four lines of 16: people compare them with the record's.
        for line in range(4):
            canvas.text(64, 13 + 10 * line, commitment[16 * line : 16 * line + 16], align="centre")


def _title(model: Model) -> str:
    """Returns what can be checked, in English, to be translated."""
    if model.game is not None and not model.game.lineup.fair:
        return N_("Test tiles") if model.game.is_dealt else N_("Test dice")
    return N_("Fair tiles") if model.game is not None and model.game.is_dealt else N_("Fair dice")


def _list_views(model: Model) -> tuple[View, ...]:
    """Returns what there is to see of sealed dice, a screen each; none where they are not sealed."""
    from companion.pages.seal_views import list_statement_views, list_views  # noqa: PLC0415 - loaded when it is seen

    if model.game is None or not model.game.lineup.sealed:
        return ()
    return (*list_views(model.game), *list_statement_views(model))
