"""Pages to read: the short rules, the version with the commitment to the dice, and the web page's address.

Before the first roll the box shows the commitment, a hash of its secret: a player who has noted it can compare it,
after the game, with the secret that the record reveals.
"""

from __future__ import annotations

import re
from importlib.metadata import version
from textwrap import wrap
from typing import ClassVar

from companion.core.effects import IssueLink
from companion.core.messages import PageLink
from companion.core.model import Model, Transition
from companion.core.page import Page, close, closing_keys
from companion.core.snapshot import RulesSection
from companion.core.table_registry import board_or_show, table_of
from companion.lights.composition import Lights
from companion.locale.translator import N_
from companion.ui.art import Icon
from companion.ui.drawings import qr_rows
from companion.ui.pictures import Code
from companion.ui.screen import Block, BoxOnly, Choices, Columns, Option, Screen, Text, WebOnly
from engine.dice import commitment
from hardware.device import Button

PACKAGE = "claim-companion"
COMMITTED = N_(
    "Before the game the box chose a secret number. Everything random follows from it. These digits "
    "are its check code: note them. After the game, compare them with the record."
)


class InfoPage(Page, frozen=True):
    """Shows the version and the commitment to the dice."""

    name: ClassVar[str] = "info"

    def screen(self, model: Model) -> Screen:
        _, release = model.translate, f"v{version(PACKAGE)}"
        if model.game is None:
            return Screen(_info_title(model), release, (Text(_("no game yet")),), keys=closing_keys(model))
        digits = commitment(model.game.seed)
        # 64 digits in four lines of 16: people compare them with the record's, or write them down.
        lines = BoxOnly(tuple(map(Text, wrap(digits, 16))))
        is_fair = model.game.lineup.fair
        meaning = _(COMMITTED) if is_fair else _("The secret number is fixed for a test. This game is not fair.")
        in_full = Text(meaning), Text(" ".join(wrap(digits, 4)), "digits"), Code(tuple(qr_rows(digits.upper())))
        return Screen(_info_title(model), release, (lines, WebOnly(in_full)), keys=closing_keys(model))


def _info_title(model: Model) -> str:
    _, game = model.translate, model.game
    if game is not None and not game.lineup.fair:
        return _("Test tiles") if game.is_dealt else _("Test dice")
    return _("Fair tiles") if game is not None and game.is_dealt else _("Fair dice")


def brief_rules(model: Model) -> tuple[RulesSection, ...]:
    """Returns the sections that are short enough for the screen; none without a game."""
    return tuple(section for section in table_of(model.game).rules if section.brief) if model.game else ()


class RulesPage(Page, frozen=True):
    """Shows one section."""

    cursor: int = 0
    name: ClassVar[str] = "rules"

    def screen(self, model: Model) -> Screen:
        _, sections = model.translate, brief_rules(model)
        section = sections[self.cursor]
        is_on = section.is_on is not None and section.is_on(model.session.lineup)
        headings = [Option(_(each.heading)) for each in sections]
        # The headings of the general rules are made for the web page; the heading of a variant leaves no room for the
        # count.
        title, note = (_(section.heading), "") if section.is_on else (_("Rules"), f"{self.cursor + 1}/{len(sections)}")
        return Screen(
            title,
            note,
            (*([Text(_("on in this game"), "bold", "left")] if is_on else []), Text(_(section.brief), align="left")),
            Choices(headings, self.cursor, "hidden"),
            closing_keys(model),
        )

    def lights(self, model: Model, now: float) -> Lights:
        section = brief_rules(model)[self.cursor]
        if section.lights is None:
            return board_or_show(model, now)
        return section.lights(model.seat_colours, now, model.shown_since)


LET_JOIN = N_("Let phones join on the web page.")
COLUMNS = 10
"""Letters per line of the address next to the code."""


class LinkPage(Page, frozen=True):
    """Holds the link, which no other page shows."""

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
            warning = Text(_("This code makes a phone the host. Show it only to people you trust."))
            code = Code(link.qr_rows)
            return BoxOnly((Columns(code, lines),)), WebOnly((Text(link.address), warning, code))
        # Phones cannot reach the address.
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
