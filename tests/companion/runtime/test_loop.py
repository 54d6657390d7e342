import asyncio
import logging
from threading import Event, Thread

import pytest
from msgspec.structs import replace

from companion.core.effects import AppendEvent, BeginGame, CreateSeed, Effect, OpenJournal, ReadPeople
from companion.core.messages import (
    Answered,
    EffectResult,
    JournalOpened,
    Message,
    Pointed,
    Pressed,
    SeedCreated,
    StoneMoved,
)
from companion.core.model import Config, Model, Transition
from companion.core.people import People, Person
from companion.core.saved_games import JournalError, JournalProblem
from companion.lights.composition import Lights
from companion.pages.information import PeoplePage
from companion.program.update import update
from companion.program.view import View, view
from companion.runtime.clock import monotonic_s
from companion.runtime.loop import Loop
from companion.terminal.frontend import QUEUE_LENGTH, PressQueue
from hardware.device import Button, FieldChanged, Input, Press
from tests.companion.games.app import JOURNAL, SEED, TWO_PLAYERS, App

TIMEOUT_S = 20.0
PEOPLE = People((Person("Kim", 1, 0, (), (), (), None, 0, 0.0),))
TOO_MANY_FRAMES = 100
"""More rounds than a loop needs to stop."""


class Effects:
    def __init__(self) -> None:
        self.log: list[str] = []
        self.error: Exception | None = None
        """The error of the next event."""

    def carry(self, effect: Effect) -> EffectResult | None:
        now = monotonic_s()
        if isinstance(effect, OpenJournal):
            return JournalOpened(None, now)
        if isinstance(effect, CreateSeed):
            return SeedCreated(SEED, now)
        if isinstance(effect, AppendEvent) and self.error is not None:
            raise self.error
        if isinstance(effect, AppendEvent | BeginGame | ReadPeople):
            self.log.append(type(effect).__name__)
        return None

    def show(self, view: View, _: Model) -> None:
        self.log.append(view.page)


def run(effects: Effects, *happenings: Input) -> Loop:
    async def through() -> Loop:
        events = asyncio.get_running_loop()
        loop = Loop(replace(App(TWO_PLAYERS).model, last_active_at=events.time()), effects.carry, [effects.show])
        for happened in happenings:
            events.call_soon(loop.enqueue, happened)
        events.call_soon(loop.stop)
        loop.start(OpenJournal())
        await loop.run()
        return loop

    return asyncio.run(through())


def test_events_are_journalled_before_they_are_shown() -> None:
    effects = Effects()
    run(effects, Press(Button.OK))
    assert effects.log == ["BeginGame", "begins", "AppendEvent", "begins"]


def test_touches_and_stones_become_different_messages(monkeypatch: pytest.MonkeyPatch) -> None:
    taken: list[object] = []

    def note(model: Model, message: Message) -> Transition:
        taken.append(replace(message, at=0.0) if isinstance(message, Pointed | StoneMoved) else None)
        return update(model, message)

    monkeypatch.setattr("companion.runtime.loop.update", note)
    run(Effects(), FieldChanged(10), FieldChanged(35, is_stone=True), FieldChanged(0, is_down=False, is_stone=True))
    assert taken[-3:] == [
        Pointed("5/2", 0.0),
        StoneMoved(35, is_there=True, at=0.0),
        StoneMoved(0, is_there=False, at=0.0),
    ]


def test_slow_work_starts_after_the_first_frame(monkeypatch: pytest.MonkeyPatch) -> None:
    effects = Effects()

    def asking(model: Model, message: Message) -> Transition:
        step = update(model, message)
        return step._replace(effects=(ReadPeople(), *step.effects)) if isinstance(message, Pressed) else step

    monkeypatch.setattr("companion.runtime.loop.update", asking)
    run(effects, Press(Button.OK))
    assert effects.log == ["BeginGame", "begins", "AppendEvent", "begins", "ReadPeople"]


def test_results_of_slow_work_are_handled_when_they_arrive() -> None:
    effects = Effects()

    async def through() -> Loop:
        now = asyncio.get_running_loop().time()
        model = replace(App(TWO_PLAYERS).model, last_active_at=now).with_page_on_top(PeoplePage())
        loop = Loop(model, effects.carry, [effects.show])

        def count() -> None:
            loop.deliver(Answered(ReadPeople(), PEOPLE, now))
            loop.stop()

        loop.start()
        asyncio.get_running_loop().call_soon(Thread(target=count).start)
        await loop.run()
        return loop

    loop = asyncio.run(asyncio.wait_for(through(), TIMEOUT_S))
    assert loop.model.page == PeoplePage(PEOPLE)


def test_an_event_that_cannot_be_journalled_has_no_effect(caplog: pytest.LogCaptureFixture) -> None:
    effects = Effects()
    effects.error = JournalError(JournalProblem.FULL, JOURNAL)
    loop = run(effects, Press(Button.OK))
    assert (loop.model.page.name, loop.model.session.event_count) == ("fault", 0)
    assert "has no space left" in caplog.text


def test_a_program_fault_is_logged_and_shown_and_the_game_is_kept(caplog: pytest.LogCaptureFixture) -> None:
    effects = Effects()
    effects.error = RuntimeError("nobody thought of that")
    loop = run(effects, Press(Button.OK))
    assert (loop.model.page.name, loop.model.session.event_count) == ("fault", 0)
    assert [record.levelno for record in caplog.records] == [logging.ERROR]
    assert "nobody thought of that" in caplog.text


def test_a_first_picture_that_fails_is_reported_without_a_press(caplog: pytest.LogCaptureFixture) -> None:
    shown: list[str] = []

    def show(view: View, _: Model) -> None:
        shown.append(view.page)
        if view.page != "fault":
            raise RuntimeError("nobody thought of that")
        loop.stop()

    loop = Loop(App(TWO_PLAYERS).model, Effects().carry, [show])
    loop.start(OpenJournal())
    asyncio.run(asyncio.wait_for(loop.run(), TIMEOUT_S))
    assert shown == ["begins", "fault"]
    assert "nobody thought of that" in caplog.text


def test_an_error_on_the_fault_page_ends_the_program() -> None:
    shown: list[str] = []

    def show(view: View, _: Model) -> None:
        shown.append(view.page)
        if len(shown) == TOO_MANY_FRAMES:
            loop.stop()
        raise RuntimeError("nobody thought of that")

    loop = Loop(App(TWO_PLAYERS).model, Effects().carry, [show])
    loop.start(OpenJournal())
    with pytest.raises(RuntimeError, match="nobody thought of that"):
        asyncio.run(asyncio.wait_for(loop.run(), TIMEOUT_S))
    assert shown == ["begins", "fault"]


def test_the_loop_sleeps_when_all_messages_are_handled(monkeypatch: pytest.MonkeyPatch) -> None:
    rounds = 0

    def counted(model: Model, now: float, lights: Lights) -> View:
        nonlocal rounds
        rounds += 1
        if rounds == TOO_MANY_FRAMES:
            loop.stop()
        return view(model, now, lights)

    def show(_: View, model: Model) -> None:
        if model.session.event_count:
            asyncio.get_running_loop().call_soon(loop.stop)

    monkeypatch.setattr("companion.runtime.loop.view", counted)
    loop = Loop(replace(App(TWO_PLAYERS).model, last_active_at=monotonic_s()), Effects().carry, [show])
    loop.start(OpenJournal())
    loop.enqueue(Press(Button.OK))
    asyncio.run(asyncio.wait_for(loop.run(), TIMEOUT_S))
    assert rounds < TOO_MANY_FRAMES / 10


def test_due_changes_happen_without_a_press() -> None:
    shown: list[str] = []

    def show(view: View, _: Model) -> None:
        shown.append(view.page)
        if view.page == "attract" or len(shown) == TOO_MANY_FRAMES:
            loop.stop()

    idle = replace(App(TWO_PLAYERS).model, last_active_at=monotonic_s() - Config().leave_after_s)
    loop = Loop(idle, Effects().carry, [show])
    loop.start(OpenJournal())
    asyncio.run(asyncio.wait_for(loop.run(), TIMEOUT_S))
    assert shown == ["begins", "attract"]


def test_the_loop_ends_when_the_players_leave() -> None:
    loop = Loop(replace(App(TWO_PLAYERS).model, last_active_at=monotonic_s()), Effects().carry, [])
    loop.start(OpenJournal())
    for press in (Press(Button.UNDO, held=True), Press(Button.LEFT), Press(Button.OK)):
        loop.enqueue(press)
    asyncio.run(asyncio.wait_for(loop.run(), TIMEOUT_S))
    assert loop.model.is_leaving


def test_excess_presses_are_dropped() -> None:
    touched: list[Button] = []
    begin, last = Event(), Event()

    def touch(button: Button, held: bool) -> None:
        begin.wait(TIMEOUT_S)
        touched.append(button)
        if held:
            last.set()

    press_queue = PressQueue(touch)
    for press in range(100):
        press_queue.press(Button.OK, held=press == QUEUE_LENGTH - 1)
    begin.set()
    assert last.wait(TIMEOUT_S)
    press_queue.close()
    assert len(touched) == QUEUE_LENGTH
