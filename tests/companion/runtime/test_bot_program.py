"""Bots that are programs of their own: real processes, which play, hang, lie or die."""

import json
import os
import sys
from contextlib import closing
from pathlib import Path
from queue import Queue
from threading import Event
from time import monotonic
from typing import Any

import pytest

from companion.core.effects import Think
from companion.core.messages import BotDecided, BotFailed
from companion.runtime.bot_process import BotProcess, BotProgram
from engine import claimit
from engine.bot import BotView, can_be_decided
from engine.claimit.rules import roll
from engine.dice import Draws
from engine.game import Seat, Start, Undo
from engine.record import AnyRecord, begin

PROJECT = Path(__file__).parents[3]
EXAMPLE = (sys.executable, str(PROJECT / "docs/bot/cautious.py"))
PATIENCE_S = 60.0
START = Start("claimit", ("Green", "Blue"), Seat(0), {"recycle": False}, {})
ECHO = """
import json, sys
for line in sys.stdin:
    with open(sys.argv[1], "a") as log:
        log.write(line)
    asked = json.loads(line)
    print(json.dumps({"advice": asked["legal"][0]} if "query" in asked else {}), flush=True)
"""
"""Notes all that it reads, and takes the first choice."""


def question(record: AnyRecord, number: int = 1, bot: str = "mine") -> Think:
    return Think(number, bot, BotView("claimit", record.state), bytes(range(32)), record, record.state.turn)


def python(program: str) -> tuple[str, ...]:
    return (sys.executable, "-c", program)


def decide(program: BotProgram, asked: Think) -> BotDecided | BotFailed:
    answers: Queue[BotDecided | BotFailed] = Queue()
    program.ask_later(asked, answers.put)
    return answers.get(timeout=PATIENCE_S)


def rolled(record: AnyRecord) -> AnyRecord:
    return record.play(roll(Draws(bytes(32), record.drawn_count)))


@pytest.mark.slow
def test_the_documented_program_plays_a_whole_game() -> None:
    record, decided = begin(START), list[Any]()
    program = BotProgram(EXAMPLE)
    for _ in range(2_000):
        if claimit.is_over(record.state):
            break
        decision = decide(program, question(record))
        assert isinstance(decision, BotDecided)
        event: Any = decision.event
        assert can_be_decided(claimit, BotView("claimit", record.state), event)
        decided.append(event)
        record = rolled(record) if event is None else record.play(event)
    program.process.close()
    assert claimit.is_over(record.state)
    assert claimit.Bank() in decided


@pytest.mark.slow
def test_a_program_hears_each_event_once_and_all_of_another_game(tmp_path: Path) -> None:
    log = tmp_path / "heard"
    program = BotProgram((*python(ECHO), str(log)))
    first = rolled(begin(START))
    taken_back = first.play(Undo())
    other = begin(Start("claimit", ("Red", "Blue"), Seat(1), {"recycle": True}, {}))
    for record in (first, first, taken_back, other):
        assert isinstance(decide(program, question(record)), BotDecided)
    program.process.close()
    heard = [json.loads(line) for line in log.read_text().splitlines()]
    kinds = [line.get("event") or line["query"] for line in heard]
    assert kinds == ["start", "roll", "advise", "advise", "undo", "advise", "start", "advise"]
    asked = heard[2]
    assert (asked["seat"], asked["bot"], asked["state"]["phase"]) == (0, "mine", "place")
    assert "hand" not in asked
    assert [claimit.parse(event) for event in asked["legal"]] == list(claimit.legal_events(first.state))
    assert heard[-1]["legal"] == [{"event": "roll"}]


FAILING = {
    "it ends": "",
    "it hangs": "import time; time.sleep(600)",
    "it never reads": "import time; print('{}', flush=True); time.sleep(600)",
    "it says too much": "import sys; sys.stdout.write('x' * 1_000_000)",
    "it speaks nonsense": "print('nonsense\\n' * 9, flush=True); input()",
    "it has no advice": "print('{}\\n' * 9, flush=True); input()",
    "its advice is a word": 'print(\'{"advice":"bank"}\\n\' * 9, flush=True); input()',
    "its advice is no event": 'print(\'{"advice":{"event":"fly"}}\\n\' * 9, flush=True); input()',
}


@pytest.mark.slow
@pytest.mark.parametrize("program", FAILING.values(), ids=FAILING.keys())
def test_a_program_that_fails_is_told_and_can_be_asked_again(program: str) -> None:
    answers: Queue[BotDecided | BotFailed] = Queue()
    record = rolled(begin(START))
    with closing(BotProcess(limit_s=2.0, programs={"mine": python(program)})) as process:
        for number in range(2):
            process.ask_later(question(record, number, "mine"), answers.put)
        found = [answers.get(timeout=PATIENCE_S) for _ in range(2)]
    assert [(type(each), each.number) for each in found] == [(BotFailed, 0), (BotFailed, 1)]


@pytest.mark.slow
def test_what_a_program_has_started_is_killed_with_it(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    pids = tmp_path / "pids"
    fork = f"import os,time; child=os.fork(); open({str(pids)!r},'a').write(f'{{os.getpid()}} '); time.sleep(600)"
    program = BotProgram(python(fork), limit_s=2.0)
    assert isinstance(decide(program, question(begin(START))), BotFailed)
    assert [record.getMessage() for record in caplog.records] == [
        "the bot mine does not answer: TimeoutError('it takes too long')"
    ]
    numbers = list(map(int, pids.read_text().split()))
    assert len(numbers) == 2
    waiting, until = Event(), monotonic() + PATIENCE_S
    while monotonic() < until and any(map(is_alive, numbers)):
        waiting.wait(0.05)
    assert not any(map(is_alive, numbers))


@pytest.mark.slow
def test_a_closed_program_is_gone_and_not_started_again(tmp_path: Path) -> None:
    started = tmp_path / "started"
    answer = f"import time; open({str(started)!r},'a').write('x'); print('{{}}\\n' * 9, flush=True); time.sleep(600)"
    program = BotProgram(python(answer))
    for _ in range(2):
        assert isinstance(decide(program, question(begin(START))), BotFailed)
    program.process.close()
    program.process.close()
    failures: Queue[Exception | None] = Queue()
    program.process.ask(lambda _: None, lambda _: None, failures.put)
    assert failures.get(timeout=PATIENCE_S) is None
    assert started.read_text() == "xx"


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
        # An orphan that nobody has waited for is still listed.
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
