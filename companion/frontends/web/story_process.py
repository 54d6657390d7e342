"""The story process: reads and checks records outside of the table's own process, so that no press waits for them."""

from __future__ import annotations

import asyncio
import json
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from starlette.concurrency import run_in_threadpool

from companion.runtime.child_process import end_child, kill_child, start_child

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence
    from subprocess import Popen

    from engine.game import Json

COMMAND = (sys.executable, "-P", "-m", "companion.commands.stories")
"""What is started. By its name: this room imports nothing from that of the commands."""
LIMIT_S = 30.0
"""How long an answer may take, in seconds: 100,000 events take 12 on a slow laptop."""
IDLE_S = 120.0
"""How long it stays without a request, in seconds: its 60 MB are the table's again then."""


class StoryAnswer(NamedTuple):
    """An answer as it is handed on."""

    status: int
    """Of HTTP."""
    content: bytes
    """JSON."""


class StoryProcess:
    """Starts the process when it is needed, asks it one thing at a time, and ends it when it takes too long."""

    def __init__(self, command: Sequence[str] = COMMAND, limit_s: float = LIMIT_S, idle_s: float = IDLE_S) -> None:
        """Starts nothing yet.

        Args:
            command: what is started.
            limit_s: how long an answer may take, in seconds.
            idle_s: how long the process stays without a request, in seconds.
        """
        self._command = command
        self._limit_s, self._idle_s = limit_s, idle_s
        self._asking = asyncio.Lock()
        self._process: Popen[bytes] | None = None
        self._idle: asyncio.TimerHandle | None = None
        self._is_closed = False

    @property
    def longest_s(self) -> float:
        """How long an answer may take, those before it apart."""
        return self._limit_s

    @property
    def is_running(self) -> bool:
        """Whether there is a process now."""
        return self._process is not None

    async def ask(
        self, request: Json, record: bytes | None = None, has_gone: Callable[[], Awaitable[bool]] | None = None
    ) -> StoryAnswer | None:
        """Asks the process, once it has answered those who asked before; None: it took too long, or ended.

        Args:
            request: as `companion.commands.stories` wants it.
            record: a dropped record, the first time.
            has_gone: whether whoever asks has gone meanwhile, and needs no answer.
        """
        async with self._asking:
            if has_gone is not None and await has_gone():
                return None
            loop = asyncio.get_running_loop()
            if self._idle is not None:
                self._idle.cancel()
            limit = loop.call_later(self._limit_s, self._kill)
            try:
                return await run_in_threadpool(self._exchange, request, record)
            finally:
                limit.cancel()
                self._idle = loop.call_later(self._idle_s, self._end)

    def close(self) -> None:
        """Ends the process for good: it keeps nothing that would be lost."""
        self._is_closed = True
        self._kill()
        if self._idle is not None:
            self._idle.cancel()
        if not self._asking.locked():
            self._end()

    def _exchange(self, request: Json, record: bytes | None) -> StoryAnswer | None:
        """Writes a request and reads the answer; on a thread, as both wait."""
        if self._is_closed:
            return None
        if self._process is None:
            self._process = start_child(self._command, "the reader of stories")
        to, answers = self._process.stdin, self._process.stdout
        with suppress(OSError, ValueError):  # it was killed meanwhile, and has closed its ends or written half a line
            if to is not None and answers is not None:
                length = {} if record is None else {"bytes": len(record)}
                to.write(json.dumps({**request, **length}).encode() + b"\n" + (record or b""))
                to.flush()
                status, size = map(int, answers.readline().split())
                content = answers.read(size)
                if len(content) == size:
                    return StoryAnswer(status, content)
        self._end()
        return None

    def _kill(self) -> None:
        """Kills the process; whoever waits for its answer is told that there is none."""
        if self._process is not None:
            kill_child(self._process)

    def _end(self) -> None:
        """Ends the process and waits for its end, which is near: it has been killed, or is idle."""
        process, self._process = self._process, None
        if process is not None:
            end_child(process)
