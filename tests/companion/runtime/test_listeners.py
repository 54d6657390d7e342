import asyncio
import json
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from queue import Empty, Queue
from threading import Event
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from companion.core.effects import AppendEvent, Effect, OpenJournal
from companion.core.game_session import AnySession, GameSession, resume_session
from companion.core.lineup import LineUp
from companion.core.messages import EffectResult
from companion.core.saved_games import JournalError, JournalProblem
from companion.runtime.clock import monotonic_s
from companion.runtime.listeners import LISTENERS, QUEUE_LENGTH, Listeners
from companion.runtime.loop import Loop
from engine.dice import commitment
from engine.game import Seat
from hardware.device import Button, Press
from tests.companion.games.app import JOURNAL, App
from tests.companion.program.recorded_games import SEED, played
from tests.companion.runtime.test_loop import Effects
from tests.engine.plug_ins import install

TIMEOUT_S = 20.0
OPEN = LineUp("claimit", ("Green", "Blue"), {"recycle": False}, colours=(0, 1), first=Seat(0))
"""Green starts; the first event is stored with the game."""
DOCS = Path(__file__).parents[3] / "docs" / "listeners.md"


class Received:
    def __init__(self) -> None:
        self.queue: Queue[dict[str, Any]] = Queue()

    def __call__(self, announced: dict[str, Any]) -> None:
        self.queue.put(announced)

    def next(self, count: int = 1) -> list[dict[str, Any]]:
        return [self.queue.get(timeout=TIMEOUT_S) for _ in range(count)]

    def numbers(self, count: int) -> list[int]:
        return [announced["number"] for announced in self.next(count)]

    def expect_no_more(self) -> None:
        with pytest.raises(Empty):
            self.queue.get(timeout=0.05)


def start_listeners(*functions: Callable[[dict[str, Any]], object]) -> Listeners:
    listeners = Listeners()
    for function in functions:
        listeners.add(function)
    return listeners


def sessions() -> Iterator[AnySession]:
    game = played()
    session: AnySession = GameSession(game.running.lineup, game.running.seed)
    for event in game.happened:
        session = session.record_event(event)
        if session.record:
            yield session


def play(carry: Callable[[Effect], EffectResult | None], received: Received) -> None:
    async def through() -> None:
        loop = Loop(replace(App(OPEN).model, last_active_at=monotonic_s(), saved=True), carry, [])
        loop.listeners.add(received)
        loop.start(OpenJournal())
        loop.enqueue(Press(Button.OK))
        loop.stop()
        await loop.run()

    asyncio.run(through())


def test_a_listener_gets_an_event_once_it_is_durable() -> None:
    received, effects, counts_before = Received(), Effects(), list[int]()

    def carry(effect: Effect) -> EffectResult | None:
        if isinstance(effect, AppendEvent):
            Event().wait(0.05)  # what is published too early has arrived by then
            counts_before.append(received.queue.qsize())
        return effects.carry(effect)

    play(carry, received)
    first, second = received.next(2)
    assert counts_before == [0, 1]
    assert (first["number"], first["event"]["event"]) == (1, "start")
    assert (second["number"], second["event"]["event"]) == (2, "roll")
    received.expect_no_more()


def test_a_listener_gets_only_journalled_events() -> None:
    received, effects = Received(), Effects()
    effects.error = JournalError(JournalProblem.FULL, JOURNAL)
    play(effects.carry, received)
    received.expect_no_more()


def test_a_listener_gets_each_event_once_with_numbers_that_continue_after_a_restart() -> None:
    before, after = Received(), Received()
    first, second = start_listeners(before), start_listeners(after)
    *begun, half, last = [*sessions()][:9]
    for session in (*begun, begun[-1], half):
        first.publish(session)
    assert before.numbers(8) == list(range(1, 9))
    saved = played().events[: half.event_count]
    second.publish(resume_session(half.lineup.to_json(), half.seed, saved, 0))
    second.publish(replace(last, resumed_event_count=8))
    assert after.next() == [{"game": commitment(SEED), "number": 9, "event": played().events[half.event_count]}]
    second.publish(replace(half, seed=bytes(32), resumed_event_count=7))
    assert [(announced["game"], announced["number"]) for announced in after.next()] == [(commitment(bytes(32)), 8)]
    before.expect_no_more()
    after.expect_no_more()


def test_a_listener_gets_no_secret_seed() -> None:
    received = Received()
    listeners = start_listeners(received)
    *before, last = sessions()
    for session in before:
        listeners.publish(session)
        assert played().running.seed.hex() not in json.dumps(received.next())
    listeners.publish(last)
    assert received.next()[0]["event"] == {"event": "reveal", "seed": played().running.seed.hex()}


def test_a_slow_listener_delays_no_game_and_detects_the_gap() -> None:
    received, begun, go_on = Received(), Event(), Event()

    def receive(announced: dict[str, Any]) -> None:
        begun.set()
        go_on.wait(TIMEOUT_S)
        received(announced)

    listeners = start_listeners(receive)
    first, *_, newest = sessions()
    listeners.publish(first)
    assert begun.wait(TIMEOUT_S)
    listeners.publish(newest)
    go_on.set()
    last = len(newest.started_record.events)
    assert last > QUEUE_LENGTH + 1
    assert received.numbers(QUEUE_LENGTH + 1) == [1, *range(last - QUEUE_LENGTH + 1, last + 1)]
    received.expect_no_more()


def test_a_listener_that_fails_receives_the_next_event(caplog: pytest.LogCaptureFixture) -> None:
    received, other = Received(), Received()

    def receive(announced: dict[str, Any]) -> None:
        if announced["number"] == 1:
            raise RuntimeError("nobody is there")
        received(announced)

    listeners = start_listeners(receive, other)
    for session in [*sessions()][:2]:
        listeners.publish(session)
    assert (received.numbers(1), other.numbers(2)) == ([2], [1, 2])
    assert "a listener failed at event 1" in caplog.text


def test_the_documented_listener_is_loaded_from_a_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sent = dict[str, Any]()

    class Client(SimpleNamespace):
        def __getattr__(self, _: str) -> Callable[..., None]:
            return lambda *_, **__: None

        def publish(self, topic: str, message: Any, **_: Any) -> None:  # noqa: ANN401 - as paho's
            sent[topic] = message

    paho = ModuleType("paho.mqtt.client")
    paho.Client, paho.CallbackAPIVersion = (lambda _: Client()), SimpleNamespace(VERSION2=2)  # type: ignore[attr-defined]
    for name in ("paho", "paho.mqtt"):
        monkeypatch.setitem(sys.modules, name, ModuleType(name))
    monkeypatch.setitem(sys.modules, paho.__name__, paho)
    example = re.findall(r"```python\n(.*?)```", DOCS.read_text("utf-8"), re.DOTALL)[0]
    (tmp_path / "companion_mqtt.py").write_text(example)
    monkeypatch.syspath_prepend(install(tmp_path, "companion-mqtt", listeners={"publish": "companion_mqtt:publish"}))
    listeners = start_listeners(dict(LISTENERS.items())["publish"], received := Received())
    listeners.publish(next(sessions()))
    received.next()
    deadline = monotonic_s() + TIMEOUT_S
    while "companion/number" not in sent and monotonic_s() < deadline:
        Event().wait(0.01)
    assert (json.loads(sent["companion/event"])["event"]["event"], sent["companion/number"]) == ("start", 1)
