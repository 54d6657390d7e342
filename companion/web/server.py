"""The server: uvicorn in the application's event loop, without wake-ups in idle times.

The web page may be open to a network of strangers, and its requests share the event loop with the device: one chunked
body of single bytes, or one header of blanks, would block it for half a second. So a listening socket accepts one
connection at a time, a connection reads a small piece in each turn of the loop, and a client that sends faster than a
browser is disconnected. Each viewer has its own budget.
"""

import asyncio
import logging
import os
import re
import socket
import sys
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from errno import EADDRINUSE, EAFNOSUPPORT
from functools import partial
from ipaddress import IPv6Address, ip_address
from pathlib import Path
from time import monotonic
from urllib.parse import urlsplit

from starlette.types import ASGIApp
from uvicorn import Config, Server

from companion.web import WebError

EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104 - they are compared with, not bound to
BEYOND = "192.0.2.1"
"""An address for documentation, which no host has (RFC 5737).

Connecting a datagram socket to it sends no data, but gives the socket our own address.
"""


class PageAddress:
    """The address at which other devices reach this machine."""

    def __init__(self, listening: socket.socket, configured: str = "") -> None:
        """Takes the listening socket and the setting: a host name, address or link, or "" to detect the address."""
        self._original = listening.getsockname()[:2]
        self._bound, self._port = self._original
        self._configured = configured
        self._reached = ""

    def use_socket(self, listening: socket.socket | None) -> None:
        """Sets another socket at which others reach the web page; None for the original one."""
        self._bound, self._port = listening.getsockname()[:2] if listening else self._original

    def note_connection(self, local: str) -> None:
        """Saves the address of this machine that a viewer has reached."""
        self._reached = reachable_host(local) or self._reached

    @property
    def host(self) -> str:
        """The setting; else the address of the socket, in the network, or that a viewer reached; else the host name."""
        if self._configured:
            return urlsplit(self._configured).hostname or self._configured
        own = ""
        if self._bound in EVERYWHERE:
            own = network_host() or self._reached
        elif "%" not in self._bound:  # a link-local IPv6 address is useless without its zone
            own = f"[{self._bound}]" if ":" in self._bound else str(self._bound)
        return own or f"{short_name()}.local"

    def __call__(self) -> str:
        """Returns the link of the web page."""
        if "://" in self._configured:
            return self._configured.rstrip("/")
        return f"http://{self.host}:{self._port}"


def network_socket(port: int) -> socket.socket:
    """Returns a new socket at this machine's address in the local network, on this port if it is free.

    Raises WebError: this machine is not in a network, or its address is not available.
    """
    host = network_host()
    if not host:
        raise WebError("this computer is in no network")
    for number in (port, 0):
        with suppress(OSError):
            return socket.create_server((host, number))
    raise WebError(f"the page cannot be served on {host}")


def network_host() -> str:
    """Returns this machine's IPv4 address in the local network; "" without a network."""
    try:  # a sandboxed service cannot create sockets; systemd has passed the listening one
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect((BEYOND, 9))
            return reachable_host(probe.getsockname()[0])
    except OSError:
        return ""


def short_name() -> str:
    """Returns the name of this machine, without its domain, in lower case."""
    return socket.gethostname().lower().partition(".")[0]


def reachable_host(local: str) -> str:
    """Returns an address as in a link; "" if other devices cannot reach it with a link."""
    try:
        address = ip_address(local)
    except ValueError:
        return ""
    # A socket for both versions reports IPv4 addresses as `::ffff:192.168.1.5`.
    if isinstance(address, IPv6Address):
        address = address.ipv4_mapped or address
    # A link-local IPv6 address is useless without its zone, which a link cannot contain.
    if address.is_loopback or address.is_unspecified or (address.version == 6 and address.is_link_local):
        return ""
    return f"[{address}]" if address.version == 6 else str(address)


FIRST_FD = 3
"""The first file descriptor that systemd passes (sd_listen_fds(3))."""


def listening_sockets(host: str, port: int, free_port_option: str = "") -> list[socket.socket]:
    """Returns the sockets that systemd passed, else a new one; none in a service that cannot open sockets.

    Raises WebError: the address or the port is not available.
    """
    if os.environ.get("LISTEN_PID") == str(os.getpid()) and (count := int(os.environ.get("LISTEN_FDS", "0"))):
        # Created from the descriptor, which gives Python the family: a sandboxed service cannot request one.
        return [socket.socket(fileno=FIRST_FD + number) for number in range(count)]
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        # `::` means all networks, and most phones have an IPv4 address.
        both = host == "::" and socket.has_dualstack_ipv6()
        return [socket.create_server((host, port), family=family, dualstack_ipv6=both)]
    except OSError as problem:
        # `RestrictAddressFamilies=AF_UNIX` in the unit makes this fail.
        if problem.errno == EAFNOSUPPORT and ":" not in host:
            sys.stderr.write("companion: no page: it needs companion.socket, which `companion service install` adds\n")
            return []
        reason = str(problem.strerror).partition(" (")[0]  # the rest repeats the address
        if problem.errno == EADDRINUSE:
            reason = "another program uses it, perhaps a companion that is already running"
            reason += f"; {free_port_option} takes a port that is free" if free_port_option else ""
        raise WebError(f"the page cannot be served on {host}, port {port}: {reason}") from problem


LOGGER = logging.getLogger("uvicorn.error")
"""The logger of uvicorn and of connection errors in the event loop."""
ERROR_LENGTH = 200
"""Maximum length of a logged error, which may contain the input of a stranger."""
DENIED = "ASGI callable returned without completing handshake."
"""uvicorn's log message for a rejected socket, which is not a failure."""


class FailureLog:
    """Logs the first failure of each kind in one short line, because strangers can cause failures with each request.

    The kind is the source line of the error or the log message without its arguments, so that the input of a stranger
    cannot create new kinds.
    """

    def __init__(self) -> None:
        self._kinds = {DENIED}

    def __call__(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        last = traceback.extract_tb(error.__traceback__)[-1:] if error else []
        place = "".join(f" ({Path(frame.filename).name}, line {frame.lineno})" for frame in last)
        kind = place or str(record.msg)
        if kind in self._kinds or isinstance(error, asyncio.CancelledError):
            return False
        self._kinds.add(kind)
        message = f"{type(error).__name__}: {str(error)[:ERROR_LENGTH]}{place}" if error else record.getMessage()
        # A filter can change the record, so handlers need not format it.
        record.msg, record.args = "the page: %s", (" ".join(message.split()),)
        record.exc_info = record.exc_text = None
        return True


@contextmanager
def failures_logged() -> Iterator[None]:
    """Logs errors of the server and of its connections in short lines during the block."""
    loop = asyncio.get_running_loop()
    failure_log, loggers = FailureLog(), (LOGGER, logging.getLogger("asyncio"))
    for logger in loggers:
        logger.addFilter(failure_log)
    loop.set_exception_handler(lambda _, found: LOGGER.error(found["message"], exc_info=found.get("exception")))
    try:
        yield
    finally:
        for logger in loggers:
            logger.removeFilter(failure_log)
        loop.set_exception_handler(None)


VIEWERS = 200
"""Maximum number of viewers; the host is always accepted."""
UNLINKED_VIEWERS = 100
"""Maximum number of viewers without a link."""
REQUESTS = 64
"""Maximum number of connections other than viewers (a browser opens six); then the oldest is closed."""
PIECE_BYTES, VIEWER_PIECE_BYTES = 512, 128
"""Bytes of requests and of messages read in a turn of the loop (a viewer's 128 bytes can be 20 pings, 0.5 ms)."""
LINE_COST, READ_COST = 64, 32
"""Cost of a line of a request's head and of the shortest message; otherwise each byte costs 1."""
REQUEST_BUDGET = (400_000, 1)
"""Maximum cost of all requests, and its period in seconds: five browsers can open the web page in a second."""
STRANGER_BUDGET, LINKED_BUDGET = (512, 2), (1536, 1)
"""Maximum cost of a viewer's messages: enough to open the web page without a link, and for fast presses with one."""
ACCEPTED_AT_ONCE, ACCEPT_PAUSE_S = 80, 0.03
"""Number of connections that are accepted at once within ten seconds; then one after each pause."""
HEAD_BYTES = 16384
"""Maximum length of a request's head: browsers send a tenth of it, and the cookies of other programs on this host."""
KEEP_ALIVE_S = 5
"""Timeout of a connection for its next request, in seconds."""
MESSAGE_BYTES = 4096
"""Maximum length of a viewer's message."""
UNREAD_MS = 30_000
"""Timeout in milliseconds of a connection that does not read."""
GRACE_S = 2
"""How long clients may take to close at the end, in seconds."""
_BLANKS = re.compile(rb"[ \t]+")


class Budget:
    """A budget that is full again after a number of seconds."""

    def __init__(self, most: int, seconds: float) -> None:
        self._most = self._left = most
        self._seconds, self._until = seconds, 0.0

    def spend(self, cost: int) -> bool:
        """Subtracts the cost; returns False if the budget is too small."""
        now = monotonic()
        if now >= self._until:
            self._left, self._until = self._most, now + self._seconds
        self._left -= cost
        return self._left >= 0


class RateLimit:
    """A rate limit: `at_once` calls in ten seconds continue at once, the others wait in turn for a pause."""

    def __init__(self, at_once: int, pause_s: float) -> None:
        self._budget, self._pause_s = Budget(at_once, 10), pause_s
        self._turn = asyncio.Lock()

    async def wait(self) -> None:
        async with self._turn:
            if not self._budget.spend(1):
                await asyncio.sleep(self._pause_s)


class Connection(socket.socket):
    """A connection that reads small pieces, and ends if it receives more than a browser sends."""

    def __init__(self, accepted: socket.socket, budget: Budget) -> None:
        super().__init__(fileno=accepted.detach())
        self.settimeout(0)
        if self.family != socket.AF_UNIX and hasattr(socket, "TCP_USER_TIMEOUT"):
            self.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNREAD_MS)
        self.is_viewer = False
        self._budget = budget

    def become_viewer(self, *, has_link: bool) -> None:
        self.is_viewer, self._budget = True, Budget(*LINKED_BUDGET if has_link else STRANGER_BUDGET)

    def recv(self, size: int, flags: int = 0) -> bytes:
        """Returns the received bytes; b"", as at the end, if they exceed the budget or a request sends only blanks."""
        data = super().recv(min(size, VIEWER_PIECE_BYTES if self.is_viewer else PIECE_BYTES), flags)
        cost = max(len(data), READ_COST)
        if not self.is_viewer:
            # If h11's pattern of a header does not match, it tries each split of the blanks: 8,000 take 0.4 s.
            data = _BLANKS.sub(b" ", data)
            cost += LINE_COST * data.count(b"\n")
            if data == b" ":
                return b""
        return data if self._budget.spend(cost) else b""


class PageServer(Server):
    """Serves on sockets until it is cancelled, without signal handlers and without waking up ten times a second."""

    def __init__(self, app: ASGIApp, sockets: Sequence[socket.socket], headers: list[tuple[str, str]]) -> None:
        """Does not serve yet; `headers` are added to every answer."""
        super().__init__(
            Config(
                app,
                http="h11",
                h11_max_incomplete_event_size=HEAD_BYTES,
                limit_concurrency=VIEWERS + 2 * REQUESTS,
                timeout_keep_alive=KEEP_ALIVE_S,
                ws="websockets-sansio",
                ws_max_size=MESSAGE_BYTES,
                # Messages are small and the network is local; a compressor would hold memory for each viewer.
                ws_per_message_deflate=False,
                lifespan="off",
                log_config=None,
                log_level=logging.WARNING,
                access_log=False,
                # With X-Forwarded-For, any client could claim to be on this computer.
                proxy_headers=False,
                server_header=False,
                date_header=False,
                headers=headers,
                timeout_graceful_shutdown=GRACE_S,
            )
        )
        self._sockets = sockets
        self._budget = Budget(*REQUEST_BUDGET)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield

    async def main_loop(self) -> None:
        # Once, to compute the headers; uvicorn does so ten times a second.
        await self.on_tick(0)
        with suppress(asyncio.CancelledError):
            await asyncio.gather(*map(self._accept_connections, self._sockets))

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await super().shutdown(sockets)
        # Otherwise a connection that does not read would close only after reading; one without a request yet, never.
        for connection in list(self.server_state.connections):
            connection.transport.abort()
        if tasks := self.server_state.tasks:  # they are cancelled; their log messages are not errors
            await asyncio.wait(tasks, timeout=GRACE_S)

    async def _accept_connections(self, listening: socket.socket) -> None:
        """Accepts one connection at a time; asyncio would accept all waiting ones in one turn of the loop."""
        loop, requests = asyncio.get_running_loop(), list[Connection]()
        limit = RateLimit(ACCEPTED_AT_ONCE, ACCEPT_PAUSE_S)
        listening.settimeout(0)
        with listening:
            while True:
                await limit.wait()
                try:
                    connection = Connection((await loop.sock_accept(listening))[0], self._budget)
                    requests = [each for each in requests if each.fileno() >= 0 and not each.is_viewer]
                    if len(requests) >= REQUESTS:
                        with suppress(OSError):  # it has just ended
                            requests.pop(0).shutdown(socket.SHUT_RDWR)
                    requests.append(connection)
                    await loop.connect_accepted_socket(partial(self._make_protocol, connection), connection)
                except OSError as error:  # such as too many open files
                    LOGGER.warning("%s", error)
                    await asyncio.sleep(ACCEPT_PAUSE_S)

    def _make_protocol(self, connection: Connection) -> asyncio.Protocol:
        # So that a request can access its connection.
        state, protocol = {"connection": connection}, self.config.http_protocol_class
        return protocol(config=self.config, server_state=self.server_state, app_state=state)  # type: ignore[call-arg]


class PhoneSocket:
    """A second listening socket in the local network, for phones, while the host keeps it open."""

    def __init__(self, address: PageAddress, port: int, server_on: Callable[[list[socket.socket]], PageServer]) -> None:
        """Does not open the socket yet; `server_on` returns a server on sockets."""
        self._page_address, self._port, self._server_on = address, port, server_on
        self._listening: socket.socket | None = None
        self._serving: asyncio.Task[None] | None = None
        self.host, self.has_failed = "", False

    @property
    def is_open(self) -> bool:
        return self._serving is not None

    def switch(self, *, on: bool) -> None:
        """Opens the socket at this machine's current address, or closes it with all its connections."""
        self.has_failed = False
        if on and self.is_open and self.host == network_host():
            return
        if self._serving is not None and self._listening is not None:
            self._serving.cancel()
            # At once, because it may be opened again on the same port before the server ends.
            asyncio.get_running_loop().remove_reader(self._listening)
            self._listening.close()
            self._note_end(self._serving)
        if not on:
            return
        try:
            self._listening = network_socket(self._port)
        except WebError as error:
            self.has_failed = True
            LOGGER.warning("phones cannot join: %s", error)
            return
        self.host = self._listening.getsockname()[0]
        self._page_address.use_socket(self._listening)
        self._serving = asyncio.create_task(self._server_on([self._listening]).serve([]))
        self._serving.add_done_callback(self._note_end)

    def _note_end(self, serving: asyncio.Task[None]) -> None:
        """Switches the links back to this computer's own address, also if the server has failed."""
        if serving is self._serving:
            self._serving = None
            self._page_address.use_socket(None)
