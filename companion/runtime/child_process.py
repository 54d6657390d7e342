"""Children that answer the table: started, asked, given so much time, killed with all that they have started.

Bots, the coach and the reader of stories are processes of their own, so that no press waits for them. Each is an
`AnsweringProcess`, asked one thing at a time by a thread of its own; its users keep only what they write and read.
What must hold:

- **Nobody waits for ever.** Whatever waits for a pipe waits with `poll`, and no longer than the limit. To kill a child
  when its time is up would not do: what it has started may have left its group (`setsid`), and hold its pipes.
- **What failed is started anew.** A child that has ended, was late or said nonsense is killed; who asks next gets a
  fresh one. None keeps anything that would be lost.
- **No child outlives the table**, not even one that is killed, and who is killed can end nobody. So a shell of two
  lines comes before the program: it leaves behind a watcher that waits for the end of a pipe, of which nobody but the
  table has the other end, and then becomes the program. However the table ends, the system closes the pipe, and the
  watcher kills the group of the program, whatever that is doing. As a member of the group it keeps the group's number
  from being used again. Linux alone could do without (`PR_SET_PDEATHSIG`), but its signal comes when the thread ends
  that has started the child.
- **Ctrl-C is for the table**: a child has a session of its own. It gives way to the table, too: it lowers its own
  priority (`os.nice`) as it begins.
- **What a child complains about is handed on**, but no flood of it.
"""

from __future__ import annotations

import logging
import os
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache
from select import POLLIN, POLLOUT, poll
from signal import SIGKILL
from subprocess import PIPE, Popen
from threading import Condition, Event, Thread
from typing import TypeVar

from companion.files.line_reader import LINE_BYTES
from companion.runtime.clock import monotonic_s

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
Answer = TypeVar("Answer")


class Pipes:
    """The input and the output of a child, with a limit of time; what is read is a file to `pickle.load`."""

    def __init__(self, process: Popen[bytes]) -> None:
        if process.stdin is None or process.stdout is None:
            raise OSError("it has no pipes")
        self._to, self._from = process.stdin.fileno(), process.stdout.fileno()
        # A pipe holds only so much: a write that blocks would know no limit.
        os.set_blocking(self._to, False)
        self._unread = bytearray()
        self.until: float | None = None
        """The end of the time for the question that is asked, in seconds of the loop's clock; None: no limit."""

    def write(self, message: bytes) -> None:
        rest = memoryview(message)
        while rest:
            self._wait_for(self._to, POLLOUT)
            rest = rest[os.write(self._to, rest) :]

    def readline(self) -> bytes:
        """Returns a line of at most `LINE_BYTES`, its end included."""
        while (end := self._unread.find(b"\n")) < 0 and len(self._unread) <= LINE_BYTES:
            self._read_more()
        if not 0 <= end <= LINE_BYTES:
            raise OSError("it says too much")
        return self.read(end + 1)

    def read(self, size: int) -> bytes:
        while len(self._unread) < size:
            self._read_more()
        found = bytes(self._unread[:size])
        del self._unread[:size]
        return found

    def _read_more(self) -> None:
        self._wait_for(self._from, POLLIN)
        read = os.read(self._from, READ_BYTES)
        if not read:
            raise OSError("it has ended")
        self._unread += read

    def _wait_for(self, pipe: int, event: int) -> None:
        waiting = poll()
        waiting.register(pipe, event)
        if not waiting.poll(None if self.until is None else max(0.0, 1000 * (self.until - monotonic_s()))):
            raise TimeoutError("it takes too long")


class AnsweringProcess:
    """A program that is started when it is first asked, and again after it has ended. Any thread may ask and close."""

    def __init__(
        self,
        command: Sequence[str],
        name: str,
        *,
        limit_s: float | None = None,
        idle_s: float | None = None,
        keeps_newest: bool = False,
        is_quiet: bool = False,
    ) -> None:
        """Starts nothing yet.

        Args:
            command: the program and its arguments; no shell sees them.
            name: what it is called where it writes too much to the standard error.
            limit_s: how long an answer may take, in seconds; None: as long as it likes.
            idle_s: how long it stays without a question, in seconds; None: until it is closed.
            keeps_newest: whether a new question takes the place of the one that waits, which is not answered at all.
            is_quiet: whether what it writes to the standard error is dropped, and not left there.
        """
        self._command, self._name, self._is_quiet = command, name, is_quiet
        self._limit_s, self._idle_s = limit_s, idle_s
        self._changed = Condition()
        self._waiting: deque[Callable[[], object]] = deque(maxlen=1 if keeps_newest else None)
        self._process: Popen[bytes] | None = None
        self._pipes: Pipes | None = None
        self._thread: Thread | None = None
        self._closed = Event()

    @property
    def is_running(self) -> bool:
        return self._process is not None and self._process.returncode is None

    def ask(
        self,
        exchange: Callable[[Pipes], Answer],
        deliver: Callable[[Answer], object],
        fail: Callable[[Exception | None], object],
    ) -> None:
        """Queues a question and returns at once. What it is given is called on the thread that waits for the answer.

        `exchange` writes the question and reads the answer; it may raise whatever reading nonsense raises. Where there
        is no answer, `fail` gets the reason, None where the process was closed; it has been ended by then.
        """

        def answer() -> None:
            try:
                found = exchange(self._started())
            except Exception as problem:  # noqa: BLE001 - what it says is read as JSON or a pickle: that may raise anything
                self._end()
                fail(None if self._closed.is_set() else problem)
            else:
                deliver(found)

        with self._changed:
            if not self._closed.is_set():
                self._waiting.append(answer)
                self._changed.notify()
                if self._thread is None:
                    # A daemon: who switches off does not wait for it.
                    self._thread = Thread(target=self._answer_all, name=self._name, daemon=True)
                    self._thread.start()
                return
        fail(None)

    def close(self) -> None:
        """Kills it and what it has started, for good; who waits for an answer is told. May be called twice."""
        with self._changed:
            self._closed.set()
            if self._process is not None:
                kill_child(self._process)
                # Near, and here: the thread may wait for a pipe that a grandchild holds, and a zombie would stay.
                self._process.wait()
            self._changed.notify()

    def _answer_all(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(
                    lambda: self._waiting or self._closed.is_set(), None if self._process is None else self._idle_s
                )
                answer_next = self._waiting.popleft() if self._waiting else None
            if answer_next is not None:
                try:
                    answer_next()  # once it is closed, each fails at once
                except Exception:  # a thread that ended would leave all later questions unanswered
                    log.exception("%s: an answer could not be handed on", self._name)
                continue
            self._end()
            if self._closed.is_set():
                return

    def _started(self) -> Pipes:
        """Returns the pipes of the process, which is started if there is none.

        Raises:
            OSError: it cannot be started, or is closed.
        """
        if self._closed.is_set():
            raise OSError("it is closed")
        if self._process is None or self._pipes is None:
            # Not under the lock: it takes some milliseconds, and who asks would wait for them.
            process = start_child(self._command, self._name, is_quiet=self._is_quiet)
            with self._changed:
                self._process = process
                if self._closed.is_set():
                    kill_child(process)
            self._pipes = Pipes(process)
        self._pipes.until = None if self._limit_s is None else monotonic_s() + self._limit_s
        return self._pipes

    def _end(self) -> None:
        """Kills the process and waits for its end; the next question starts another one."""
        with self._changed:
            process, self._process, self._pipes = self._process, None, None
        if process is not None:
            end_child(process)


def start_child(command: Sequence[str], name: str, *, is_quiet: bool = False) -> Popen[bytes]:
    """Starts a program with unbuffered pipes to its standard input and output; the arguments are `AnsweringProcess`'s.

    Raises:
        OSError: there is no shell. A program that is missing ends at once, with the shell's words for it.
    """
    if is_quiet:
        return _start(command, os.devnull)
    unread, errors = os.pipe()
    try:
        process = _start(command, f"/dev/fd/{errors}", errors)
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
    # The group has the number of the process that began it, as long as nobody has waited for that one: afterwards it
    # could be somebody else's.
    if process.returncode is None:
        with suppress(OSError):
            os.killpg(process.pid, SIGKILL)


def end_child(process: Popen[bytes]) -> None:
    """Kills it, closes its pipes and waits for its end, which is near."""
    kill_child(process)
    with suppress(OSError), process:  # it may have ended before it has read all: closing the pipe would write the rest
        pass


def _start(command: Sequence[str], errors: str, *inherited: int) -> Popen[bytes]:
    return Popen(  # noqa: S603 - the shell gets the command in words
        (*SHELL, errors, *command), 0, stdin=PIPE, stdout=PIPE, stderr=_pipe_of_life(), pass_fds=inherited,
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
