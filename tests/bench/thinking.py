"""A bot that thinks without a pause, in the bots' own process, while something else is measured."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event

from companion.core.effects import Think
from companion.core.messages import BotDecided, BotFailed
from companion.runtime.bot_process import BotProcess
from engine.bot import BotView
from engine.claimit import Roll, apply, start
from engine.game import Seat, Start
from engine.record import begin

PATIENCE_S = 60.0
PLAYERS = ("Green", "Sheriff")
QUESTION = Think(
    number=1,
    bot="sheriff",
    view=BotView("claimit", apply(start(PLAYERS, Seat(0), {"recycle": False}), Roll((1, 2, 3)))),
    chance_seed=bytes(32),
    record=begin(Start("claimit", PLAYERS, Seat(0), {"recycle": False}, {})),
    seat=Seat(0),
)


@contextmanager
def thinking_bot() -> Iterator[None]:
    """Asks again as soon as it has decided; begins with its first decision.

    Raises:
        TimeoutError: it has not decided in time.
    """
    process, decided = BotProcess(), Event()

    def ask_again(answer: BotDecided | BotFailed) -> None:
        if isinstance(answer, BotDecided):
            decided.set()
            process.ask_later(QUESTION, ask_again)

    process.ask_later(QUESTION, ask_again)
    try:
        if not decided.wait(PATIENCE_S):
            raise TimeoutError("the bot has not decided")
        yield
    finally:
        process.close()
