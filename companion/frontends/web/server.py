"""The server: uvicorn in the table's own event loop, made patient with nobody and idle while nothing happens."""

from __future__ import annotations

import asyncio
import logging
from contextlib import contextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING, Any, cast

from uvicorn import Config, Server
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, Frame

from companion.frontends.web.connection_limits import ConnectionLimits, Listener, host_of
from companion.frontends.web.failure_log import FailureLog
from companion.frontends.web.host_guard import HEADERS
from companion.frontends.web.rate_limiter import RateLimiter

if TYPE_CHECKING:
    import socket
    from collections.abc import Iterator

    import h11
    from starlette.types import ASGIApp
    from typing_extensions import override
    from uvicorn._types import ASGISendEvent
    from websockets.http11 import Request as Opening
else:

    def override(method: object) -> object:
        """Python 3.12 brings it."""
        return method


HEAD_S = 2.0
"""So long a connection may take to the end of its first request's head."""
REQUEST_S = 5.0
"""So long a request and its answer may take."""
MESSAGE_BYTES = 4096
"""The longest message of a viewer."""
UNSENT_BYTES = 16384
"""So much may wait for a viewer that does not read."""
PIECE_BYTES = 1024
"""So much of what has come is looked at before what was in it is counted: some 170 empty frames, a millisecond."""
CLOSING_S = 2.0
"""So long a viewer may take to close what the table has closed."""
SWITCHING = 101
"""The answer that makes a connection a viewer's."""
GRACE_S = 2
"""So long the end waits for clients."""


class HttpConnection(H11Protocol):
    """A connection that is cut when a request, or the pause before one, takes too long, or they come too often."""

    _patience: asyncio.TimerHandle | None = None

    def __init__(self, *, limits: ConnectionLimits, **given: Any) -> None:  # noqa: ANN401 (what uvicorn gives)
        super().__init__(**given)
        self._limits = limits
        self._limiter = RateLimiter()

    @override
    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begins to wait for a request."""
        super().connection_made(transport)
        address = host_of(self.client)
        self._limiter = self._limits.rate_limiter(address)
        self._limits.enter(transport, address)
        self._wait(HEAD_S)

    @override
    def connection_lost(self, exc: Exception | None) -> None:
        """Waits no more."""
        self._limits.leave(self.transport)
        self._stop_waiting()
        super().connection_lost(exc)

    @override
    def data_received(self, data: bytes) -> None:
        """Counts what comes, be it a request or a bit of one."""
        if self._limiter.allows(self.loop.time()):
            super().data_received(data)
        else:
            self.transport.abort()

    @override
    def handle_events(self) -> None:
        """Gives the answer its time once there is a request, which may count as more than one."""
        before = self.cycle
        super().handle_events()
        if self.cycle is not before:
            self._wait(REQUEST_S)
            self.scope["state"]["pace"] = self._limiter

    @override
    def on_response_complete(self) -> None:
        """Begins to wait for the next request; no browser sends it before the answer to the last one."""
        # The client has sent more before the answer (pipelining), which no browser does.
        if self.conn.trailing_data[0]:
            self.transport.close()
        super().on_response_complete()
        self._wait(REQUEST_S)

    @override
    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """A viewer may stay as long as it likes."""
        self._limits.leave(self.transport)
        self._stop_waiting()
        super().handle_websocket_upgrade(event)

    def _wait(self, seconds: float) -> None:
        self._stop_waiting()
        self._patience = self.loop.call_later(seconds, self.transport.abort)

    def _stop_waiting(self) -> None:
        if self._patience is not None:
            self._patience.cancel()


class ViewerConnection(WebSocketsSansIOProtocol):
    """A viewer's connection: never piles up what is not read, and is cut when frames come faster than from fingers.

    Every frame counts, also a ping and an empty piece of a message. It is cut, not closed: who floods the table
    does not wait for a farewell.
    """

    def __init__(self, *, limits: ConnectionLimits, **given: Any) -> None:  # noqa: ANN401 (what uvicorn gives)
        super().__init__(**given)
        self._limits = limits
        self._limiter, self._strangers = RateLimiter(), RateLimiter()
        self._trusted = False

    @override
    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Bounds what waits to be sent."""
        super().connection_made(transport)
        # Beyond this, `send` waits: a viewer that does not read holds one frame and a description, not a queue of
        # them.
        self.transport.set_write_buffer_limits(high=UNSENT_BYTES)
        self._strangers = self._limits.rate_limiter(host_of(self.client))

    @override
    def handle_connect(self, event: Opening) -> None:
        """Lets the viewer present its link: then it has a rate limiter of its own."""
        super().handle_connect(event)
        if self.response.status_code == SWITCHING:
            self.scope["state"]["trust"] = self._trust

    @override
    def data_received(self, data: bytes) -> None:
        """Handles the data piece by piece, until the rate limit is exceeded."""
        for start in range(0, len(data), PIECE_BYTES):
            if not self.transport.is_closing():
                super().data_received(data[start : start + PIECE_BYTES])

    @override
    def handle_events(self) -> None:
        """Counts what came before anything is done about it."""
        count = max(1, sum(isinstance(event, Frame) for event in self.conn.events))
        now = self.loop.time()
        if self._limiter.allows(now, count) and (self._trusted or self._strangers.allows(now, count)):
            super().handle_events()
        else:
            self.transport.abort()

    @override
    def handle_parser_exception(self) -> None:
        """Says what was wrong with what came, and cuts: what else has come is not looked at."""
        super().handle_parser_exception()
        self.transport.abort()

    @override
    def send_receive_event_to_app(self) -> None:
        """Closes on a text that is no UTF-8: a fault of the viewer's, which uvicorn would log as one of ours."""
        if self.close_sent or self.curr_msg_data_type != "text" or _is_utf8(b"".join(self.frames)):
            super().send_receive_event_to_app()
        else:
            self.conn.send_close(CloseCode.INVALID_DATA)
            self.handle_parser_exception()

    @override
    async def send(self, message: ASGISendEvent) -> None:
        """Sends nothing on what is closed, and cuts what does not close in turn."""
        await self.writable.wait()
        if self.close_sent or self.transport.is_closing():
            raise ClientDisconnected
        await super().send(message)
        if message["type"] == "websocket.close":
            self.loop.call_later(CLOSING_S, self.transport.abort)
        if message["type"] == "websocket.http.response.body":
            self.handshake_complete = True  # a refusal is an answer: uvicorn would log it as a failure of ours

    def _trust(self, trusted: bool) -> None:  # noqa: FBT001 (whether it has brought a link)
        self._trusted = trusted

    @override
    def handle_ping(self) -> None:
        """Answers, unless the answers are not read: then it is an attack."""
        if self.transport.get_write_buffer_size() > UNSENT_BYTES:
            self.transport.abort()
        else:
            super().handle_ping()


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


class EmbeddedServer(Server):
    """A server that neither handles signals nor wakes up ten times a second."""

    @override
    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leaves the signals to the table."""
        yield

    @override
    async def main_loop(self) -> None:
        """Waits until it is cancelled, which is how it is told to end."""
        await self.on_tick(0)
        with suppress(asyncio.CancelledError):
            await asyncio.get_running_loop().create_future()


async def serve(app: ASGIApp, sockets: list[socket.socket]) -> None:
    """Serves until it is cancelled; then every connection is closed within a few seconds."""
    limits = ConnectionLimits()
    config = Config(
        app,
        http=cast("type[asyncio.Protocol]", partial(HttpConnection, limits=limits)),
        ws=cast("type[asyncio.Protocol]", partial(ViewerConnection, limits=limits)),
        ws_max_size=MESSAGE_BYTES,
        # Messages are small and the network is local; a compressor would hold memory for each viewer.
        ws_per_message_deflate=False,
        lifespan="off",
        log_config=None,
        log_level=logging.ERROR,
        access_log=False,
        # There is no proxy: an X-Forwarded-For would let anybody choose the address that the limits count.
        proxy_headers=False,
        server_header=False,
        date_header=False,
        headers=list(HEADERS),
        timeout_graceful_shutdown=GRACE_S,
    )
    logging.getLogger("uvicorn.error").addFilter(one_line := FailureLog())
    try:
        await EmbeddedServer(config).serve([Listener(listening, limits) for listening in sockets])
    finally:
        logging.getLogger("uvicorn.error").removeFilter(one_line)
