"""A new game: how many play, who, and how; one question a page, the first answer is the one that most people want."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from companion.effects import DrawSeed
from companion.model import Model, Step, refuse
from companion.names import COLOURS, seated, shown, together
from companion.pages.board import board
from companion.running import LineUp
from companion.screen.canvas import Box
from companion.screen.icons import Icon
from companion.screen.layout import Key, big, header
from companion.tables import TABLES
from companion.tables.table import Answer, Question
from companion.words import mark
from hardware.device import Button

if TYPE_CHECKING:
    from companion.lights.composition import Lights
    from companion.screen.canvas import Canvas

MOVES = {Button.LEFT: -1, Button.RIGHT: 1}
AGAIN = "again"
"""The key of the question whether the same players play again."""


Ask = Callable[[Model, dict[str, Any]], tuple[Question, ...]]
"""What follows from what was decided so far: one question, or none, or a game's."""


@dataclass(frozen=True, slots=True)
class Setup:
    """The questions so far, and the answer under the cursor."""

    answers: tuple[Any, ...] = ()
    """What was answered, in the order of the questions."""
    cursor: int = 0
    name: ClassVar[str] = "setup"

    def press(self, model: Model, button: Button) -> Step:
        """`left` and `right` choose, `ok` goes on, `undo` back to the question before."""
        match button:
            case Button.LEFT | Button.RIGHT:
                count = len(self._question(model).answers)
                return Step(model.showing(replace(self, cursor=(self.cursor + MOVES[button]) % count)))
            case Button.OK:
                return self._answered(model)
            case Button.UNDO:
                return Step(model.showing(asking(model, self.answers[:-1])) if self.answers else model.back())
            case _:
                return refuse(model)

    def keys(self, model: Model) -> tuple[Key, ...]:
        """Choose, go on, go back."""
        return (Icon.LEFT, Icon.RIGHT, Icon.CHECK, None, Icon.UNDO)

    def draw(self, model: Model, canvas: Canvas) -> None:
        """The question, the answer large, what it means."""
        _, question = model.words, self._question(model)
        answer = question.answers[self.cursor]
        header(canvas, _(question.label), f"{len(self.answers) + 1}/{len(questions(model, self.answers))}")
        big(canvas, shown(_, answer.label) if question.named else _(answer.label), Box(2, 11, 126, 40))
        canvas.text(64, 43, _(answer.detail), align="centre")

    def lights(self, model: Model, now: float) -> Lights:
        """The show goes on."""
        return board(replace(model, game=None), now)

    def _question(self, model: Model) -> Question:
        return questions(model, self.answers)[len(self.answers)]

    def _answered(self, model: Model) -> Step:
        """On to the next question; after the last one the game begins."""
        answers = (*self.answers, self._question(model).answers[self.cursor].value)
        asked = questions(model, answers)
        if len(answers) < len(asked):
            return Step(model.showing(asking(model, answers)))
        decided = {question.key: answer for question, answer in zip(asked, answers, strict=True)}
        return Step(replace(model, wish=lineup(model, decided)), (DrawSeed(),))


def asking(model: Model, answers: tuple[Any, ...]) -> Setup:
    """The next question, the usual answer under the cursor."""
    question = questions(model, answers)[len(answers)]
    values = [answer.value for answer in question.answers]
    usual = model.usual.get(question.key)
    return Setup(answers, values.index(usual) if usual in values else 0)


def questions(model: Model, answers: tuple[Any, ...]) -> tuple[Question, ...]:
    """All the questions; which ones follow depends on what was answered."""
    asked: list[Question] = []
    names: tuple[Ask, ...] = tuple(partial(_name, seat) for seat in range(len(COLOURS)))
    for ask in (_again, _game, _players, *names, _rules):
        decided = {question.key: answer for question, answer in zip(asked, answers, strict=False)}
        if not decided.get(AGAIN):
            asked += ask(model, decided)
    return tuple(asked)


def lineup(model: Model, decided: dict[str, Any]) -> LineUp:
    """The line-up that the answers make; who has no name is called after the seat's colour."""
    if decided.get(AGAIN) and model.last is not None:
        return replace(model.last, first=None)
    game = TABLES[decided.get("game", next(iter(TABLES)))].game
    players, colours = seated(tuple(decided.get(_seat(seat), COLOURS[seat]) for seat in range(decided["players"])))
    return LineUp(
        game=game.name,
        players=players,
        options={key: decided.get(key, default) for key, default in game.options.items()},
        by_hand=decided.get("by_hand", False),
        colours=colours,
    )


def _again(model: Model, decided: dict[str, Any]) -> tuple[Question, ...]:
    """Same players again? Only when somebody has played before."""
    if model.last is None:
        return ()
    same = Answer(value=True, label=together(model.words, model.last.players), detail="")
    others = Answer(value=False, label=model.words("others"), detail=mark("new players or rules"))
    return (Question(AGAIN, mark("Same again?"), (same, others), named=True),)


def _game(model: Model, decided: dict[str, Any]) -> tuple[Question, ...]:
    answers = tuple(Answer(name, table.game.title, "") for name, table in TABLES.items())
    return (Question("game", mark("Game"), answers),) if len(answers) > 1 else ()


def _players(model: Model, decided: dict[str, Any]) -> tuple[Question, ...]:
    seats = TABLES[decided.get("game", next(iter(TABLES)))].game.seats
    return (Question("players", mark("How many?"), tuple(Answer(n, str(n), mark("players")) for n in seats)),)


def _name(seat: int, model: Model, decided: dict[str, Any]) -> tuple[Question, ...]:
    """Who sits there: the names of the settings that are still free, and a colour's, if it can be the seat's."""
    if not model.names or seat >= decided.get("players", 0):
        return ()
    taken = {decided[_seat(other)].lower() for other in range(seat) if _seat(other) in decided}
    colour = next(colour for colour in (COLOURS[seat], *COLOURS) if colour.lower() not in taken)
    free = dict.fromkeys((*(name for name in model.names if name.lower() not in taken), colour))
    answers = tuple(Answer(name, name, mark("who plays?")) for name in free)
    return (Question(_seat(seat), COLOURS[seat], answers, named=True),)


def _rules(model: Model, decided: dict[str, Any]) -> tuple[Question, ...]:
    table = TABLES[decided.get("game", next(iter(TABLES)))]
    return table.questions(decided.get("players", table.game.seats[0]))


def _seat(seat: int) -> str:
    return f"seat {seat}"
