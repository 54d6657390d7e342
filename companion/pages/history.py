"""What the journal tells: the last ten games, and everybody who has played; one game or person at a time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, ClassVar

from companion.core.effects import VerifyDice
from companion.core.model import Transition
from companion.core.page import ButtonRow, Page, closing_buttons, cursor_arrows, moved_cursor, show
from companion.core.people import person_facts, uncounted_text
from companion.core.player_names import display_name, list_names
from companion.core.saved_games import VERIFIED
from companion.locale.translator import N_
from companion.screen.art import Icon
from companion.screen.canvas import Rect
from companion.screen.font import BOLD, DOUBLE, THIN, shortened, text_width
from companion.screen.layout import BODY, big, header, paragraph
from engine.games import title_of
from hardware.device import WIDTH, Button

if TYPE_CHECKING:
    from companion.core.model import Model
    from companion.core.people import People, Person
    from companion.core.saved_games import GameId, HistoryEntry
    from companion.screen.canvas import Canvas

WINNERS = Rect(1, 20, WIDTH - 1, 34)
GAMES = 10


@dataclass(frozen=True, slots=True)
class HistoryPage(Page):
    """Shows the games one after the other, the newest first."""

    games: tuple[HistoryEntry, ...]
    cursor: int = 0
    verified: Mapping[GameId, str] = field(default_factory=dict)
    """What the box drew in the games whose draws were all checked."""
    name: ClassVar[str] = "history"

    def open(self, model: Model) -> Transition:
        """Shows the page, and has the dice of its game checked."""
        games = self.games[self.cursor : self.cursor + 1]
        checks = (VerifyDice(each.game) for each in games if each.finished and each.game not in self.verified)
        return Transition(model.with_page(self), tuple(checks))

    def with_verified(self, game: GameId, drawn: str) -> HistoryPage:
        """Returns the page with one more game whose draws were all checked."""
        return replace(self, verified={**self.verified, game: drawn})

    def buttons(self, model: Model) -> dict[Button, ButtonRow]:
        def turn(button: Button) -> Transition:
            return replace(self, cursor=moved_cursor(self.cursor, button, len(self.games))).open(model)

        walk = {
            Button.LEFT: ButtonRow(Icon.LEFT, lambda: turn(Button.LEFT)),
            Button.RIGHT: ButtonRow(Icon.RIGHT, lambda: turn(Button.RIGHT)),
        }
        return (walk if self.games else {}) | closing_buttons(model)

    def draw(self, model: Model, canvas: Canvas) -> None:
        _, place = model.translate, f"{self.cursor + 1}/{len(self.games)}"
        if not self.games:
            header(canvas, _("History"))
            canvas.text(64, 28, _("no games yet"), align="centre")
            return
        entry = self.games[self.cursor]
        header(canvas, _(VERIFIED.get(self.verified.get(entry.game, ""), N_("History"))), place)
        game = entry.finished
        if game is None:
            big(canvas, _("damaged"))
            return
        players, winners = list_names(_, game.players), list_names(_, game.winners) or _("nobody")
        room_px = WIDTH - 2 - text_width(THIN, f", {entry.date}")
        title = shortened(THIN, title_of(game.lineup["game"]), room_px)
        length = _("turns: {turns}, {minutes} min", turns=game.summary["turns"], minutes=game.minutes)
        note = _("joined in the middle") if game.summary.get("joined") is True else length
        canvas.text(64, 11, f"{title}, {entry.date}", align="centre")
        big(canvas, shortened(BOLD, winners, WINNERS.width), WINNERS)
        canvas.text(64, 34, shortened(THIN, players, WIDTH - 2), align="centre")
        canvas.text(64, 43, _("damaged") if entry.damage else note, align="centre")


NAME = Rect(1, 9, WIDTH - 1, 25)
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
        walk = cursor_arrows(model, replace(self, part=0), self._count) if self._count else {}
        rows = walk | closing_buttons(model)
        if self._person:
            parts = -(-len(person_facts(model.translate, self._person)) // len(LINES_AT))
            rows[Button.OK] = ButtonRow(Icon.DOWN, show(model, replace(self, part=(self.part + 1) % parts)))
        return rows

    def draw(self, model: Model, canvas: Canvas) -> None:
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
        for top, fact in zip(LINES_AT, facts, strict=False):
            room_px = NAME.width - text_width(THIN, fact.figure) - GAP
            canvas.text(NAME.left, top, shortened(THIN, fact.label, room_px))
            canvas.text(NAME.right, top, fact.figure, align="right")

    @property
    def _person(self) -> Person | None:
        """Who is shown; None: nobody, while they are counted or after the last one."""
        persons = self.people.persons if self.people else ()
        return persons[self.cursor] if self.cursor < len(persons) else None

    @property
    def _count(self) -> int:
        """How many things there are to walk over: the people, and what is not counted."""
        return len(self.people.persons) + bool(self.people.damaged) if self.people else 0
