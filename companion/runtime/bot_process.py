"""The bots' processes: they think outside of the table's own process, so that no press waits for them."""

from __future__ import annotations

import logging
import pickle
import sys
from queue import SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING

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
    """Starts a process when a bot is first asked, asks one thing at a time, and ends what fails or takes too long."""

    def __init__(
        self,
        command: Sequence[str] = COMMAND,
        limit_s: float = LIMIT_S,
        programs: Mapping[str, Sequence[str]] | None = None,
    ) -> None:
        """Starts nothing yet.

        Args:
            command: what is started for the bots of the house and of plug-ins.
            limit_s: how long an answer may take, in seconds.
            programs: the bots that are programs of their own: each name with its command.
        """
        self._house = AnsweringProcess(command, limit_s)
        self._programs = {name: BotProgram(words, limit_s) for name, words in (programs or {}).items()}
        self._questions: SimpleQueue[tuple[Think, Deliver]] = SimpleQueue()
        self._thread: Thread | None = None
        self._is_closed = False

    def ask_later(self, question: Think, deliver: Deliver) -> None:
        """Returns at once; a thread of its own waits for the answer, and hands it over."""
        if self._thread is None:
            # A daemon: who switches off does not wait for it.
            self._thread = Thread(target=self._answer_all, name="bots", daemon=True)
            self._thread.start()
        self._questions.put((question, deliver))

    def close(self) -> None:
        """Ends the processes for good: they keep nothing that would be lost. May be called twice."""
        self._is_closed = True
        self._house.close()
        for program in self._programs.values():
            program.close()

    def _answer_all(self) -> None:
        while not self._is_closed:
            question, deliver = self._questions.get()
            program = self._programs.get(question.bot)
            try:
                event = self._ask_house(question) if program is None else program.decide(question)
            except (OSError, ValueError, KeyError, TypeError, EngineError) as problem:
                (program or self._house).end()
                if not self._is_closed:
                    log.warning("the bot %s does not answer: %s", question.bot, repr(problem))
                    deliver(BotFailed(question.number, monotonic_s()))
            else:
                deliver(BotDecided(question.number, event, monotonic_s()))

    def _ask_house(self, question: Think) -> GameEvent | None:
        """Asks the process of the house's bots, and waits for its answer.

        Raises:
            OSError: it cannot be started, or has ended; or it was killed, as it took too long.
            ValueError: it answers with nonsense, as do KeyError, TypeError and EngineError.
        """
        asked = pickle.dumps((question.bot, question.view, question.chance_seed))
        event = decode(self._house.ask(b"%d\n" % len(asked) + asked))["event"]
        if event is None:
            return None
        if not isinstance(event, dict):
            raise TypeError("an event is an object, or null")
        return GAMES[question.view.game].parse(event)
