"""How a player is called on the screen: a name as it was given, a colour's in the language of the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.screen.font import ELLIPSIS, THIN, shortened
from companion.screen.layout import wrapped
from companion.words import Words, languages, mark, words
from engine.starts import NAME_LETTERS

if TYPE_CHECKING:
    from collections.abc import Sequence

COLOURS = (mark("Green"), mark("Blue"), mark("Orange"), mark("Red"), mark("Violet"))
"""The seat colours, in the order of the palette; a player without a name is called after the seat's."""

TYPED_LETTERS = 12
"""The longest name that can be typed."""
COMMA_PX = 6
"""What a comma and the space after it take."""
LINES = 2
"""How many lines there are for all the names together."""


def shown(_: Words, name: str) -> str:
    """The name for the screen; one from before names had a limit is cut."""
    whole = len(name) <= NAME_LETTERS
    return _(name) if name in COLOURS else name if whole else name[: NAME_LETTERS - 1] + ELLIPSIS


def recognised(name: str) -> str:
    """The colour that the name means in one of the languages, as it is called in the first; else the name."""
    colours = {words(language)(colour).lower(): colour for language in languages() for colour in COLOURS}
    return colours.get(name.strip().lower(), name)


def brief(_: Words, name: str, room_px: int = 66) -> str:
    """The name for a line that says more than the name; a long one is cut."""
    return shortened(THIN, shown(_, name), room_px)


def together(_: Words, names: Sequence[str], room_px: int = 126) -> str:
    """All the names; long ones are cut where thin letters would need more than two lines of that width."""
    whole = ", ".join(shown(_, name) for name in names)
    if len(wrapped(THIN, whole, room_px)) <= LINES:
        return whole
    in_a_line = -(-len(names) // LINES)
    share_px = room_px // in_a_line - COMMA_PX
    return ", ".join(brief(_, name, share_px) for name in names)


def seated(names: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """The players' names and the seat colours that are theirs: who is called after a colour has it."""
    colours = {colour.lower(): number for number, colour in enumerate(COLOURS)}
    wanted = [colours.get(name.strip().lower()) for name in names]
    free = iter(number for number in range(len(COLOURS)) if number not in wanted)
    given = tuple(next(free, 0) if number is None else number for number in wanted)
    called = (names[seat].strip() if wanted[seat] is None else COLOURS[number] for seat, number in enumerate(given))
    return tuple(called), given
