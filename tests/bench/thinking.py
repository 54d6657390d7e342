"""A bot that thinks without a pause, in a worker, while something else is measured."""

from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import closing, contextmanager
from threading import Event
from typing import Any

from companion.runtime.jobs import DECISION_S, decide
from companion.runtime.workers import Job, Workers
from engine.bot import BotView
from engine.claimit import Roll, apply, start
from engine.game import Seat

PATIENCE_S = 60.0
POSITION = apply(start(("Green", "Sheriff"), Seat(0), {"recycle": False}), Roll((1, 2, 3)))
QUESTION = Job("play", decide, ("sheriff", BotView("claimit", POSITION), bytes(32)), DECISION_S)


@contextmanager
def thinking_bot() -> Iterator[None]:
    """Asks again as soon as it has decided; begins with its first decision.

    Raises:
        TimeoutError: it has not decided in time.
    """
    decided = Event()
    with closing(Workers()) as workers:

        def ask_again(answer: Future[Any]) -> None:
            if answer.exception() is None:
                decided.set()
                workers.submit(QUESTION).add_done_callback(ask_again)

        workers.submit(QUESTION).add_done_callback(ask_again)
        if not decided.wait(PATIENCE_S):
            raise TimeoutError("the bot has not decided")
        yield
