"""Reads and writes lines: of files, of streams, of the JSON Lines that commands and records consist of."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from typing import BinaryIO

from companion.files.named_files import legible, open_to_read
from engine.game import Json
from engine.record import without_blank_end

LINE_BYTES = 64 * 1024
"""The longest line that is read, its newline apart."""


class UnreadableFile(Exception):
    """A file cannot be read; its text says so in one sentence."""


def read_lines(stream: BinaryIO) -> Iterator[bytes]:
    """Yields the lines without their newlines; of a line that is too long only the first `LINE_BYTES` + 1 bytes."""
    while line := stream.readline(LINE_BYTES + 1):
        yield line.removesuffix(b"\n")
        # The rest of a line that is too long is read and dropped in pieces, so a line without an end does not fill
        # the memory.
        while line and not line.endswith(b"\n"):
            line = stream.readline(LINE_BYTES)


def read_file_lines(path: str) -> Iterator[bytes]:
    """Yields the lines of a file, `-` for the standard input, but for one blank line at the end.

    Raises:
        UnreadableFile: it cannot be read.
    """
    try:
        with nullcontext(sys.stdin.buffer) if path == "-" else open_to_read(path) as stream:
            yield from without_blank_end(read_lines(stream))
    except OSError as problem:
        raise UnreadableFile(f"{legible(path)} cannot be read: {problem.strerror}.") from problem


def encode_line(reply: Json) -> bytes:
    """Encodes a JSON object as one line."""
    # In ASCII: other letters are escaped, so a reader with any encoding gets the same line.
    return json.dumps(reply).encode() + b"\n"
