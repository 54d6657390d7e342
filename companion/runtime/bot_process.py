"""The bots' process: they think outside of the table's own process, so that no press waits for them."""

from __future__ import annotations

import logging
import pickle
import sys
from queue import SimpleQueue
from subprocess import PIPE, Popen
from threading import Thread, Timer
from typing import TYPE_CHECKING

from companion.core.messages import BotDecided, BotFailed
from companion.runtime.clock import monotonic_s
from engine.game import EngineError
from engine.games import GAMES
from engine.record import decode

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from companion.core.effects import Think
    from engine.game import GameEvent

    Deliver = Callable[[BotDecided | BotFailed], object]

COMMAND = (sys.executable, "-P", "-m", "companion.commands.bot_answers")
"""What is started. By its name: this room imports nothing from that of the commands."""
LIMIT_S = 20.0
"""How long an answer may take, in seconds: on a small Pi the first one takes 3, most of it to load the rules."""

log = logging.getLogger(__name__)


class BotProcess:
    """Starts the process when a bot is first asked, asks one thing at a time, and ends it when it takes too long."""

    def __init__(self, command: Sequence[str] = COMMAND, limit_s: float = LIMIT_S) -> None:
        """Starts nothing yet.

        Args:
            command: what is started.
            limit_s: how long an answer may take, in seconds.
        """
        self._command = command
        self._limit_s = limit_s
        self._questions: SimpleQueue[tuple[Think, Deliver]] = SimpleQueue()
        self._thread: Thread | None = None
        self._process: Popen[bytes] | None = None
        self._is_closed = False

    def ask_later(self, question: Think, deliver: Deliver) -> None:
        """Returns at once; a thread of its own waits for the answer, and hands it over."""
        if self._thread is None:
            # A daemon: who switches off does not wait for it.
            self._thread = Thread(target=self._answer_all, name="bots", daemon=True)
            self._thread.start()
        self._questions.put((question, deliver))

    def close(self) -> None:
        """Ends the process for good: it keeps nothing that would be lost. May be called twice."""
        self._is_closed = True
        if self._process is not None:
            self._process.kill()

    def _answer_all(self) -> None:
        while not self._is_closed:
            question, deliver = self._questions.get()
            try:
                event = self._exchange(question)
            except (OSError, ValueError, KeyError, TypeError, EngineError) as problem:
                self._end()
                if not self._is_closed:
                    log.warning("the bot %s does not answer: %s", question.bot, repr(problem))
                    deliver(BotFailed(question.number, monotonic_s()))
            else:
                deliver(BotDecided(question.number, event, monotonic_s()))

    def _exchange(self, question: Think) -> GameEvent | None:
        """Asks the process, and waits for its answer.

        Raises:
            OSError: it cannot be started, or has ended; or it was killed, as it took too long.
            ValueError: it answers with nonsense, as do KeyError, TypeError and EngineError.
        """
        if self._process is None:
            # In a session of its own: Ctrl-C in a terminal is for the table.
            self._process = Popen(self._command, stdin=PIPE, stdout=PIPE, start_new_session=True)  # noqa: S603 - our own
        process = self._process
        if process.stdin is None or process.stdout is None:
            raise OSError("it has no pipes")
        limit = Timer(self._limit_s, process.kill)
        limit.start()
        try:
            asked = pickle.dumps((question.bot, question.view, question.chance_seed))
            process.stdin.write(b"%d\n" % len(asked) + asked)
            process.stdin.flush()
            line = process.stdout.readline()
        finally:
            limit.cancel()
        if not line.endswith(b"\n"):
            raise OSError("it has ended")
        event = decode(line)["event"]
        if event is None:
            return None
        if not isinstance(event, dict):
            raise TypeError("an event is an object, or null")
        return GAMES[question.view.game].parse(event)

    def _end(self) -> None:
        """Ends the process; the next question starts another one."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            with process:  # closes the pipes, and waits for its end
                pass
