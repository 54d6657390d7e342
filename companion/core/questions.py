"""Typed questions: of the setup, of a game's options, and of forms, which show all questions of a page at once.

A question knows its answers, so no display needs to know the game: the setup walks over them with two buttons, a form
draws them as it can, and `answer_fault` says what is wrong with an answer from elsewhere. Labels are in English and
translated when they are shown, except names.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Literal, NamedTuple, TypeAlias

from msgspec import Struct, field

from companion.core.player_names import display_name
from companion.locale.translator import N_, Translator
from companion.ui.screen import Do, Option, Transition

Place: TypeAlias = Literal["", "top", "seats", "options", "more"]
"""A section of the web page; `more` is folded."""


class Answer(NamedTuple):
    value: Any
    label: str
    """In English, to be translated."""
    detail: str
    """One line of explanation; in English, to be translated."""


class Question(Struct, frozen=True):
    """A question of a form: games use `Choice`, `Number` and `YesNo`. The setup goes through its answers."""

    key: str
    """The key of the decision: an option of the game, or `by_hand`."""
    label: str

    @property
    def kind(self) -> str:
        """How the web page draws it."""
        return "choice"

    @property
    def answers(self) -> tuple[Answer, ...]:
        """The answers, in the order of the cursor."""
        raise NotImplementedError

    @property
    def usual(self) -> Any:  # noqa: ANN401 - what an option may be
        """The default answer, where the cursor starts, unless the settings have another."""
        return self.answers[0].value

    @property
    def needs(self) -> Mapping[str, Any]:
        """The answers to other questions that this one requires, by their keys."""
        return {}

    @property
    def are_names(self) -> bool:
        """Whether the answers are names: only names of colours are translated."""
        return False

    @property
    def is_worded(self) -> bool:
        """Whether all its texts are translated already, because they may contain names."""
        return False

    def words(self, _: Translator, text: str) -> str:
        return text if self.is_worded else _(text)

    def answer_words(self, _: Translator, answer: Answer) -> str:
        return display_name(_, answer.label) if self.are_names else self.words(_, answer.label)


class Choice(Question, frozen=True):
    """A choice from a list; the first answer is the default."""

    answers: tuple[Answer, ...]
    are_names: bool = False
    is_worded: bool = False
    kind: Literal["choice", "pick", "colour"] = "choice"
    """`pick` is a drop-down list, `colour` a seat colour, by its number in the palette."""
    decides: str = ""
    """The option of the rules that keeps its usual value after no; yes is preselected if the settings have another."""


class Number(Question, frozen=True):
    numbers: range
    """The allowed numbers; a press changes the answer by their step."""
    usual: int
    detail: str = ""
    """One line of explanation, the same for every number; in English, to be translated."""
    kind: Literal["choice", "stepper"] = "choice"
    """`stepper` has buttons for one less and one more."""

    @property
    def answers(self) -> tuple[Answer, ...]:
        return tuple(Answer(number, str(number), self.detail) for number in self.numbers)


class YesNo(Question, frozen=True):
    yes: str
    """The meaning of yes, in one line; in English, to be translated."""
    no: str
    usual: bool = False
    needs: Mapping[str, Any] = field(default_factory=dict)

    @property
    def answers(self) -> tuple[Answer, ...]:
        return Answer(value=True, label=N_("yes"), detail=self.yes), Answer(value=False, label=N_("no"), detail=self.no)


class Text(Question, frozen=True):
    """A text input; the page that receives the text checks it."""

    known: tuple[str, ...] = ()
    placeholder: str = ""
    """The value of an empty input, in English, to be translated."""
    letters: int = 64
    are_names: bool = True
    kind: Literal["text"] = "text"

    @property
    def answers(self) -> tuple[Answer, ...]:
        return tuple(Answer(name, name, "") for name in self.known)


class Command(Question, frozen=True):
    """A command: its only answer runs it."""

    detail: str = ""
    is_main: bool = False
    """Whether it is the default command."""
    is_worded: bool = False
    kind: Literal["command", "tile", "remove"] = "command"
    """`tile` is a picture with words below the form, `remove` removes its group from the form."""

    @property
    def answers(self) -> tuple[Answer, ...]:
        return (Answer(value=True, label=self.label, detail=self.detail),)

    def item(self, do: Do, place: Place = "", group: str = "") -> FormItem:
        return FormItem(self, True, lambda _: do(), group, place)  # noqa: FBT003 - the value of its answer


class FormItem(Struct, frozen=True):
    """A question with its present answer, and what another answer leads to."""

    question: Question
    value: Any
    choose: Callable[[Any], Transition]
    """Returns the transition for the value of one of the answers, or for a text; one that is not allowed is refused."""
    group: str = ""
    """The group of the question, in English, to be translated; empty without a group."""
    place: Place = ""

    def option(self, _: Translator) -> Option:
        """Returns the option of a list: a press chooses the next answer, the web page any answer."""
        answers = self.question.answers
        at = next(at for at, answer in enumerate(answers) if answer.value == self.value)
        following = answers[(at + 1) % len(answers)]
        return Option(
            self.question.words(_, self.question.label),
            partial(self.choose, following.value),
            value=self.question.answer_words(_, answers[at]),
            key=self.question.key,
            setting=self,
        )


class Form(Struct, frozen=True):
    title: str
    """In English, to be translated, or already translated if it contains values."""
    items: tuple[FormItem, ...]
    cursor: str = ""
    """The key of the question under the cursor; empty without a cursor."""
    note: str = ""
    """One line of advice, translated; may be empty."""


def is_asked(question: Question, answers: Mapping[str, Any]) -> bool:
    """Returns whether a question is shown after these answers to others, by their keys."""
    return all(answers.get(key) == answer for key, answer in question.needs.items())


def answer_fault(question: Question, value: object) -> str | None:
    """Returns why a value is not an answer to this question, in one sentence; None if it is."""
    if isinstance(question, Text):
        return None if isinstance(value, str) else f"{question.key} is a text."
    allowed = [answer.value for answer in question.answers]
    # Compared with its type: to Python, True is 1.
    if any(type(each) is type(value) and each == value for each in allowed):
        return None
    return f"{question.key} is one of {', '.join(map(json.dumps, allowed))}."
