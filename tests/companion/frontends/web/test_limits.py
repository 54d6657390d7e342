import asyncio
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import pytest

from companion.frontends.web import connection_limits
from companion.frontends.web.connection_limits import (
    CONNECTIONS_PER_S,
    COST_OF_ALL,
    COST_OF_VIEWER,
    LINE_COST,
    PIECE_BYTES,
    READ_COST,
    REQUESTS,
    STRANGERS,
    VIEWERS,
    Budget,
    Connection,
    Listener,
    Pace,
    has_room,
)


@dataclass
class Watcher:
    linked: bool = False
    trusted: bool = False

    def wake(self) -> None:
        """Looks again."""


STRANGER, GUEST, HOST = Watcher(), Watcher(linked=True), Watcher(linked=True, trusted=True)


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    monkeypatch.setattr(connection_limits, "monotonic", clock := Clock())
    return clock


@contextmanager
def connected(budget: Budget) -> Iterator[tuple[Connection, socket.socket]]:
    ours, theirs = socket.socketpair()
    with Connection(ours, budget) as connection, theirs:
        connection.setblocking(False)
        yield connection, theirs


@contextmanager
def listening() -> Iterator[Listener]:
    with Listener(socket.create_server(("127.0.0.1", 0))) as listener:
        listener.setblocking(False)
        yield listener


def accepted(listener: Listener) -> tuple[socket.socket, socket.socket]:
    """A new connection: our end and that of the client."""
    client = socket.create_connection(listener.getsockname(), timeout=5)
    connection, _ = listener.accept()
    with pytest.raises(BlockingIOError):  # one in a turn
        listener.accept()
    return connection, client


@pytest.mark.usefixtures("clock")
def test_a_flood_ends_its_connection_and_a_page_that_loads_does_not() -> None:
    head = b"GET /main.js HTTP/1.1\r\nHost: box\r\n" + b"Accept: something\r\n" * 15
    with connected(Budget(COST_OF_ALL)) as (connection, client):
        for _ in range(45):
            client.sendall(head)
            assert connection.recv(65536) == head
        client.sendall(b"A:\r\n" * (PIECE_BYTES // 4))
        piece, pieces = b"A:\r\n" * (PIECE_BYTES // 4), 0
        while connection.recv(65536):
            client.sendall(piece)
            pieces += 1
        assert pieces * piece.count(b"\n") * LINE_COST < COST_OF_ALL


def test_a_budget_is_full_again_a_second_later(clock: Clock) -> None:
    budget = Budget(10)
    assert [budget.spend(6), budget.spend(6)] == [True, False]
    clock.now += 1
    assert budget.spend(10)


@pytest.mark.usefixtures("clock")
def test_a_viewer_may_press_30_times_a_second_but_not_send_empty_frames_without_end() -> None:
    with connected(Budget(0)) as (connection, client):
        connection.become_viewer()
        for _ in range(30):
            client.sendall(b"x" * 34)
            assert connection.recv(65536)
        client.sendall(b"\x8a\x80\0\0\0\0" * COST_OF_VIEWER)
        pieces = list(iter(lambda: connection.recv(65536), b""))
        assert sum(map(len, pieces)) <= COST_OF_VIEWER - 30 * READ_COST


def test_blanks_that_h11_would_try_in_each_split_come_as_one() -> None:
    with connected(Budget(COST_OF_ALL)) as (connection, client):
        client.sendall(b"A:" + b" " * 500 + b"b\t\t c")
        assert connection.recv(65536) == b"A: b c"
        client.sendall(b" ")
        assert connection.recv(65536) == b""


def test_the_oldest_request_makes_room_but_no_viewer_does() -> None:
    with listening() as listener:
        ends = [accepted(listener) for _ in range(2)]
        listener.note_viewer(ends[0][1].getsockname())
        ends += [accepted(listener) for _ in range(REQUESTS)]
        assert [connection.recv(1) for connection, _ in ends[1:2]] == [b""]
        for connection, _ in (ends[0], *ends[2:]):
            connection.setblocking(False)
            with pytest.raises(BlockingIOError):
                connection.recv(1)
        for connection, client in ends:
            connection.close()
            client.close()


def test_connections_that_come_too_often_are_closed_until_the_next_second(clock: Clock) -> None:
    with listening() as listener:
        for _ in range(CONNECTIONS_PER_S):
            for end in accepted(listener):
                end.close()
        with socket.create_connection(listener.getsockname(), timeout=5) as client:
            with pytest.raises(BlockingIOError):
                listener.accept()
            assert client.recv(1) == b""
        clock.now += 1
        for end in accepted(listener):
            end.close()


def test_who_comes_too_often_waits_for_its_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario() -> list[list[int]]:
        later = list[Callable[[], None]]()
        monkeypatch.setattr(asyncio.get_running_loop(), "call_later", lambda _, call: later.append(call))
        pace, through, seen = Pace(2), list[int](), list[list[int]]()

        async def come(number: int) -> None:
            await pace.wait()
            through.append(number)

        coming = [asyncio.create_task(come(number)) for number in range(4)]
        for _ in range(2):
            for _ in range(3):
                await asyncio.sleep(0)
            seen.append(through.copy())
            later.pop(0)()  # a second after the first of them
        await asyncio.wait(coming)
        return [*seen, through]

    assert asyncio.run(scenario()) == [[0, 1], [0, 1, 2], [0, 1, 2, 3]]


@pytest.mark.parametrize(
    ("present", "stranger", "guest"),
    [
        ([STRANGER] * (STRANGERS - 1), True, True),
        ([STRANGER] * STRANGERS, False, True),
        ([GUEST] * VIEWERS, False, False),
    ],
)
def test_strangers_leave_places_for_guests_and_the_host_always_has_one(
    present: list[Watcher], *, stranger: bool, guest: bool
) -> None:
    assert [has_room(present, comer) for comer in (STRANGER, GUEST, HOST)] == [stranger, guest, True]
