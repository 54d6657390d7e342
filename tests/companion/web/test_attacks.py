"""Attacks on a running server, on loopback: all of them fail, and the table goes on."""

from __future__ import annotations

import json
import os
import struct
from collections import deque
from contextlib import suppress
from time import monotonic
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from companion.web.house import MOST_VIEWERS
from companion.web.server import REQUEST_S
from companion.web.viewer import POLICY
from tests.companion.web.served import UPGRADE, Served

if TYPE_CHECKING:
    import socket
    from collections.abc import Iterator
    from pathlib import Path

TOO_BIG = 1009
FOR_AN_ADDRESS = (
    "[1.2.3.4]x.evil.com",
    "[::1]x.evil.com:80",
    "[1.2.3.4].evil.com",
    "x[::1]",
    "[[::1]]",
    "127.0.0.1:80:x",
)
"""Names that begin or end as an address does."""


@pytest.fixture(autouse=True)
def goes_on(table: Served) -> Iterator[None]:
    """After every attack somebody else still sees the table, and may press."""
    yield
    with table.viewer() as viewer:
        viewer.send(token=table.token)
        assert viewer.until("may") == "all"


@pytest.mark.parametrize("host", ["evil.example", "evil.example:80", "localhost.evil.example", "", *FOR_AN_ADDRESS])
def test_a_name_that_is_not_ours_is_refused(table: Served, host: str) -> None:
    """A name can be rebound to this machine by whoever owns it."""
    assert " 421 " in table.answer("/", Host=host).splitlines()[0]


def test_our_names_and_any_address_are_served(table: Served) -> None:
    """An address cannot be rebound."""
    port = table.host.partition(":")[2]
    for host in (f"localhost:{port}", f"127.0.0.1:{port}", f"[::1]:{port}"):
        assert " 200 " in table.answer("/", Host=host).splitlines()[0]


@pytest.mark.parametrize("origin", [None, "http://evil.example", "null", "https://127.0.0.1"])
def test_a_socket_of_a_strange_page_is_refused(table: Served, origin: str | None) -> None:
    """Before it is accepted."""
    with pytest.raises(InvalidStatus, match="403"):
        table.viewer(origin=origin)


@pytest.mark.parametrize("path", ["/", "/main.js", "/style.css", "/nothing", "/socket"])
def test_no_answer_allows_inline_code(table: Served, path: str) -> None:
    """Every answer carries the strict policy."""
    policy = next(
        line for line in table.answer(path).lower().splitlines() if line.startswith("content-security-policy")
    )
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy


@pytest.mark.parametrize("path", ["/../pyproject.toml", "/..%2f..%2fpyproject.toml", "//etc/passwd", "/__init__.py"])
def test_nothing_but_the_page_is_served(table: Served, path: str) -> None:
    """No path leads to another file."""
    assert " 404 " in table.answer(path).splitlines()[0]


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE"])
def test_nothing_can_be_written(table: Served, method: str) -> None:
    """The page's files are only read."""
    assert " 405 " in table.answer("/", method).splitlines()[0]


def test_nobody_presses_without_a_token(table: Served) -> None:
    """The press is refused, and nothing happens."""
    with table.viewer() as viewer:
        events = table.frame.events
        viewer.send(press="ok")
        assert viewer.until("refused") == "watching"
    table.watch(0.05)
    assert table.frame.events == events


@pytest.mark.slow
@pytest.mark.parametrize("token", ["", "wrong", "\ud800", "A" * 22])
def test_a_wrong_token_costs_a_second(table: Served, token: str) -> None:
    """What is sent meanwhile is not listened to, and then the socket is closed."""
    with table.viewer() as viewer:
        began = monotonic()
        viewer.send(token=token)
        assert viewer.until("refused") == "token"
        viewer.send(token=table.token)
        assert viewer.closed() == POLICY
        assert monotonic() - began > 0.9


@pytest.mark.parametrize(
    "message",
    [
        "",
        "rubbish",
        "[]",
        "{}",
        '{"press":"reboot"}',
        '{"press":["ok"]}',
        '{"hold":"ok","press":"ok"}',
        '{"language":"../../etc"}',
        '{"file":"/etc/passwd"}',
        '{"token":1}',
        "[" * 4000,
    ],
)
def test_a_message_that_is_none_drops_its_sender(table: Served, message: str) -> None:
    """Unknown and malformed messages alike."""
    with table.viewer() as viewer:
        viewer.connection.send(message)
        assert viewer.closed() == POLICY


def test_binary_rubbish_drops_its_sender(table: Served) -> None:
    """No message is binary."""
    with table.viewer() as viewer:
        viewer.connection.send(os.urandom(100))
        assert viewer.closed() == POLICY


def test_a_message_over_4_kb_drops_its_sender(table: Served) -> None:
    """Also in fragments."""
    for message in (json.dumps({"token": "A" * 4096}), iter(["A" * 3000] * 2)):
        with table.viewer() as viewer:
            with suppress(ConnectionClosed):  # it may come before the last fragment is sent
                viewer.connection.send(message)
            assert viewer.closed() == TOO_BIG


def test_too_many_messages_drop_their_sender(table: Served) -> None:
    """More than fingers can press."""
    with table.viewer() as viewer:
        with suppress(ConnectionClosed):
            for _ in range(1000):
                viewer.send(language="en")
        assert viewer.connection.close_code == POLICY


def test_a_flood_of_pings_that_nobody_reads_is_cut(table: Served) -> None:
    """The answers are not piled up."""
    ping = struct.pack("!BB", 0x89, 0x80 | 125) + b"\0" * 129
    with table.raw(UPGRADE.format(host=table.host)) as asked:
        sent = (asked.send(ping * 500) for _ in iter(int, 1))
        with pytest.raises(ConnectionError):
            deque(sent, maxlen=0)


@pytest.mark.slow
def test_a_slow_request_is_cut(table: Served) -> None:
    """However regularly a bit of it comes."""
    with table.raw("GET / HTTP/1.1\r\n") as asked:
        asked.settimeout(0.5)
        began = monotonic()
        while _is_open(asked):
            asked.sendall(b"X: y\r\n")
        assert REQUEST_S - 1 < monotonic() - began < REQUEST_S + 2


def test_viewers_beyond_200_are_refused(table: Served) -> None:
    """Those who are there stay."""
    viewers = [table.viewer() for _ in range(MOST_VIEWERS)]
    with pytest.raises(InvalidStatus, match="503"):
        table.viewer()
    assert {viewer.until("told")["page"] for viewer in viewers} == {"turn"}
    for viewer in viewers:
        viewer.connection.close()


@pytest.mark.slow
def test_a_seat_that_hammers_does_not_press_for_the_next(tmp_path: Path) -> None:
    """Roll, place, bank and what came too soon after: the other's first roll is not made for it."""
    with Served(tmp_path / "journal", "--players", "2", "--first", "0", "--seed", "c1" * 32) as table:
        with table.viewer() as owner:
            owner.send(token=table.token)
            owner.connection.send('{"invite":true}')
            seat = owner.until("invitations")[0]
        with table.viewer() as viewer:
            viewer.send(token=urlsplit(seat["link"]).fragment)
            assert viewer.until("may") == 0
            for button in ("ok", "ok", "bank", "bank", *("ok",) * 16):
                viewer.send(press=button)
            table.until(lambda frame: "Blue" in frame.text, "the other's turn")
            while viewer.until("refused") != "turn":
                pass
        table.watch(0.3)
        assert table.frame.page == "turn"


def test_it_ends_within_3_s_whatever_its_clients_do(tmp_path: Path) -> None:
    """Silent, stalled, half a request, half a message, a wrong token."""
    with Served(tmp_path / "journal", "--players", "2", "--first", "0") as table:
        halves = [table.raw("GET / HTTP/1.1\r\n"), table.raw(), table.raw(UPGRADE.format(host=table.host))]
        waiting = table.viewer()
        waiting.send(token="wrong")  # noqa: S106 - it is none
        began = monotonic()
        table.terminate()
        assert monotonic() - began < 3
        for half in halves:
            half.close()
        waiting.connection.close()


def test_the_token_is_told_once_and_never_logged(tmp_path: Path) -> None:
    """Only in the link."""
    with Served(tmp_path / "journal", "--players", "2") as table:
        with table.viewer() as viewer:
            viewer.send(token=table.token)
            viewer.until("may")
        table.answer(f"/?{table.token}")
        assert table.token not in table.said()


def _is_open(connection: socket.socket) -> bool:
    try:
        return bool(connection.recv(1))
    except TimeoutError:
        return True
    except OSError:
        return False
