"""The listener scans only while it is asked to, tells what dice do, and lives through whatever is in the room."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import count
from queue import Empty, SimpleQueue
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from companion.core.dice_kinds import Advertisement, Motion, pixels
from companion.core.messages import BluetoothChanged, DieHeard, EffectResult
from companion.core.real_dice import MOST_HEARD
from companion.runtime import dice_listener
from companion.runtime.dice_listener import NO_BLUETOOTH, NO_EXTRA, DiceListener
from tests.companion.pixels import D20, LIES, RESTS, ROLLS, advertise

PATIENCE_S = 20.0
NEW = "pixels-00000007"


class Adapter:
    """Stands for bleak and BlueZ: whoever scans hears what is played in, on the scanner's own thread."""

    def __init__(self) -> None:
        self.happened = SimpleQueue[str]()
        self.failures = deque[Exception]()
        self.hear: Callable[[Any, Any], None] = lambda *_: None
        self.events: asyncio.AbstractEventLoop | None = None
        self.options: dict[str, object] = {}
        adapter = self

        class BleakScanner:
            def __init__(self, callback: Callable[[Any, Any], None], **options: object) -> None:
                adapter.options = options
                self.callback = callback

            async def start(self) -> None:
                if adapter.failures:
                    raise adapter.failures.popleft()
                adapter.hear, adapter.events = self.callback, asyncio.get_running_loop()
                adapter.happened.put("start")

            async def stop(self) -> None:
                adapter.happened.put("stop")

        self.module = ModuleType("bleak")
        self.module.BleakScanner = BleakScanner  # type: ignore[attr-defined]

    def play(self, *said: Advertisement) -> None:
        """Plays advertisements in, and returns when the listener has heard them."""

        async def play() -> None:
            for each in said:
                data = SimpleNamespace(
                    local_name=each.name, manufacturer_data=each.companies, service_data=each.services, rssi=each.rssi
                )
                self.hear(SimpleNamespace(name=None), data)

        assert self.events is not None
        asyncio.run_coroutine_threadsafe(play(), self.events).result(PATIENCE_S)


class Kinds(dict[str, Any]):
    """Kinds of dice, none of which is broken."""

    def broken(self) -> list[str]:
        return []


class Told:
    """What the listener has delivered."""

    def __init__(self) -> None:
        self.messages = SimpleQueue[EffectResult]()

    def __call__(self, message: EffectResult) -> None:
        self.messages.put(message)

    def reason(self) -> str:
        """Waits for the next message, that no dice are heard."""
        while True:
            message = self.messages.get(timeout=PATIENCE_S)
            assert isinstance(message, BluetoothChanged)
            if message.fault:
                return message.fault

    def all(self) -> list[DieHeard]:
        """Returns the dice that were told since, without waiting: what was played in is told."""
        found = []
        with suppress(Empty):
            while True:
                message = self.messages.get_nowait()
                if message == BluetoothChanged("", getattr(message, "at", 0.0)):
                    continue  # it listens
                assert isinstance(message, DieHeard)
                found.append(message)
        return found


@pytest.fixture
def adapter(monkeypatch: pytest.MonkeyPatch) -> Adapter:
    """The adapter, in the place of bleak."""
    adapter = Adapter()
    monkeypatch.setitem(sys.modules, "bleak", adapter.module)
    return adapter


@pytest.fixture
def listener() -> Iterator[DiceListener]:
    """A listener that is closed in the end."""
    listener = DiceListener()
    yield listener
    listener.close()


def test_it_scans_only_while_it_is_asked_to(adapter: Adapter, listener: DiceListener) -> None:
    told = Told()
    listener.listen(None, told)
    listener.listen(frozenset(), told)
    assert adapter.happened.get(timeout=PATIENCE_S) == "start"
    assert adapter.options == {"bluez": {"filters": {"DuplicateData": True}}}
    listens = told.messages.get(timeout=PATIENCE_S)
    assert (type(listens), listens[0]) == (BluetoothChanged, "")
    adapter.play(advertise(11, ROLLS), advertise(11, RESTS, 4, rssi=-70))
    assert [(each.die.motion, each.die.face) for each in told.all()] == [(Motion.MOVES, None), (Motion.RESTS, 4)]
    listener.listen(None, told)
    assert adapter.happened.get(timeout=PATIENCE_S) == "stop"
    adapter.play(advertise(11, ROLLS))
    assert not told.all()
    listener.close()
    assert "dice" not in {thread.name for thread in threading.enumerate()}


def test_a_die_is_told_when_it_does_something_else_and_now_and_then(
    adapter: Adapter, listener: DiceListener, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [100.0]
    monkeypatch.setattr(dice_listener, "monotonic_s", lambda: now[0])
    told = Told()
    listener.listen(frozenset({"pixels-0000000b"}), told)
    adapter.happened.get(timeout=PATIENCE_S)
    for step in range(100):
        now[0] = 100 + step / 20
        adapter.play(advertise(11, LIES, rssi=-50 - step % 7), advertise(12, ROLLS if step % 2 else RESTS))
    assert [message.at for message in told.all()] == [100.0, 102.0, 104.0]


def test_what_a_die_did_when_the_last_scan_ended_does_not_count(adapter: Adapter, listener: DiceListener) -> None:
    told = Told()
    for _ in range(2):
        listener.listen(frozenset(), told)
        adapter.happened.get(timeout=PATIENCE_S)
        adapter.play(advertise(11, ROLLS))
        listener.listen(None, told)
        adapter.happened.get(timeout=PATIENCE_S)
    assert len(told.all()) == 1
    listener.listen(frozenset(), told)
    adapter.happened.get(timeout=PATIENCE_S)
    adapter.play(advertise(11, ROLLS), advertise(11, ROLLS))
    assert [message.die.motion for message in told.all()] == [Motion.MOVES]


def test_what_a_die_did_is_remembered_over_a_scan_that_did_not_hear_it(
    adapter: Adapter, listener: DiceListener
) -> None:
    told = Told()
    for wanted, said in ((frozenset({"other"}), [advertise(11, ROLLS)]), (frozenset(), [])):
        listener.listen(wanted, told)
        adapter.happened.get(timeout=PATIENCE_S)
        adapter.play(*said)
        listener.listen(None, told)
        adapter.happened.get(timeout=PATIENCE_S)
    listener.listen(frozenset(), told)
    adapter.happened.get(timeout=PATIENCE_S)
    adapter.play(advertise(11, ROLLS), advertise(11, LIES, 4))
    assert [message.die.motion for message in told.all()] == [Motion.RESTS]


def test_strangers_push_out_no_die_of_the_table(
    adapter: Adapter, listener: DiceListener, monkeypatch: pytest.MonkeyPatch
) -> None:
    seconds = count()
    monkeypatch.setattr(dice_listener, "monotonic_s", lambda: float(next(seconds)))
    told, own = Told(), frozenset({"pixels-0000000b"})
    listener.listen(frozenset(), told)
    adapter.happened.get(timeout=PATIENCE_S)
    adapter.play(*(advertise(number, RESTS) for number in range(100, 101 + dice_listener.MOST_REMEMBERED)))
    assert len(told.all()) == MOST_HEARD
    # One that is rolled is perhaps the one to be learned.
    adapter.play(advertise(7, ROLLS), advertise(7, RESTS, 3), *(advertise(number, RESTS) for number in range(900, 910)))
    assert [(message.die.id, message.die.face) for message in told.all()] == [(NEW, None), (NEW, 3)]
    listener.listen(own, told)
    adapter.play(advertise(11, ROLLS))
    assert [message.die.motion for message in told.all()] == [Motion.MOVES]
    listener.listen(None, told)
    adapter.happened.get(timeout=PATIENCE_S)
    listener.listen(own, told)
    adapter.happened.get(timeout=PATIENCE_S)
    adapter.play(advertise(11, ROLLS), advertise(11, LIES, 4))
    assert [message.die.motion for message in told.all()] == [Motion.RESTS]


def test_a_kind_that_returns_nonsense_is_not_asked_again(
    adapter: Adapter, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    sound = pixels.read(advertise(11, RESTS, 4))
    assert sound is not None
    odd: Any = "3"
    for nonsense in ("a die", sound._replace(face=7), sound._replace(face=odd)):
        kinds = {"odd": SimpleNamespace(name="odd", read=lambda _, nonsense=nonsense: nonsense), "pixels": pixels}
        monkeypatch.setattr(dice_listener, "DICE_KINDS", Kinds(kinds))
        hears, told = DiceListener(), Told()
        with caplog.at_level(logging.ERROR):
            hears.listen(frozenset(), told)
            adapter.happened.get(timeout=PATIENCE_S)
            adapter.play(advertise(11, RESTS, 4), advertise(12, RESTS, 4))
            assert [message.die.face for message in told.all()] == [4, 4]
            hears.close()
        assert adapter.happened.get(timeout=PATIENCE_S) == "stop"
    assert len(caplog.records) == 3


def test_bluetooth_that_hangs_holds_up_no_end(
    adapter: Adapter, listener: DiceListener, monkeypatch: pytest.MonkeyPatch
) -> None:
    listener.listen(frozenset(), Told())
    assert adapter.happened.get(timeout=PATIENCE_S) == "start"
    waited: list[float | None] = []
    with monkeypatch.context() as patched:
        patched.setattr(threading.Thread, "join", lambda _, timeout=None: waited.append(timeout))
        listener.close()
    assert waited == [dice_listener.CLOSE_S]
    assert dice_listener.CLOSE_S <= 2


def test_a_roll_that_is_asked_for_again_at_once_begins_anew(adapter: Adapter, listener: DiceListener) -> None:
    told = Told()
    listener.listen(frozenset(), told)
    adapter.happened.get(timeout=PATIENCE_S)
    adapter.play(advertise(11, ROLLS))
    assert adapter.events is not None
    held, go_on = threading.Event(), threading.Event()
    adapter.events.call_soon_threadsafe(held.set)
    adapter.events.call_soon_threadsafe(go_on.wait, PATIENCE_S)
    assert held.wait(PATIENCE_S)
    listener.listen(None, told)
    listener.listen(frozenset(), told)
    go_on.set()
    adapter.play(advertise(11, ROLLS))
    assert len(told.all()) == 2
    assert adapter.happened.empty()


def test_nonsense_and_a_room_full_of_dice_are_a_few_messages(
    adapter: Adapter, listener: DiceListener, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dice_listener, "monotonic_s", lambda: 100.0)
    told = Told()
    listener.listen(frozenset(), told)
    adapter.happened.get(timeout=PATIENCE_S)
    whole = advertise(11, RESTS)
    (told_bytes,), (served,) = whole.companies.values(), whole.services.values()
    nonsense = [
        whole._replace(companies=companies, services=services)
        for companies in (
            {},
            {0x0D39: b""},
            {0x0D39: told_bytes + b"\\0"},
            {0x0D39: bytes(5)},
            {0x0D39: b"\\xff" * 5},
            {0x4C: told_bytes},
        )
        for services in ({}, {"x": b""}, {"x": served[:7]}, {"x": bytes(8)}, {"x": os.urandom(8)})
    ]
    adapter.play(*nonsense)
    assert not told.all()
    adapter.play(*(advertise(100 + n % 50, ROLLS if n // 50 % 2 else RESTS, shape=D20) for n in range(1000)))
    assert len(told.all()) == 40


def test_without_the_extra_or_an_adapter_it_says_so_and_tries_again(
    adapter: Adapter, listener: DiceListener, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(dice_listener, "RETRY_S", 0.01)
    told = Told()
    adapter.failures += [OSError("no such bus"), OSError("no such bus"), ImportError("no bleak")]
    with caplog.at_level(logging.WARNING):
        listener.listen(frozenset(), told)
        reasons = [told.reason() for _ in range(3)]
        assert adapter.happened.get(timeout=PATIENCE_S) == "start"
    assert reasons == [NO_BLUETOOTH, NO_BLUETOOTH, NO_EXTRA]
    assert [record.message for record in caplog.records] == [
        "no dice are heard: no such bus",
        "no dice are heard: no bleak",
    ]


def test_it_begins_anew_where_nothing_at_all_is_heard(
    adapter: Adapter, listener: DiceListener, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dice_listener, "RETRY_S", 0.01)
    told = Told()
    listener.listen(frozenset(), told)
    assert [adapter.happened.get(timeout=PATIENCE_S) for _ in range(3)] == ["start", "stop", "start"]
    adapter.failures.append(OSError("gone"))
    assert told.reason() == NO_BLUETOOTH


def test_a_kind_that_fails_is_dropped_and_the_others_are_heard(
    adapter: Adapter, listener: DiceListener, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(_: Advertisement) -> None:
        raise IndexError

    broken = SimpleNamespace(name="broken", read=fail)
    monkeypatch.setattr(
        dice_listener, "DICE_KINDS", SimpleNamespace(values=lambda: (broken, pixels), broken=lambda: ())
    )
    told = Told()
    listener.listen(frozenset(), told)
    adapter.happened.get(timeout=PATIENCE_S)
    adapter.play(advertise(11, RESTS), advertise(12, RESTS))
    assert [type(message) for message in told.all()] == [DieHeard, DieHeard]
    assert len(caplog.records) == 1
