"""A new game: how many play, and how; one question a page, the first answer is the one that most people want."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar

from companion.effects import DrawSeed
from companion.model import Model, Step, refuse
from companion.names import COLOURS
from companion.pages.board import board
from companion.running import LineUp
from companion.screen.canvas import Box, Canvas
from companion.screen.icons import Icon
from companion.screen.layout import Key, big, header
from companion.tables import TABLES
from companion.tables.table import Answer, Question
from companion.words import mark
from hardware.device import Button

if TYPE_CHECKING:
    from companion.lights.composition import Lights

MOVES = {Button.LEFT: -1, Button.RIGHT: 1}


@dataclass(frozen=True, slots=True)
class Setup:
    """The questions so far, and the answer under the cursor."""

    answers: tuple[Any, ...] = ()
    """What was answered, in the order of the questions."""
    cursor: int = 0
    name: ClassVar[str] = "setup"

    def press(self, model: Model, button: Button) -> Step:
        """`left` and `right` choose, `ok` goes on, `undo` back to the question before."""
        options = self._question().answers
        match button:
            case Button.LEFT | Button.RIGHT:
                return Step(model.showing(replace(self, cursor=(self.cursor + MOVES[button]) % len(options))))
            case Button.OK:
                return self._answered(model)
            case Button.UNDO if self.answers:
                return Step(model.showing(Setup(self.answers[:-1])))
            case Button.UNDO:
                return Step(model.back())
            case _:
                return refuse(model)

    def keys(self, model: Model) -> tuple[Key, ...]:
        """Choose, go on, go back."""
        return (Icon.LEFT, Icon.RIGHT, Icon.CHECK, None, Icon.UNDO)

    def draw(self, model: Model, canvas: Canvas) -> None:
        """The question, the answer large, what it means."""
        _, question = model.words, self._question()
        answer = question.answers[self.cursor]
        header(canvas, _(question.label), f"{len(self.answers) + 1}/{len(questions(self.answers))}")
        big(canvas, _(answer.label), Box(10, 11, 118, 40))
        canvas.text(64, 42, _(answer.detail), align="centre")

    def lights(self, model: Model, now: float) -> Lights:
        """As before."""
        return board(replace(model, game=None), now)

    def _question(self) -> Question:
        return questions(self.answers)[len(self.answers)]

    def _answered(self, model: Model) -> Step:
        """On to the next question; after the last one the game begins."""
        answers = (*self.answers, self._question().answers[self.cursor].value)
        if len(answers) < len(questions(answers)):
            return Step(model.showing(Setup(answers)))
        return Step(replace(model, wish=lineup(answers)), (DrawSeed(),))


def questions(answers: tuple[Any, ...]) -> tuple[Question, ...]:
    """All the questions; which ones follow depends on the game that was chosen."""
    games = tuple(Answer(name, table.game.title, "") for name, table in TABLES.items())
    choice = (Question("game", mark("Game"), games),) if len(games) > 1 else ()
    name = answers[0] if choice and answers else games[0].value
    seats = tuple(Answer(count, str(count), mark("players")) for count in TABLES[name].game.seats)
    return (*choice, Question("players", mark("How many?"), seats), *TABLES[name].questions)


def lineup(answers: tuple[Any, ...]) -> LineUp:
    """The line-up that the answers make; the players are called after the seats' colours."""
    asked = questions(answers)
    decided = {question.key: answer for question, answer in zip(asked, answers, strict=True)}
    game = TABLES[decided.get("game", next(iter(TABLES)))].game
    seats = decided["players"]
    return LineUp(
        game=game.name,
        players=COLOURS[:seats],
        options={key: decided.get(key, default) for key, default in game.options.items()},
        by_hand=decided.get("by_hand", False),
        colours=tuple(range(seats)),
    )
