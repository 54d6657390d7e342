"""Typed questions: of the setup, of a game's own options, and of forms, which show all of an open page at once.

A question knows its answers, so no display needs to know the game: the setup walks over them with two buttons, a form
draws them as it can, and `answer_fault` says what is wrong with an answer from elsewhere. Labels are in English and
translated when they are shown, except names.

Not in the module of the table or the pages: the first picture needs no questions.
"""

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from msgspec import Struct, field

from companion.locale.translator import N_


class Answer(NamedTuple):
    value: Any
    label: str
    """In English, to be translated."""
    detail: str
    """One line of explanation; in English, to be translated."""


class Question(Struct, frozen=True):
    """A question of a form: `Choice`, `Number` and `YesNo` are those of games. The setup walks over its answers."""

    key: str
    """What it decides: an option of the game, or `by_hand`."""
    label: str
    """The question, in English, to be translated."""

    @property
    def answers(self) -> tuple[Answer, ...]:
        """What can be answered, in the order in which the cursor walks over it."""
        raise NotImplementedError

    @property
    def usual(self) -> Any:  # noqa: ANN401 - what an option may be
        """The answer that most people want: the cursor starts there, unless the settings say otherwise."""
        raise NotImplementedError

    @property
    def are_names(self) -> bool:
        """Whether the answers are names, which are not translated unless they are a colour's."""
        return False


class Choice(Question, frozen=True):
    """A choice from a list; the first answer is the usual one."""

    answers: tuple[Answer, ...]
    are_names: bool = False

    @property
    def usual(self) -> Any:  # noqa: ANN401 - what an option may be
        return self.answers[0].value


class Number(Question, frozen=True):
    numbers: range
    """Its step is what one press of a button changes."""
    usual: int
    """One of the numbers."""
    detail: str = ""
    """One line of explanation, the same for every number; in English, to be translated."""

    @property
    def answers(self) -> tuple[Answer, ...]:
        return tuple(Answer(number, str(number), self.detail) for number in self.numbers)


class YesNo(Question, frozen=True):
    yes: str
    """What yes means, in a line; in English, to be translated."""
    no: str
    """What no means."""
    usual: bool = False
    needs: Mapping[str, Any] = field(default_factory=dict)
    """The answers to other questions without which this one is not shown, by their keys."""

    @property
    def answers(self) -> tuple[Answer, ...]:
        return Answer(value=True, label=N_("yes"), detail=self.yes), Answer(value=False, label=N_("no"), detail=self.no)


class Text(Question, frozen=True):
    """Words to be typed; what is wrong with them is said by the page that takes them."""

    known: tuple[str, ...] = ()
    """What is mostly typed, to choose from."""
    placeholder: str = ""
    """What counts while nothing is typed, in English, to be translated."""
    letters: int = 64
    are_names: bool = True

    @property
    def answers(self) -> tuple[Answer, ...]:
        return tuple(Answer(name, name, "") for name in self.known)

    @property
    def usual(self) -> str:
        return ""


class SeatColour(Question, frozen=True):
    """One of the seat colours, by its number in the palette."""

    names: tuple[str, ...]
    """Of all the colours, in English, to be translated."""
    usual: int = 0

    @property
    def answers(self) -> tuple[Answer, ...]:
        return tuple(Answer(number, name, "") for number, name in enumerate(self.names))


class Pick(Choice, frozen=True):
    """A choice for which there is little room: a list that opens."""


class Position(Question, frozen=True):
    """A place in an order, the first 0."""

    usual: int
    """Where it is now."""
    count: int

    @property
    def answers(self) -> tuple[Answer, ...]:
        return tuple(Answer(place, str(place + 1), "") for place in range(self.count))


class Command(Question, frozen=True):
    """Something to do: its only answer does it. With `are_names` the label is a player's name."""

    detail: str = ""
    """What follows, or what it is about; may be empty. With `are_names` translated already: it may hold a name, too."""
    is_main: bool = False
    """Whether it is what most people want."""
    usual: bool = True
    are_names: bool = False

    @property
    def answers(self) -> tuple[Answer, ...]:
        return (Answer(value=True, label=self.label, detail=self.detail),)


class Tile(Command, frozen=True):
    """A command that the web page shows as a picture with words, below the form."""


class FormItem(Struct, frozen=True):
    """A question, and its answer now."""

    question: Question
    value: Any
    group: str = ""
    """What several questions are about, in English, to be translated; empty: it belongs to no group."""


class Form(Struct, frozen=True):
    """All questions of an open page."""

    title: str
    """In English, to be translated; or translated already, where words are filled in."""
    items: tuple[FormItem, ...]
    cursor: str = ""
    """The key of the question under the device's cursor; empty if there is no cursor."""
    note: str = ""
    """One line of advice, translated; may be empty."""


def needed_answers(question: Question) -> Mapping[str, Any]:
    """Returns the answers to other questions without which this one is not asked, by their keys."""
    return question.needs if isinstance(question, YesNo) else {}


def is_asked(question: Question, answers: Mapping[str, Any]) -> bool:
    """Returns whether a question is shown after these answers to others, by their keys."""
    return all(answers.get(key) == answer for key, answer in needed_answers(question).items())


def answer_fault(question: Question, value: object) -> str | None:
    """Returns in one sentence why a value does not answer this question; None if it does."""
    if isinstance(question, Text):
        return None if isinstance(value, str) else f"{question.key} is a text."
    allowed = [answer.value for answer in question.answers]
    # Compared with its type: to Python, True is 1.
    if any(type(each) is type(value) and each == value for each in allowed):
        return None
    return f"{question.key} is one of {', '.join(map(json.dumps, allowed))}."


def command_form(title: str, *commands: Command, cursor: str = "", note: str = "") -> Form:
    """Returns a form of nothing but commands; one of them may be under the cursor."""
    return Form(title, tuple(FormItem(command, value=True) for command in commands), cursor, note)
