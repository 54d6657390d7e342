"""The lines of a file or of a stream, as commands and records have them."""

from __future__ import annotations

import sys
from contextlib import nullcontext
from typing import TYPE_CHECKING, BinaryIO

from companion.named_files import legible, open_to_read

if TYPE_CHECKING:
    from collections.abc import Iterator

LINE_BYTES = 64 * 1024
"""The longest line that is read, its newline apart."""


class Unreadable(Exception):
    """A file cannot be read; its text says so in one sentence."""


def lines_of(stream: BinaryIO) -> Iterator[bytes]:
    """The lines without their newlines; of a line that is too long only the first `LINE_BYTES` + 1 bytes."""
    while line := stream.readline(LINE_BYTES + 1):
        yield line.removesuffix(b"\n")
        while line and not line.endswith(b"\n"):
            line = stream.readline(LINE_BYTES)


def lines_in(path: str) -> Iterator[bytes]:
    """The lines of a file, `-` for the standard input.

    Raises:
        Unreadable: it cannot be read.
    """
    try:
        with nullcontext(sys.stdin.buffer) if path == "-" else open_to_read(path) as stream:
            yield from lines_of(stream)
    except OSError as problem:
        raise Unreadable(f"{legible(path)} cannot be read: {problem.strerror}.") from problem
