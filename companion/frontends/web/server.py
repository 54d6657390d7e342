"""The server: uvicorn in the table's own event loop, with short timeouts and no wake-ups in idle times."""

from __future__ import annotations

import asyncio
import logging
import re
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import h11
from uvicorn import Config, Server
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, Frame

from companion.frontends import override
from companion.frontends.web.connection_limits import ConnectionLimits, Listener, RateLimiter, host_of
from companion.frontends.web.site import answer_headers

if TYPE_CHECKING:
    import socket
    from collections.abc import Callable, Collection, Iterator

    from starlette.types import ASGIApp
    from uvicorn._types import ASGISendEvent
    from websockets.http11 import Request as Opening


LOGGER = logging.getLogger("uvicorn.error")
"""Where uvicorn writes, and what the event loop says of its connections."""

PAUSE_S = 60.0
"""After a line of one kind the next ones are counted for so long, in seconds; then one line tells how many came."""

LETTERS = 200
"""The most characters of an error that are logged: a stranger may have written them."""


class FailureLog:
    """Logs what goes wrong while the page is served: one line a minute of each kind, not one for each request.

    Failures of ours are among it, which uvicorn and the event loop would write with a traceback, and requests that are
    none, which strangers send. A kind is the place in the program where it happened, or the words that the program has
    for it: nothing that a stranger writes makes a new one.
    """

    def __init__(self, call_later: Callable[[float, Callable[[str], None], str], object]) -> None:
        """Takes what calls a function after so many seconds, as an event loop does."""
        self._call_later = call_later
        self._counted: dict[str, tuple[logging.LogRecord, int]] = {}
        """Of each kind that was told within the last minute the newest record, and how many came after the line."""

    def __call__(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        place = "" if error is None else _place_of(error)
        kind = place or str(record.msg)
        if kind in self._counted:
            self._counted[kind] = record, self._counted[kind][1] + 1
            return False
        message = f"{type(error).__name__}: {str(error)[:LETTERS]}{place}" if error else record.getMessage()
        times = record.__dict__.get("times", 1)
        # The record itself is changed: a filter may do so, and no handler has to know how its lines are made.
        record.msg = "the page: %s%s"
        record.args = (" ".join(message.split()), f"; {times} times in a minute" if times > 1 else "")
        record.exc_info = record.exc_text = None
        self._counted[kind] = record, 0
        self._call_later(PAUSE_S, self._log_counted, kind)
        return True

    def _log_counted(self, kind: str) -> None:
        """Logs the newest of those that were counted, if there are any: with it the next minute begins."""
        record, times = self._counted.pop(kind)
        if times:
            record.__dict__["times"] = times
            LOGGER.handle(record)


def log_loop_failure(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Handles what the event loop catches: that of a connection is logged as uvicorn's own, without a traceback."""
    if context.keys() & {"protocol", "transport", "socket"}:
        LOGGER.error(context["message"], exc_info=context.get("exception"))
    else:
        loop.default_exception_handler(context)


def _place_of(error: BaseException) -> str:
    traceback = error.__traceback__
    while traceback and traceback.tb_next:
        traceback = traceback.tb_next
    return f" ({Path(traceback.tb_frame.f_code.co_filename).name}, line {traceback.tb_lineno})" if traceback else ""


HEAD_BYTES = 16384
"""The longest head of a request: browsers send a tenth of it, and what other programs of this host keep as cookies."""
HEAD_LINES = 100
"""The most lines of a head; browsers send about 15. Each takes h11 some 7 µs."""

_BLANKS = re.compile(rb"[ \t]+")


class RequestParser(h11.Connection):
    """Refuses what no browser sends here, before any time is spent on it.

    No request has a body. One in chunks of one byte takes h11 some 20 times as long as it takes to send: one connection
    would keep the table from its buttons.
    """

    def __init__(self) -> None:
        super().__init__(h11.SERVER, HEAD_BYTES)
        self._head_bytes = self._head_lines = 0

    def has_room(self, data: bytes) -> bool:
        """Counts what came since the newest request; returns whether it can be the head of the next one."""
        self._head_bytes += len(data)
        self._head_lines += data.count(b"\n")
        return self._head_bytes <= HEAD_BYTES and self._head_lines <= HEAD_LINES

    @override
    def receive_data(self, data: bytes) -> None:
        """Takes what came; blanks in a row become one."""
        # Where h11's pattern of a header does not match, it tries each split of the blanks: 8000 take it 0.4 s.
        super().receive_data(_BLANKS.sub(b" ", data))

    @override
    def next_event(self) -> h11.Event | type[h11.NEED_DATA] | type[h11.PAUSED]:
        """Returns what has come.

        Raises:
            h11.RemoteProtocolError: it is no request, or one with a body.
        """
        event = super().next_event()
        if isinstance(event, h11.Request):
            self._head_bytes = self._head_lines = 0
            fields = dict(event.headers)
            # h11 has checked that the length is a number.
            if b"transfer-encoding" in fields or int(fields.get(b"content-length", b"0")):
                raise h11.RemoteProtocolError("no request here has a body")
        return event


HEAD_S = 2.0
"""The time limit for the head of a connection's first request, in seconds."""
REQUEST_S = 5.0
"""The time limit for a request and its answer, and for the pause before the next one, in seconds."""
BESIDE_S = 60.0
"""Both for a browser on this machine, in seconds: no stranger, and a small processor that starts is busy.

What is cut off is a script or a style sheet, and nobody stands at a screen that guests look at to load it again.
"""
MESSAGE_BYTES = 4096
"""The longest message of a viewer."""
UNSENT_BYTES = 16384
"""The most bytes that wait for a viewer that does not read."""
PIECE_BYTES = 1024
"""Bytes are parsed in pieces of this size, and the frames in each are counted: 170 empty ones, about a millisecond."""
CLOSING_S = 2.0
"""How long a viewer may take to close a socket that the table has closed, in seconds."""
SWITCHING = 101
"""The status of the answer that turns a connection into a viewer's socket (Switching Protocols)."""
GRACE_S = 2
"""How long the end waits for clients, in seconds."""


class HttpConnection(H11Protocol):
    """A connection that is aborted if a request, or the pause before it, takes too long, or if they come too often."""

    _patience: asyncio.TimerHandle | None = None

    def __init__(self, *, limits: ConnectionLimits, **given: Any) -> None:  # noqa: ANN401 (what uvicorn gives)
        super().__init__(**given)
        self.conn = self._parser = RequestParser()
        self._limits = limits
        self._limiter = RateLimiter()
        self._least_s = 0.0

    @override
    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        address = host_of(self.client)
        self._least_s = BESIDE_S if address == host_of(self.server) else 0.0
        self._limiter = self._limits.rate_limiter(address)
        self._limits.count_connection(transport, address)
        self._limit_time(HEAD_S)

    @override
    def connection_lost(self, exc: Exception | None) -> None:
        self._limits.forget_connection(self.transport)
        self._stop_waiting()
        super().connection_lost(exc)

    @override
    def data_received(self, data: bytes) -> None:
        """Counts what arrives, a request or a part of one, and parses it unless it is too large."""
        if not self._limiter.allows(self.loop.time()) or not self._parser.has_room(data):
            self.transport.abort()
            return
        super().data_received(data)

    @override
    def handle_events(self) -> None:
        """Starts the time limit for the answer; some answers count as several requests, and some may take longer."""
        before = self.cycle
        super().handle_events()
        if self.cycle is not before:
            self._limit_time(REQUEST_S)
            self.scope["state"]["rate_limiter"] = self._limiter
            self.scope["state"]["limit_time"] = self._limit_time

    @override
    def send_400_response(self, msg: str) -> None:
        # Only a head answers HEAD: h11 refuses to write what uvicorn says besides.
        with suppress(h11.LocalProtocolError):
            super().send_400_response(msg)
        self.transport.close()
        # Rubbish came behind a request that is being answered: that answer cannot be written any more.
        if self.cycle is not None:
            self.cycle.disconnected = True

    @override
    def on_response_complete(self) -> None:
        """Starts the time limit for the next request."""
        # The client has sent more before the answer (pipelining), which no browser does.
        if self.conn.trailing_data[0]:
            self.transport.close()
        super().on_response_complete()
        self._limit_time(REQUEST_S)

    @override
    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Stops the time limits: a viewer stays as long as it likes."""
        self._limits.forget_connection(self.transport)
        self._stop_waiting()
        super().handle_websocket_upgrade(event)

    def _limit_time(self, seconds: float) -> None:
        self._stop_waiting()
        self._patience = self.loop.call_later(max(seconds, self._least_s), self.transport.abort)

    def _stop_waiting(self) -> None:
        if self._patience is not None:
            self._patience.cancel()


class ViewerConnection(WebSocketsSansIOProtocol):
    """A viewer's connection: it never queues what is not read, and is aborted if frames come faster than fingers press.

    Every frame counts, also a ping and an empty fragment of a message. The connection is aborted, not closed: a client
    that floods the table would not answer a close frame.
    """

    def __init__(self, *, limits: ConnectionLimits, **given: Any) -> None:  # noqa: ANN401 (what uvicorn gives)
        super().__init__(**given)
        self._limits = limits
        self._limiter, self._strangers = RateLimiter(), RateLimiter()
        self._trusted = False

    @override
    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Limits how much may wait to be sent."""
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
            self.scope["state"]["trust"] = self._set_trusted

    @override
    def data_received(self, data: bytes) -> None:
        """Handles the data piece by piece, until the rate limit is exceeded."""
        for start in range(0, len(data), PIECE_BYTES):
            if not self.transport.is_closing():
                super().data_received(data[start : start + PIECE_BYTES])

    @override
    def handle_events(self) -> None:
        count = max(1, sum(isinstance(event, Frame) for event in self.conn.events))
        now = self.loop.time()
        if self._limiter.allows(now, count) and (self._trusted or self._strangers.allows(now, count)):
            super().handle_events()
        else:
            self.transport.abort()

    @override
    def handle_parser_exception(self) -> None:
        """Sends the reason and aborts; nothing that arrived later is parsed."""
        super().handle_parser_exception()
        self.transport.abort()

    @override
    def send_receive_event_to_app(self) -> None:
        """Closes the socket if a text is no UTF-8: a mistake of the viewer, which uvicorn would log as one of ours."""
        try:
            if self.curr_msg_data_type == "text" and not self.close_sent:
                b"".join(self.frames).decode()
        except UnicodeDecodeError:
            self.conn.send_close(CloseCode.INVALID_DATA)
            self.handle_parser_exception()
        else:
            super().send_receive_event_to_app()

    @override
    async def send(self, message: ASGISendEvent) -> None:
        """Sends nothing on a closed socket, and aborts one that the viewer does not close in turn."""
        await self.writable.wait()
        if self.close_sent or self.transport.is_closing():
            raise ClientDisconnected
        await super().send(message)
        if message["type"] == "websocket.close":
            self.loop.call_later(CLOSING_S, self.transport.abort)
        if message["type"] == "websocket.http.response.body":
            self.handshake_complete = True  # a refusal is an answer: uvicorn would log it as a failure of ours

    def _set_trusted(self, trusted: bool) -> None:  # noqa: FBT001 (whether it has brought a link)
        self._trusted = trusted

    @override
    def handle_ping(self) -> None:
        """Answers; aborts if the viewer does not read the answers."""
        if self.transport.get_write_buffer_size() > UNSENT_BYTES:
            self.transport.abort()
        else:
            super().handle_ping()


class EmbeddedServer(Server):
    """A server that neither handles signals nor wakes up ten times a second."""

    @override
    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield

    @override
    async def main_loop(self) -> None:
        # Once, for the headers that it computes; uvicorn does so ten times a second.
        await self.on_tick(0)
        with suppress(asyncio.CancelledError):
            await asyncio.get_running_loop().create_future()

    @override
    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await super().shutdown(sockets)
        # Those that do not read would be closed when they have, and those that came meanwhile never.
        for connection in list(self.server_state.connections):
            connection.transport.abort()


async def serve(
    app: ASGIApp,
    sockets: list[socket.socket],
    origins: Collection[str] = (),
    limits: ConnectionLimits | None = None,
) -> None:
    """Serves until it is cancelled; then closes every connection within `GRACE_S`.

    Args:
        app: what is served.
        sockets: where.
        origins: whose pages may frame the page.
        limits: those that several servers share; None: its own.
    """
    limits = limits or ConnectionLimits()
    config = Config(
        app,
        http=cast("type[asyncio.Protocol]", partial(HttpConnection, limits=limits)),
        ws=cast("type[asyncio.Protocol]", partial(ViewerConnection, limits=limits)),
        ws_max_size=MESSAGE_BYTES,
        # Messages are small and the network is local; a compressor would hold memory for each viewer.
        ws_per_message_deflate=False,
        lifespan="off",
        log_config=None,
        log_level=logging.WARNING,
        access_log=False,
        # There is no proxy: an X-Forwarded-For would let anybody choose the address that the limits count.
        proxy_headers=False,
        server_header=False,
        date_header=False,
        headers=answer_headers(origins),
        timeout_graceful_shutdown=GRACE_S,
    )
    listeners: list[socket.socket] = [Listener(listening, limits) for listening in sockets]
    try:
        await EmbeddedServer(config).serve(listeners)
    finally:
        # Cancelled while it starts, the server leaves its sockets to the loop.
        for listener in listeners:
            if listener.fileno() >= 0:
                asyncio.get_running_loop().remove_reader(listener.fileno())
                listener.close()


@contextmanager
def failures_logged() -> Iterator[None]:
    """Logs in short lines what goes wrong while pages are served."""
    loop = asyncio.get_running_loop()
    LOGGER.addFilter(failure_log := FailureLog(loop.call_later))
    loop.set_exception_handler(log_loop_failure)
    try:
        yield
    finally:
        LOGGER.removeFilter(failure_log)
        loop.set_exception_handler(None)
