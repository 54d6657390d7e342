import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from signal import SIGKILL
from typing import Any

import pytest

from companion.core.messages import Answered
from companion.features.bots import AskBot
from companion.runtime.bot_programs import BotPrograms
from engine import claimit
from engine.bot import BotView, is_valid_decision
from engine.claimit.rules import roll
from engine.dice import Draws
from engine.game import Illegal, Seat, Start, Undo
from engine.record import AnyRecord, start_record
from tests.companion.runtime.test_workers import processes_of, wait_until

PROJECT = Path(__file__).parents[3]
EXAMPLE = (sys.executable, str(PROJECT / "docs/bot/cautious.py"))
TIMEOUT_S = 60.0
START = Start("claimit", ("Green", "Blue"), Seat(0), {"recycle": False}, {})
ECHO = """
import json, sys
for line in sys.stdin:
    with open(sys.argv[1], "a") as log:
        log.write(line)
    asked = json.loads(line)
    print(json.dumps({"advice": asked["legal"][0]} if "query" in asked else {}), flush=True)
"""
"""A program that records its input and chooses the first option."""
COMPANION = """
import asyncio, sys
from companion.runtime.bot_programs import BotPrograms
from tests.companion.runtime.test_bot_programs import START, question, start_record
programs = BotPrograms({"mine": (sys.executable, "-c", "import time; print(flush=True); time.sleep(600)")})
programs.ask(question(start_record(START)), print)
asyncio.run(programs.run())
"""
"""Sends a request to a program that hangs."""


def question(record: AnyRecord, number: int = 1, bot: str = "mine") -> AskBot:
    return AskBot(number, bot, BotView("claimit", record.state), bytes(range(32)), record, record.state.turn)


def python(program: str) -> tuple[str, ...]:
    return (sys.executable, "-c", program)


class AnsweringBots:
    def __init__(self, runner: asyncio.Runner, programs: BotPrograms) -> None:
        self._runner, self._programs = runner, programs

    def decide(self, *questions: AskBot) -> list[Answered]:
        answers = asyncio.Queue[Answered]()

        async def collect() -> list[Answered]:
            async with asyncio.timeout(TIMEOUT_S):
                return [await answers.get() for _ in questions]

        for each in questions:
            self._programs.ask(each, answers.put_nowait)
        return self._runner.run(collect())


@contextmanager
def running(
    limit_s: float = TIMEOUT_S, *, is_quiet: bool = False, **commands: tuple[str, ...]
) -> Iterator[AnsweringBots]:
    programs = BotPrograms(commands, limit_s=limit_s, is_quiet=is_quiet)
    with asyncio.Runner() as runner:
        task = runner.get_loop().create_task(programs.run())

        async def end() -> None:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task

        try:
            yield AnsweringBots(runner, programs)
        finally:
            runner.run(end())  # the runner's own end would cancel each task twice, also in its clean-up


def after_roll(record: AnyRecord) -> AnyRecord:
    return record.play(roll(Draws(bytes(32), record.drawn_count)))


@pytest.mark.slow
def test_the_documented_program_plays_a_whole_game() -> None:
    record, decided = start_record(START), list[Any]()
    with running(mine=EXAMPLE) as requested:
        for _ in range(2_000):
            if claimit.is_over(record.state):
                break
            [decision] = requested.decide(question(record))
            assert decision.problem is None
            event = decision.answer
            assert is_valid_decision(claimit, BotView("claimit", record.state), event)
            decided.append(event)
            record = after_roll(record) if event is None else record.play(event)
    assert claimit.is_over(record.state)
    assert claimit.Bank() in decided


def test_a_bot_program_gets_each_event_once_and_all_events_of_a_new_game(tmp_path: Path) -> None:
    log = tmp_path / "heard"
    first = after_roll(start_record(START))
    undone = first.play(Undo())
    other = start_record(Start("claimit", ("Red", "Blue"), Seat(1), {"recycle": True}, {}))
    with running(mine=(*python(ECHO), str(log))) as requested:
        answers = requested.decide(*map(question, (first, first, undone, other)))
    assert not any(answer.problem for answer in answers)
    received = [json.loads(line) for line in log.read_text().splitlines()]
    kinds = [line.get("event") or line["query"] for line in received]
    assert kinds == ["start", "roll", "advise", "advise", "undo", "advise", "start", "advise"]
    query = received[2]
    assert (query["seat"], query["bot"], query["state"]["phase"]) == (0, "mine", "place")
    assert "hand" not in query
    assert [claimit.parse(event) for event in query["legal"]] == list(claimit.legal_events(first.state))
    assert received[-1]["legal"] == [{"event": "roll"}]


def printing(line: str) -> tuple[str, ...]:
    return python(f"import sys; print({line + chr(10)!r} * 9, flush=True); sys.stdin.read()")


FAILING: dict[str, tuple[tuple[str, ...], type[Exception], str]] = {
    "it is missing": (("/no/such/program",), OSError, ""),
    "it ends": (python(""), OSError, ""),
    "it is late": (python("import time; time.sleep(600)"), TimeoutError, "the bot mine: no answer in 0.5 seconds"),
    "it never reads": (python("import time; print('{}', flush=True); time.sleep(600)"), TimeoutError, "no answer"),
    "it writes too much": (python("import sys; sys.stdout.write('x' * 1_000_000)"), ValueError, ""),
    "it writes nonsense": (printing("nonsense"), Illegal, ""),
    "its advice is a word": (printing('{"advice":"bank"}'), Illegal, "no advice"),
    "its advice is no event": (printing('{"advice":{"event":"fly"}}'), Illegal, ""),
    "its advice is not allowed": (printing('{"advice":{"event":"bank"}}'), Illegal, "is not allowed"),
}


@pytest.mark.parametrize(("program", "kind", "logged"), FAILING.values(), ids=FAILING.keys())
def test_a_failing_bot_program_is_reported_and_gets_the_next_question(
    program: tuple[str, ...], kind: type[Exception], logged: str, caplog: pytest.LogCaptureFixture
) -> None:
    record = after_roll(start_record(START))
    with running(limit_s=0.5 if kind is TimeoutError else 30, mine=program) as requested:
        found = requested.decide(question(record, 0), question(record, 1))
    assert [(isinstance(each.problem, kind | EOFError), each.question.position) for each in found] == [
        (True, 0),
        (True, 1),
    ]
    assert logged in caplog.text
    assert "Error(" not in caplog.text


def test_a_late_bot_program_is_killed_and_delays_no_other_bot(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    fork = f"import os, time; os.fork(); open({str(pids)!r}, 'a').write(f'{{os.getpid()}} '); time.sleep(600)"
    record = start_record(START)
    with running(limit_s=1.0, late=python(fork), mine=EXAMPLE) as requested:
        first, second = requested.decide(question(record, 1, "late"), question(record, 2))
    assert (first.problem, first.question.position, second.question.position) == (None, 2, 1)
    assert isinstance(second.problem, TimeoutError)
    numbers = list(map(int, pids.read_text().split()))
    assert len(numbers) == 2
    wait_until(lambda: not processes_of(numbers[0]))


@pytest.mark.parametrize(("is_quiet", "written"), [(True, ""), (False, "oops")])
def test_a_bot_program_does_not_write_into_the_terminal(
    is_quiet: bool, written: str, capfd: pytest.CaptureFixture[str]
) -> None:
    with running(is_quiet=is_quiet, mine=python("import sys; sys.stderr.write('oops')")) as requested:
        [answer] = requested.decide(question(start_record(START)))
    assert isinstance(answer.problem, EOFError | OSError)  # it has ended before or after it is asked
    assert capfd.readouterr().err == written


@pytest.mark.slow
def test_no_bot_program_outlives_a_killed_companion() -> None:
    with subprocess.Popen([sys.executable, "-c", COMPANION], cwd=PROJECT) as companion:  # noqa: S603 - our own program
        children = Path(f"/proc/{companion.pid}/task/{companion.pid}/children")
        wait_until(lambda: bool(children.read_text().split()))
        program = int(children.read_text())
        os.kill(companion.pid, SIGKILL)
        wait_until(lambda: not processes_of(program))
