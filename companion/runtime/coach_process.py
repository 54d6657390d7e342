"""The coach's process: win chances are computed outside of the table's own process, so that no press waits for them."""

from __future__ import annotations

import logging
import pickle
import sys
from functools import partial
from threading import Condition, Thread
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.core.effects import AnalyseGame, AskCoach
from companion.core.messages import Advised, Analysed
from companion.runtime.child_process import end_child, kill_child, start_child
from companion.runtime.clock import monotonic_s
from engine.record import format  # noqa: A004 - the notation's name; the built-in is not used here

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from subprocess import Popen

    from companion.core.game_session import AnySession
    from engine.game import Json

log = logging.getLogger(__name__)

COMMAND = (sys.executable, "-P", "-m", "companion.commands.coaching")
"""What is started. By its name: this room imports nothing from that of the commands."""
IDLE_S = 120.0
"""How long it stays without a question, in seconds: its 20 MB are the table's again then."""


class Coach:
    """Answers about positions and about games that are over, in two processes, which are started when they are needed.

    Two, so that nobody in the next game waits for the analysis of the last one.
    """

    def __init__(self) -> None:
        self._adviser, self._analyst = CoachProcess(), CoachProcess()

    def ask(self, effect: AskCoach | AnalyseGame, deliver: Callable[[Advised | Analysed], object]) -> None:
        """Returns at once; hands over the answer, on another thread."""
        session = effect.session
        if isinstance(effect, AskCoach):
            position = ("advise", session.lineup.game, session.state)
            answer = partial(_deliver, deliver, Advised, session)
            self._adviser.ask(Question(lambda: position, answer))
        else:
            # Composed on the thread that asks: to write down a long game takes a while.
            answer = partial(_deliver, deliver, Analysed, session)
            self._analyst.ask(Question(lambda: ("analyse", _write_down(session)), answer))

    def close(self) -> None:
        """Ends the processes. May be called twice."""
        self._adviser.close()
        self._analyst.close()


def _write_down(session: AnySession) -> list[Json]:
    """Returns the record of a game in the notation."""
    return [format(event, session.game) for event in session.started_record.events]


def _deliver(
    deliver: Callable[[Advised | Analysed], object],
    message: type[Advised | Analysed],
    session: AnySession,
    answer: Any,  # noqa: ANN401 - each question has its own
) -> None:
    deliver(message(session, answer, monotonic_s()))


class Question(NamedTuple):
    """What the process is asked."""

    compose: Callable[[], Any]
    """Makes the question as `companion.commands.coaching` wants it; called on the thread that asks."""
    deliver: Callable[[Any], object]
    """Called on that thread with the answer; None: there is none."""


class CoachProcess:
    """Asks the process one question at a time, on a thread of its own. Of those that wait only the newest is asked."""

    def __init__(self, command: Sequence[str] = COMMAND, idle_s: float = IDLE_S) -> None:
        """Starts nothing yet.

        Args:
            command: what is started.
            idle_s: how long the process stays without a question, in seconds.
        """
        self._command = command
        self._idle_s = idle_s
        self._changed = Condition()
        self._waiting: Question | None = None
        self._process: Popen[bytes] | None = None
        self._thread: Thread | None = None
        self._is_closed = False

    @property
    def is_running(self) -> bool:
        """Whether there is a process now."""
        return self._process is not None

    def ask(self, question: Question) -> None:
        """Queues a question in the place of the one that waits, and returns at once."""
        with self._changed:
            self._waiting = question
            self._changed.notify_all()
        if self._thread is None:
            # A daemon: who switches off does not wait for it.
            self._thread = Thread(target=self._run, name="coach", daemon=True)
            self._thread.start()

    def close(self) -> None:
        """Ends the process; what it was asked is not answered any more. May be called twice."""
        with self._changed:
            self._is_closed = True
            if self._process is not None:
                kill_child(self._process)
            self._changed.notify_all()
        if self._thread is not None:
            self._thread.join()

    def _run(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(self._is_wanted, self._idle_s if self._process is not None else None)
                if self._is_closed:
                    break
                question, self._waiting = self._waiting, None
            if question is None:
                self._end()
            else:
                question.deliver(self._exchange(question.compose()))
        self._end()

    def _is_wanted(self) -> bool:
        return self._waiting is not None or self._is_closed

    def _exchange(self, question: Any) -> Any:  # noqa: ANN401 - each question has its own answer
        """Writes a question and reads its answer; None where the process ends instead."""
        try:
            process = self._started()
            if process.stdin is None or process.stdout is None:
                return None
            pickle.dump(question, process.stdin)
            process.stdin.flush()
            return pickle.load(process.stdout)  # noqa: S301 - it is our own process
        except (OSError, EOFError, pickle.UnpicklingError) as error:
            if not self._is_closed:
                log.warning("the coach does not answer: %r", error)
            self._end()
            return None

    def _started(self) -> Popen[bytes]:
        """Returns the process, which is started if there is none.

        Raises:
            OSError: it does not start.
        """
        if self._process is None:
            process = start_child(self._command, "the coach")
            with self._changed:
                self._process = process
                if self._is_closed:
                    kill_child(process)
        return self._process

    def _end(self) -> None:
        """Ends the process and waits for its end: it keeps nothing that would be lost."""
        with self._changed:
            process, self._process = self._process, None
        if process is not None:
            end_child(process)
