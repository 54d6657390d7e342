"""The terminal frontend: the lights in colour, the page as text, and the buttons as keys.

Textual is imported only by `companion.terminal.frontend` and its imports, so that other frontends start fast.
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

    def is_at_least(self, other: "Size") -> bool:
        return self.columns >= other.columns and self.rows >= other.rows


MIN_SIZE = Size(80, 24)


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
    if not size.is_at_least(MIN_SIZE):
        raise TerminalError(too_small(_, size))


def too_small(_: Translator, size: Size) -> str:
    sizes = {"columns": MIN_SIZE.columns, "rows": MIN_SIZE.rows, "wide": size.columns, "high": size.rows}
    return _("the window needs {columns} by {rows} cells; this terminal has {wide} by {high}", **sizes)
