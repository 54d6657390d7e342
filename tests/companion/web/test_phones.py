import asyncio
import json
import socket
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from websockets.sync.client import connect
from websockets.typing import Origin, Subprotocol

from companion.web import server
from companion.web.frontend import WebFrontend
from companion.web.room import PHONES_CLOSED
from companion.web.server import listening_sockets, network_socket
from tests.companion.web.served import TIMEOUT_S, Served, Viewer

BEGUN = ("--players", "2", "--first", "1")


@pytest.fixture(scope="module")
def network() -> str:
    with network_socket(0) as listening:
        return str(listening.getsockname()[0])


def is_reached(host: str, port: int) -> bool:
    try:
        socket.create_connection((host, port), timeout=TIMEOUT_S).close()
    except ConnectionRefusedError:
        return False
    return True


def set_joining(viewer: Viewer, *, on: bool) -> None:
    viewer.connection.send(json.dumps({"phones": on}))


def test_phones_can_join_only_while_the_host_allows_it(tmp_path: Path, network: str) -> None:
    with Served(tmp_path / "journal", *BEGUN) as companion, companion.connect(token=companion.token) as host:
        port = int(companion.host.rpartition(":")[2])
        host.connection.send(json.dumps({"invite": True}))
        invited = host.wait_for("invitations")
        assert (invited["phones"], invited["join"]["code"]) == (False, None)
        assert not is_reached(network, port)
        set_joining(host, on=True)
        invited = host.wait_for("invitations")
        link = urlsplit(invited["join"]["link"])
        assert (invited["phones"], link.hostname) == (True, network)
        assert invited["join"]["code"]
        assert is_reached(network, link.port or 0)
        offered = [Subprotocol("companion"), Subprotocol(link.fragment)]
        origin = Origin(f"http://{link.netloc}")
        with Viewer(connect(f"ws://{link.netloc}/socket", origin=origin, subprotocols=offered, legacy=True)) as phone:
            assert phone.wait_for("join_code")["link"] == invited["join"]["link"]
            phone.connection.send(json.dumps({"claim": 1}))
            assert phone.wait_for("claimed")
            set_joining(phone, on=False)  # it is not the host's: nothing happens
            set_joining(host, on=False)
            assert host.wait_for("invitations")["phones"] is False
            assert phone.wait_for_close() == PHONES_CLOSED
            seats = host.wait_for("seats")
            while seats[1]["state"] != "free":
                seats = host.wait_for("seats")
        assert not is_reached(network, link.port or 0)
        assert is_reached("127.0.0.1", port)
        host.connection.send(json.dumps({"alive": True}))
        assert host.wait_for("alive")


def test_kiosk_players_cannot_enable_joining(tmp_path: Path, network: str) -> None:
    with Served(tmp_path / "journal", "--kiosk") as companion, companion.connect(token=companion.token) as host:
        set_joining(host, on=True)
        assert host.wait_for("invitations")["phones"] is None
        assert not is_reached(network, int(companion.host.rpartition(":")[2]))


@pytest.fixture
def own_addresses(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    found = ["127.0.0.2"]
    monkeypatch.setattr(server, "network_host", lambda: found[0])
    return found


def test_the_socket_reopens_on_its_port_at_the_current_address(own_addresses: list[str]) -> None:
    async def scenario(own: socket.socket) -> list[tuple[str, bool]]:
        frontend, seen = WebFrontend([own]), list[tuple[str, bool]]()
        room = frontend._room

        async def look() -> None:
            link = urlsplit(room.invitations()["join"]["link"])
            await asyncio.sleep(0.05)  # the server starts
            reached = await asyncio.to_thread(is_reached, link.hostname or "", link.port or 0)
            await asyncio.sleep(0.05)  # asyncio leaks a connection that it accepts in the turn in which it is closed
            seen.append((link.netloc, reached))

        room.let_phones_join(on=True)
        await look()
        room.let_phones_join(on=False)
        room.let_phones_join(on=True)
        await look()
        own_addresses[0] = "127.0.0.3"
        await look()
        room.let_phones_join(on=False)
        await asyncio.wait(asyncio.all_tasks() - {asyncio.current_task()})
        return seen

    with listening_sockets("127.0.0.1", 0)[0] as own:
        port = own.getsockname()[1]
        seen = asyncio.run(scenario(own))
    assert seen == [(f"127.0.0.2:{port}", True)] * 2 + [(f"127.0.0.3:{port}", True)]


def test_without_a_network_the_page_says_that_phones_cannot_join(own_addresses: list[str]) -> None:
    with listening_sockets("127.0.0.1", 0)[0] as own:
        room = WebFrontend([own])._room
        assert room.invitations()["unreachable"] is False
        own_addresses[0] = ""
        room.let_phones_join(on=True)
        assert (room.invitations()["phones"], room.invitations()["unreachable"]) == (False, True)


def all_messages(viewer: Viewer) -> str:
    viewer.connection.send(json.dumps({"alive": True}))
    got = ""
    while '"alive"' not in got:
        message = viewer.connection.recv(timeout=20)
        got += message if isinstance(message, str) else ""
    return got


@pytest.mark.slow
def test_the_join_code_is_sent_only_to_viewers_with_the_code(tmp_path: Path) -> None:
    with (
        Served(tmp_path / "journal", "--players", "2", "--first", "1") as companion,
        companion.connect(token=companion.token) as host,
    ):
        host.connection.send(json.dumps({"invite": True}))
        links = host.wait_for("invitations")
        join, seat = (urlsplit(each["link"]).fragment for each in (links["join"], links["seats"][0]))
        assert len({join, seat, companion.token}) == 3
        with (
            companion.connect(token=join) as television,
            companion.connect() as spectator,
            companion.connect(token=seat) as player,
        ):
            assert urlsplit(television.wait_for("join_code")["link"]).fragment == join
            others = [all_messages(each) for each in (spectator, player)]
            television.send(press="ok")
            assert television.wait_for("refused") == "watching"
            host.send(hold="undo")
            host.wait_for_page("menu")
            host.connection.send(json.dumps({"choose": {"Page on a phone": True}}))
            host.wait_for_page("link")
            others += [all_messages(each) for each in (television, spectator, player)]
            assert all(message for message in others)
            assert not [secret for secret in (join, companion.token) if any(secret in each for each in others)]
            assert not any("join_code" in each for each in others)
            # Its code lives until links are renewed.
            host.send(press="bank")
            assert television.wait_for("join_code") is None
