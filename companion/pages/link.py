"""The link page: the web page's address, and a QR code that lets a phone press the buttons."""

from __future__ import annotations

import re
from dataclasses import dataclass
from textwrap import wrap
from typing import TYPE_CHECKING, ClassVar

from companion.core.effects import IssueLink
from companion.core.model import Model, Transition, reject_press
from companion.core.table_registry import board_or_show
from companion.screen.icons import Icon
from companion.screen.layout import TAKEN
from companion.screen.qr import draw_qr
from hardware.device import HEIGHT, WIDTH, Button

if TYPE_CHECKING:
    from companion.core.page_link import PageLink
    from companion.lights.composition import Lights
    from companion.locale.translator import Translator
    from companion.screen.canvas import Canvas
    from companion.screen.layout import Softkey

TEXT_LEFT = HEIGHT + 3
"""Right of the code, which takes the screen's whole height."""
COLUMNS, COLUMNS_OF_ALL = 10, 20
"""Letters in a line of the address beside the code, and in one across the screen."""


@dataclass(frozen=True, slots=True)
class LinkPage:
    """Holds the link, which is shown on no other page."""

    link: PageLink
    name: ClassVar[str] = "link"

    def press(self, model: Model, button: Button) -> Transition:
        """`bank` asks for a new token, which makes all older links worthless; `undo` leads back."""
        match button:
            case Button.BANK:
                return Transition(model, (IssueLink(renewed=True),))
            case Button.UNDO:
                return Transition(model.with_top_page_closed())
            case _:
                return reject_press(model)

    def keys(self, model: Model) -> tuple[Softkey, ...]:
        """Labels the buttons: a new token, and back: the code takes the other places."""
        free = TAKEN if self.link.qr_rows else None
        return (free, free, free, model.translate("new"), Icon.UNDO)

    def draw(self, model: Model, canvas: Canvas) -> None:
        """Draws the QR code with the address beside it; or says how phones get one."""
        if self.link.qr_rows:
            draw_qr(canvas, self.link.qr_rows)
            lines, left = address_lines(self.link.address), TEXT_LEFT
        else:
            lines, left = self._local_lines(model.translate), 0
        for row, text in enumerate(lines):
            canvas.text(left, 2 + 10 * row, text, limit=WIDTH - left)

    def _local_lines(self, _: Translator) -> list[str]:
        """Returns the lines for an address that no phone reaches."""
        how = [_("for phones:"), *wrap(self.link.for_phones, COLUMNS_OF_ALL)]
        address = self.link.address.removeprefix("http://")
        return [address, _("this computer only"), *(how if self.link.for_phones else [_("it is in no network")])]

    def lights(self, model: Model, now: float) -> Lights:
        """Shows the board as it lies."""
        return board_or_show(model, now)


def address_lines(address: str) -> list[str]:
    """Returns the address in lines, broken after a dot or before the port."""
    broken = [""]
    for part in re.findall(r":?[^.:]+\.?", address.removeprefix("http://")):
        if len(broken[-1]) + len(part) > COLUMNS:
            broken.append("")
        broken[-1] += part
    return broken
