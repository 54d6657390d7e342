"""Players' names as the screen shows them: colours are translated, long names are shortened."""

import re
from collections.abc import Iterable, Sequence

from companion.core.lineup import SEAT_COLOUR_NAMES
from companion.locale.translator import Translator
from companion.ui.font import THIN, Font, shortened, text_width
from companion.ui.layout import wrapped

_BOT = re.compile("(Greenhorn|Prospector|Sheriff|Marshal)((?: [2-9])?)")
"""The name of a seat that is named after a built-in bot (`name_bots`). It is translated, as colours are."""
COMMA_PX = 6
"""The width of a comma and the space after it, in pixels."""
LINE_NAME_PX = 66
"""The width of a name in a line with more text, in pixels."""
MAX_LINES = 2
"""Maximum number of lines for all names together."""


def display_name(_: Translator, name: str) -> str:
    """Returns the name to display; names of colours and bots are translated."""
    if name in SEAT_COLOUR_NAMES:
        return _(name)
    if (bot := _BOT.fullmatch(name)) is not None:
        return f"{_(bot[1])}{bot[2]}"
    return name


def list_names(_: Translator, names: Iterable[str], between: str = ", ") -> str:
    return between.join(display_name(_, name) for name in names)


def initials(_: Translator, names: Iterable[str]) -> tuple[str, ...]:
    """Returns the letters on each player's stones: the first one, and if several share it, one that distinguishes them.

    Ann, Adam and Anton are An, Ad and At; names that cannot be distinguished are numbered.
    """
    whole, chosen = [display_name(_, name) for name in names], list[str]()
    for seat, name in enumerate(whole):
        is_unique = sum(other[:1] == name[:1] for other in whole) == 1
        pairs = (name[0] + letter for letter in name[1:] if letter.isalnum())
        free_pair = next((pair for pair in pairs if pair not in chosen), f"{name[0]}{seat + 1}")
        chosen.append(name[0] if is_unique else free_pair)
    return tuple(chosen)


def short_name(_: Translator, name: str, room_px: int = LINE_NAME_PX) -> str:
    """Returns the name for a line with more text in it, cut to `room_px` pixels."""
    return shortened(THIN, display_name(_, name), room_px)


def short_names(_: Translator, names: Sequence[str], room_px: int, font: Font = THIN) -> tuple[str, ...]:
    """Returns the names, each cut to `room_px` pixels.

    Where several would be cut to the same text, all but the first keep their last letter, "Pros…2" next to "Prosp…",
    or get a number.
    """
    whole = [display_name(_, name) for name in names]
    cut = [shortened(font, name, room_px) for name in whole]
    for text in {text for text in cut if cut.count(text) > 1}:
        _first, *alike = (index for index, each in enumerate(cut) if each == text)
        ends = [whole[index][-1] for index in alike]
        if len(set(ends)) < len(ends):
            ends = [str(index + 1) for index in alike]
        for index, end in zip(alike, ends, strict=True):
            cut[index] = shortened(font, whole[index], room_px - text_width(font, end) - font.scale) + end
    return tuple(cut)


def join_names(_: Translator, names: Sequence[str], room_px: int = 126) -> str:
    """Returns all the names as one text. Each is cut if they would take more than two lines of `room_px` pixels."""
    whole = list_names(_, names)
    # Names are cut only if necessary.
    if len(wrapped(THIN, whole, room_px)) <= MAX_LINES:
        return whole
    names_per_line = -(-len(names) // MAX_LINES)
    share_px = room_px // names_per_line - COMMA_PX
    return ", ".join(short_names(_, names, share_px))
