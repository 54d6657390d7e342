import sys
import threading
from collections.abc import Iterator
from queue import Queue

import pytest

from companion.core.effects import Think
from companion.core.messages import BotDecided, BotFailed
from companion.runtime.bot_process import BotProcess
from engine.bot import BotView, chance_from
from engine.bots import find_bot
from engine.claimit import Roll, apply, start
from engine.game import Seat, Start
from engine.record import begin

PATIENCE_S = 60.0
PLACING = apply(start(("Green", "Blue"), Seat(0), {"recycle": False}), Roll((1, 2, 3)))
RECORD = begin(Start("claimit", ("Green", "Blue"), Seat(0), {"recycle": False}, {}))


def question(number: int = 7, bot: str = "greenhorn", seed: int = 5) -> Think:
    return Think(number, bot, BotView("claimit", PLACING), bytes([seed]) * 32, RECORD, Seat(0))


class Asked:
    def __init__(self, *command: str, limit_s: float = PATIENCE_S) -> None:
        self.process = BotProcess(command, limit_s) if command else BotProcess()
        self.answers: Queue[BotDecided | BotFailed] = Queue()

    def ask(self, *questions: Think) -> list[BotDecided | BotFailed]:
        for each in questions:
            self.process.ask_later(each, self.answers.put)
        return [self.answers.get(timeout=PATIENCE_S) for _ in questions]


def python(program: str) -> tuple[str, ...]:
    return (sys.executable, "-c", program)


@pytest.fixture
def house() -> Iterator[Asked]:
    asked = Asked()
    yield asked
    asked.process.close()


@pytest.mark.slow
def test_a_bot_decides_in_its_process_as_it_would_here(house: Asked) -> None:
    asked = [question(number, seed=number) for number in range(6)]
    found = house.ask(*asked)
    bot = find_bot("greenhorn", "claimit")
    here = [bot.decide(each.view, chance_from(each.chance_seed)) for each in asked]
    assert [(each.number, each.event) for each in found if isinstance(each, BotDecided)] == list(enumerate(here))
    assert len(set(here)) > 1


@pytest.mark.slow
def test_a_bot_that_is_gone_fails_and_the_next_is_asked(house: Asked) -> None:
    missing, found = house.ask(question(1, bot="nobody"), question(2))
    assert isinstance(missing, BotFailed)
    assert isinstance(found, BotDecided)
    assert (missing.number, found.number) == (1, 2)


@pytest.mark.slow
@pytest.mark.parametrize(
    "program",
    [
        "",
        "import time; time.sleep(600)",
        "print('nonsense', flush=True); input()",
        "print('{}', flush=True); input()",
        "print('[]', flush=True); input()",
        'print(\'{"event":{"event":"fly"}}\', flush=True); input()',
        "print('{\"event\":7}', flush=True); input()",
    ],
)
def test_a_process_that_dies_hangs_or_lies_has_failed(program: str) -> None:
    asked = Asked(*python(program), limit_s=2.0)
    first, second = asked.ask(question(1), question(2))
    assert (type(first), type(second)) == (BotFailed, BotFailed)
    asked.process.close()


def test_a_command_that_cannot_be_started_has_failed() -> None:
    [answer] = Asked("/no/such/program").ask(question())
    assert answer == BotFailed(7, answer.at)


@pytest.mark.slow
def test_a_program_that_hangs_holds_up_no_other_bot() -> None:
    asked = Asked()
    mute = {"mute": python("import time; time.sleep(600)")}
    asked.process = BotProcess(limit_s=PATIENCE_S, programs=mute)
    asked.process.ask_later(question(1, bot="mute"), asked.answers.put)
    [answer] = asked.ask(question(2))
    assert isinstance(answer, BotDecided)
    assert answer.number == 2
    asked.process.close()


def await_handed_on() -> None:
    """Waits for what programs have written to the standard error: it is handed on beside their answers."""
    for thread in threading.enumerate():
        if thread.name == "errors":
            thread.join(PATIENCE_S)


@pytest.mark.parametrize(("is_quiet", "written"), [(True, ""), (False, "oops")])
def test_a_program_writes_into_no_table_that_is_drawn_in_the_terminal(
    is_quiet: bool, written: str, capfd: pytest.CaptureFixture[str]
) -> None:
    await_handed_on()  # what programs of the tests before have written
    capfd.readouterr()
    asked = Asked()
    program = python("import sys; sys.stderr.write('oops')")
    asked.process = BotProcess(programs={"loud": program}, is_quiet=is_quiet)
    [answer] = asked.ask(question(bot="loud"))
    assert isinstance(answer, BotFailed)
    await_handed_on()
    assert capfd.readouterr().err == written
