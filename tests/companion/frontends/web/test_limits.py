import socket
from dataclasses import dataclass, field
from time import monotonic

import pytest

from companion.frontends.web.connection_limits import (
    ADDRESSES,
    AT_ONCE,
    AT_ONCE_IF_QUIET,
    AT_ONCE_OF_ALL,
    KEPT_FOR_LINKS,
    PER_S,
    PER_S_IF_QUIET,
    PER_S_OF_ALL,
    REQUESTS,
    REQUESTS_OF_ONE,
    STRANGERS,
    VIEWERS,
    ConnectionLimits,
    Listener,
    has_room,
)


@dataclass(eq=False)
class Connection:
    cut: bool = False

    def abort(self) -> None:
        self.cut = True


@dataclass(eq=False)
class Watcher:
    address: str = field(default="a")
    linked: bool = False
    trusted: bool = False

    def wake(self) -> None:
        """Looks again."""


def entered(limits: ConnectionLimits, *addresses: str) -> list[Connection]:
    connections = [Connection() for _ in addresses]
    for connection, address in zip(connections, addresses, strict=True):
        limits.count_connection(connection, address)
    return connections


def test_the_oldest_of_an_address_makes_room() -> None:
    limits = ConnectionLimits()
    (other,) = entered(limits, "b")
    mine = entered(limits, *["a"] * (REQUESTS_OF_ONE + 1))
    assert [connection.cut for connection in mine] == [True] + [False] * REQUESTS_OF_ONE
    assert not other.cut


def test_the_oldest_of_the_most_crowded_address_makes_room() -> None:
    limits = ConnectionLimits()
    (first,) = entered(limits, "alone")
    crowd = entered(limits, *(f"{number // 10}" for number in range(REQUESTS - 1)))
    entered(limits, "late")
    assert [connection.cut for connection in crowd] == [True] + [False] * (REQUESTS - 2)
    assert not first.cut


def test_a_connection_that_has_ended_takes_no_place() -> None:
    limits = ConnectionLimits()
    first, *_ = entered(limits, *["a"] * REQUESTS_OF_ONE)
    limits.forget_connection(first)
    entered(limits, "a")
    assert not first.cut


def test_an_address_keeps_its_pace_over_all_its_connections() -> None:
    limits = ConnectionLimits()
    assert limits.rate_limiter("a").allows(0.0, AT_ONCE)
    assert not limits.rate_limiter("a").allows(0.0)
    for number in range(ADDRESSES):
        limits.rate_limiter(f"{number}")
    assert limits.rate_limiter("a").allows(0.0)


def test_many_loud_addresses_together_get_little_more_than_a_few() -> None:
    limits, served, seconds = ConnectionLimits(), 0, 20
    for tick in range(seconds * int(PER_S)):
        for number in range(64):
            served += limits.rate_limiter(f"10.0.0.{number}").allows(tick / PER_S)
    at_once = AT_ONCE_OF_ALL + 64 * AT_ONCE_IF_QUIET
    assert at_once <= served < at_once + seconds * (PER_S_OF_ALL + 64 * PER_S_IF_QUIET)


def test_a_quiet_address_is_served_beside_many_loud_ones() -> None:
    limits = ConnectionLimits()
    for number in range(64):
        for _ in range(AT_ONCE):
            limits.rate_limiter(f"10.0.0.{number}").allows(1.0)
    assert not limits.rate_limiter("10.0.0.1").allows(1.0)
    assert all(limits.rate_limiter("192.168.0.7").allows(1.0) for _ in range(AT_ONCE_IF_QUIET))


@pytest.mark.parametrize(
    ("strangers", "elsewhere", "linked", "stranger", "owner"),
    [
        (STRANGERS - 1, 0, 0, True, True),
        (STRANGERS, 0, 0, False, True),
        (0, VIEWERS - KEPT_FOR_LINKS - 1, 0, True, True),
        (0, VIEWERS - KEPT_FOR_LINKS, 0, False, True),
        (0, VIEWERS - KEPT_FOR_LINKS, KEPT_FOR_LINKS, False, False),
        (0, 0, VIEWERS, False, False),
        (STRANGERS - 1, 0, VIEWERS - STRANGERS, True, True),
    ],
)
def test_places_are_counted(*, strangers: int, elsewhere: int, linked: int, stranger: bool, owner: bool) -> None:
    watchers = [Watcher()] * strangers + [Watcher("b")] * elsewhere + [Watcher("c", linked=True)] * linked
    assert has_room(watchers, "a", linked=False) is stranger
    assert has_room(watchers, "a", linked=True) is owner


def test_one_machine_with_the_join_code_keeps_nobody_out() -> None:
    crowd = [Watcher("c", linked=True)] * STRANGERS
    assert not has_room(crowd, "c", linked=True)
    assert has_room(crowd, "a", linked=True)
    assert has_room(crowd[1:], "c", linked=True)


def test_one_connection_is_taken_in_a_turn() -> None:
    limits = ConnectionLimits()
    with Listener(socket.create_server(("127.0.0.1", 0)), limits) as listener:
        listener.setblocking(False)
        comers = [socket.create_connection(listener.getsockname(), timeout=5) for _ in range(3)]
        taken, address = listener.accept()
        with pytest.raises(BlockingIOError):
            listener.accept()
        assert address == comers[0].getsockname()
        limits.rate_limiter("127.0.0.1").allows(monotonic(), 10 * AT_ONCE)
        with pytest.raises(BlockingIOError):
            listener.accept()
        for comer in (*comers, taken):
            comer.close()
