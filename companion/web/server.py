"""The server: uvicorn in the table's own event loop, made patient with nobody and idle while nothing happens."""

from __future__ import annotations

import asyncio
import logging
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from uvicorn import Config, Server
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from companion.web.guard import HEADERS

if TYPE_CHECKING:
    import socket
    from collections.abc import Iterator

    import h11
    from starlette.types import ASGIApp
    from typing_extensions import override
else:

    def override(method: object) -> object:
        """Python 3.12 brings it."""
        return method


REQUEST_S = 5.0
"""So long a request and its answer may take."""
MESSAGE_BYTES = 4096
"""The longest message of a viewer."""
UNSENT_BYTES = 16384
"""So much may wait for a viewer that does not read."""
CONNECTIONS = 400
"""At once, viewers among them."""
GRACE_S = 2
"""So long the end waits for clients."""


class Request(H11Protocol):
    """A connection that is cut when a request, or the pause before one, takes too long."""

    _patience: asyncio.TimerHandle | None = None

    @override
    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begins to wait for a request."""
        super().connection_made(transport)
        self._wait()

    @override
    def connection_lost(self, exc: Exception | None) -> None:
        """Waits no more."""
        self._stop_waiting()
        super().connection_lost(exc)

    @override
    def on_response_complete(self) -> None:
        """Begins to wait for the next request."""
        super().on_response_complete()
        self._wait()

    @override
    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """A viewer may stay as long as it likes."""
        self._stop_waiting()
        super().handle_websocket_upgrade(event)

    def _wait(self) -> None:
        self._stop_waiting()
        self._patience = self.loop.call_later(REQUEST_S, self.transport.abort)

    def _stop_waiting(self) -> None:
        if self._patience is not None:
            self._patience.cancel()


class Socket(WebSocketsSansIOProtocol):
    """A viewer's connection, which never piles up what is not read."""

    @override
    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Bounds what waits to be sent."""
        super().connection_made(transport)
        self.transport.set_write_buffer_limits(high=UNSENT_BYTES)

    @override
    def handle_ping(self) -> None:
        """Answers, unless the answers are not read: then it is an attack."""
        if self.transport.get_write_buffer_size() > UNSENT_BYTES:
            self.transport.abort()
        else:
            super().handle_ping()


class Quiet(Server):
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
    config = Config(
        app,
        http=Request,
        ws=Socket,
        ws_max_size=MESSAGE_BYTES,
        ws_per_message_deflate=False,
        lifespan="off",
        log_config=None,
        log_level=logging.ERROR,
        access_log=False,
        proxy_headers=False,
        server_header=False,
        date_header=False,
        headers=list(HEADERS),
        limit_concurrency=CONNECTIONS,
        timeout_graceful_shutdown=GRACE_S,
    )
    await Quiet(config).serve(sockets)
