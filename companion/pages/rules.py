"""The rules of the game on the table, in short: a page for each section, with an example on the lights."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from companion.core.page import ButtonRow, Page, closing_buttons, moved_cursor, show
from companion.core.table_registry import board_or_show, table_of
from companion.screen.art import Icon
from companion.screen.canvas import Rect
from companion.screen.font import BOLD, THIN, text_width
from companion.screen.layout import BODY, header, paragraph
from hardware.device import WIDTH, Button

if TYPE_CHECKING:
    from companion.core.model import Model
    from companion.core.snapshot import RulesSection
    from companion.lights.composition import Lights
    from companion.screen.canvas import Canvas

HEADING_PX = 104
"""What is left for a heading beside the number of the page."""


def brief_rules(model: Model) -> tuple[RulesSection, ...]:
    """Returns the sections that are short enough for the screen; none without a game."""
    return tuple(section for section in table_of(model.game).rules if section.brief) if model.game else ()


@dataclass(frozen=True, slots=True)
class RulesPage(Page):
    """Shows one section."""

    cursor: int = 0
    name: ClassVar[str] = "rules"

    def buttons(self, model: Model) -> dict[Button, ButtonRow]:
        _, sections = model.translate, brief_rules(model)

        def walk(button: Button, icon: Icon) -> ButtonRow:
            there = moved_cursor(self.cursor, button, len(sections))
            return ButtonRow(icon, show(model, RulesPage(there)), effect=_(sections[there].heading))

        return {
            Button.LEFT: walk(Button.LEFT, Icon.LEFT),
            Button.RIGHT: walk(Button.RIGHT, Icon.RIGHT),
            **closing_buttons(model),
        }

    def draw(self, model: Model, canvas: Canvas) -> None:
        _, sections = model.translate, brief_rules(model)
        section, body = sections[self.cursor], BODY
        # The other headings are made for the wide page. A variant's is long: where it or a badge takes the room of the
        # count, there is none.
        count = f"{self.cursor + 1}/{len(sections)}"
        room = min(HEADING_PX, WIDTH - 6 - text_width(THIN, count))
        if section.is_on and (canvas.badges or text_width(THIN, _(section.heading)) > room):
            count, room = "", HEADING_PX
        header(canvas, "" if section.is_on else _("Rules"), count)
        if section.is_on:
            canvas.text(1, 0, _(section.heading), BOLD if text_width(BOLD, _(section.heading)) < room else THIN)
            if section.is_on(model.session.lineup):
                body = Rect(BODY.left, 20, BODY.right, BODY.bottom)
                canvas.text(1, 11, _("on in this game"), BOLD)
        paragraph(canvas, _(section.brief), body, align="left")

    def lights(self, model: Model, now: float) -> Lights:
        section = brief_rules(model)[self.cursor]
        if section.lights is None:
            return board_or_show(model, now)
        return section.lights(model.seat_colours, now, model.shown_since)
