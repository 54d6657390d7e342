import asyncio
import logging
import socket
from collections.abc import Callable
from functools import partial
from typing import TypeVar
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from companion.frontends.web.server import LOGGER, FailureLog, failures_logged, serve

T = TypeVar("T")


def failed(words: str = "no") -> logging.LogRecord:
    with pytest.raises(ValueError, match=words) as caught:
        _fail(words)
    raised = (caught.type, caught.value, caught.tb)
    return logging.LogRecord("uvicorn.error", logging.ERROR, __file__, 1, "Exception\n", None, raised)


def _fail(words: str) -> None:
    raise ValueError(words)


class Later:
    def __init__(self) -> None:
        self.due: list[tuple[Callable[[str], None], str]] = []

    def __call__(self, _: float, call: Callable[[str], None], kind: str) -> None:
        self.due.append((call, kind))

    def pass_a_minute(self) -> None:
        due, self.due = self.due, []
        for call, kind in due:
            call(kind)


def test_a_failure_is_one_line_that_says_what_and_where() -> None:
    record = failed("two\nlines" + "x" * 9999)
    assert FailureLog(Later())(record)
    logged = logging.Formatter().format(record)
    assert logged.startswith("the page: ValueError: two lines")
    assert "(test_failures.py, line " in logged
    assert "\n" not in logged
    assert len(logged) < 300


def test_failures_of_a_kind_are_one_line_a_minute(caplog: pytest.LogCaptureFixture) -> None:
    LOGGER.addFilter(one_line := FailureLog(later := Later()))
    try:
        for times in (3, 1, 0):
            for _ in range(times):
                LOGGER.handle(failed())
            LOGGER.warning("beware\nof %s", "it")
            later.pass_a_minute()
    finally:
        LOGGER.removeFilter(one_line)
    logged = [record.getMessage() for record in caplog.records]
    assert [line.rpartition(")")[2] for line in logged if "ValueError" in line] == [
        "",
        "; 2 times in a minute",
        "",
    ]
    assert logged.count("the page: beware of it") == 3


def serve_and_ask(app: ASGIApp, ask: Callable[[int], T], times: int) -> list[T]:
    """Serves, and calls `ask` with the port so many times, on another thread."""

    async def scenario() -> list[T]:
        listening = socket.create_server(("127.0.0.1", 0))
        port = listening.getsockname()[1]
        with failures_logged():
            serving = asyncio.create_task(serve(app, [listening]))
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
    requests = [
        b"HEAD / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\nx",
    ] * 2

    def ask(port: int) -> bytes:
        with socket.create_connection(("127.0.0.1", port), timeout=10) as stranger:
            stranger.sendall(requests.pop())
            return b"".join(iter(partial(stranger.recv, 4096), b""))

    assert all(answer.startswith(b"HTTP/1.1 400 ") for answer in serve_and_ask(answers, ask, len(requests)))
    assert [record.getMessage() for record in caplog.records] == ["the page: Invalid HTTP request received."]
