"""The terminal frontend: lights in colour, the screen in dots, buttons on keys.

Only `companion.terminal.frontend` and what it imports know Textual, so that it is loaded where it is used.
"""

import os
from collections.abc import Mapping, Sequence
from typing import NamedTuple, TextIO

from companion.locale.translator import Translator, preferred_language, translator_for


class TerminalError(Exception):
    """This terminal cannot be used; the text says what is needed in one sentence."""


class Size(NamedTuple):
    """The size of a terminal in cells."""

    columns: int
    rows: int

    def has_room_for(self, other: "Size") -> bool:
        return self.columns >= other.columns and self.rows >= other.rows


BRAILLE = Size(80, 24)
"""The minimum size if a cell shows 2 by 4 pixels of the screen."""
HALF_BLOCKS = Size(144, 40)
"""The minimum size if a cell shows 1 by 2 pixels."""


def least_size(*, half: bool) -> Size:
    """Returns the minimum size of the terminal, for the screen in half blocks or in braille."""
    return HALF_BLOCKS if half else BRAILLE


def check(streams: Sequence[TextIO], environ: Mapping[str, str], *, half: bool = False) -> None:
    """Checks that the terminal can be used, before anything is started.

    Args:
        streams: standard input, output and error; keys are read from the first, the window is written to the last.
        environ: the variables with `TERM` and the language.
        half: whether the screen is drawn in half blocks.

    Raises:
        TerminalError: the terminal cannot be used.
    """
    # In the language of the terminal, because the language of the device is not known yet.
    _ = translator_for(preferred_language(environ))
    term = environ.get("TERM", "")
    if any(not stream.isatty() for stream in streams):
        raise TerminalError(
            _("--terminal needs a terminal for input, output and errors; without --terminal you play in a browser")
        )
    if term in {"", "dumb", "unknown"}:
        raise TerminalError(_("--terminal needs a terminal that can position text; TERM={term} cannot", term=term))
    if term == "linux" and not half:
        raise TerminalError(_("the Linux console cannot show braille; use --half for half blocks"))
    if any(not stream.encoding.lower().startswith("utf") for stream in streams):
        raise TerminalError(_("--terminal needs UTF-8; set LANG to a locale with UTF-8"))
    least, size = least_size(half=half), Size(*os.get_terminal_size(streams[-1].fileno()))
    if not size.has_room_for(least):
        raise TerminalError(too_small(_, least, size))


def too_small(_: Translator, least: Size, size: Size) -> str:
    """Returns the sentence for a terminal that is too small."""
    sizes = {"columns": least.columns, "rows": least.rows, "wide": size.columns, "high": size.rows}
    return _("the window needs {columns} by {rows} cells; this terminal has {wide} by {high}", **sizes)
