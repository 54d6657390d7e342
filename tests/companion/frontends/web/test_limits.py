import asyncio
import socket
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from time import monotonic
from typing import TypeAlias, TypeVar

import pytest

from companion.frontends import override
from companion.frontends.web import connection_limits
from companion.frontends.web.connection_limits import (
    PIECE_BYTES,
    REQUESTS,
    STRANGERS,
    VIEWERS,
    Budget,
    Connection,
    Listener,
    Pace,
    has_room,
    request_budget,
)

T = TypeVar("T")
Client: TypeAlias = tuple[asyncio.StreamReader, asyncio.StreamWriter]


@dataclass
class Watcher:
    linked: bool = False
    trusted: bool = False

    def wake(self) -> None:
        """Looks again."""


STRANGER, GUEST, HOST = Watcher(), Watcher(linked=True), Watcher(linked=True, trusted=True)


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    monkeypatch.setattr(connection_limits, "monotonic", clock := Clock())
    return clock


@contextmanager
def connected(budget: Budget) -> Iterator[tuple[Connection, socket.socket]]:
    ours, theirs = socket.socketpair()
    with Connection(ours, budget) as connection, theirs:
        connection.setblocking(False)
        yield connection, theirs


@pytest.mark.usefixtures("clock")
def test_a_flood_ends_its_connection_and_a_page_that_loads_does_not() -> None:
    head = b"GET /main.js HTTP/1.1\r\nHost: box\r\n" + b"Accept: something\r\n" * 15
    with connected(request_budget()) as (connection, client):
        for _ in range(45):
            client.sendall(head)
            assert connection.recv(65536) == head
        piece, pieces = b"A:\r\n" * (PIECE_BYTES // 4), 0
        client.sendall(piece)
        while connection.recv(65536):
            client.sendall(piece)
            pieces += 1
        assert pieces < 200


def test_a_budget_is_full_again_a_second_later(clock: Clock) -> None:
    budget = Budget(10, 1)
    assert [budget.spend(6), budget.spend(6)] == [True, False]
    clock.now += 1
    assert budget.spend(10)


@pytest.mark.usefixtures("clock")
def test_a_viewer_may_press_30_times_a_second_but_not_send_empty_frames_without_end() -> None:
    with connected(Budget(0, 1)) as (connection, client):
        connection.become_viewer(linked=True)
        for _ in range(30):
            client.sendall(b"x" * 34)  # a press
            assert connection.recv(65536)
        client.sendall(b"\x8a\x80\0\0\0\0" * 4096)
        assert sum(map(len, iter(lambda: connection.recv(65536), b""))) < 1024


@pytest.mark.usefixtures("clock")
def test_a_viewer_without_a_link_may_say_what_a_page_says_as_it_opens() -> None:
    with connected(Budget(0, 1)) as (connection, client):
        connection.become_viewer(linked=False)
        for message in (
            '{"language":"de"}',
            '{"frames":30}',
            '{"token":"' + "A" * 22 + '"}',
            '{"claim":0}',
            '{"alive":true}',
        ):
            client.sendall(b"123456" + message.encode())
            assert connection.recv(65536)
        client.sendall(b"\x89\x80\0\0\0\0" * 4096)
        assert sum(map(len, iter(lambda: connection.recv(65536), b""))) < 512


def test_blanks_that_h11_would_try_in_each_split_come_as_one() -> None:
    with connected(request_budget()) as (connection, client):
        client.sendall(b"A:" + b" " * 500 + b"b\t\t c")
        assert connection.recv(65536) == b"A: b c"
        client.sendall(b" ")
        assert connection.recv(65536) == b""


class Greeting(asyncio.Protocol):
    """Says hello, so that a client knows that it was accepted, and waits."""

    def __init__(self, ended: asyncio.Semaphore) -> None:
        self._ended = ended

    @override
    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.WriteTransport)
        transport.write(b"hello")

    @override
    def connection_lost(self, _: Exception | None) -> None:
        self._ended.release()


def listened(scenario: Callable[[Listener, Callable[[], Awaitable[Client]]], Awaitable[T]]) -> T:
    """What comes of a listener to which clients connect."""

    async def through() -> T:
        listening, ended, clients = socket.create_server(("127.0.0.1", 0)), asyncio.Semaphore(0), list[Client]()
        listener = Listener(listening, lambda: Greeting(ended))
        listener.start()

        async def connect() -> Client:
            clients.append(await asyncio.open_connection(*listening.getsockname()))
            return clients[-1]

        result = await scenario(listener, connect)
        listener.stop()
        for _, writer in clients:
            writer.close()
        for _ in clients:
            await ended.acquire()
        return result

    return asyncio.run(through())


def test_the_oldest_request_makes_room_but_no_viewer_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection_limits, "AT_ONCE", 2 * REQUESTS)

    async def scenario(listener: Listener, connect: Callable[[], Awaitable[Client]]) -> list[int]:
        clients = list[Client]()
        for _ in range(REQUESTS + 2):
            clients.append(await connect())
            await clients[-1][0].readexactly(5)
            listener.note_viewer(clients[0][1].get_extra_info("sockname"))
        assert await clients[1][0].read() == b""
        return [number for number, (reader, _) in enumerate(clients) if reader.at_eof()]

    assert listened(scenario) == [1]


def test_connections_that_come_too_often_are_accepted_one_after_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection_limits, "AT_ONCE", 2)
    monkeypatch.setattr(connection_limits, "PAUSE_S", 0.3)

    async def scenario(_: Listener, connect: Callable[[], Awaitable[Client]]) -> bytes:
        *first, last = [(await connect())[0] for _each in range(4)]
        assert [await reader.readexactly(5) for reader in first] == [b"hello"] * 3
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(last.readexactly(5), 0.1)
        return await last.readexactly(5)

    assert listened(scenario) == b"hello"


def test_who_comes_too_often_waits_for_its_turn() -> None:
    async def scenario() -> list[float]:
        pace, began, through = Pace(2, 0.02), monotonic(), list[float]()

        async def come() -> None:
            await pace.wait()
            through.append(monotonic() - began)

        await asyncio.gather(*(come() for _ in range(4)))
        return through

    *_, third, fourth = asyncio.run(scenario())
    assert third >= 0.02
    assert fourth >= 0.04


@pytest.mark.parametrize(
    ("present", "stranger", "guest"),
    [
        ([STRANGER] * (STRANGERS - 1), True, True),
        ([STRANGER] * STRANGERS, False, True),
        ([GUEST] * VIEWERS, False, False),
    ],
)
def test_strangers_leave_places_for_guests_and_the_host_always_has_one(
    present: list[Watcher], *, stranger: bool, guest: bool
) -> None:
    assert [has_room(present, comer) for comer in (STRANGER, GUEST, HOST)] == [stranger, guest, True]
