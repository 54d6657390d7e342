"""The bots' processes: they think outside of the table's own process, so that no press waits for them."""

from __future__ import annotations

import logging
import pickle
import sys
from queue import SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING, Protocol

from companion.core.messages import BotDecided, BotFailed
from companion.runtime.answering_process import LIMIT_S, AnsweringProcess
from companion.runtime.bot_program import BotProgram
from companion.runtime.clock import monotonic_s
from engine.game import EngineError
from engine.games import GAMES
from engine.record import decode

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from companion.core.effects import Think
    from engine.game import GameEvent

    Deliver = Callable[[BotDecided | BotFailed], object]

COMMAND = (sys.executable, "-P", "-m", "companion.commands.bot_answers")
"""What is started. By its name: this room imports nothing from that of the commands."""

log = logging.getLogger(__name__)


class BotProcess:
    """The processes of all bots: each is started when first asked, asked one thing at a time, and ended if it fails.

    A thread of its own waits for each of them: one that hangs holds up no bot that plays another seat, or its own.
    """

    def __init__(
        self,
        command: Sequence[str] = COMMAND,
        limit_s: float = LIMIT_S,
        programs: Mapping[str, Sequence[str]] | None = None,
        *,
        is_quiet: bool = False,
    ) -> None:
        """Starts nothing yet.

        Args:
            command: what is started for the bots of the house and of plug-ins.
            limit_s: how long an answer may take, in seconds.
            programs: the bots that are programs of their own: each name with its command.
            is_quiet: whether what these programs write to the standard error is dropped: the table is drawn there.
        """
        self._house = _Asker(_HouseBots(command, limit_s))
        self._programs = {
            name: _Asker(BotProgram(words, f"the bot {name}", limit_s, is_quiet=is_quiet))
            for name, words in (programs or {}).items()
        }

    def ask_later(self, question: Think, deliver: Deliver) -> None:
        """Returns at once; a thread waits for the answer, and hands it over."""
        self._programs.get(question.bot, self._house).ask_later(question, deliver)

    def close(self) -> None:
        """Ends the processes for good: they keep nothing that would be lost. May be called twice."""
        for asker in (self._house, *self._programs.values()):
            asker.close()


class _Answerer(Protocol):
    """What decides: the house's bots in a process, or a program."""

    def decide(self, question: Think) -> GameEvent | None:
        """Returns what is decided; its errors are OSError, ValueError, KeyError, TypeError and EngineError."""

    def end(self) -> None:
        """Ends its process; asked again, it is started again."""

    def close(self) -> None:
        """Ends it for good, from any thread."""


class _HouseBots:
    """The bots of the house and of plug-ins, in one process."""

    def __init__(self, command: Sequence[str], limit_s: float) -> None:
        self._process = AnsweringProcess(command, "a bot", limit_s)
        self.end = self._process.end
        self.close = self._process.close

    def decide(self, question: Think) -> GameEvent | None:
        """Asks the process of the house's bots, and waits for its answer.

        Raises:
            OSError: it cannot be started, or has ended; or it was killed, as it took too long.
            ValueError: it answers with nonsense, as do KeyError, TypeError and EngineError.
        """
        asked = pickle.dumps((question.bot, question.view, question.chance_seed))
        event = decode(self._process.ask(b"%d\n" % len(asked) + asked))["event"]
        if event is None:
            return None
        if not isinstance(event, dict):
            raise TypeError("an event is an object, or null")
        return GAMES[question.view.game].parse(event)


class _Asker:
    """A thread that asks one of them one question after the other."""

    def __init__(self, answerer: _Answerer) -> None:
        self._answerer = answerer
        self._questions: SimpleQueue[tuple[Think, Deliver]] = SimpleQueue()
        self._thread: Thread | None = None
        self._is_closed = False

    def ask_later(self, question: Think, deliver: Deliver) -> None:
        if self._thread is None:
            # A daemon: who switches off does not wait for it.
            self._thread = Thread(target=self._answer_all, name="bots", daemon=True)
            self._thread.start()
        self._questions.put((question, deliver))

    def close(self) -> None:
        self._is_closed = True
        self._answerer.close()

    def _answer_all(self) -> None:
        while not self._is_closed:
            question, deliver = self._questions.get()
            try:
                event = self._answerer.decide(question)
            except (OSError, ValueError, KeyError, TypeError, EngineError) as problem:
                self._answerer.end()
                if not self._is_closed:
                    log.warning("the bot %s does not answer: %s", question.bot, repr(problem))
                    deliver(BotFailed(question.number, monotonic_s()))
            else:
                deliver(BotDecided(question.number, event, monotonic_s()))
