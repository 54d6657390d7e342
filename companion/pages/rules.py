"""The rules of the game on the table, in short: a page for each section, with an example on the lights."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from companion.core.cursor import moved_cursor
from companion.core.page import ButtonRow, Page, close, show
from companion.core.table_registry import board_or_show, table_of
from companion.screen.icons import Icon
from companion.screen.layout import BODY, header, paragraph
from hardware.device import Button

if TYPE_CHECKING:
    from companion.core.model import Model
    from companion.core.snapshot import RulesSection
    from companion.lights.composition import Lights
    from companion.screen.canvas import Canvas


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
            Button.OK: ButtonRow(Icon.CHECK, close(model)),
            Button.UNDO: ButtonRow(Icon.UNDO, close(model)),
        }

    def draw(self, model: Model, canvas: Canvas) -> None:
        """Draws the section in short."""
        _, sections = model.translate, brief_rules(model)
        # Without its heading, which is made for the wide page.
        header(canvas, _("Rules"), f"{self.cursor + 1}/{len(sections)}")
        paragraph(canvas, _(sections[self.cursor].brief), BODY, align="left")

    def lights(self, model: Model, now: float) -> Lights:
        """Shows the section's example, in the colours of those who play; without one, the board."""
        section = brief_rules(model)[self.cursor]
        if section.lights is None:
            return board_or_show(model, now)
        return section.lights(model.seat_colours, now, model.shown_since)
