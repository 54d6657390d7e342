"""A screen: what a page shows and what can be done on it, as one value.

A page makes a `Screen` from the model. It knows neither pixels nor keys of a keyboard: `oled` draws the screen, and
`control` says what a press or a choice by name leads to. All texts are translated already.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Literal, NamedTuple, TypeAlias

from companion.core.model import Transition
from companion.screen.art import Icon
from companion.ui.pictures import Picture
from hardware.device import Button

Do: TypeAlias = Callable[[], Transition]


class Big(NamedTuple):
    """The most important word or number, as large as it fits."""

    text: str
    sub: str = ""
    """A line in bold below it: "wins!"."""
    shorten: bool = False
    """Whether words are left out where there are too many, with an ellipsis in their place."""


class Text(NamedTuple):
    """A sentence; it is broken into lines."""

    text: str
    style: Literal["plain", "bold", "alert"] = "plain"
    """`alert` is inverse, on one line: it must be seen before a decision."""
    shorten: bool = False
    """Whether the small screen shows one line, with an ellipsis where it is longer."""


class Figure(NamedTuple):
    """A number, with an icon before it where that says what it counts."""

    value: str
    icon: Icon | None = None
    words: str = ""
    """For speech: "3 fields"; empty: the value says enough."""


class Row(NamedTuple):
    """A label, and figures at the right."""

    label: str
    figures: tuple[Figure, ...]


class Meter(NamedTuple):
    """A share, 0 to 1, as a bar."""

    share: float


class Table(NamedTuple):
    """Rows of cells, the first of each in bold. With heads, the cells below them are figures, at the right."""

    rows: tuple[tuple[str, ...], ...]
    heads: tuple[str, ...] = ()
    """A word or an `Icon` for each column, the first the title: such a table fills the screen."""


class Columns(NamedTuple):
    """A big word or number at the left, and lines at the right."""

    big: Big
    lines: tuple[Text, ...]


Block: TypeAlias = Big | Text | Row | Meter | Table | Columns | Picture


class Option(NamedTuple):
    """Something that can be done now."""

    label: str
    do: Do | None = None
    """What choosing it leads to; None: it cannot be chosen, and `detail` says why."""
    detail: str = ""
    """What follows; or why it cannot be chosen."""
    icon: str = ""
    """On the softkey: an `Icon` or a short word."""
    value: str = ""
    """In a list, right of the label: what it is set to."""
    key: str = ""
    """The name by which programs choose it; empty: the label."""
    main: bool = False
    """Whether it is what most people want: the web page emphasises it."""
    box_only: bool = False
    """Whether the web page leaves it out, since it shows all at once."""

    @property
    def name(self) -> str:
        return self.key or self.label


class Choices(NamedTuple):
    """Options with a cursor: `left` and `right` move it, `ok` chooses the option under it."""

    options: Sequence[Option]
    cursor: int
    show: Literal["list", "row", "one", "hidden"] = "list"
    """On the small screen: a list, buttons side by side, only the one under the cursor, or none."""

    @property
    def chosen(self) -> Option:
        return self.options[self.cursor]


class Screen(NamedTuple):
    """What a page shows and what can be done on it."""

    title: str = ""
    note: str | Picture = ""
    """Right of the title: a count, a score, small dice."""
    body: tuple[Block, ...] = ()
    """From top to bottom."""
    choices: Choices | None = None
    keys: Mapping[Button, Option] = {}
    """What the five buttons do, in addition to the choices."""
