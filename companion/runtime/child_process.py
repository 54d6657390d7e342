"""Starts the children that answer the table: none outlives one that was killed, or floods the standard error.

Who is killed can end nobody. So a shell of two lines comes before the program: it leaves behind a watcher that waits
for the end of a pipe, of which nobody but the table has the other end, and then becomes the program. However the table
ends, the system closes the pipe, and the watcher kills the group of the program, whatever that is doing. As a member of
the group it keeps the group's number from being used again. Who leaves the group (`setsid`) is not found.

Linux alone could do without (`PR_SET_PDEATHSIG`), but its signal comes when the thread ends that has started the child.
"""

from __future__ import annotations

import logging
import os
from contextlib import suppress
from functools import cache
from signal import SIGKILL
from subprocess import PIPE, Popen
from threading import Event, Thread
from typing import TYPE_CHECKING

from companion.runtime.clock import monotonic_s

if TYPE_CHECKING:
    from collections.abc import Sequence

SHELL = (
    "/bin/sh",
    "-c",
    # A shell finds only descriptors of one digit, so the pipe comes as 2, and the standard error by its path, `$0`.
    # The watcher has no end of the program's input and output, or nobody would notice that the program has ended; the
    # pipe of its errors stays open until the group is killed, as it is once a child has ended. And it is the child of a
    # shell that has gone: a program that waits for all of its children does not wait for it.
    'exec 3<&2 2>"$0"; ((read -r _ <&3; kill -s KILL -- -$$) >/dev/null 2>&1 &); exec "$@" 3<&-',
)
MINUTE_BYTES = 64 << 10
"""So much of its standard error a child may write in a minute."""
READ_BYTES, PAUSE_S = 64 << 10, 0.01
"""So much of what is left out is read at a time, and then nothing for so long: a flood is not read at full speed."""

log = logging.getLogger(__name__)


def start_child(command: Sequence[str], name: str, bufsize: int = -1, *, is_quiet: bool = False) -> Popen[bytes]:
    """Starts a program with pipes to its standard input and output; no shell sees its arguments.

    In a session of its own: Ctrl-C in a terminal is for the table.

    Args:
        command: the program and its arguments.
        name: what it is called where it writes too much.
        bufsize: of the pipes.
        is_quiet: whether what it writes to the standard error is dropped, and not left there.

    Raises:
        OSError: there is no shell. A program that is missing ends at once, with the shell's words for it.
    """
    if is_quiet:
        return _start(command, bufsize, os.devnull)
    unread, errors = os.pipe()
    try:
        process = _start(command, bufsize, f"/dev/fd/{errors}", errors)
    except OSError:
        os.close(unread)
        raise
    finally:
        os.close(errors)
    # A daemon: a child of the child may hold the pipe for ever.
    Thread(target=_hand_on, args=(unread, name), name="errors", daemon=True).start()
    return process


def kill_child(process: Popen[bytes]) -> None:
    """Kills it, its watcher and what it has started; whoever started it waits for its end."""
    # The group has the number of the process that began it, as long as nobody has waited for that one.
    with suppress(OSError):
        os.killpg(process.pid, SIGKILL)


def end_child(process: Popen[bytes]) -> None:
    """Kills it, closes its pipes and waits for its end, which is near."""
    kill_child(process)
    with suppress(OSError), process:  # it may have ended before it has read all: closing the pipe would write the rest
        pass


def _start(command: Sequence[str], bufsize: int, errors: str, *inherited: int) -> Popen[bytes]:
    return Popen(  # noqa: S603 - the shell gets the command in words
        (*SHELL, errors, *command), bufsize, stdin=PIPE, stdout=PIPE, stderr=_pipe_of_life(), pass_fds=inherited,
        start_new_session=True,
    )  # fmt: skip


@cache
def _pipe_of_life() -> int:
    """Returns the end of a pipe that can be read as soon as this process has ended."""
    readable, _ = os.pipe()  # the other end stays open, and no child inherits it
    return readable


def _hand_on(unread: int, name: str) -> None:
    """Writes to the standard error what a child writes, up to the limit, until nobody can write any more."""
    left, until, is_told = 0, monotonic_s(), False
    with os.fdopen(unread, "rb", buffering=0) as errors:
        while part := errors.read(READ_BYTES):
            if (now := monotonic_s()) >= until:
                left, until, is_told = MINUTE_BYTES, now + 60, False
            with suppress(OSError):  # nobody reads it, or the disk is full: the child is not to notice
                os.write(2, part[:left])
            if len(part) > left:
                if not is_told:
                    is_told = True
                    log.warning(
                        "%s has written %d kB to the standard error; the rest of this minute is left out",
                        name,
                        MINUTE_BYTES >> 10,
                    )
                Event().wait(PAUSE_S)
            left = max(0, left - len(part))
