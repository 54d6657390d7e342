"""The terminal frontend: lights in colour, the page as text, buttons on keys.

Only `companion.terminal.frontend` and what it imports know Textual, so that it is loaded where it is used.
"""

import os
from collections.abc import Mapping, Sequence
from typing import NamedTuple, TextIO

from companion.locale.translator import Translator, preferred_language, translator_for


class TerminalError(Exception):
    """This terminal cannot be used; the text says what is needed in one sentence."""


class Size(NamedTuple):
    columns: int
    rows: int

    def has_room_for(self, other: "Size") -> bool:
        return self.columns >= other.columns and self.rows >= other.rows


LEAST = Size(80, 24)


def check(streams: Sequence[TextIO], environ: Mapping[str, str]) -> None:
    """Checks that the terminal can be used, before anything is started.

    Args:
        streams: standard input, output and error; keys are read from the first, the window is written to the last.
        environ: the variables with `TERM` and the language.

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
    if any(not stream.encoding.lower().startswith("utf") for stream in streams):
        raise TerminalError(_("--terminal needs UTF-8; set LANG to a locale with UTF-8"))
    size = Size(*os.get_terminal_size(streams[-1].fileno()))
    if not size.has_room_for(LEAST):
        raise TerminalError(too_small(_, size))


def too_small(_: Translator, size: Size) -> str:
    sizes = {"columns": LEAST.columns, "rows": LEAST.rows, "wide": size.columns, "high": size.rows}
    return _("the window needs {columns} by {rows} cells; this terminal has {wide} by {high}", **sizes)
