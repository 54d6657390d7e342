import asyncio
import logging
import socket
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from time import monotonic
from types import SimpleNamespace
from typing import TypeVar
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from companion.frontends.web import server
from companion.frontends.web.server import GRACE_S, LOGGER, FailureLog, PageServer, failures_logged
from tests.companion.frontends.web.served import UPGRADE

T = TypeVar("T")


def failed(words: str = "no") -> logging.LogRecord:
    with pytest.raises(ValueError, match=words) as caught:
        _fail(words)
    raised = (caught.type, caught.value, caught.tb)
    return logging.LogRecord("uvicorn.error", logging.ERROR, __file__, 1, "Exception\n", None, raised)


def _fail(words: str) -> None:
    raise ValueError(words)


def test_a_failure_is_one_line_that_says_what_and_where() -> None:
    record = failed("two\nlines" + "x" * 9999)
    assert FailureLog()(record)
    logged = logging.Formatter().format(record)
    assert logged.startswith("the page: ValueError: two lines")
    assert "(test_failures.py, line " in logged
    assert "\n" not in logged
    assert len(logged) < 300


def test_failures_of_a_kind_are_one_line_a_minute(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = SimpleNamespace(now=0.0)
    monkeypatch.setattr(server, "monotonic", lambda: clock.now)
    LOGGER.addFilter(one_line := FailureLog())
    try:
        for clock.now in (0.0, 1.0, 59.0, 60.0):
            LOGGER.handle(failed())
            LOGGER.warning("beware\nof %s", "it")
    finally:
        LOGGER.removeFilter(one_line)
    logged = [record.getMessage() for record in caplog.records]
    assert sum("ValueError" in line for line in logged) == 2
    assert logged.count("the page: beware of it") == 2


def serve_and_ask(app: ASGIApp, ask: Callable[[int], T], times: int) -> list[T]:
    """Serves, and calls `ask` with the port so many times, on another thread."""

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


def test_a_handler_that_fails_leaves_one_line(caplog: pytest.LogCaptureFixture) -> None:
    def ask(port: int) -> int:
        with pytest.raises(HTTPError) as refused:
            urlopen(f"http://127.0.0.1:{port}/", timeout=10)
        refused.value.close()
        return refused.value.code

    assert serve_and_ask(fails, ask, 3) == [500] * 3
    logged = [record for record in caplog.records if "this handler fails" in caplog.handler.format(record)]
    assert len(logged) == 1
    assert not any("Traceback" in caplog.handler.format(record) for record in logged)


async def answers(scope: Scope, receive: Receive, send: Send) -> None:
    await PlainTextResponse("yes")(scope, receive, send)


def test_what_is_no_request_is_refused_in_one_line(caplog: pytest.LogCaptureFixture) -> None:
    def ask(port: int) -> bytes:
        with socket.create_connection(("127.0.0.1", port), timeout=10) as stranger:
            stranger.sendall(b"rubbish\r\n\r\n")
            return b"".join(iter(partial(stranger.recv, 4096), b""))

    assert all(answer.startswith(b"HTTP/1.1 400 ") for answer in serve_and_ask(answers, ask, 3))
    assert [record.getMessage() for record in caplog.records] == ["the page: Invalid HTTP request received."]


async def sends_on(scope: Scope, receive: Receive, send: Send) -> None:
    """Accepts a socket and sends without end, or answers."""
    if scope["type"] == "http":
        return await answers(scope, receive, send)
    await send({"type": "websocket.accept"})
    while True:
        await send({"type": "websocket.send", "bytes": bytes(4096)})


def never_reading(port: int) -> socket.socket:
    client = socket.create_connection(("127.0.0.1", port), timeout=10)
    client.sendall(UPGRADE.format(host=f"127.0.0.1:{port}").encode())
    return client


async def comes_true(is_true: Callable[[], bool]) -> bool:
    """Whether it is true within 10 seconds."""
    for _ in range(200):
        if is_true():
            return True
        await asyncio.sleep(0.05)
    return False


def test_a_viewer_that_never_reads_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "UNREAD_MS", 300)

    async def scenario() -> list[bool]:
        listening = socket.create_server(("127.0.0.1", 0))
        port = listening.getsockname()[1]
        page = PageServer(sends_on, [listening], [])
        serving = asyncio.create_task(page.serve([]))
        with await asyncio.to_thread(never_reading, port):
            seen = [await comes_true(lambda: bool(page.server_state.tasks))]
            seen.append(await comes_true(lambda: not page.server_state.tasks))
        serving.cancel()
        await asyncio.wait([serving])
        return seen

    assert asyncio.run(scenario()) == [True, True]


def test_the_end_waits_for_no_viewer_that_never_reads() -> None:
    async def scenario() -> float:
        listening = socket.create_server(("127.0.0.1", 0))
        port = listening.getsockname()[1]
        page = PageServer(sends_on, [listening], [])
        serving = asyncio.create_task(page.serve([]))
        with await asyncio.to_thread(never_reading, port) as client:
            assert await comes_true(lambda: bool(page.server_state.tasks))
            began = monotonic()
            serving.cancel()
            await asyncio.wait([serving], timeout=10)
            client.settimeout(10)
            with suppress(ConnectionError):
                deque(iter(partial(client.recv, 65536), b""), maxlen=0)  # it ends
        return monotonic() - began

    assert asyncio.run(scenario()) < 2 * GRACE_S + 1
