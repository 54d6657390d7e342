"""Files and streams that a person names: read without waiting for ever, replaced whole or not at all.

The lines in them too, as the JSON Lines that commands and records consist of. No message repeats raw what was written.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from errno import EFBIG, ENXIO
from math import inf
from pathlib import Path
from typing import BinaryIO

from engine.game import Json
from engine.record import without_blank_end

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


def replace_file(path: Path, content: bytes, mode: int = 0o644) -> None:
    """Writes a file in the place of whatever lies there. Raises OSError: it cannot be; what lies there stays."""
    new = _beside(path)
    # O_EXCL: never through a link that somebody else has put there. For the owner alone, until all of it is written.
    opened = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode & 0o700)
    try:
        with os.fdopen(opened, "wb") as file:
            file.write(content)
            # The mode is set on the open file, because the umask may have taken bits from the one above.
            os.fchmod(opened, mode)
            file.flush()
            # Before it bears the name: otherwise a pulled plug could leave an empty file under it.
            os.fsync(opened)
        new.replace(path)
    except OSError:
        new.unlink(missing_ok=True)
        raise


def replace_link(path: Path, leads_to: Path) -> None:
    """Makes a symbolic link in the place of whatever lies there.

    Raises:
        OSError: it cannot be; what lies there stays.
    """
    new = _beside(path)
    new.symlink_to(leads_to)
    new.replace(path)


def _beside(path: Path) -> Path:
    """Returns the path under which a file is written at first; removes what an interruption left there."""
    new = path.with_name(f"{path.name}.new")
    new.unlink(missing_ok=True)
    return new


LINE_BYTES = 64 * 1024
"""The longest line that is read, its newline apart."""


ENDLESS_BYTES = 1 << 26
"""A line of a file that is longer counts as endless: /dev/zero is one line without an end."""


class UnreadableFile(Exception):
    """A file cannot be read; its text says so in one sentence."""


def read_lines(stream: BinaryIO, longest: float = inf) -> Iterator[bytes]:
    """Yields the lines without their newlines; of a line that is too long only the first `LINE_BYTES` + 1 bytes.

    Raises:
        OSError: a line is longer than `longest` bytes.
    """
    while line := stream.readline(LINE_BYTES + 1):
        yield line.removesuffix(b"\n")
        # The rest of a line that is too long is read and dropped in pieces, so a line without an end does not fill
        # the memory.
        length = len(line)
        while line and not line.endswith(b"\n"):
            line = stream.readline(LINE_BYTES)
            length += len(line)
            if length > longest:
                raise OSError(EFBIG, "a line has no end")


def read_file_lines(path: str) -> Iterator[bytes]:
    """Yields the lines of a file, `-` for the standard input, but for one blank line at the end.

    Raises:
        UnreadableFile: it cannot be read.
    """
    try:
        with nullcontext(sys.stdin.buffer) if path == "-" else open_to_read(path) as stream:
            yield from without_blank_end(read_lines(stream, ENDLESS_BYTES))
    except OSError as problem:
        raise UnreadableFile(f"{legible(path)} cannot be read: {problem.strerror}.") from problem


def encode_line(reply: Json) -> bytes:
    """Encodes a JSON object as one line."""
    # In ASCII: other letters are escaped, so a reader with any encoding gets the same line.
    return json.dumps(reply).encode() + b"\n"
