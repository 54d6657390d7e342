"""The server: uvicorn in the table's own event loop, with no wake-ups in idle times."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic
from typing import Any

from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn import Config, Server
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from companion.frontends import override
from companion.frontends.web.connection_limits import REQUESTS, VIEWERS, Listener
from companion.frontends.web.site import answer_headers

LOGGER = logging.getLogger("uvicorn.error")
"""Where uvicorn writes, and what the event loop says of its connections."""
PAUSE_S = 60.0
"""How long a failure of a kind that was logged is not logged again, in seconds."""
LETTERS = 200
"""The most characters of an error that are logged: a stranger may have written them."""
DENIED = "ASGI callable returned without completing handshake."
"""What uvicorn logs when a socket was refused with a status."""


class FailureLog:
    """Logs what goes wrong while the page is served: one short line a minute of each kind, without a traceback.

    Strangers may cause it with each request. A kind is the place in the program where it happened, or the words that
    the program has for it: nothing that a stranger writes makes a new one.
    """

    def __init__(self) -> None:
        self._logged: dict[str, float] = {}

    def __call__(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        place = "" if error is None else _place_of(error)
        kind, now = place or str(record.msg), monotonic()
        if (
            kind == DENIED
            or isinstance(error, asyncio.CancelledError)
            or now < self._logged.get(kind, -PAUSE_S) + PAUSE_S
        ):
            return False
        self._logged[kind] = now
        message = f"{type(error).__name__}: {str(error)[:LETTERS]}{place}" if error else record.getMessage()
        # The record itself is changed: a filter may do so, and no handler has to know how its lines are made.
        record.msg, record.args = "the page: %s", (" ".join(message.split()),)
        record.exc_info = record.exc_text = None
        return True


def _place_of(error: BaseException) -> str:
    traceback = error.__traceback__
    while traceback and traceback.tb_next:
        traceback = traceback.tb_next
    return f" ({Path(traceback.tb_frame.f_code.co_filename).name}, line {traceback.tb_lineno})" if traceback else ""


def log_loop_failure(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Handles what the event loop catches: that of a connection is logged as uvicorn's own, without a traceback."""
    if context.keys() & {"protocol", "transport", "socket"}:
        LOGGER.error(context["message"], exc_info=context.get("exception"))
    else:
        loop.default_exception_handler(context)


@contextmanager
def failures_logged() -> Iterator[None]:
    """Logs in short lines what goes wrong while pages are served."""
    loop = asyncio.get_running_loop()
    LOGGER.addFilter(failure_log := FailureLog())
    loop.set_exception_handler(log_loop_failure)
    try:
        yield
    finally:
        LOGGER.removeFilter(failure_log)
        loop.set_exception_handler(None)


HEAD_BYTES = 16384
"""The longest head of a request: browsers send a tenth of it, and what other programs of this host keep as cookies."""
PAUSE_BETWEEN_S = 5
"""How long a connection waits for the next request, in seconds."""
MESSAGE_BYTES = 4096
"""The longest message of a viewer."""
PHONES_CLOSED = 4001
"""The close code for a phone when the host lets phones join no longer; 4000 to 4999 are free (RFC 6455, 7.4.2)."""
GRACE_S = 2
"""How long the end waits for clients, in seconds."""


class PageServer(Server):
    """A server that neither handles signals nor wakes up ten times a second."""

    def __init__(self, app: ASGIApp, sockets: list[socket.socket], origins: Collection[str] = ()) -> None:
        """Serves nothing yet.

        Args:
            app: what is served.
            sockets: where; they are closed in the end.
            origins: whose pages may frame the page.
        """

        async def noted(scope: Scope, receive: Receive, send: Send) -> None:
            if scope["type"] == "websocket":
                noted_by = (listener.note_viewer(scope["client"]) for listener in self._listeners)
                scope["state"]["connection"] = next(filter(None, noted_by), None)
            await app(scope, receive, send)

        super().__init__(
            Config(
                noted,
                http="h11",
                h11_max_incomplete_event_size=HEAD_BYTES,
                limit_concurrency=VIEWERS + 2 * REQUESTS,
                timeout_keep_alive=PAUSE_BETWEEN_S,
                ws="websockets-sansio",
                ws_max_size=MESSAGE_BYTES,
                # Messages are small and the network is local; a compressor would hold memory for each viewer.
                ws_per_message_deflate=False,
                lifespan="off",
                log_config=None,
                log_level=logging.WARNING,
                access_log=False,
                # There is no proxy: an X-Forwarded-For would let anybody say that they are on this computer.
                proxy_headers=False,
                server_header=False,
                date_header=False,
                headers=answer_headers(origins),
                timeout_graceful_shutdown=GRACE_S,
            )
        )
        self.servers = []  # asyncio's, which this one does without
        self._listeners = [Listener(listening, self._make_protocol) for listening in sockets]

    async def run_until_cancelled(self) -> None:
        """Serves until it is cancelled; then closes every connection within `GRACE_S`."""
        try:
            await self.serve()
        finally:
            self.stop_listening()

    def stop_listening(self) -> None:
        """Closes the listening sockets; connections stay until the end."""
        for listener in self._listeners:
            listener.stop()

    def close_viewers(self, code: int) -> None:
        """Tells every viewer why it is disconnected, by a close code; uvicorn's own means that the server restarts."""
        for connection in self.server_state.connections:
            if isinstance(connection, WebSocketsSansIOProtocol) and not connection.close_sent:
                connection.conn.send_close(code)
                connection.transport.write(b"".join(connection.conn.data_to_send()))
                connection.close_sent = True

    def _make_protocol(self) -> asyncio.Protocol:
        state: dict[str, Any] = {}
        protocol = self.config.http_protocol_class
        return protocol(config=self.config, server_state=self.server_state, app_state=state)  # type: ignore[call-arg]

    @override
    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield

    @override
    async def startup(self, sockets: list[socket.socket] | None = None) -> None:  # noqa: ARG002 - uvicorn's
        for listener in self._listeners:
            listener.start()
        self.started = True

    @override
    async def main_loop(self) -> None:
        # Once, for the headers that it computes; uvicorn does so ten times a second.
        await self.on_tick(0)
        with suppress(asyncio.CancelledError):
            await asyncio.get_running_loop().create_future()

    @override
    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.stop_listening()
        await super().shutdown(sockets)
        # Those that do not read would be closed when they have, and those that came meanwhile never.
        for connection in list(self.server_state.connections):
            connection.transport.abort()
        if tasks := self.server_state.tasks:  # it has cancelled them; what they log then is no failure
            await asyncio.wait(tasks, timeout=GRACE_S)
