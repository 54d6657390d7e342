import asyncio
import logging
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeAlias, TypeVar
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket

from companion.web import server
from companion.web.room import Broadcaster
from companion.web.server import (
    LOGGER,
    PIECE_BYTES,
    REQUEST_BUDGET,
    REQUESTS,
    UNLINKED_VIEWERS,
    VIEWERS,
    Budget,
    Connection,
    FailureLog,
    PageServer,
    failures_logged,
)
from tests.companion.web.served import UPGRADE_REQUEST

Client: TypeAlias = tuple[asyncio.StreamReader, asyncio.StreamWriter]


@dataclass(eq=False)
class Watcher:
    has_link: bool = False
    is_host: bool = False


SPECTATOR, GUEST, HOST = Watcher(), Watcher(has_link=True), Watcher(has_link=True, is_host=True)


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
def test_a_flood_is_disconnected_and_a_loading_page_is_not() -> None:
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


@pytest.mark.usefixtures("clock")
def test_a_viewer_may_press_30_times_a_second_but_not_send_empty_frames_without_end() -> None:
    with connected(Budget(0, 1)) as (connection, client):
        connection.become_viewer(has_link=True)
        for _ in range(30):
            client.sendall(b"x" * 34)  # a press
            assert connection.recv(65536)
        client.sendall(b" ")  # the last byte of a frame, by chance
        assert connection.recv(65536) == b" "
        client.sendall(b"\x8a\x80\0\0\0\0" * 4096)
        assert sum(map(len, iter(lambda: connection.recv(65536), b""))) < 1024


async def admit_and_answer(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        scope["state"]["connection"].become_viewer(has_link=False)
        await WebSocket(scope, receive, send).accept()
        await receive()
    else:
        await PlainTextResponse("yes")(scope, receive, send)


def test_the_oldest_request_is_closed_but_no_viewer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "ACCEPTED_AT_ONCE", 2 * REQUESTS)

    async def scenario() -> list[int]:
        listening, clients = socket.create_server(("127.0.0.1", 0)), list[Client]()
        address = listening.getsockname()
        serving = asyncio.create_task(PageServer(admit_and_answer, [listening], []).serve([]))
        for request in (UPGRADE_REQUEST.format(host="box"), *["GET / HTTP/1.1\r\nHost: box\r\n\r\n"] * (REQUESTS + 1)):
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


@pytest.mark.parametrize(
    ("present", "stranger", "guest"),
    [
        ([Watcher() for _ in range(UNLINKED_VIEWERS - 1)], True, True),
        ([Watcher() for _ in range(UNLINKED_VIEWERS)], False, True),
        ([Watcher(has_link=True) for _ in range(VIEWERS)], False, False),
    ],
)
def test_connections_are_reserved_for_guests_and_the_host(
    present: list[Watcher], *, stranger: bool, guest: bool
) -> None:
    broadcaster: Any = Broadcaster()
    broadcaster.viewers.update(present)
    assert [broadcaster.can_accept(comer) for comer in (SPECTATOR, GUEST, HOST)] == [stranger, guest, True]


T = TypeVar("T")


def failure_record(words: str = "no") -> logging.LogRecord:
    with pytest.raises(ValueError, match=words) as caught:
        _fail(words)
    raised = (caught.type, caught.value, caught.tb)
    return logging.LogRecord("uvicorn.error", logging.ERROR, __file__, 1, "Exception\n", None, raised)


def _fail(words: str) -> None:
    raise ValueError(words)


def test_a_failure_is_logged_in_one_line_with_its_place() -> None:
    record = failure_record("two\nlines" + "x" * 9999)
    assert FailureLog()(record)
    logged = logging.Formatter().format(record)
    assert logged.startswith("the page: ValueError: two lines")
    assert "(test_server.py, line " in logged
    assert "\n" not in logged
    assert len(logged) < 300


def test_a_failure_of_each_kind_is_logged_once(caplog: pytest.LogCaptureFixture) -> None:
    LOGGER.addFilter(one_line := FailureLog())
    try:
        for _ in range(4):
            LOGGER.handle(failure_record())
            LOGGER.warning("beware\nof %s", "it")
    finally:
        LOGGER.removeFilter(one_line)
    assert [record.getMessage().partition(" (")[0] for record in caplog.records] == [
        "the page: ValueError: no",
        "the page: beware of it",
    ]


def test_failures_of_sockets_are_logged_once(caplog: pytest.LogCaptureFixture) -> None:
    async def lose() -> None:
        with failures_logged():
            for _ in range(4):
                logging.getLogger("asyncio").warning("socket.send() raised exception.")

    asyncio.run(lose())
    assert [record.getMessage() for record in caplog.records] == ["the page: socket.send() raised exception."]


def serve_and_ask(app: ASGIApp, ask: Callable[[int], T], times: int) -> list[T]:
    async def scenario() -> list[T]:
        listening = socket.create_server(("127.0.0.1", 0))
        port = listening.getsockname()[1]
        with failures_logged():
            serving = asyncio.create_task(PageServer(app, [listening], []).serve([]))
            answers = [await asyncio.to_thread(ask, port) for _ in range(times)]
            serving.cancel()
            await asyncio.wait([serving])
        return answers

    return asyncio.run(scenario())


async def fails(_: Scope, __: Receive, ___: Send) -> None:
    raise RuntimeError("this handler fails")


def test_a_failing_handler_is_logged_in_one_line(caplog: pytest.LogCaptureFixture) -> None:
    def ask(port: int) -> int:
        with pytest.raises(HTTPError) as refused:
            urlopen(f"http://127.0.0.1:{port}/", timeout=10)
        refused.value.close()
        return refused.value.code

    assert serve_and_ask(fails, ask, 3) == [500] * 3
    logged = [record for record in caplog.records if "this handler fails" in caplog.handler.format(record)]
    assert len(logged) == 1
    assert not any("Traceback" in caplog.handler.format(record) for record in logged)


async def answer_yes(scope: Scope, receive: Receive, send: Send) -> None:
    await PlainTextResponse("yes")(scope, receive, send)


def test_an_invalid_request_is_rejected_and_logged_once(caplog: pytest.LogCaptureFixture) -> None:
    def ask(port: int) -> bytes:
        with socket.create_connection(("127.0.0.1", port), timeout=10) as stranger:
            stranger.sendall(b"rubbish\r\n\r\n")
            return b"".join(iter(partial(stranger.recv, 4096), b""))

    assert all(answer.startswith(b"HTTP/1.1 400 ") for answer in serve_and_ask(answer_yes, ask, 3))
    assert [record.getMessage() for record in caplog.records] == ["the page: Invalid HTTP request received."]


async def sends_on(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "http":
        return await answer_yes(scope, receive, send)
    await send({"type": "websocket.accept"})
    while True:
        await send({"type": "websocket.send", "bytes": bytes(4096)})


def connect_without_reading(port: int) -> socket.socket:
    client = socket.create_connection(("127.0.0.1", port), timeout=10)
    client.sendall(UPGRADE_REQUEST.format(host=f"127.0.0.1:{port}").encode())
    return client


async def comes_true(is_true: Callable[[], bool]) -> bool:
    for _ in range(200):
        if is_true():
            return True
        await asyncio.sleep(0.05)
    return False


def test_a_viewer_that_never_reads_is_disconnected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "UNREAD_MS", 300)

    async def scenario() -> list[bool]:
        listening = socket.create_server(("127.0.0.1", 0))
        port = listening.getsockname()[1]
        page = PageServer(sends_on, [listening], [])
        serving = asyncio.create_task(page.serve([]))
        with await asyncio.to_thread(connect_without_reading, port):
            seen = [await comes_true(lambda: bool(page.server_state.tasks))]
            seen.append(await comes_true(lambda: not page.server_state.tasks))
        serving.cancel()
        await asyncio.wait([serving])
        return seen

    assert asyncio.run(scenario()) == [True, True]
