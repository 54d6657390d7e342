"""Replaces files completely or not at all, and reads lines, such as the JSON Lines of commands and records.

`legible` prepares input for error messages.
"""

import json
import os
import sys
from collections.abc import Iterator
from contextlib import nullcontext, suppress
from typing import BinaryIO, TypeAlias

from engine.game import Json
from engine.record import without_blank_last_line

# Without pathlib, which would take 6 % of the start time of the referee.
Path: TypeAlias = "str | os.PathLike[str]"

MAX_LEGIBLE = 160
"""Maximum number of letters of wrong input in an error message."""


def legible(text: object) -> str:
    """Returns a text for an error message: shortened, in one line, with control characters escaped."""
    # Shortened before it is escaped, because the text may have megabytes.
    shown = "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in str(text)[: MAX_LEGIBLE + 1])
    return shown if len(shown) <= MAX_LEGIBLE else shown[: MAX_LEGIBLE - 1] + "…"


def replace_file(path: Path, content: bytes, mode: int = 0o644) -> None:
    """Creates or replaces a file. Raises OSError: it cannot be written; an existing file is kept."""
    new = _temporary_path(path)
    # O_EXCL never follows a link of another user. Only the owner can read the file until it is complete.
    opened = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode & 0o700)
    try:
        with os.fdopen(opened, "wb") as file:
            file.write(content)
            # Set again, because the umask may have removed permissions above.
            os.fchmod(opened, mode)
            file.flush()
            # Before the file is renamed; otherwise a power failure could leave an empty file.
            os.fsync(opened)
        os.replace(new, path)
    except OSError:
        os.unlink(new)
        raise


def replace_link(path: Path, target: Path) -> None:
    """Creates or replaces a symbolic link. Raises OSError: it cannot be created; an existing file is kept."""
    new = _temporary_path(path)
    os.symlink(target, new)
    os.replace(new, path)


def _temporary_path(path: Path) -> str:
    """Returns the path for writing a new file; removes a file that an interruption left there."""
    new = f"{os.fspath(path)}.new"
    with suppress(FileNotFoundError):
        os.unlink(new)
    return new


LINE_BYTES = 64 * 1024
"""Maximum length of a line without its newline."""


class UnreadableFile(Exception):
    """A file cannot be read; the text says why in one sentence."""


def read_lines(stream: BinaryIO) -> Iterator[bytes]:
    """Yields the lines without newlines; a line that is too long is cut after `LINE_BYTES` + 1 bytes."""
    while line := stream.readline(LINE_BYTES + 1):
        yield line.removesuffix(b"\n")
        # The rest of a line that is too long is read and dropped in pieces, so that it does not fill the memory.
        while line and not line.endswith(b"\n"):
            line = stream.readline(LINE_BYTES)


def read_file_lines(path: str) -> Iterator[bytes]:
    """Yields the lines of a file, `-` for the standard input, without a blank line at the end.

    Raises UnreadableFile: the file cannot be read.
    """
    try:
        with nullcontext(sys.stdin.buffer) if path == "-" else open(path, "rb") as stream:
            yield from without_blank_last_line(read_lines(stream))
    except OSError as problem:
        raise UnreadableFile(f"{legible(path)} cannot be read: {problem.strerror}.") from problem


def encode_line(reply: Json) -> bytes:
    """Encodes a JSON object as one line."""
    # In ASCII with escapes, so that the line is the same in any encoding.
    return json.dumps(reply).encode() + b"\n"
