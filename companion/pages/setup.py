"""A new game: how many play, who, and how; one question a page, the first answer is the one that most people want."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from companion.core.button_meaning import Meaning
from companion.core.cursor import moved_cursor
from companion.core.effects import DrawSeed
from companion.core.game_session import LineUp
from companion.core.model import Model, Transition, reject_press
from companion.core.player_names import display_name, join_names
from companion.core.players import SEAT_COLOUR_NAMES, assign_seats
from companion.core.questions import Answer, Choice, Number, Question
from companion.core.table_registry import TABLES, board_or_show, is_playable
from companion.locale.translator import N_
from companion.screen.canvas import Rect
from companion.screen.icons import Icon
from companion.screen.layout import Softkey, big, header
from engine.games import GAMES
from hardware.device import Button

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.lights.composition import Lights
    from companion.screen.canvas import Canvas

GAME = "game"
AGAIN = "again"
"""The key of the question whether the same players play again."""


BROKEN = N_("cannot be loaded")
"""What stands below a plug-in whose rules or table are missing or broken; the log tells why."""

Ask = Callable[[Model, dict[str, Any]], tuple[Question, ...]]
"""What follows from what was decided so far: one question, or none, or a game's."""


@dataclass(frozen=True, slots=True)
class SetupPage:
    """The questions so far, and the answer under the cursor."""

    answers: tuple[Any, ...] = ()
    """What was answered, in the order of the questions."""
    cursor: int = 0
    chosen: tuple[tuple[str, Any], ...] = ()
    """What was chosen by name, also for questions that are still to come: there the cursor will stand."""
    name: ClassVar[str] = "setup"

    def press(self, model: Model, button: Button) -> Transition:
        """`left` and `right` choose, `ok` goes on, `undo` back to the question before."""
        match button:
            case Button.LEFT | Button.RIGHT:
                count = len(self._open_question(model).answers)
                return Transition(model.with_page(replace(self, cursor=moved_cursor(self.cursor, button, count))))
            case Button.OK:
                question = self._open_question(model)
                value = question.answers[self.cursor].value
                if question.key == GAME and not is_playable(value):
                    return reject_press(model)
                answers = (*self.answers, value)
                asked = list_questions(model, answers)
                if len(answers) < len(asked):
                    return Transition(model.with_page(next_question_page(model, answers, self.chosen)))
                decided = {question.key: answer for question, answer in zip(asked, answers, strict=True)}
                return Transition(replace(model, requested_lineup=make_lineup(model, decided)), (DrawSeed(),))
            case Button.UNDO:
                if not self.answers:
                    return Transition(model.with_top_page_closed())
                return Transition(model.with_page(next_question_page(model, self.answers[:-1], self.chosen)))
            case _:
                return reject_press(model)

    def choices(self, model: Model) -> tuple[Question, ...]:
        """Returns the questions that the answers so far lead to, with those that are answered."""
        return list_questions(model, self.answers)

    def choose(self, model: Model, name: str, value: object) -> Transition:
        """Puts the cursor on an answer, as `left` and `right` do.

        A question that is answered already is asked again, and the cursor keeps the answers to those after it.
        """
        keys = [question.key for question in self.choices(model)]
        answered = dict(zip(keys, self.answers, strict=False))
        chosen = tuple({**dict(self.chosen), **answered, name: value}.items())
        if keys.index(name) > len(self.answers):
            return Transition(model.with_page(replace(self, chosen=chosen)))
        return Transition(model.with_page(next_question_page(model, self.answers[: keys.index(name)], chosen)))

    def keys(self, model: Model) -> tuple[Softkey, ...]:
        """Labels the buttons: choose, go on, go back."""
        return (Icon.LEFT, Icon.RIGHT, Icon.CHECK, None, Icon.UNDO)

    def meanings(self, model: Model) -> Mapping[Button, Meaning]:
        """The answer under the cursor."""
        _, question = model.translate, self._open_question(model)
        answer = question.answers[self.cursor]
        label = display_name(_, answer.label) if question.are_names else _(answer.label)
        return {Button.OK: Meaning(label, _(answer.detail))}

    def draw(self, model: Model, canvas: Canvas) -> None:
        """Draws the question, the answer in large letters, and what it means."""
        _, question = model.translate, self._open_question(model)
        answer = question.answers[self.cursor]
        header(canvas, _(question.label), f"{len(self.answers) + 1}/{len(list_questions(model, self.answers))}")
        big(canvas, display_name(_, answer.label) if question.are_names else _(answer.label), Rect(2, 11, 126, 40))
        canvas.text(64, 43, _(answer.detail), align="centre")

    def lights(self, model: Model, now: float) -> Lights:
        """Shows the animation of the attract page."""
        # Without the game that may be unfinished: its board would look as if it were being played.
        return board_or_show(replace(model, game=None), now)

    def _open_question(self, model: Model) -> Question:
        return list_questions(model, self.answers)[len(self.answers)]


def next_question_page(model: Model, answers: tuple[Any, ...], chosen: tuple[tuple[str, Any], ...] = ()) -> SetupPage:
    """Returns the page of the next question.

    The cursor stands on the answer that was chosen by name, else on the one from the settings, else on the usual one.
    """
    asked = list_questions(model, answers)
    question = asked[len(answers)]
    values = [answer.value for answer in question.answers]
    decided = {question.key: answer for question, answer in zip(asked, answers, strict=False)}
    preselected = {**model.default_options.get(_game_name(decided), {}), "by_hand": model.dice_by_hand}
    usual = (dict(chosen).get(question.key), preselected.get(question.key), question.usual)
    return SetupPage(answers, next((values.index(value) for value in usual if value in values), 0), chosen)


def list_questions(model: Model, answers: tuple[Any, ...]) -> tuple[Question, ...]:
    """Returns all the questions; which ones follow depends on what was answered."""
    # Asked anew for each press: a page holds nothing but the answers, so going back needs no undo.
    asked: list[Question] = []
    names: tuple[Ask, ...] = tuple(partial(_ask_name, seat) for seat in range(len(SEAT_COLOUR_NAMES)))
    for ask in (_ask_again, _ask_game, _ask_players, *names, _ask_options):
        decided = {question.key: answer for question, answer in zip(asked, answers, strict=False)}
        if not decided.get(AGAIN):
            asked += ask(model, decided)
    return tuple(asked)


def make_lineup(model: Model, decided: dict[str, Any]) -> LineUp:
    """Returns the line-up that the answers make; players without a name are called after the seat's colour."""
    if decided.get(AGAIN) and model.last_lineup is not None:
        # Who begins is rolled for again.
        return replace(model.last_lineup, first=None)
    game = TABLES[_game_name(decided)].game
    options = {**game.options, **model.default_options.get(game.name, {})}
    players, colours = assign_seats(
        tuple(decided.get(_seat_key(seat), SEAT_COLOUR_NAMES[seat]) for seat in range(decided["players"]))
    )
    return LineUp(
        game=game.name,
        players=players,
        options={key: decided.get(key, default) for key, default in options.items()},
        by_hand=decided.get("by_hand", False),
        colours=colours,
    )


def _ask_again(model: Model, decided: dict[str, Any]) -> tuple[Question, ...]:
    """Asks whether the same players play again, if somebody has played before."""
    if model.last_lineup is None or not is_playable(model.last_lineup.game):
        return ()
    same = Answer(value=True, label=join_names(model.translate, model.last_lineup.players), detail="")
    others = Answer(value=False, label=model.translate("others"), detail=N_("new players or rules"))
    return (Choice(AGAIN, N_("Same again?"), (same, others), are_names=True),)


def _ask_game(model: Model, decided: dict[str, Any]) -> tuple[Question, ...]:
    # Plug-ins that cannot be loaded are listed, too: whoever installed one sees that it is known, and not lost.
    answers = tuple(
        Answer(name, TABLES[name].game.title, "") if is_playable(name) else Answer(name, name, BROKEN)
        for name in dict.fromkeys((*TABLES, *GAMES))
    )
    return (Choice(GAME, N_("Game"), answers),) if len(answers) > 1 else ()


def _ask_players(model: Model, decided: dict[str, Any]) -> tuple[Question, ...]:
    seats = TABLES[_game_name(decided)].game.seats
    return (Number("players", N_("How many?"), seats, seats[0], N_("players")),)


def _ask_name(seat: int, model: Model, decided: dict[str, Any]) -> tuple[Question, ...]:
    """Asks who sits there: the names of the settings that are still free, or the name of a colour."""
    if not model.offered_names or seat >= decided.get("players", 0):
        return ()
    taken = {decided[_seat_key(other)].lower() for other in range(seat) if _seat_key(other) in decided}
    colour = next(colour for colour in (SEAT_COLOUR_NAMES[seat], *SEAT_COLOUR_NAMES) if colour.lower() not in taken)
    free = dict.fromkeys((*(name for name in model.offered_names if name.lower() not in taken), colour))
    answers = tuple(Answer(name, name, N_("who plays?")) for name in free)
    return (Choice(_seat_key(seat), SEAT_COLOUR_NAMES[seat], answers, are_names=True),)


def _ask_options(model: Model, decided: dict[str, Any]) -> tuple[Question, ...]:
    table = TABLES[_game_name(decided)]
    return table.questions(decided.get("players", table.game.seats[0]))


def _game_name(decided: dict[str, Any]) -> str:
    """Returns what is played: where there is one game only, nobody is asked."""
    name: str = decided.get(GAME, next(iter(TABLES)))
    return name


def _seat_key(seat: int) -> str:
    return f"seat {seat}"
