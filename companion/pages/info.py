"""The info page: the version, and the commitment by which the dice can be checked."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.metadata import version
from typing import TYPE_CHECKING, ClassVar

from companion.core.model import Model, Transition, reject_press
from companion.core.table_registry import board_or_show
from companion.locale.translator import N_
from companion.screen.icons import Icon
from companion.screen.layout import Softkey, header
from engine import dice
from hardware.device import Button

if TYPE_CHECKING:
    from companion.lights.composition import Lights
    from companion.pages.seal_views import View
    from companion.screen.canvas import Canvas


@dataclass(frozen=True, slots=True)
class InfoPage:
    """Shows the version and the commitment of the dice; of sealed ones also the words, and what they prove."""

    view: int = 0
    """Which of the views is shown, where there are several."""
    name: ClassVar[str] = "info"

    def press(self, model: Model, button: Button) -> Transition:
        """`ok` and `undo` lead back; `left` and `right` walk over what there is to see of sealed dice."""
        from companion.pages.seal_views import is_code, turned_view  # noqa: PLC0415 - loaded when it is seen

        views = _list_views(model)
        if (turned := turned_view(self.view, button, views)) is not None:
            return Transition(model.with_page(InfoPage(turned)))
        leaves = button in {Button.OK, Button.UNDO} and not is_code(self.view, views)
        return Transition(model.with_top_page_closed()) if leaves else reject_press(model)

    def keys(self, model: Model) -> tuple[Softkey, ...]:
        """Labels the buttons: walk, back."""
        from companion.pages.seal_views import CODE_KEYS, is_code  # noqa: PLC0415 - loaded when it is seen

        views = _list_views(model)
        if is_code(self.view, views):
            return CODE_KEYS
        newer, older = (Icon.LEFT, Icon.RIGHT) if views else (None, None)
        return (newer, older, Icon.CHECK, None, Icon.UNDO)

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

    def lights(self, model: Model, now: float) -> Lights:
        """Shows the board as it lies."""
        return board_or_show(model, now)


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
