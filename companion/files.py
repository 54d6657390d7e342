"""Files and streams named by users: reading never blocks forever, and files are replaced completely or not at all.

Also reads their lines, such as the JSON Lines of commands and records. Error messages never contain raw input.
"""

import json
import os
import sys
from collections.abc import Iterator
from contextlib import nullcontext, suppress
from errno import EFBIG, ENXIO
from math import inf
from typing import BinaryIO, TypeAlias

from engine.game import Json
from engine.record import without_blank_end

# Without pathlib, which would take 6 % of the start of the referee.
Path: TypeAlias = "str | os.PathLike[str]"

LEGIBLE = 160
"""Maximum number of letters of wrong input in an error message."""


def open_to_read(path: Path) -> BinaryIO:
    """Opens a file; a pipe without a writer is empty. Raises OSError: it cannot be opened."""
    return open(path, "rb", opener=_open_without_waiting)


def write(path: Path, content: bytes) -> None:
    """Writes a file or a pipe. Raises OSError: it cannot be written, or the pipe has no reader."""
    with open(path, "wb", opener=_open_without_waiting) as file:
        file.write(content)


def legible(text: object) -> str:
    """Returns a text for an error message: shortened, in one line, with control characters escaped."""
    # Shortened before it is escaped, because the text may have megabytes.
    shown = "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in str(text)[: LEGIBLE + 1])
    return shown if len(shown) <= LEGIBLE else shown[: LEGIBLE - 1] + "…"


def _open_without_waiting(path: str, flags: int) -> int:
    """Opens a file as `open` does, but does not wait for the other end of a named pipe (fifo(7))."""
    try:
        file = os.open(path, flags | os.O_NONBLOCK, 0o666)
    except OSError as error:
        if error.errno == ENXIO:
            raise OSError(ENXIO, "this pipe has no reader", path) from error
        raise
    os.set_blocking(file, True)
    return file


def replace_file(path: Path, content: bytes, mode: int = 0o644) -> None:
    """Creates or replaces a file. Raises OSError: it cannot be written; an existing file is kept."""
    new = _temporary_path(path)
    # O_EXCL: never through a link of another user. Only the owner can read it until it is complete.
    opened = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode & 0o700)
    try:
        with os.fdopen(opened, "wb") as file:
            file.write(content)
            # The mode is set on the open file, because the umask may have taken bits from the one above.
            os.fchmod(opened, mode)
            file.flush()
            # Before it gets its name, because a power failure could leave an empty file.
            os.fsync(opened)
        os.replace(new, path)
    except OSError:
        os.unlink(new)
        raise


def replace_link(path: Path, leads_to: Path) -> None:
    """Creates or replaces a symbolic link. Raises OSError: it cannot be created; an existing file is kept."""
    new = _temporary_path(path)
    os.symlink(leads_to, new)
    os.replace(new, path)


def _temporary_path(path: Path) -> str:
    """Returns the path for writing a new file; removes a file that an interruption left there."""
    new = f"{os.fspath(path)}.new"
    with suppress(FileNotFoundError):
        os.unlink(new)
    return new


LINE_BYTES = 64 * 1024
"""Maximum length of a line without its newline."""


ENDLESS_BYTES = 1 << 26
"""A longer line of a file counts as endless, such as /dev/zero."""


class UnreadableFile(Exception):
    """A file cannot be read; the text says why in one sentence."""


def read_lines(stream: BinaryIO, longest: float = inf) -> Iterator[bytes]:
    """Yields the lines without newlines; of a line that is too long only the first `LINE_BYTES` + 1 bytes.

    Raises:
        OSError: a line is longer than `longest` bytes.
    """
    while line := stream.readline(LINE_BYTES + 1):
        yield line.removesuffix(b"\n")
        # The rest of a line that is too long is read and dropped in pieces, so that an endless line does not fill the
        # memory.
        length = len(line)
        while line and not line.endswith(b"\n"):
            line = stream.readline(LINE_BYTES)
            length += len(line)
            if length > longest:
                raise OSError(EFBIG, "a line has no end")


def read_file_lines(path: str) -> Iterator[bytes]:
    """Yields the lines of a file, `-` for the standard input, without a blank line at the end.

    Raises:
        UnreadableFile: the file cannot be read.
    """
    try:
        with nullcontext(sys.stdin.buffer) if path == "-" else open_to_read(path) as stream:
            yield from without_blank_end(read_lines(stream, ENDLESS_BYTES))
    except OSError as problem:
        raise UnreadableFile(f"{legible(path)} cannot be read: {problem.strerror}.") from problem


def encode_line(reply: Json) -> bytes:
    """Encodes a JSON object as one line."""
    # In ASCII with escapes, so that the line is the same in any encoding.
    return json.dumps(reply).encode() + b"\n"
