"""The page of the people: everybody who has played, one at a time, with games, luck and records."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from companion.core.cursor import moved_cursor
from companion.core.page import ButtonRow, Page, arrows, close, show
from companion.core.people_texts import person_facts, uncounted_text
from companion.core.player_names import display_name
from companion.screen.canvas import Rect
from companion.screen.font import BOLD, DOUBLE, THIN, shortened, text_width
from companion.screen.icons import Icon
from companion.screen.layout import BODY, big, header, paragraph
from hardware.device import WIDTH, Button

if TYPE_CHECKING:
    from companion.core.model import Model
    from companion.core.people import People, Person
    from companion.screen.canvas import Canvas

NAME = Rect(1, 9, WIDTH - 1, 25)
"""Where the person's name is."""
LINES_AT = (26, 35, 44)
"""The tops of the lines below it."""
GAP = 4
"""Pixels between what is counted and its figure."""


@dataclass(frozen=True, slots=True)
class PeoplePage(Page):
    """Shows one person after the other, whoever has played most first; `ok` shows more of one."""

    people: People | None = None
    """None: they are being counted."""
    cursor: int = 0
    part: int = 0
    """Which of the parts of what is told of a person is shown."""
    name: ClassVar[str] = "people"

    def buttons(self, model: Model) -> dict[Button, ButtonRow]:
        def moved(button: Button) -> PeoplePage:
            return replace(self, cursor=moved_cursor(self.cursor, button, self._count), part=0)

        rows = (arrows(model, moved) if self._count else {}) | {
            Button.OK: ButtonRow(Icon.CHECK, close(model)),
            Button.UNDO: ButtonRow(Icon.UNDO, close(model)),
        }
        if self._person:
            parts = -(-len(person_facts(model.translate, self._person)) // len(LINES_AT))
            rows[Button.OK] = ButtonRow(Icon.DOWN, show(model, replace(self, part=(self.part + 1) % parts)))
        return rows

    def draw(self, model: Model, canvas: Canvas) -> None:
        """Draws a person's name and a part of what is told; after the last one, how many games are not counted."""
        _ = model.translate
        header(canvas, _("People"), f"{self.cursor + 1}/{self._count}" if self._count else "")
        if self.people is None:
            big(canvas, _("counting …"), fonts=(BOLD, THIN))
        elif self._person:
            self._draw_person(model, canvas, self._person)
        elif self._count:
            paragraph(canvas, uncounted_text(_, len(self.people.damaged)))
        else:
            paragraph(canvas, _("Nobody has finished a game under a name."), BODY)

    def _draw_person(self, model: Model, canvas: Canvas, person: Person) -> None:
        name = display_name(model.translate, person.name)
        font = DOUBLE if text_width(DOUBLE, name) <= NAME.width else BOLD
        paragraph(canvas, shortened(font, name, NAME.width), NAME, font)
        facts = person_facts(model.translate, person)[self.part * len(LINES_AT) :]
        for top, (label, figure) in zip(LINES_AT, facts, strict=False):
            room_px = NAME.width - text_width(THIN, figure) - GAP
            canvas.text(NAME.left, top, shortened(THIN, label, room_px))
            canvas.text(NAME.right, top, figure, align="right")

    @property
    def _person(self) -> Person | None:
        """Who is shown; None: nobody, while they are counted or after the last one."""
        persons = self.people.persons if self.people else ()
        return persons[self.cursor] if self.cursor < len(persons) else None

    @property
    def _count(self) -> int:
        """How many things there are to walk over: the people, and what is not counted."""
        return len(self.people.persons) + bool(self.people.damaged) if self.people else 0
