"""The rules of the game on the table, in short: a page for each section, with an example on the lights."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from companion.core.page import Page, closing_keys
from companion.core.table_registry import board_or_show, table_of
from companion.ui.screen import Choices, Option, Screen, Text

if TYPE_CHECKING:
    from companion.core.model import Model
    from companion.core.snapshot import RulesSection
    from companion.lights.composition import Lights


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
        # The headings of the rules for everybody are made for the web page; a variant's leaves no room for the count.
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
