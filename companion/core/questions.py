"""The questions of the setup: choices, numbers, yes or no. Apart from the table, as no first frame asks any: 1.7 ms."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from companion.locale.translator import N_


class Answer(NamedTuple):
    """One answer to a question of the setup."""

    value: Any
    label: str
    """In English, to be translated."""
    detail: str
    """One line of explanation; in English, to be translated."""


class Question(Protocol):
    """A question of a form: `Choice`, `Number` and `YesNo` are those of games. The setup walks over its answers."""

    @property
    def key(self) -> str:
        """What it decides: an option of the game, or `by_hand`."""

    @property
    def label(self) -> str:
        """The question, in English, to be translated."""

    @property
    def answers(self) -> tuple[Answer, ...]:
        """What can be answered, in the order in which the cursor walks over it."""

    @property
    def usual(self) -> Any:  # noqa: ANN401 - what an option may be
        """The answer that most people want: the cursor stands there first, unless the settings say otherwise."""

    @property
    def are_names(self) -> bool:
        """Whether the answers are names, which are not translated unless they are a colour's."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice from a list; the first answer is the usual one."""

    key: str
    label: str
    answers: tuple[Answer, ...]
    are_names: bool = False

    @property
    def usual(self) -> Any:  # noqa: ANN401 - what an option may be
        """The first answer."""
        return self.answers[0].value


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number in a range."""

    key: str
    label: str
    numbers: range
    """Its step is what one press of a button changes."""
    usual: int
    """One of the numbers."""
    detail: str = ""
    """One line of explanation, the same for every number; in English, to be translated."""
    are_names: bool = False

    @property
    def answers(self) -> tuple[Answer, ...]:
        """Every number, the lowest first."""
        return tuple(Answer(number, str(number), self.detail) for number in self.numbers)


@dataclass(frozen=True, slots=True)
class YesNo:
    """Yes or no."""

    key: str
    label: str
    yes: str
    """What yes means, in a line; in English, to be translated."""
    no: str
    """What no means."""
    usual: bool = False
    are_names: bool = False

    @property
    def answers(self) -> tuple[Answer, ...]:
        """Yes, then no."""
        return Answer(value=True, label=N_("yes"), detail=self.yes), Answer(value=False, label=N_("no"), detail=self.no)
