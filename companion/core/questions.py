"""Typed questions: of the setup, of a game's options, and of forms, which show all questions of a page at once.

A question contains its possible answers, so displays need no knowledge of the game. On the box, two buttons step
through the answers; the web page shows them in a form; `answer_error` checks an answer of another program. Labels are
in English and are translated when they are shown, except names.
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

Section: TypeAlias = Literal["", "header", "top", "seats", "options", "more"]
"""A section of the web page; `more` is folded."""


class Answer(NamedTuple):
    value: Any
    label: str
    """In English, to be translated."""
    detail: str = ""
    """One line of explanation; in English, to be translated."""


class Question(Struct, frozen=True):
    """The base class of all questions. Games use `Choice`, `Number` and `YesNo`."""

    key: str
    """Its name for programs: an option of the game, or `by_hand` for real dice."""
    label: str

    @property
    def kind(self) -> str:
        """The input element of the web page."""
        return "choice"

    @property
    def answers(self) -> tuple[Answer, ...]:
        """The possible answers, in the order of the cursor."""
        raise NotImplementedError

    @property
    def default(self) -> Any:  # noqa: ANN401 - what an option may be
        """The default answer, if the settings have no other."""
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
    def is_translated(self) -> bool:
        """Whether its texts are translated already, because they may contain names."""
        return False

    def text_of(self, _: Translator, text: str) -> str:
        return text if self.is_translated else _(text)

    def answer_text(self, _: Translator, answer: Answer) -> str:
        return display_name(_, answer.label) if self.are_names else self.text_of(_, answer.label)


class Choice(Question, frozen=True):
    """A choice from a list; the first answer is the default."""

    answers: tuple[Answer, ...]
    are_names: bool = False
    is_translated: bool = False
    kind: Literal["choice", "pick", "colour"] = "choice"
    """`pick` is a drop-down list, `colour` a seat colour, by its number in the palette."""
    controlled_option: str = ""
    """The option of the rules that this yes-or-no question controls: no sets the default of the option. Yes is
    preselected if the settings have another value for it."""


class Number(Question, frozen=True):
    numbers: range
    """The allowed numbers."""
    default: int
    detail: str = ""
    """One line of explanation, the same for every number; in English, to be translated."""
    kind: Literal["choice", "stepper"] = "choice"
    """`stepper` has buttons for minus and plus."""

    @property
    def answers(self) -> tuple[Answer, ...]:
        return tuple(Answer(number, str(number), self.detail) for number in self.numbers)


class YesNo(Question, frozen=True):
    yes: str
    """The meaning of yes, in one line; in English, to be translated."""
    no: str
    default: bool = False
    needs: Mapping[str, Any] = field(default_factory=dict)

    @property
    def answers(self) -> tuple[Answer, ...]:
        return Answer(value=True, label=N_("yes"), detail=self.yes), Answer(value=False, label=N_("no"), detail=self.no)


class Text(Question, frozen=True):
    """A text input; the page that receives the text checks it."""

    suggestions: tuple[str, ...] = ()
    placeholder: str = ""
    """The text of an empty input, in English, to be translated."""
    max_letters: int = 64
    are_names: bool = True
    kind: Literal["text"] = "text"

    @property
    def answers(self) -> tuple[Answer, ...]:
        return tuple(Answer(name, name, "") for name in self.suggestions)


class Command(Question, frozen=True):
    """A command: its only answer runs it."""

    detail: str = ""
    is_main: bool = False
    """Whether it is the default command."""
    is_translated: bool = False
    kind: Literal["command", "tile", "remove"] = "command"
    """`tile` is a picture with a caption below the form, `remove` removes its group of questions."""

    @property
    def answers(self) -> tuple[Answer, ...]:
        return (Answer(value=True, label=self.label, detail=self.detail),)

    def item(self, do: Do, place: Section = "", group: str = "") -> FormItem:
        return FormItem(self, True, lambda _: do(), group, place)  # noqa: FBT003 - the value of its answer


class FormItem(Struct, frozen=True):
    """A question with its current answer, and the action of choosing another one."""

    question: Question
    value: Any
    choose: Callable[[Any], Transition]
    """Returns the transition for the value of one of the answers, or for a text, which may be refused."""
    group: str = ""
    """The group of the question, in English, to be translated; empty without a group."""
    place: Section = ""

    def option(self, _: Translator) -> Option:
        """Returns the option of a list: a press chooses the next answer, the web page any answer."""
        answers = self.question.answers
        current = next(number for number, answer in enumerate(answers) if answer.value == self.value)
        following = answers[(current + 1) % len(answers)]
        return Option(
            self.question.text_of(_, self.question.label),
            partial(self.choose, following.value),
            value=self.question.answer_text(_, answers[current]),
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


def applies(question: Question, answers: Mapping[str, Any]) -> bool:
    """Returns whether a question applies, given the answers to other questions by their keys."""
    return all(answers.get(key) == answer for key, answer in question.needs.items())


def answer_error(question: Question, value: object) -> str | None:
    """Returns why a value is not an answer to this question, in one sentence; None if it is."""
    if isinstance(question, Text):
        return None if isinstance(value, str) else f"{question.key} is a text."
    allowed = [answer.value for answer in question.answers]
    # Compared with its type: to Python, True is 1.
    if any(type(each) is type(value) and each == value for each in allowed):
        return None
    return f"{question.key} is one of {', '.join(map(json.dumps, allowed))}."
