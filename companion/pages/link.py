"""The link page: the web page's address, and a QR code that lets a phone press the buttons."""

from __future__ import annotations

import re
from dataclasses import dataclass
from textwrap import wrap
from typing import TYPE_CHECKING, ClassVar

from companion.core.effects import IssueLink
from companion.core.model import Model, Transition
from companion.core.page import ButtonRow, Page, close
from companion.core.snapshot import Sheet
from companion.locale.translator import N_
from companion.screen.art import Icon
from companion.screen.drawings import draw_qr
from companion.screen.layout import TAKEN
from hardware.device import HEIGHT, WIDTH, Button

if TYPE_CHECKING:
    from companion.core.messages import PageLink
    from companion.screen.canvas import Canvas

TEXT_LEFT = HEIGHT + 3
"""Right of the code, which takes the screen's whole height."""
LET_JOIN = N_("Let phones join on the web page.")
COLUMNS, COLUMNS_OF_ALL = 10, 20
"""Letters in a line of the address beside the code, and in one across the screen."""


@dataclass(frozen=True, slots=True)
class LinkPage(Page):
    """Holds the link, which is shown on no other page."""

    link: PageLink
    name: ClassVar[str] = "link"

    def buttons(self, model: Model) -> dict[Button, ButtonRow]:
        # The code takes the places of the first three.
        free = ButtonRow(TAKEN if self.link.qr_rows else None)
        renew = Transition(model, (IssueLink(renewed=True),))  # makes all older links worthless
        return {
            Button.LEFT: free,
            Button.RIGHT: free,
            Button.OK: free,
            Button.BANK: ButtonRow(model.translate("new"), lambda: renew),
            Button.UNDO: ButtonRow(Icon.UNDO, close(model)),
        }

    def draw(self, model: Model, canvas: Canvas) -> None:
        if self.link.qr_rows:
            draw_qr(canvas, self.link.qr_rows)
            lines, left = address_lines(self.link.address), TEXT_LEFT
        else:
            # No phone reaches the address.
            _ = model.translate
            how = wrap(_(LET_JOIN), COLUMNS_OF_ALL) if self.link.has_switch else []
            lines, left = [self.link.address.removeprefix("http://"), _("this computer only"), *how], 0
        for row, text in enumerate(lines):
            canvas.text(left, 2 + 10 * row, text, limit=WIDTH - left)

    def sheet(self, model: Model) -> Sheet:
        """Returns the code with the address; only the host may read it."""
        _, link = model.translate, self.link
        if link.qr_rows:
            lines = (link.address, _("Whoever scans this code presses for the table: show it to nobody else."))
        else:
            how = f". {_(LET_JOIN)}" if link.has_switch else ""
            lines = (link.address, _("this computer only") + how)
        return Sheet(_("Page on a phone"), lines, code=link.qr_rows)


def address_lines(address: str) -> list[str]:
    """Returns the address in lines, broken after a dot or before the port."""
    broken = [""]
    for part in re.findall(r":?[^.:]+\.?", address.removeprefix("http://")):
        if len(broken[-1]) + len(part) > COLUMNS:
            broken.append("")
        broken[-1] += part
    return broken
