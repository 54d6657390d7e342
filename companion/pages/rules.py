"""The rules of the game on the table, in short: a page for each section, with an example on the lights."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from companion.core.button_meaning import Meaning
from companion.core.cursor import moved_cursor
from companion.core.model import Model, Transition, reject_press
from companion.core.table_registry import board_or_show, table_of
from companion.screen.canvas import Rect
from companion.screen.font import BOLD, THIN, text_width
from companion.screen.icons import Icon
from companion.screen.layout import BODY, Softkey, header, paragraph
from hardware.device import Button

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.core.snapshot import RulesSection
    from companion.lights.composition import Lights
    from companion.screen.canvas import Canvas

HEADING_PX = 104
"""What is left for a heading beside the number of the page."""


def brief_rules(model: Model) -> tuple[RulesSection, ...]:
    """Returns the sections that are short enough for the screen; none without a game."""
    return tuple(section for section in table_of(model.game).rules if section.brief) if model.game else ()


@dataclass(frozen=True, slots=True)
class RulesPage:
    """Shows one section."""

    cursor: int = 0
    name: ClassVar[str] = "rules"

    def press(self, model: Model, button: Button) -> Transition:
        """`left` and `right` turn the pages, `ok` and `undo` lead back."""
        match button:
            case Button.LEFT | Button.RIGHT:
                count = len(brief_rules(model))
                return Transition(model.with_page(RulesPage(moved_cursor(self.cursor, button, count))))
            case Button.OK | Button.UNDO:
                return Transition(model.with_top_page_closed())
            case _:
                return reject_press(model)

    def keys(self, model: Model) -> tuple[Softkey, ...]:
        """Labels the buttons: turn the pages, and back."""
        return (Icon.LEFT, Icon.RIGHT, Icon.CHECK, None, Icon.UNDO)

    def meanings(self, model: Model) -> Mapping[Button, Meaning]:
        """What is on the pages before and after."""
        _, sections = model.translate, brief_rules(model)
        beside = {
            button: sections[moved_cursor(self.cursor, button, len(sections))].heading
            for button in (Button.LEFT, Button.RIGHT)
        }
        return {button: Meaning(effect=_(heading)) for button, heading in beside.items()}

    def draw(self, model: Model, canvas: Canvas) -> None:
        """Draws the section in short; of a variant its heading, and whether it is on."""
        _, sections = model.translate, brief_rules(model)
        section, body = sections[self.cursor], BODY
        # The other headings are made for the wide page.
        header(canvas, "" if section.is_on else _("Rules"), f"{self.cursor + 1}/{len(sections)}")
        if section.is_on:
            canvas.text(1, 0, _(section.heading), BOLD if text_width(BOLD, _(section.heading)) < HEADING_PX else THIN)
            if section.is_on(model.session.lineup):
                body = Rect(BODY.left, 20, BODY.right, BODY.bottom)
                canvas.text(1, 11, _("on in this game"), BOLD)
        paragraph(canvas, _(section.brief), body, align="left")

    def lights(self, model: Model, now: float) -> Lights:
        """Shows the section's example, in the colours of those who play; without one, the board."""
        section = brief_rules(model)[self.cursor]
        if section.lights is None:
            return board_or_show(model, now)
        return section.lights(model.seat_colours, now, model.shown_since)
