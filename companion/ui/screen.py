"""A screen: what a page shows and what can be done on it, as one value.

A page makes a `Screen` from the model. It contains no pixels and no keys of a keyboard: `oled` draws it, and
`companion.core.model` handles presses and choices. All texts are translated already.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Literal, NamedTuple, TypeAlias, overload

from companion.ui.art import Icon
from companion.ui.pictures import Picture
from engine.game import GameEvent, Seat
from hardware.device import Button, Tone

Transition: TypeAlias = Any
"""What a press leads to: `companion.core.model.Transition`, which displays do not need."""
Do: TypeAlias = Callable[[], Transition]
"""An action, such as that of a button."""


class Big(NamedTuple):
    """The most important word or number, as large as it fits."""

    text: str
    sub: str = ""
    """A line in bold below it: "wins!"."""
    shorten: bool = False
    """Whether it is shortened with an ellipsis if it does not fit."""


class Text(NamedTuple):
    """A sentence; it is broken into lines."""

    text: str
    style: Literal["plain", "bold", "alert", "digits", "gain", "risk", "reason", "advice"] = "plain"
    """`alert` is inverse, on one line: players must see it before a decision. `digits` are compared one by one. `gain`
    is the advantage of a choice, `risk` its cost, `reason` another fact, such as why something is not available.
    `advice` is for new players: the web page can hide it."""
    align: Literal["left", "centre", "right"] = "centre"
    shorten: bool = False
    """Whether the small screen shows one line, with an ellipsis where it is longer."""


class Figure(NamedTuple):
    """A number, with an icon of what it counts."""

    value: str
    icon: Icon | None = None
    words: str = ""
    """For speech: "3 fields"; empty if the value is enough."""


class Row(NamedTuple):
    label: str
    figures: tuple[Figure, ...]


class Meter(NamedTuple):
    """A share, 0 to 1, as a bar."""

    share: float
    value: str = ""
    """The share as text: `34%`."""
    label: str = ""
    """The meaning of the share."""
    note: str = ""
    """How it is counted: "73 of 216 rolls"."""


class TextTable(NamedTuple):
    """Rows of cells, the first of each in bold. In a table with heads, the other cells are right-aligned figures."""

    rows: tuple[tuple[str, ...], ...]
    heads: tuple[str, ...] = ()
    """A word or an `Icon` for each column, the first one being the title. A table with heads fills the screen."""


class Columns(NamedTuple):
    """A picture or a big word on one side, and blocks on the other; next to a big word, only texts of one line."""

    lead: Picture | Big
    blocks: tuple[Big | Text | Row | TextTable, ...]
    on_right: bool = False


Shown: TypeAlias = Big | Text | Row | Meter | TextTable | Columns | Picture


class BoxOnly(NamedTuple):
    """Blocks only for the small screen, because the web page shows the same as a board or in full."""

    blocks: tuple["Block", ...]


class WebOnly(NamedTuple):
    """Blocks for the web page and the terminal, where there is more room."""

    blocks: tuple["Block", ...]


Block: TypeAlias = Shown | BoxOnly | WebOnly


class Option(NamedTuple):
    label: str
    do: Do | None = None
    """The action; None if it is not available, and `detail` gives the reason."""
    detail: str = ""
    """The result, or why it is not available."""
    icon: str = ""
    """The softkey on the box: an `Icon` or a short word."""
    value: str = ""
    """The value, at the right of the label in a list."""
    key: str = ""
    """The name by which programs choose it; empty for the label."""
    main: bool = False
    """Whether it is the default: the web page emphasises it."""
    box_only: bool = False
    """Whether only the box has it, because the web page shows everything at once."""
    area: Literal["", "mains", "offers"] = ""
    """Where the web page has it: next to the main action, or as an offer above the actions; "" for its usual place."""
    pieces: tuple[tuple[str, str, str], ...] = ()
    """`detail` with pieces, for the web page: each has words, then the colour and the label of the piece after them."""
    place: str = ""
    """The place on the board that chooses it."""
    is_for_table: bool = False
    """Whether it concerns the whole table: the link of a single seat may not choose it."""
    event: GameEvent | None = None
    """The event of the game that it records; None if it records none, or if chance decides which."""
    setting: Any = None
    """The setting that it changes, as a `companion.core.questions.FormItem`; `do` chooses its next answer."""

    @property
    def name(self) -> str:
        return self.key or self.label


NOTHING = Option("")
"""The option of a button that does nothing and has no label."""


class OnDemand(Sequence[Option]):
    """Options that are slow to make: each is made once, when it is needed."""

    def __init__(self, count: int, make: Callable[[int], Option]) -> None:
        self._count, self._make = count, cache(make)

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, number: int) -> Option: ...
    @overload
    def __getitem__(self, number: slice) -> Sequence[Option]: ...
    def __getitem__(self, number: int | slice) -> Option | Sequence[Option]:
        chosen = range(self._count)[number]
        return self._make(chosen) if isinstance(chosen, int) else [self._make(each) for each in chosen]


class Choices(NamedTuple):
    """Options with a cursor: `left` and `right` move it, `ok` chooses the option under it."""

    options: Sequence[Option]
    cursor: int
    show: Literal["list", "row", "one", "board", "hidden"] = "list"
    """How the small screen shows them: as a list, as buttons side by side, or only the one under the cursor. With
    `board` and `hidden` the page's own blocks show the option under the cursor; with `board` also the lights."""
    move: Callable[[int], Transition] | None = None
    """Returns the transition for moving the cursor to an option; None if only the page's `cursor` changes."""

    @property
    def chosen(self) -> Option:
        return self.options[self.cursor]


class Announcement(NamedTuple):
    """The sounds and sentences of a page when it opens."""

    sound: tuple[Tone, ...] = ()
    sentences: tuple[str, ...] = ()
    """Spoken and shown as captions."""
    caption: str = ""
    """Shown as a caption alone."""


class Screen(NamedTuple):
    title: str = ""
    note: str | Picture = ""
    """At the right of the title: a count, a score, small dice."""
    body: tuple[Block, ...] = ()
    """From top to bottom."""
    choices: Choices | None = None
    keys: Mapping[Button, Option] = {}
    """What the five buttons do, in addition to the choices."""
    point: Callable[[str], Transition] | None = None
    """Handles pointing at a place without an option; None to reject it."""
    sentence: str = ""
    """The page in one sentence, as the headline of the web page; "" if the title is enough."""
    mood: Literal["", "loss", "call", "end"] = ""
    """The emphasis of an event: a lost turn, a call that changes the game for all players, or the end of the game."""
    main: Button | None = Button.OK
    """The button for the action in the headline: the web page marks it, and Enter presses it. None for no button."""
    seat: Seat | None = None
    """The seat that acts; None if any player can act, as when the players move pieces."""
    shown_for_s: float = 0.0
    """Time in seconds that the page is shown before the game continues automatically."""
    holds: Mapping[Button, Option] = {}
    """The actions for holding a button."""
    badges: tuple[Icon, ...] = ()
    """Permanent icons in the corner of the screen."""
    locked: bool = False
    """Whether pointing at a place and choosing by name are rejected, as while a bot plays."""


def shown_blocks(screen: Screen, without: type[BoxOnly | WebOnly]) -> list[Shown]:
    """Returns the blocks for one kind of display, `without` those for the other kind.

    If options are shown one at a time, the option under the cursor comes first.
    """
    shown = list(_unwrapped(screen.body, without))
    if screen.choices and screen.choices.show == "one":
        chosen = screen.choices.chosen
        shown[:0] = [Big(chosen.label), Text(chosen.detail)] if chosen.detail else [Big(chosen.label)]
    return shown


def _unwrapped(blocks: Sequence[Block], without: type[BoxOnly | WebOnly]) -> Iterator[Shown]:
    for block in blocks:
        if not isinstance(block, BoxOnly | WebOnly):
            yield block
        elif not isinstance(block, without):
            yield from _unwrapped(block.blocks, without)
