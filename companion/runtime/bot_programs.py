"""Bots that are other programs (`--bot-command`).

The protocol is that of the referee, with exchanged roles. The program receives each event as a line, and answers with
any line. When its seat has to act, it receives the query `advise`, and answers with its decision:
`{"advice":{"event":"bank"}}`. The query contains the state and all legal moves, so the program needs no rules.
"""

import asyncio
import logging
import os
import shutil
import signal
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress

from companion.core.effects import DECISION_S, WorkerQuestion
from companion.core.messages import Answered
from companion.features.bots import AskBot
from companion.files import LINE_BYTES, encode_line
from companion.runtime.clock import monotonic_s
from engine.bot import is_valid_decision, legal_events
from engine.game import Code, GameEvent, Illegal
from engine.queries import format_decision, parse_decision
from engine.record import AnyEvent, decode, format_event

END_S = 5.0
"""Timeout for the end of a killed program in seconds: processes outside its session may keep the pipes open."""

log = logging.getLogger(__name__)
Deliver = Callable[[Answered], object]


class BotPrograms:
    """All bot programs. A program that hangs does not delay the others."""

    def __init__(
        self, commands: Mapping[str, Sequence[str]], *, limit_s: float = DECISION_S, is_quiet: bool = False
    ) -> None:
        """Takes each command, split into words, by the bot's name. `is_quiet` drops the programs' standard error."""
        self._programs = {name: _BotProgram(name, words, limit_s, is_quiet) for name, words in commands.items()}

    def ask(self, question: WorkerQuestion, deliver: Deliver) -> bool:
        """Queues a question, on the loop's thread; returns whether one of the programs will answer it."""
        if not isinstance(question, AskBot) or question.bot not in self._programs:
            return False
        self._programs[question.bot].questions.put_nowait((question, deliver))
        return True

    async def run(self) -> None:
        """Answers questions until it is cancelled; then ends the programs."""
        async with asyncio.TaskGroup() as running:
            for program in self._programs.values():
                running.create_task(program.run())


class _BotProgram:
    """One program, which can play several seats."""

    def __init__(self, name: str, command: Sequence[str], limit_s: float, is_quiet: bool) -> None:  # noqa: FBT001
        self.questions = asyncio.Queue[tuple[AskBot, Deliver]]()
        self._name, self._limit_s, self._is_quiet = name, limit_s, is_quiet
        # setpriv(1) ends the program with the companion, even if that is killed. Without it, its input ends.
        setpriv = shutil.which("setpriv")
        self._command = (*((setpriv, "--pdeathsig", "KILL", "--") if setpriv else ()), *command)
        self._process: Process | None = None
        self._sent: list[AnyEvent] = []
        """The events that were sent to this process."""

    async def run(self) -> None:
        try:
            while True:
                question, deliver = await self.questions.get()
                try:
                    process = await self._started_process()
                    async with asyncio.timeout(self._limit_s):
                        event = await self._decide(process, question)
                except Exception as problem:  # noqa: BLE001 - a plug-in's game may read the answer
                    # A timeout has no text.
                    log.warning("the bot %s: %s", self._name, str(problem) or f"no answer in {self._limit_s:g} seconds")
                    await self._end()
                    deliver(Answered(question, None, monotonic_s(), problem))
                else:
                    deliver(Answered(question, event, monotonic_s()))
        finally:
            await self._end()

    async def _started_process(self) -> Process:
        """Returns the process. Its start has no timeout, because a cancelled start would leave it running."""
        if self._process is None or self._process.returncode is not None:
            self._sent = []
            self._process = await asyncio.create_subprocess_exec(
                *self._command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL if self._is_quiet else None, limit=LINE_BYTES,
                start_new_session=True,
            )  # fmt: skip
        return self._process

    async def _decide(self, process: Process, question: AskBot) -> GameEvent | None:
        if process.stdin is None or process.stdout is None:
            raise OSError("it has no pipes")
        answer = b"{}"
        # In a thread, because encoding all legal moves is slow and must not delay presses.
        for line in await asyncio.to_thread(self._lines_for, question):
            process.stdin.write(line)
            await process.stdin.drain()
            # Before the next line, because the buffer of a pipe is limited.
            answer = await process.stdout.readline()
            if not answer.endswith(b"\n"):
                raise EOFError("it has ended")
        advice = decode(answer).get("advice")
        if not isinstance(advice, dict):
            raise Illegal(Code.SYNTAX, "its answer has no advice")
        game = question.record.game
        event = parse_decision(game, advice)
        if not is_valid_decision(game, question.view, event):
            raise Illegal(Code.ILLEGAL, f"{encode_line(format_decision(game, event)).decode().strip()} is not allowed")
        return event

    def _lines_for(self, question: AskBot) -> list[bytes]:
        """Returns the lines of the events that were not sent yet, and the query. For another game, all are sent."""
        record, view, game = question.record, question.view, question.record.game
        sent, events = self._sent, list[AnyEvent](record.events)
        unsent = events[len(sent) :] if events[: len(sent)] == sent else events
        self._sent = events
        choices = [*legal_events(game, view), *([None] if is_valid_decision(game, view, None) else [])]
        query = {
            "query": "advise",
            "bot": question.bot,
            "seat": question.seat,
            # Every JSON parser can represent 48 bits exactly.
            "seed": int.from_bytes(question.random_seed[:6]),
            **({} if view.hand is None else {"hand": view.hand}),
            "state": game.to_json(view.state),
            "legal": [format_decision(game, choice) for choice in choices],
        }
        return [*(encode_line(format_event(event, game)) for event in unsent), encode_line(query)]

    async def _end(self) -> None:
        """Kills all processes in the program's session."""
        process, self._process = self._process, None
        if process is None:
            return
        if process.returncode is None:
            with suppress(OSError):
                os.killpg(process.pid, signal.SIGKILL)
        # The output is read to its end, which closes the pipes.
        with suppress(TimeoutError):
            async with asyncio.timeout(END_S):
                await process.communicate()
        await asyncio.sleep(0)  # lets the event loop release the process
