"""Phones in the local network join a page that only this computer reaches, while the host lets them."""

import asyncio
import json
import socket
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from websockets.sync.client import connect
from websockets.typing import Origin, Subprotocol

from companion.frontends.web.frontend import WebFrontend
from companion.frontends.web.listening_sockets import network_socket, open_sockets
from tests.companion.frontends.web.served import PATIENCE_S, Served, Viewer


@pytest.fixture(scope="module")
def network() -> str:
    """This computer's address in the network."""
    with network_socket(0) as listening:
        return str(listening.getsockname()[0])


def is_reached(host: str, port: int) -> bool:
    try:
        socket.create_connection((host, port), timeout=PATIENCE_S).close()
    except ConnectionRefusedError:
        return False
    return True


def switch(viewer: Viewer, *, on: bool) -> None:
    viewer.connection.send(json.dumps({"phones": on}))


def test_phones_join_while_the_host_lets_them_and_are_disconnected_after(tmp_path: Path, network: str) -> None:
    with Served(tmp_path / "journal") as table, table.viewer(token=table.token) as host:
        port = int(table.host.rpartition(":")[2])
        host.connection.send(json.dumps({"invite": True}))
        invited = host.until("invitations")
        assert (invited["phones"], invited["join"]["code"]) == (False, None)
        assert not is_reached(network, port)
        switch(host, on=True)
        invited = host.until("invitations")
        link = urlsplit(invited["join"]["link"])
        assert (invited["phones"], link.hostname) == (True, network)
        assert invited["join"]["code"]
        assert is_reached(network, link.port or 0)
        offered = [Subprotocol("companion"), Subprotocol(link.fragment)]
        origin = Origin(f"http://{link.netloc}")
        with Viewer(connect(f"ws://{link.netloc}/socket", origin=origin, subprotocols=offered, legacy=True)) as phone:
            assert phone.until("join_code")["link"] == invited["join"]["link"]
            switch(phone, on=False)  # it is not the host's: nothing happens
            switch(host, on=False)
            assert host.until("invitations")["phones"] is False
            assert phone.closed()
        assert not is_reached(network, link.port or 0)
        assert is_reached("127.0.0.1", port)
        host.connection.send(json.dumps({"alive": True}))
        assert host.until("alive")


def test_visitors_of_a_kiosk_let_no_phones_in(tmp_path: Path, network: str) -> None:
    with Served(tmp_path / "journal", "--kiosk") as table, table.viewer(token=table.token) as host:
        switch(host, on=True)
        assert host.until("invitations")["phones"] is None
        assert not is_reached(network, int(table.host.rpartition(":")[2]))


def test_a_switch_that_is_turned_off_at_once_leaves_nothing_open(network: str) -> None:
    async def scenario(own: socket.socket) -> list[bool]:
        frontend, reached = WebFrontend([own]), []
        phones = frontend._room.phones
        assert phones is not None
        for turns in range(3):
            phones.switch(on=True)
            port = int(frontend.address.rpartition(":")[2])
            for _ in range(turns):
                await asyncio.sleep(0)
            phones.switch(on=False)
            # Its tasks have ended once only this one is left.
            await asyncio.wait(
                asyncio.all_tasks() - {asyncio.current_task()} or {asyncio.create_task(asyncio.sleep(0))}
            )
            reached.append(await asyncio.to_thread(is_reached, network, port))
        return reached

    with open_sockets("127.0.0.1", 0)[0] as own:
        assert asyncio.run(scenario(own)) == [False] * 3
