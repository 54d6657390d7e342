"""Files that a person has named: whatever they are, nobody waits for ever, and no message repeats them raw."""

from __future__ import annotations

import os
from errno import ENXIO
from pathlib import Path
from typing import BinaryIO

LEGIBLE = 160
"""Letters of what somebody wrote that are repeated where it is wrong."""


def open_to_read(path: Path | str) -> BinaryIO:
    """Opens a file; a pipe to which nobody writes is empty. Raises OSError: it cannot be opened."""
    return open(path, "rb", opener=_open_without_waiting)


def write(path: Path, content: bytes) -> None:
    """Writes a file, or to whoever reads from a pipe. Raises OSError: it cannot be written."""
    with open(path, "wb", opener=_open_without_waiting) as file:
        file.write(content)


def legible(text: object) -> str:
    """Returns as much of a text as is worth repeating, in one line: control characters are spelt out."""
    # Cut before anything is spelt out: the text may be megabytes long.
    shown = "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in str(text)[: LEGIBLE + 1])
    return shown if len(shown) <= LEGIBLE else shown[: LEGIBLE - 1] + "…"


def _open_without_waiting(path: str, flags: int) -> int:
    """Opens a file as `open` does, but does not wait for the other end of a named pipe (fifo(7))."""
    try:
        file = os.open(path, flags | os.O_NONBLOCK, 0o666)
    except OSError as error:
        if error.errno == ENXIO:
            raise OSError(ENXIO, "nobody reads from this pipe", path) from error
        raise
    os.set_blocking(file, True)
    return file
