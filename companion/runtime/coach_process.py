"""The coach: win chances are computed outside of the table's own process, so that no press waits for them."""

from __future__ import annotations

import logging
import pickle
import sys
from collections.abc import Callable, Sequence
from typing import Any

from companion.core.effects import AnalyseGame, AskCoach
from companion.core.messages import Advised, Analysed
from companion.runtime.child_process import AnsweringProcess, Pipes
from companion.runtime.clock import monotonic_s
from engine.record import format  # noqa: A004 - the notation's name; the built-in is not used here

COMMAND = (sys.executable, "-P", "-m", "companion.commands.coaching")
"""What is started, as the bots are (`bot_process.COMMAND`)."""
IDLE_S = 120.0
"""How long it stays without a question, in seconds: its 20 MB are the table's again then."""

log = logging.getLogger(__name__)


class Coach:
    """Answers about positions and about games that are over, in processes, which are started when they are needed.

    One for positions, and one for games, so that the analysis of the last game does not delay the next. Of the
    questions that wait for one of them only the newest is asked: the others are out of date.
    """

    def __init__(self, command: Sequence[str] = COMMAND, idle_s: float = IDLE_S) -> None:
        self.adviser, self.analyst = (
            AnsweringProcess(command, "the coach", idle_s=idle_s, keeps_newest=True) for _ in range(2)
        )

    def ask(self, effect: AskCoach | AnalyseGame, deliver: Callable[[Advised | Analysed], object]) -> None:
        """Returns at once; hands over the answer, on another thread."""
        session = effect.session
        if isinstance(effect, AskCoach):
            ask_coach(
                self.adviser,
                lambda: ("advise", session.lineup.game, session.state),
                lambda advice: deliver(Advised(session, advice, monotonic_s())),
            )
        else:
            # Composed on the thread that asks: to write down a long game takes a while.
            ask_coach(
                self.analyst,
                lambda: ("analyse", [format(event, session.game) for event in session.started_record.events]),
                lambda analysis: deliver(Analysed(session, analysis, monotonic_s())),
            )

    def close(self) -> None:
        """Ends the processes. May be called twice."""
        for process in (self.adviser, self.analyst):
            process.close()


def ask_coach(process: AnsweringProcess, compose: Callable[[], Any], deliver: Callable[[Any], object]) -> None:
    """Asks one of the two processes; both ends of its pipes are this program, so what goes there is pickled.

    `compose` makes the question as `companion.commands.coaching` wants it; `deliver` gets None if there is no answer.
    """

    def exchange(pipes: Pipes) -> Any:  # noqa: ANN401 - each question has its own answer
        pipes.write(pickle.dumps(compose()))
        # No length: a pickle says itself where it ends.
        return pickle.load(pipes)  # noqa: S301 - it is our own process

    def fail(problem: Exception | None) -> None:
        if problem is not None:
            log.warning("the coach does not answer: %r", problem)
        deliver(None)

    process.ask(exchange, deliver, fail)
