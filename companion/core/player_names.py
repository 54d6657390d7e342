"""Players' names as the screen shows them: colours are translated, long names are shortened."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from companion.core.players import SEAT_COLOUR_NAMES
from companion.locale.translator import N_
from companion.screen.font import ELLIPSIS, THIN, shortened
from companion.screen.layout import wrapped
from engine.starts import NAME_LETTERS, unturned

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from companion.locale.translator import Translator


_BOT = re.compile("(Greenhorn|Prospector|Sheriff)((?: [2-9])?)")
"""What a seat is called after a bot of the house, see `bot_names`; they are translated as colours are."""
_GHOST = re.compile("(.+)'s ghost((?: [2-9])?)")
"""What a seat is called after a person's ghost."""
COMMA_PX = 6
"""The width of a comma and the space after it, in pixels."""
LINES = 2
"""The number of lines for all the names together."""


NAME_FAULTS = (
    N_("The players' names must be distinct and not empty."),
    N_("The players' names must be text, without control characters."),
    N_("A player's name has at most 64 letters."),
    N_("A player's name holds no sign that turns the direction of the text."),
    N_("The players' names must look distinct, and each show something."),
)
"""What the rules say of names that will not do, to be translated: the engine speaks English only."""


def display_name(_: Translator, name: str) -> str:
    """Returns the name to display.

    One from an old record, which today's rules refuse, is cut where it is too long, and turns no text beside it.
    """
    # Records from before such names were refused still open: a sign that turns the text is left out of what is shown.
    name = unturned(name)
    whole = len(name) <= NAME_LETTERS
    if name in SEAT_COLOUR_NAMES:
        return _(name)
    if (called := _BOT.fullmatch(name)) is not None:
        return f"{_(called[1])}{called[2]}"
    if whole and (called := _GHOST.fullmatch(name)) is not None:
        return _("{name}'s ghost", name=called[1]) + called[2]
    return name if whole else name[: NAME_LETTERS - 1] + ELLIPSIS


def list_names(_: Translator, names: Iterable[str], between: str = ", ") -> str:
    """Returns the names as one text, each whole."""
    return between.join(display_name(_, name) for name in names)


def short_name(_: Translator, name: str, room_px: int = 66) -> str:
    """Returns the name for a line with more text in it, cut to `room_px` pixels."""
    return shortened(THIN, display_name(_, name), room_px)


def join_names(_: Translator, names: Sequence[str], room_px: int = 126) -> str:
    """Returns all the names as one text. Each is cut if they would take more than two lines of `room_px` pixels."""
    whole = list_names(_, names)
    # Cut only where it must be: a name that is whole says more than the free space beside it.
    if len(wrapped(THIN, whole, room_px)) <= LINES:
        return whole
    in_a_line = -(-len(names) // LINES)
    share_px = room_px // in_a_line - COMMA_PX
    return ", ".join(short_name(_, name, share_px) for name in names)
