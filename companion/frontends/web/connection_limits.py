"""What strangers may use of the table's event loop.

The page may stand in a network of strangers, and the table's buttons run on the same loop: one chunked body of single
bytes, or one header of blanks, would keep it busy for half a second. So a listening socket takes one connection in a
turn of the loop, a connection reads a small piece in a turn, and all that a stranger sends is counted by what it costs.
Who spends more than its budget is disconnected; connected viewers have budgets of their own.
"""

from __future__ import annotations

import asyncio
import re
import socket
from time import monotonic
from typing import TYPE_CHECKING, Any

from companion.frontends import override

if TYPE_CHECKING:
    from collections.abc import Collection

    from companion.frontends.web.broadcaster import Watcher

VIEWERS = 250
"""The most viewers at once; a viewer with the table's own token is always let in."""
STRANGERS = 150
"""The most viewers without a link."""
REQUESTS = 64
"""The most other connections at once; a browser opens six. Beyond them the oldest is closed."""
REQUESTS_PER_S = 128
"""How many requests, and messages of viewers without a link, are handled in a second; loading the page takes 45."""

PIECE_BYTES = 1024
"""How much is read in one turn of the loop."""
CONNECTIONS_PER_S = 96
"""How many connections are accepted in a second."""
COST_OF_ALL = 400_000
"""The budget of all requests together, in a second: five browsers open the page."""
COST_OF_VIEWER = 2048
"""The budget of one viewer, in a second: more than fingers can press."""
LINE_COST, READ_COST = 64, 64
"""What a line of a request's head and the shortest message cost; else each byte costs 1."""
UNREAD_MS = 30_000
"""How long a connection stays that does not read what it is sent, in milliseconds."""

_BLANKS = re.compile(rb"[ \t]+")


class Budget:
    """What may be spent within a second."""

    def __init__(self, per_s: int) -> None:
        self._per_s = self._left = per_s
        self._until = 0.0

    def spend(self, cost: int) -> bool:
        """Takes the cost; returns False if this second's budget is spent."""
        now = monotonic()
        if now >= self._until:
            self._left, self._until = self._per_s, now + 1.0
        self._left -= cost
        return self._left >= 0


class Pace:
    """Lets so many through in any second; the others wait, in the order in which they came."""

    def __init__(self, per_s: int) -> None:
        self._free = asyncio.Semaphore(per_s)

    async def wait(self) -> None:
        await self._free.acquire()
        asyncio.get_running_loop().call_later(1.0, self._free.release)


class Connection(socket.socket):
    """A connection that reads small pieces, and ends if more comes than a browser sends."""

    def __init__(self, accepted: socket.socket, budget: Budget) -> None:
        """Takes over the file descriptor of an accepted connection."""
        super().__init__(fileno=accepted.detach())
        self._budget = budget
        self._is_viewer = False

    def become_viewer(self) -> None:
        self._budget, self._is_viewer = Budget(COST_OF_VIEWER), True

    @override
    def recv(self, size: int, flags: int = 0) -> bytes:
        """Returns what came; nothing, as at the end of a connection, if that is too much."""
        data = super().recv(min(size, PIECE_BYTES), flags)
        cost = max(len(data), READ_COST)
        if not self._is_viewer:
            # Where h11's pattern of a header does not match, it tries each split of the blanks: 8000 take it 0.4 s.
            data = _BLANKS.sub(b" ", data)
            cost += LINE_COST * data.count(b"\n")
        return data if self._budget.spend(cost) and data != b" " else b""


class Listener(socket.socket):
    """A listening socket that takes one connection in a turn of the loop, and closes those that come too often."""

    def __init__(self, listening: socket.socket) -> None:
        """Takes over the file descriptor of a listening socket."""
        super().__init__(fileno=listening.detach())
        if self.family in {socket.AF_INET, socket.AF_INET6} and hasattr(socket, "TCP_USER_TIMEOUT"):
            self.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNREAD_MS)  # its connections inherit it
        self._connections, self._budget = Budget(CONNECTIONS_PER_S), Budget(COST_OF_ALL)
        self._requests: dict[object, Connection] = {}
        """By the address of the client, the oldest first."""
        self._took = False

    @override
    def accept(self) -> tuple[socket.socket, Any]:
        """Accepts the next connection.

        Raises:
            BlockingIOError: there is none, or one came in this turn already.
        """
        # asyncio accepts until this error comes: a flood would keep the table waiting.
        if self._took:
            self._took = False
            raise BlockingIOError
        accepted, address = super().accept()
        if not self._connections.spend(1):
            accepted.close()  # before uvicorn builds a protocol for it
            raise BlockingIOError
        self._took = True
        self._requests = {client: each for client, each in self._requests.items() if each.fileno() >= 0}
        if len(self._requests) >= REQUESTS:
            oldest = self._requests.pop(next(iter(self._requests)))
            oldest.shutdown(socket.SHUT_RDWR)
        connection = self._requests[client_of(address)] = Connection(accepted, self._budget)
        return connection, address

    def note_viewer(self, client: object) -> None:
        """Gives the connection of a client a viewer's budget, and does not count it among the requests any more."""
        if connection := self._requests.pop(client, None):
            connection.become_viewer()


def client_of(address: Any) -> object:  # noqa: ANN401 - what a socket's family has
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
