"""The link page: the web page's address, and a QR code that lets a phone press the buttons."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, ClassVar

from companion.core.effects import IssueLink
from companion.core.model import Model, Transition
from companion.core.page import Page, close
from companion.locale.translator import N_
from companion.ui.art import Icon
from companion.ui.pictures import Code
from companion.ui.screen import Block, BoxOnly, Columns, Option, Screen, Text, WebOnly
from hardware.device import Button

if TYPE_CHECKING:
    from companion.core.messages import PageLink

LET_JOIN = N_("Let phones join on the web page.")
COLUMNS = 10
"""Letters in a line of the address beside the code."""


class LinkPage(Page, frozen=True):
    """Holds the link, which is shown on no other page."""

    link: PageLink
    name: ClassVar[str] = "link"

    def screen(self, model: Model) -> Screen:
        _ = model.translate
        renew = Transition(model, (IssueLink(renewed=True),))  # makes all older links worthless
        keys = {
            Button.BANK: Option(_("New link"), lambda: renew, _("older ones end"), _("new")),
            Button.UNDO: Option("", close(model), icon=Icon.UNDO),
        }
        return Screen(_("Page on a phone"), body=self._body(model), keys=keys)

    def _body(self, model: Model) -> tuple[Block, ...]:
        _, link = model.translate, self.link
        if link.qr_rows:
            lines = tuple(Text(line, align="left") for line in address_lines(link.address))
            warning = Text(_("Whoever scans this code presses for the table: show it to nobody else."))
            code = Code(link.qr_rows)
            return BoxOnly((Columns(code, lines),)), WebOnly((Text(link.address), warning, code))
        # No phone reaches the address.
        texts = (link.address.removeprefix("http://"), _("this computer only"), _(LET_JOIN) if link.has_switch else "")
        return tuple(Text(text, align="left") for text in texts if text)


def address_lines(address: str) -> list[str]:
    """Returns the address in lines, broken after a dot or before the port."""
    broken = [""]
    for part in re.findall(r":?[^.:]+\.?", address.removeprefix("http://")):
        if len(broken[-1]) + len(part) > COLUMNS:
            broken.append("")
        broken[-1] += part
    return broken
