"""The bots think outside of the table's own process, so that no press waits for them.

Those of the house and of plug-ins share one process (`companion.commands.bot_answers`). A bot that is another program
(`--bot-command`) hears the game in the referee's lines, and is asked for advice: it gets each event as a line, and
answers each with a line, whatever stands there. Where its seat is to act it gets the query `advise`, and answers as the
referee would: `{"advice":{"event":"bank"}}`. So that it need not know the rules, the query also holds the state and all
that may be done.
"""

from __future__ import annotations

import logging
import pickle
import sys
from functools import partial
from typing import TYPE_CHECKING

from companion.core.messages import BotDecided, BotFailed
from companion.files.line_reader import encode_line
from companion.runtime.child_process import AnsweringProcess, Pipes
from companion.runtime.clock import monotonic_s
from engine.bot import can_be_decided, legal_events
from engine.games import GAMES
from engine.queries import format_decision, parse_decision
from engine.record import decode, format  # noqa: A004 - the notation's name

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from companion.core.effects import Think
    from engine.game import GameEvent
    from engine.record import AnyRecord

    Deliver = Callable[[BotDecided | BotFailed], object]

COMMAND = (sys.executable, "-P", "-m", "companion.commands.bot_answers")
"""What is started. By its name: this room imports nothing from that of the commands. With `-P` it takes its modules
from where the table has them, and not from the folder in which somebody has started it."""
LIMIT_S = 20.0
"""How long an answer may take, in seconds: on a small Pi the first one takes 3, most of it to load the rules."""
SEED_BYTES = 6
"""Of a program's chance: a number that every reader of JSON holds exactly."""

log = logging.getLogger(__name__)


class BotProcess:
    """The processes of all bots: each is started when first asked, asked one thing at a time, and ended if it fails.

    One that hangs holds up no bot that plays another seat, or its own.
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
        self._house = AnsweringProcess(command, "a bot", limit_s=limit_s)
        self._programs = {
            name: BotProgram(words, f"the bot {name}", limit_s, is_quiet=is_quiet)
            for name, words in (programs or {}).items()
        }

    def ask_later(self, question: Think, deliver: Deliver) -> None:
        """Returns at once; a thread waits for the answer, and hands it over."""
        if program := self._programs.get(question.bot):
            program.ask_later(question, deliver)
        else:
            _ask(self._house, _decide_in_house, question, deliver)

    def close(self) -> None:
        """Ends the processes for good: they keep nothing that would be lost. May be called twice."""
        for process in (self._house, *(program.process for program in self._programs.values())):
            process.close()


def _ask(
    process: AnsweringProcess, decide: Callable[[Think, Pipes], GameEvent | None], question: Think, deliver: Deliver
) -> None:
    def fail(problem: Exception | None) -> None:
        # Closed: nobody plays any more.
        if problem is not None:
            log.warning("the bot %s does not answer: %r", question.bot, problem)
            deliver(BotFailed(question.number, monotonic_s()))

    process.ask(
        partial(decide, question), lambda event: deliver(BotDecided(question.number, event, monotonic_s())), fail
    )


def _decide_in_house(question: Think, pipes: Pipes) -> GameEvent | None:
    request = pickle.dumps((question.bot, question.view, question.chance_seed))
    # The length first: a line feed within a pickle is no end.
    pipes.write(b"%d\n" % len(request) + request)
    event = decode(pipes.readline())["event"]
    if event is None:
        return None
    if not isinstance(event, dict):
        raise TypeError("an event is an object, or null")
    return GAMES[question.view.game].parse(event)


class BotProgram:
    """A bot that is another program; it may play several seats. What it decides is not judged here."""

    def __init__(
        self, command: Sequence[str], name: str = "a bot", limit_s: float = LIMIT_S, *, is_quiet: bool = False
    ) -> None:
        self.process = AnsweringProcess(command, name, limit_s=limit_s, is_quiet=is_quiet)
        self._hearer: Pipes | None = None
        """Who has heard the record: a program that was started anew has heard nothing."""
        self._heard: AnyRecord | None = None

    def ask_later(self, question: Think, deliver: Deliver) -> None:
        _ask(self.process, self._decide, question, deliver)

    def _decide(self, question: Think, pipes: Pipes) -> GameEvent | None:
        record, view, game = question.record, question.view, question.record.game
        heard = list(self._heard.events) if self._heard is not None and self._hearer is pipes else []
        # In another game it hears all events.
        is_same_game = list(record.events[: len(heard)]) == heard
        unheard = record.events[len(heard) :] if is_same_game else record.events
        self._heard, self._hearer = record, pipes
        # Each line is answered before the next is written: otherwise neither side could write, as a pipe holds only so
        # much.
        for event in unheard:
            pipes.write(encode_line(format(event, game)))
            pipes.readline()
        choices = [*legal_events(game, view), *([None] if can_be_decided(game, view, None) else [])]
        query = {
            "query": "advise",
            "bot": question.bot,
            "seat": question.seat,
            "seed": int.from_bytes(question.chance_seed[:SEED_BYTES]),
            **({} if view.hand is None else {"hand": view.hand}),
            "state": game.to_json(view.state),
            "legal": [format_decision(game, choice) for choice in choices],
        }
        pipes.write(encode_line(query))
        advice = decode(pipes.readline())["advice"]
        if not isinstance(advice, dict):
            raise TypeError("advice is an object")
        return parse_decision(game, advice)
