"""How a player is called on the screen: a name as it was given, a colour's in the language of the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.screen.font import THIN, shortened
from companion.words import Words, mark

if TYPE_CHECKING:
    from collections.abc import Sequence

COLOURS = (mark("Green"), mark("Blue"), mark("Orange"), mark("Red"), mark("Violet"))
"""The seat colours, in the order of the palette; a player without a name is called after the seat's."""

COMMA_PX = 6
"""What a comma and the space after it take."""


def shown(words: Words, name: str) -> str:
    """The name for the screen."""
    return words(name) if name in COLOURS else name


def brief(words: Words, name: str, room_px: int = 66) -> str:
    """The name for a line that says more than the name; a long one is cut."""
    return shortened(THIN, shown(words, name), room_px)


def together(words: Words, names: Sequence[str], room_px: int = 126) -> str:
    """All the names, long ones cut, so that thin letters need no more than two lines of that width."""
    in_a_line = -(-len(names) // 2)
    share_px = room_px // in_a_line - COMMA_PX
    return ", ".join(brief(words, name, share_px) for name in names)


def seated(names: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """The players' names and the seat colours that are theirs: who is called after a colour has it."""
    colours = {colour.lower(): number for number, colour in enumerate(COLOURS)}
    wanted = [colours.get(name.strip().lower()) for name in names]
    free = iter(number for number in range(len(COLOURS)) if number not in wanted)
    given = tuple(next(free, 0) if number is None else number for number in wanted)
    called = (names[seat].strip() if wanted[seat] is None else COLOURS[number] for seat, number in enumerate(given))
    return tuple(called), given
