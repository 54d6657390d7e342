"""The coach's process: a real one, which answers, and others which end, answer with nonsense, or are not needed."""

import sys
from collections.abc import Iterator
from functools import partial
from queue import Queue
from threading import Event
from time import monotonic, sleep
from typing import Any

import pytest

from companion.core.effects import AnalyseGame, AskCoach
from companion.core.messages import Advised, Analysed
from companion.runtime.coach_process import Coach, ask_coach
from engine.claimit import Bank, Phase
from tests.companion.lights.positions import CHOOSING
from tests.companion.pages.sitting import lay
from tests.companion.program.played import played

PATIENCE_S = 120.0
"""How long an answer may take on a busy machine."""
ECHO = """
import pickle, sys
while True:
    asked = pickle.load(sys.stdin.buffer)
    if asked == "end":
        sys.exit(3)
    if asked == "lie":
        sys.stdout.buffer.write(b"no pickle.")
    else:
        pickle.dump(asked, sys.stdout.buffer)
    sys.stdout.buffer.flush()
"""
"""Answers with what it was asked; ends, or answers with nonsense, where it is told to."""


class Asked:
    def __init__(self, idle_s: float = PATIENCE_S, program: str = ECHO) -> None:
        self.coach = Coach((sys.executable, "-c", program), idle_s)
        self.process = self.coach.adviser
        self.answers: Queue[Any] = Queue()

    def ask(self, question: object) -> object:
        ask_coach(self.process, lambda: question, self.answers.put)
        return self.answers.get(timeout=PATIENCE_S)


@pytest.fixture
def echo() -> Iterator[Asked]:
    asked = Asked()
    yield asked
    asked.coach.close()


def test_it_is_started_with_the_first_question(echo: Asked) -> None:
    assert not echo.process.is_running
    assert [echo.ask(1), echo.ask(2)] == [1, 2]
    assert echo.process.is_running


@pytest.mark.parametrize("trouble", ["end", "lie"])
def test_after_trouble_there_is_no_answer_and_then_another_process(echo: Asked, trouble: str) -> None:
    assert echo.ask(trouble) is None
    assert echo.ask(1) == 1


def test_of_the_questions_that_wait_only_the_newest_is_asked(echo: Asked) -> None:
    begun, go_on = Event(), Event()

    def compose() -> int:
        begun.set()
        go_on.wait(PATIENCE_S)
        return 1

    ask_coach(echo.process, compose, echo.answers.put)
    assert begun.wait(PATIENCE_S)
    for number in (2, 3, 4):
        ask_coach(echo.process, partial(int, number), echo.answers.put)
    go_on.set()
    assert [echo.answers.get(timeout=PATIENCE_S) for _ in range(2)] == [1, 4]
    assert echo.answers.empty()


def test_without_questions_it_ends_and_comes_back() -> None:
    asked = Asked(idle_s=0.05)
    try:
        assert asked.ask(1) == 1
        until = monotonic() + PATIENCE_S
        while asked.process.is_running:
            assert monotonic() < until
            sleep(0.01)
        assert asked.ask(2) == 2
    finally:
        asked.coach.close()


def test_closing_ends_it_in_the_middle_of_a_question() -> None:
    asked = Asked(program="import time; time.sleep(600)")
    ask_coach(asked.process, lambda: 1, asked.answers.put)
    asked.coach.close()
    asked.coach.close()
    assert not asked.process.is_running


@pytest.mark.slow
def test_the_real_one_answers_about_a_position_and_about_a_game() -> None:
    coach, answers = Coach(), Queue[Advised | Analysed]()
    try:
        session = lay(CHOOSING).session
        coach.ask(AskCoach(session), answers.put)
        advised = answers.get(timeout=PATIENCE_S)
        assert isinstance(advised, Advised)
        assert advised.session is session
        assert advised.advice is not None
        assert {option.event for option in advised.advice.options} == {Bank(), None}
        over: Any = played().running
        coach.ask(AnalyseGame(over), answers.put)
        analysed = answers.get(timeout=PATIENCE_S)
        assert isinstance(analysed, Analysed)
        assert analysed.analysis is not None
        assert over.state.phase is Phase.OVER
        assert len(analysed.analysis.chances) == len(over.timeline) - 1  # all but the seed that is told
    finally:
        coach.close()
