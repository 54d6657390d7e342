"""Another program that answers line by line; one that takes too long is killed, with all that it has started."""

from __future__ import annotations

import os
from select import POLLIN, POLLOUT, poll
from threading import Lock
from typing import TYPE_CHECKING

from companion.files.line_reader import LINE_BYTES
from companion.runtime.child_process import end_child, kill_child, start_child
from companion.runtime.clock import monotonic_s

if TYPE_CHECKING:
    from collections.abc import Sequence
    from subprocess import Popen

LIMIT_S = 20.0
"""How long an answer may take, in seconds: on a small Pi the first one takes 3, most of it to load the rules."""


class AnsweringProcess:
    """Starts the program when it is first asked, and again after it has ended. One thread asks, any may close."""

    def __init__(self, command: Sequence[str], name: str, limit_s: float = LIMIT_S, *, is_quiet: bool = False) -> None:
        """Starts nothing yet.

        Args:
            command: the program and its arguments; no shell sees them.
            name: what it is called where it writes too much to the standard error.
            limit_s: how long the answers to one `ask` may take, in seconds.
            is_quiet: whether what it writes to the standard error is dropped, and not left there.
        """
        self._command = command
        self._limit_s = limit_s
        self._name, self._is_quiet = name, is_quiet
        self._process: Popen[bytes] | None = None
        self._unread = b""
        self._is_closed = False
        # Without it a program could be started while the table closes, and stay behind.
        self._starting = Lock()

    def ask(self, *messages: bytes) -> bytes:
        """Returns the line that answers the last of the messages; each is answered before the next is written.

        Otherwise neither side could write: a pipe holds only so much. Whoever gets an error ends the program.

        Raises:
            OSError: it cannot be started, has ended or was closed, took too long, or its line is too long.
        """
        process = self._running()
        if process.stdin is None or process.stdout is None:
            raise OSError("it has no pipes")
        # To kill it when the time is up would not do: what it has started may have left its group, and hold its pipes.
        until, line = monotonic_s() + self._limit_s, b""
        for message in messages:
            _write(process.stdin.fileno(), message, until)
            line = self._read_line(process.stdout.fileno(), until)
        return line

    def close(self) -> None:
        """Kills it and what it has started, for good; who waits for an answer gets an error. May be called twice."""
        with self._starting:
            self._is_closed = True
            if self._process is not None:
                kill_child(self._process)

    def end(self) -> None:
        """Kills it, and waits for its end; the next question starts it again."""
        process, self._process = self._process, None
        self._unread = b""
        if process is not None:
            end_child(process)

    def _running(self) -> Popen[bytes]:
        with self._starting:
            if self._is_closed:
                raise OSError("it is closed")
            if self._process is None:
                self._process = start_child(self._command, self._name, bufsize=0, is_quiet=self._is_quiet)
                if self._process.stdin is not None:
                    os.set_blocking(self._process.stdin.fileno(), False)
            return self._process

    def _read_line(self, pipe: int, until: float) -> bytes:
        while (end := self._unread.find(b"\n")) < 0 and len(self._unread) <= LINE_BYTES:
            _wait_for(pipe, POLLIN, until)
            read = os.read(pipe, LINE_BYTES)
            if not read:
                raise OSError("it has ended")
            self._unread += read
        if not 0 <= end <= LINE_BYTES:
            raise OSError("it says too much")
        line, self._unread = self._unread[: end + 1], self._unread[end + 1 :]
        return line


def _write(pipe: int, message: bytes, until: float) -> None:
    while message:
        _wait_for(pipe, POLLOUT, until)
        message = message[os.write(pipe, message) :]


def _wait_for(pipe: int, event: int, until: float) -> None:
    """Waits until a pipe can be read or written.

    Raises:
        TimeoutError: it could not be in time.
    """
    waiting = poll()
    waiting.register(pipe, event)
    if not waiting.poll(max(0.0, 1000 * (until - monotonic_s()))):
        raise TimeoutError("it takes too long")
