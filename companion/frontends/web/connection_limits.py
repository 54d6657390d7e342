"""Limits for strangers: requests a second from one address, and connections at once.

The page may stand in a network of strangers, and the table's buttons run on the same loop. So what a stranger costs
is bounded for each address, for all together, and again for those who are quiet: a flood that uses up what all may ask
for keeps out those who ask much, not somebody who opens the page. Nothing here waits or has a timer: each limit is a
bucket of tokens, filled by what has passed since it was last asked.
"""

from __future__ import annotations

import socket
from collections import Counter, OrderedDict
from time import monotonic
from typing import TYPE_CHECKING, Any, Protocol

from companion.frontends import override

if TYPE_CHECKING:
    from collections.abc import Collection

    from companion.frontends.web.broadcaster import Watcher

BURST = 40
"""How many frames a viewer may send at once."""
FRAMES_PER_S = 30.0
"""How many frames a second a viewer may send in the long run: more than fingers can."""


class RateLimiter:
    """A token bucket."""

    def __init__(self, burst: int = BURST, per_s: float = FRAMES_PER_S) -> None:
        """Fills the bucket: `burst` tokens at once, then `per_s` tokens a second."""
        self._burst = burst
        self._per_s = per_s
        self._left = float(burst)
        self._at = 0.0

    def allows(self, now: float, count: int = 1) -> bool:
        """Takes `count` tokens; returns False if there are not enough.

        Args:
            now: in seconds of any clock that never goes back.
            count: how many came.
        """
        # A token bucket without a timer: what has flowed in since the last call is computed now.
        self._left = min(self._burst, self._left + self._per_s * (now - self._at)) - count
        self._at = now
        # Never far below nothing, so that a flood does not shut its sender out for long.
        self._left = max(self._left, -1.0)
        return self._left >= 0


VIEWERS = 400
"""The most viewers at once."""
KEPT_FOR_LINKS = 50
"""How many of these places are kept for viewers with a link."""
STRANGERS = 64
"""The most viewers without a link from one address."""
REQUESTS = 128
"""The most other connections at once: for the page's files, half-sent requests, idle ones."""
REQUESTS_OF_ONE = 32
"""The most of them from one address; a browser keeps six."""
AT_ONCE, PER_S = 512, 64.0
"""The rate limit of one address, for connections, requests and strangers' frames; loading the page takes about 25."""
AT_ONCE_OF_ALL, PER_S_OF_ALL = 2048, 256.0
"""The rate limit of all addresses together: 80 browsers open the page at once; in the long run, what four may ask."""
AT_ONCE_IF_QUIET, PER_S_IF_QUIET = 256, 4.0
"""The rate up to which an address is served though all together exceed theirs: ten loads of the page."""
ADDRESSES = 1024
"""How many addresses are remembered."""


class Transport(Protocol):
    """A connection that can be aborted."""

    def abort(self) -> None:
        """Closes it at once; what waits to be sent is lost."""


class AddressLimiter(RateLimiter):
    """The rate limit of one address; where all addresses together ask for too much, only the quiet ones are served."""

    def __init__(self, everybody: RateLimiter) -> None:
        super().__init__(AT_ONCE, PER_S)
        self._everybody = everybody
        self._quiet = RateLimiter(AT_ONCE_IF_QUIET, PER_S_IF_QUIET)

    @override
    def allows(self, now: float, count: int = 1) -> bool:
        # Every bucket is asked: who has been loud stays so, even while there is room for all.
        is_quiet, is_room = self._quiet.allows(now, count), self._everybody.allows(now, count)
        return super().allows(now, count) and (is_quiet or is_room)


class ConnectionLimits:
    """Counts what every address uses."""

    def __init__(self) -> None:
        self._everybody = RateLimiter(AT_ONCE_OF_ALL, PER_S_OF_ALL)
        self._limiters: OrderedDict[str, RateLimiter] = OrderedDict()
        self._requests: dict[Transport, str] = {}

    def rate_limiter(self, address: str) -> RateLimiter:
        """Returns the rate limiter of an address, shared by all its connections."""
        # Taken out and put in again: the dictionary stays in the order of use, and the address that was idle longest
        # is forgotten first.
        limiter = self._limiters.pop(address, None) or AddressLimiter(self._everybody)
        self._limiters[address] = limiter
        if len(self._limiters) > ADDRESSES:
            self._limiters.popitem(last=False)
        return limiter

    def count_connection(self, transport: Transport, address: str) -> None:
        """Counts a new connection that is no viewer's; if there are too many, an older one is aborted."""
        # The oldest connection of the address that has most is cut, not the new one: somebody who holds many
        # half-open requests cannot keep others out.
        crowd = Counter(self._requests.values())
        if crowd[address] >= REQUESTS_OF_ONE:
            self._cut_oldest(address)
        elif len(self._requests) >= REQUESTS:
            self._cut_oldest(crowd.most_common(1)[0][0])
        self._requests[transport] = address

    def forget_connection(self, transport: Transport) -> None:
        """Stops counting a connection: it has ended, or become a viewer's."""
        self._requests.pop(transport, None)

    def _cut_oldest(self, address: str) -> None:
        oldest = next(transport for transport, its in self._requests.items() if its == address)
        self.forget_connection(oldest)
        oldest.abort()


def has_room(watchers: Collection[Watcher], address: str, *, linked: bool) -> bool:
    """Returns whether there is room for one more viewer from this address."""
    if linked:
        # The join code is everybody's in the room: no single machine takes all the places with it.
        own = sum(watcher.linked and watcher.address == address for watcher in watchers)
        return len(watchers) < VIEWERS and own < STRANGERS
    strangers = [watcher.address for watcher in watchers if not watcher.linked]
    # Strangers never fill the places that are kept for those who bring a link.
    spare = min(VIEWERS - KEPT_FOR_LINKS - len(strangers), VIEWERS - len(watchers))
    return spare > 0 and strangers.count(address) < STRANGERS


class Listener(socket.socket):
    """A listening socket that accepts one connection in a turn of the loop, and none from an address over its limit.

    A refused connection is closed before uvicorn builds a protocol for it, so a flood of them costs little.
    """

    def __init__(self, listening: socket.socket, limits: ConnectionLimits) -> None:
        """Takes over the file descriptor of a listening socket."""
        super().__init__(fileno=listening.detach())
        self._limits = limits
        self._took = False

    @override
    def accept(self) -> tuple[socket.socket, Any]:
        """Accepts the next connection.

        Raises:
            BlockingIOError: there is none, it was refused, or one was accepted in this turn already.
        """
        # asyncio accepts up to `backlog` connections in one turn of the loop, which a flood would use to keep the
        # table waiting.
        if self._took:
            self._took = False
            raise BlockingIOError
        connection, address = super().accept()
        if not self._limits.rate_limiter(host_of(address)).allows(monotonic()):
            connection.close()
            raise BlockingIOError
        self._took = True
        return connection, address


def host_of(address: object) -> str:
    """Returns the host of a socket's address; all Unix sockets, which have none, count as one."""
    return str(address[0]) if isinstance(address, tuple) and address else ""
