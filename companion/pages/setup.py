"""A new game: how many play, who, and how; one question a page, the first answer is the one that most people want."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, ClassVar

from companion.core.actions import Refusal
from companion.core.cursor import moved_cursor
from companion.core.effects import DrawSeed
from companion.core.model import Model, Transition, reject_press
from companion.core.page import ButtonRow, Page, arrows, show
from companion.core.player_names import display_name
from companion.core.table_registry import board_or_show, is_playable
from companion.pages.preferences import PREFERENCES
from companion.pages.setup_form import (
    BEGIN,
    CLOSE,
    EACH_CHOOSES,
    SEATING,
    change_seats,
    seal_question,
    seat_in_order,
    setup_form,
)
from companion.pages.setup_questions import (
    GAME,
    PLAYERS,
    SEALED,
    can_be_sealed,
    chosen_game,
    complete_answers,
    list_questions,
    make_lineup,
    offered_bots,
    preselected_answer,
)
from companion.screen.canvas import Rect
from companion.screen.icons import Icon
from companion.screen.layout import big, header
from engine.game import Illegal
from hardware.device import Button

if TYPE_CHECKING:
    from collections.abc import Container, Mapping

    from companion.core.form import Form
    from companion.core.questions import Answer, Question
    from companion.lights.composition import Lights
    from companion.pages.seating import SeatingPage
    from companion.screen.canvas import Canvas


@dataclass(frozen=True, slots=True)
class SetupPage(Page):
    """The questions so far, and the answer under the cursor."""

    answers: tuple[Any, ...] = ()
    """What was answered, in the order of the questions."""
    cursor: int = 0
    chosen: Mapping[str, Any] = field(default_factory=dict)
    """What was chosen by name, also for questions that are still to come: there the cursor will stand."""
    name: ClassVar[str] = "setup"

    def buttons(self, model: Model) -> dict[Button, ButtonRow]:
        _, question = model.translate, self._open_question(model)
        offered = _offered_answers(question)
        answer = offered[self.cursor]
        label = display_name(_, answer.label) if question.are_names else _(answer.label)

        def moved(button: Button) -> SetupPage:
            return replace(self, cursor=moved_cursor(self.cursor, button, len(offered)))

        def back() -> Transition:
            if not self.answers:
                return Transition(model.with_top_page_closed())
            return Transition(model.with_page(next_question_page(model, self.answers[:-1], self.chosen)))

        rows = arrows(model, moved) | {
            Button.OK: ButtonRow(Icon.CHECK, lambda: self._go_on(model), label, _(answer.detail)),
            Button.UNDO: ButtonRow(Icon.UNDO, back),
        }
        decided = self._decided(model)
        if can_be_sealed(model, decided, self.chosen):
            seal, is_sealed = seal_question(model, decided, self.chosen), bool(self.chosen.get(SEALED))
            words = (_("Do not seal"), _(seal.no)) if is_sealed else ("", _(seal.yes))
            other = replace(self, chosen={**self.chosen, SEALED: not is_sealed})
            rows[Button.BANK] = ButtonRow(Icon.SEALED if is_sealed else Icon.UNSEALED, show(model, other), *words)
        return rows

    def form(self, model: Model) -> Form:
        """Returns all questions at once, also those for which the device has no buttons, such as names."""
        asked = list_questions(model, self.answers, self.chosen)
        answers = self._answers_now(asked)
        return setup_form(model, answers, self._chosen_now(asked, answers), asked[len(self.answers)].key)

    def choose(self, model: Model, name: str, value: Any) -> Transition:  # noqa: ANN401 - what an option may be
        """Puts the cursor on an answer, as `left` and `right` do.

        A question that is answered already is asked again, and the cursor keeps the answers to those after it.
        """
        if name in PREFERENCES:
            return Transition(PREFERENCES[name].set(model, value))
        if name == CLOSE:
            return Transition(model.with_top_page_closed())
        if name == SEATING:
            return self._open_seating(model)
        if name == GAME and not is_playable(value):
            return Transition(model, refusal=Refusal("phase", f"{value} cannot be loaded."))
        asked = list_questions(model, self.answers, self.chosen)
        answers = self._answers_now(asked)
        chosen = self._chosen_now(asked, answers)
        decided = complete_answers(model, answers, chosen)[1]
        if name == BEGIN:
            return _begin(model, decided, chosen)
        try:
            changes = change_seats(decided, chosen, name, value)
        except Illegal as fault:
            return Transition(model, refusal=Refusal(fault.code, fault.message))
        chosen = {**chosen, **changes}
        kept = self._answers_kept(model, tuple(question.key for question in asked), chosen, changes)
        return Transition(model.with_page(next_question_page(model, kept, chosen)))

    def draw(self, model: Model, canvas: Canvas) -> None:
        """Draws the question, the answer in large letters, and what it means."""
        _, question = model.translate, self._open_question(model)
        answer = _offered_answers(question)[self.cursor]
        header(
            canvas,
            _(question.label),
            f"{len(self.answers) + 1}/{len(list_questions(model, self.answers, self.chosen))}",
        )
        big(canvas, display_name(_, answer.label) if question.are_names else _(answer.label), Rect(2, 11, 126, 40))
        canvas.text(64, 43, _(answer.detail), align="centre")

    def lights(self, model: Model, now: float) -> Lights:
        """Shows the animation of the attract page."""
        # Without the game that may be unfinished: its board would look as if it were being played.
        return board_or_show(replace(model, game=None), now)

    def with_seated(self, model: Model, seating: SeatingPage) -> SetupPage:
        """Returns the page of the question after how many play, with those who have sat down."""
        asked = list_questions(model, self.answers, self.chosen)
        answers = self._answers_now(asked)
        chosen = self._chosen_now(asked, answers)
        asked, decided = complete_answers(model, answers, chosen)
        keys = [question.key for question in asked]
        before = tuple(decided[key] for key in keys[: keys.index(PLAYERS)])
        sit = seat_in_order(chosen, seating.seated, seating.seated_bots)
        return next_question_page(model, (*before, len(seating.seated)), {**chosen, **sit})

    def _go_on(self, model: Model) -> Transition:
        """Takes the answer under the cursor; after the last question the game begins."""
        question = self._open_question(model)
        value = _offered_answers(question)[self.cursor].value
        if value == SEATING:
            return self._open_seating(model)
        if question.key == GAME and not is_playable(value):
            return reject_press(model)
        answers = (*self.answers, value)
        asked = list_questions(model, answers, self.chosen)
        if len(answers) < len(asked):
            return Transition(model.with_page(next_question_page(model, answers, self.chosen)))
        decided = {question.key: answer for question, answer in zip(asked, answers, strict=True)}
        return _begin(model, decided, self.chosen)

    def _open_seating(self, model: Model) -> Transition:
        from companion.pages.seating import SeatingPage  # noqa: PLC0415 - loaded when it is opened

        answers = self._answers_now(list_questions(model, self.answers, self.chosen))
        game = chosen_game(complete_answers(model, answers, self.chosen)[1])
        return Transition(
            model.with_page(SeatingPage(self, game.name, game.seats, bots=offered_bots(model, game.name)))
        )

    def _decided(self, model: Model) -> dict[str, Any]:
        answers = self._answers_now(list_questions(model, self.answers, self.chosen))
        return complete_answers(model, answers, self.chosen)[1]

    def _open_question(self, model: Model) -> Question:
        return list_questions(model, self.answers, self.chosen)[len(self.answers)]

    def _answers_now(self, asked: tuple[Question, ...]) -> tuple[Any, ...]:
        """Returns the answers so far, with the one under the cursor."""
        question = asked[len(self.answers)]
        value = _offered_answers(question)[self.cursor].value
        is_answer = value != SEATING and (question.key != GAME or is_playable(value))
        return (*self.answers, value) if is_answer else self.answers

    def _answers_kept(
        self, model: Model, keys: tuple[str, ...], chosen: dict[str, Any], changes: Container[str]
    ) -> tuple[Any, ...]:
        """Returns the answers before the first question that is to be asked again, or not any more; one stays open."""
        kept: tuple[Any, ...] = ()
        for key, answer in zip(keys, self.answers, strict=False):
            # With a bot in a seat nobody is asked for a name there, nor where the tiles are.
            following = list_questions(model, kept, chosen)[len(kept) : len(kept) + 2]
            if key in changes or len(following) < 2 or following[0].key != key:
                break
            kept = (*kept, answer)
        return kept

    def _chosen_now(self, asked: tuple[Question, ...], answers: tuple[Any, ...]) -> dict[str, Any]:
        """Returns what was chosen by name or by buttons, by the questions' keys."""
        by_buttons = {question.key: answer for question, answer in zip(asked, answers, strict=False)}
        return {**self.chosen, **by_buttons}


def _offered_answers(question: Question) -> tuple[Answer, ...]:
    """Returns what the cursor walks over: instead of a number of players, each can choose a colour."""
    return (*question.answers, EACH_CHOOSES) if question.key == PLAYERS else question.answers


def next_question_page(model: Model, answers: tuple[Any, ...], chosen: Mapping[str, Any]) -> SetupPage:
    """Returns the page of the next question, with the preselected answer under the cursor."""
    asked = list_questions(model, answers, chosen)
    return SetupPage(answers, preselected_answer(model, asked, answers, chosen), chosen)


def _begin(model: Model, decided: dict[str, Any], chosen: Mapping[str, Any]) -> Transition:
    """Begins the game that was decided."""
    return Transition(replace(model, requested_lineup=make_lineup(model, decided, chosen)), (DrawSeed(),))
