import asyncio
import socket
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import monotonic
from typing import TypeAlias

import pytest
from starlette.responses import PlainTextResponse
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket

from companion.frontends.web import server
from companion.frontends.web.room import Broadcaster
from companion.frontends.web.server import (
    PIECE_BYTES,
    REQUEST_BUDGET,
    REQUESTS,
    STRANGERS,
    VIEWERS,
    Budget,
    Connection,
    Pace,
    PageServer,
)
from tests.companion.frontends.web.served import UPGRADE

Client: TypeAlias = tuple[asyncio.StreamReader, asyncio.StreamWriter]


@dataclass(eq=False)
class Watcher:
    linked: bool = False
    trusted: bool = False
    reached: str = ""
    notes: deque[str] = field(default_factory=deque)

    def wake(self) -> None:
        """Looks again."""

    def close(self, code: int) -> None:
        """Leaves."""


STRANGER, GUEST, HOST = Watcher(), Watcher(linked=True), Watcher(linked=True, trusted=True)


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    monkeypatch.setattr(server, "monotonic", clock := Clock())
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
    with connected(Budget(*REQUEST_BUDGET)) as (connection, client):
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
    with connected(Budget(*REQUEST_BUDGET)) as (connection, client):
        client.sendall(b"A:" + b" " * 500 + b"b\t\t c")
        assert connection.recv(65536) == b"A: b c"
        client.sendall(b" ")
        assert connection.recv(65536) == b""


async def answers(scope: Scope, receive: Receive, send: Send) -> None:
    """Answers a request, and lets a viewer in."""
    if scope["type"] == "websocket":
        scope["state"]["connection"].become_viewer(linked=False)
        await WebSocket(scope, receive, send).accept()
        await receive()
    else:
        await PlainTextResponse("yes")(scope, receive, send)


def test_the_oldest_request_makes_room_but_no_viewer_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "ACCEPTED_AT_ONCE", 2 * REQUESTS)

    async def scenario() -> list[int]:
        listening, clients = socket.create_server(("127.0.0.1", 0)), list[Client]()
        address = listening.getsockname()
        serving = asyncio.create_task(PageServer(answers, [listening], []).serve([]))
        for request in (UPGRADE.format(host="box"), *["GET / HTTP/1.1\r\nHost: box\r\n\r\n"] * (REQUESTS + 1)):
            clients.append(await asyncio.open_connection(*address))
            reader, writer = clients[-1]
            writer.write(request.encode())
            await reader.readuntil(b"\r\n\r\n")
        assert await clients[1][0].read() == b"yes"
        closed = [number for number, (reader, _) in enumerate(clients) if reader.at_eof()]
        serving.cancel()
        await serving
        for _, writer in clients:
            writer.close()
        return closed

    assert asyncio.run(scenario()) == [1]


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
        ([Watcher() for _ in range(STRANGERS - 1)], True, True),
        ([Watcher() for _ in range(STRANGERS)], False, True),
        ([Watcher(linked=True) for _ in range(VIEWERS)], False, False),
    ],
)
def test_strangers_leave_places_for_guests_and_the_host_always_has_one(
    present: list[Watcher], *, stranger: bool, guest: bool
) -> None:
    broadcaster = Broadcaster()
    broadcaster.watchers.update(present)
    assert [broadcaster.has_room(comer) for comer in (STRANGER, GUEST, HOST)] == [stranger, guest, True]
