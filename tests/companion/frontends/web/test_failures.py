"""What goes wrong while the page is served: one line each, and not too many."""

from __future__ import annotations

import asyncio
import logging
import socket
from typing import TYPE_CHECKING
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from companion.frontends.web.failure_log import AT_ONCE, FailureLog
from companion.frontends.web.server import serve

if TYPE_CHECKING:
    from starlette.types import Receive, Scope, Send


def failed(words: str = "no") -> logging.LogRecord:
    """What the server logs of a failure."""
    with pytest.raises(ValueError, match=words) as caught:
        _fail(words)
    raised = (caught.type, caught.value, caught.tb)
    return logging.LogRecord("uvicorn.error", logging.ERROR, __file__, 1, "Exception\n", None, raised)


def _fail(words: str) -> None:
    raise ValueError(words)


def test_a_failure_is_one_line_that_says_what_and_where() -> None:
    """Whatever the error says."""
    record = failed("two\nlines" + "x" * 9999)
    assert FailureLog(lambda: 0.0)(record)
    told = logging.Formatter().format(record)
    assert told.startswith("the page: ValueError: two lines")
    assert "(test_failures.py, line " in told
    assert "\n" not in told
    assert len(told) < 300


def test_failures_that_come_too_often_are_counted() -> None:
    """The next line says how many were left out."""
    now = [0.0]
    one_line = FailureLog(lambda: now[0])
    assert [one_line(failed()) for _ in range(AT_ONCE + 3)] == [True] * AT_ONCE + [False] * 3
    now[0] = 300.0
    last = failed()
    assert one_line(last)
    assert last.getMessage().endswith("; 3 more were left out")


def test_what_is_no_failure_is_told_as_it_is() -> None:
    """But not more often."""
    record = logging.LogRecord("uvicorn.error", logging.ERROR, __file__, 1, "beware\nof %s", ("it",), None)
    one_line = FailureLog(lambda: 0.0)
    assert one_line(record)
    assert record.getMessage() == "the page: beware of it"
    assert [one_line(record) for _ in range(AT_ONCE)].count(True) == AT_ONCE - 1


def test_a_handler_that_fails_leaves_one_line(caplog: pytest.LogCaptureFixture) -> None:
    """The one who asked gets a 500, and the server goes on."""

    async def fails(_: Scope, __: Receive, ___: Send) -> None:
        raise RuntimeError("this handler fails")

    def ask(port: int) -> int:
        with pytest.raises(HTTPError) as refused:
            urlopen(f"http://127.0.0.1:{port}/", timeout=10)
        refused.value.close()
        return refused.value.code

    async def scenario() -> list[int]:
        listening = socket.create_server(("127.0.0.1", 0))
        port = listening.getsockname()[1]
        serving = asyncio.create_task(serve(fails, [listening]))
        codes = [await asyncio.to_thread(ask, port) for _ in range(AT_ONCE + 2)]
        serving.cancel()
        await asyncio.wait([serving])
        return codes

    assert asyncio.run(scenario()) == [500] * (AT_ONCE + 2)
    told = [record for record in caplog.records if "this handler fails" in caplog.handler.format(record)]
    assert len(told) == AT_ONCE
    assert not any("Traceback" in caplog.handler.format(record) for record in told)
