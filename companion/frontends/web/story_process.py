"""The story process: reads records outside of the table's own process, so that no press waits for them."""

from __future__ import annotations

import asyncio
import json
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from companion.runtime.child_process import AnsweringProcess

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from companion.runtime.child_process import Pipes
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
    """Asks the process one thing at a time; one that takes too long is ended."""

    def __init__(self, command: Sequence[str] = COMMAND, limit_s: float = LIMIT_S, idle_s: float = IDLE_S) -> None:
        """Starts nothing yet.

        Args:
            command: what is started.
            limit_s: how long an answer may take, in seconds.
            idle_s: how long the process stays without a request, in seconds.
        """
        self.longest_s = limit_s
        self.process = AnsweringProcess(command, "the reader of stories", limit_s=limit_s, idle_s=idle_s)
        self._asking = asyncio.Lock()

    async def ask(self, request: Json, has_gone: Callable[[], Awaitable[bool]] | None = None) -> StoryAnswer | None:
        """Asks the process, once it has answered those who asked before; None: it took too long, or ended.

        Args:
            request: as `companion.commands.stories` wants it.
            has_gone: whether whoever asks has gone meanwhile, and needs no answer.
        """

        def exchange(pipes: Pipes) -> StoryAnswer:
            pipes.write(json.dumps(request).encode() + b"\n")
            status, size = map(int, pipes.readline().split())
            return StoryAnswer(status, pipes.read(size))

        async with self._asking:
            if has_gone is not None and await has_gone():
                return None
            loop = asyncio.get_running_loop()
            answered: asyncio.Future[StoryAnswer | None] = loop.create_future()

            def settle(answer: StoryAnswer | None) -> None:
                if not answered.done():  # whoever waited may have gone
                    answered.set_result(answer)

            def deliver(answer: StoryAnswer | None) -> None:
                with suppress(RuntimeError):  # the loop has ended: nobody is left to be answered
                    loop.call_soon_threadsafe(settle, answer)

            self.process.ask(exchange, deliver, lambda _: deliver(None))
            return await answered

    def close(self) -> None:
        """Ends the process for good: it keeps nothing that would be lost."""
        self.process.close()
