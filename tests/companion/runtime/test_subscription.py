"""What is told outside of the games on the table: when, how often, with which numbers, and what not."""

import asyncio
import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from queue import Empty, Queue
from threading import Event
from types import SimpleNamespace

import pytest

from companion.core.effects import AppendEvent, Effect, OpenJournal
from companion.core.game_session import AnySession, GameSession, resume_session
from companion.core.journal_error import JournalError, Trouble
from companion.core.lineup import LineUp
from companion.core.messages import EffectResult
from companion.runtime.clock import monotonic_s
from companion.runtime.loop import Loop
from companion.runtime.subscription import WAITING, GameNews, Publisher
from engine.dice import commitment
from engine.game import Seat
from hardware.device import Button, Press
from tests.companion.games.shell import JOURNAL, Shell
from tests.companion.program.played import SEED, played
from tests.companion.runtime.test_loop import World

PATIENCE_S = 20.0
OPEN = LineUp("claimit", ("Green", "Blue"), {"recycle": False}, colours=(0, 1), first=Seat(0))
"""Green begins, and the start is there with the game."""


class Heard:
    def __init__(self) -> None:
        self.queue: Queue[GameNews] = Queue()

    def next(self, count: int = 1) -> list[GameNews]:
        return [self.queue.get(timeout=PATIENCE_S) for _ in range(count)]

    def expect_no_more(self) -> None:
        with pytest.raises(Empty):
            self.queue.get(timeout=0.05)


def sessions() -> Iterator[AnySession]:
    game = played()
    session: AnySession = GameSession(game.running.lineup, game.running.seed)
    for event in game.happened:
        session = session.record_event(event)
        yield session


def play(carry: Callable[[Effect], EffectResult | None], heard: Heard, *, saved: bool = True) -> Loop:
    """A table on which a game begins, and is rolled once; with a subscriber."""

    async def through() -> Loop:
        model = replace(Shell(OPEN).model, last_press_at=monotonic_s(), saved=saved)
        loop = Loop(model, carry, [])
        loop.subscribe(heard.queue.put)
        loop.start(OpenJournal())
        loop.enqueue(Press(Button.OK))
        loop.stop()
        await loop.run()
        return loop

    return asyncio.run(through())


def test_an_event_is_told_after_it_is_durable() -> None:
    heard, world, told_before = Heard(), World(), list[int]()

    def carry(effect: Effect) -> EffectResult | None:
        if isinstance(effect, AppendEvent):
            Event().wait(0.05)  # who is told too early has been told by then
            told_before.append(heard.queue.qsize())
        return world.carry(effect)

    play(carry, heard)
    first, second = heard.next(2)
    assert told_before == [0, 1]
    assert (first.number, first.event and first.event["event"]) == (1, "start")
    assert (second.number, second.event and second.event["event"]) == (2, "roll")
    heard.expect_no_more()


def test_what_could_not_be_journalled_is_not_told() -> None:
    heard, world = Heard(), World()
    world.error = JournalError(Trouble.FULL, JOURNAL)
    play(world.carry, heard)
    heard.expect_no_more()


def test_each_event_is_told_once_and_its_number_goes_on_after_a_restart() -> None:
    before, after, first, second = Heard(), Heard(), Publisher(), Publisher()
    first.subscribe(before.queue.put)
    second.subscribe(after.queue.put)
    *begun, half, last = [session for session in sessions() if session.record][:9]
    for session in (*begun, begun[-1], half):
        first.publish(session)
    assert [news.number for news in before.next(8)] == list(range(1, 9))
    kept = played().events[: half.events]
    second.publish(resume_session(half.lineup.to_json(), half.seed, kept, 0))
    second.publish(replace(last, resumed=8))
    [news] = after.next()
    assert news == (commitment(SEED), 9, played().events[half.events])
    second.publish(replace(half, seed=bytes(32), resumed=7))
    assert [(news.game, news.number) for news in after.next()] == [(commitment(bytes(32)), 8)]
    second.publish(replace(last, resumed=0))
    before.expect_no_more()
    after.expect_no_more()


def test_nothing_is_told_that_a_spectator_may_not_know(monkeypatch: pytest.MonkeyPatch) -> None:
    heard, publisher = Heard(), Publisher()
    publisher.subscribe(heard.queue.put)
    *open_ones, last = sessions()
    for session in open_ones:
        publisher.publish(session)
        if session.record is not None:
            assert played().running.seed.hex() not in json.dumps(heard.next())
    publisher.publish(last)
    assert heard.next()[0].event == {"event": "reveal", "seed": played().running.seed.hex()}
    monkeypatch.setattr("companion.runtime.subscription.table_of", lambda _: SimpleNamespace(has_secrets=True))
    count = len(last.started_record.events)
    publisher.publish(replace(last, seed=bytes(32), resumed=count - 2))
    assert [(each.number, each.event) for each in heard.next(2)] == [(count - 1, None), (count, None)]


def test_a_slow_subscriber_delays_nobody_and_sees_the_gap() -> None:
    heard, publisher, begun, go_on = Heard(), Publisher(), Event(), Event()

    def receive(news: GameNews) -> None:
        begun.set()
        go_on.wait(PATIENCE_S)
        heard.queue.put(news)

    publisher.subscribe(receive)
    all_of_them = [session for session in sessions() if session.record]
    publisher.publish(all_of_them[0])
    assert begun.wait(PATIENCE_S)
    publisher.publish(all_of_them[-1])
    go_on.set()
    last = len(played().running.started_record.events)
    assert last > WAITING + 1
    assert [news.number for news in heard.next(WAITING + 1)] == [1, *range(last - WAITING + 1, last + 1)]
    heard.expect_no_more()


def test_a_subscriber_that_fails_is_told_the_next_event(caplog: pytest.LogCaptureFixture) -> None:
    heard, other, publisher = Heard(), Heard(), Publisher()

    def receive(news: GameNews) -> None:
        if news.number == 1:
            raise RuntimeError("nobody is there")
        heard.queue.put(news)

    publisher.subscribe(receive)
    publisher.subscribe(other.queue.put)
    for session in [session for session in sessions() if session.record][:2]:
        publisher.publish(session)
    assert [news.number for news in (*heard.next(), *other.next(2))] == [2, 1, 2]
    assert "a subscriber failed at event 1" in caplog.text
