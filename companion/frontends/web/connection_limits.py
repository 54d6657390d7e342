"""What strangers may use of the table's event loop.

The page may stand in a network of strangers, and the table's buttons run on the same loop: one chunked body of single
bytes, or one header of blanks, would keep it busy for half a second. So a listening socket takes one connection in a
turn of the loop, a connection reads a small piece in a turn, and all that a stranger sends is counted by what it costs.
Who spends more than its budget is disconnected; connected viewers have budgets of their own.
"""

from __future__ import annotations

import asyncio
import logging
import re
import socket
from collections.abc import Callable, Collection
from contextlib import suppress
from time import monotonic
from typing import Any

from companion.frontends import override
from companion.frontends.web.broadcaster import Watcher

VIEWERS = 200
"""The most viewers at once; a viewer with the table's own token is always let in."""
STRANGERS = 100
"""The most viewers without a link."""
REQUESTS = 64
"""The most other connections at once; a browser opens six. Beyond them the oldest is closed."""
PIECE_BYTES, VIEWER_PIECE_BYTES = 512, 128
"""How much of a request, and of a viewer's messages, is read in a turn of the loop: 20 pings take 0.5 ms."""
LINE_COST, READ_COST = 64, 32
"""What a line of a request's head and the shortest message cost; else each byte costs 1."""
AT_ONCE = 80
"""How many connections are accepted at once, within ten seconds; then one each `PAUSE_S`."""
PAUSE_S = 0.1
UNREAD_MS = 30_000
"""How long a connection stays that does not read what it is sent, in milliseconds."""

log = logging.getLogger("uvicorn.error")
"""What strangers cause is logged once a minute there (`server.FailureLog`)."""
_BLANKS = re.compile(rb"[ \t]+")


class Budget:
    """What may be spent within so many seconds; then it is full again."""

    def __init__(self, most: int, seconds: float) -> None:
        self._most = self._left = most
        self._seconds, self._until = seconds, 0.0

    def spend(self, cost: int) -> bool:
        """Takes the cost; returns False if there is too little left."""
        now = monotonic()
        if now >= self._until:
            self._left, self._until = self._most, now + self._seconds
        self._left -= cost
        return self._left >= 0


def request_budget() -> Budget:
    """Returns the budget of all requests of a server together: five browsers open the page in a second."""
    return Budget(400_000, 1)


def viewer_budget(*, linked: bool) -> Budget:
    """Returns the budget of one viewer: more than fingers can press; without a link what a page says as it opens."""
    return Budget(1536, 1) if linked else Budget(512, 2)


class Pace:
    """Lets the first ones within ten seconds through; the others wait, one after the other."""

    def __init__(self, at_once: int, pause_s: float) -> None:
        self._budget, self._pause_s = Budget(at_once, 10), pause_s
        self._turn = asyncio.Lock()

    async def wait(self) -> None:
        async with self._turn:
            if not self._budget.spend(1):
                await asyncio.sleep(self._pause_s)


def request_pace() -> Pace:
    """Returns the pace of requests; loading the page takes 45."""
    return Pace(250, 0.01)


def stranger_pace() -> Pace:
    """Returns the pace at which the messages of all viewers without a link are handled."""
    return Pace(50, 0.05)


def guest_pace() -> Pace:
    """Returns the pace at which the messages of a viewer with a link are handled: more than fingers can press."""
    return Pace(300, 0.03)


class Connection(socket.socket):
    """A connection that reads small pieces, and ends if more comes than a browser sends."""

    def __init__(self, accepted: socket.socket, budget: Budget) -> None:
        """Takes over the file descriptor of an accepted connection."""
        super().__init__(fileno=accepted.detach())
        self._budget = budget
        self._is_viewer = False

    def become_viewer(self, *, linked: bool) -> None:
        self._budget, self._is_viewer = viewer_budget(linked=linked), True

    @override
    def recv(self, size: int, flags: int = 0) -> bytes:
        """Returns what came; nothing, as at the end of a connection, if that is too much."""
        data = super().recv(min(size, VIEWER_PIECE_BYTES if self._is_viewer else PIECE_BYTES), flags)
        cost = max(len(data), READ_COST)
        if not self._is_viewer:
            # Where h11's pattern of a header does not match, it tries each split of the blanks: 8000 take it 0.4 s.
            data = _BLANKS.sub(b" ", data)
            cost += LINE_COST * data.count(b"\n")
        return data if self._budget.spend(cost) and data != b" " else b""


class Listener:
    """Accepts connections on a socket: one in a turn of the loop, as asyncio would accept all that are waiting."""

    def __init__(self, listening: socket.socket, protocol: Callable[[], asyncio.Protocol]) -> None:
        """Accepts nothing yet; `protocol` returns one for a new connection."""
        self._listening, self._protocol = listening, protocol
        listening.settimeout(0)
        if listening.family in {socket.AF_INET, socket.AF_INET6} and hasattr(socket, "TCP_USER_TIMEOUT"):
            listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNREAD_MS)  # its connections inherit it
        self._connections, self._budget = Budget(AT_ONCE, 10), request_budget()
        self._requests: dict[object, Connection] = {}
        """By the address of the client, the oldest first."""
        self._opening = set[asyncio.Task[Any]]()

    def start(self) -> None:
        if self._listening.fileno() >= 0:
            asyncio.get_running_loop().add_reader(self._listening, self._accept)

    def stop(self) -> None:
        """Closes the socket."""
        if self._listening.fileno() >= 0:
            asyncio.get_running_loop().remove_reader(self._listening)
            self._listening.close()

    def note_viewer(self, client: object) -> Connection | None:
        """Gives the connection of a client a viewer's budget, and does not count it among the requests any more."""
        connection = self._requests.pop(client, None)
        if connection is not None:
            connection.become_viewer(linked=False)
        return connection

    def _accept(self) -> None:
        if not self._connections.spend(1):
            self._pause("too many connections at once")
        try:
            accepted, address = self._listening.accept()
        except (BlockingIOError, ConnectionAbortedError):
            return
        except OSError as error:  # such as too many open files
            self._pause(str(error))
            return
        self._requests = {client: each for client, each in self._requests.items() if each.fileno() >= 0}
        if len(self._requests) >= REQUESTS:
            oldest = self._requests.pop(next(iter(self._requests)))
            with suppress(OSError):  # it has just ended by itself
                oldest.shutdown(socket.SHUT_RDWR)
        connection = self._requests[client_of(address)] = Connection(accepted, self._budget)
        connection.settimeout(0)
        loop = asyncio.get_running_loop()
        opening = loop.create_task(loop.connect_accepted_socket(self._protocol, connection))
        self._opening.add(opening)
        opening.add_done_callback(self._opening.discard)

    def _pause(self, reason: str) -> None:
        log.warning("%s", reason)
        asyncio.get_running_loop().remove_reader(self._listening)
        asyncio.get_running_loop().call_later(PAUSE_S, self.start)


def client_of(address: object) -> object:
    """Returns the client of a socket's address as uvicorn has it."""
    return (str(address[0]), int(address[1])) if isinstance(address, tuple) else None


def has_room(viewers: Collection[Watcher], viewer: Watcher) -> bool:
    """Returns whether there is room for one more viewer."""
    if viewer.trusted:
        return True
    strangers = sum(not each.linked for each in viewers)
    return len(viewers) < VIEWERS and (viewer.linked or strangers < STRANGERS)


def host_of(address: object) -> str:
    """Returns the host of a socket's address; "" for a Unix socket, which has none."""
    return str(address[0]) if isinstance(address, tuple) and address else ""
