import socket

import pytest

from companion.core.messages import is_local
from companion.frontends.web import listening_sockets
from companion.frontends.web.listening_sockets import PageAddress, short_name


@pytest.fixture
def listening() -> socket.socket:
    return socket.create_server(("0.0.0.0", 0))  # noqa: S104 (that is the point)


@pytest.fixture
def no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """The service may make no socket, or the machine is in no network."""
    monkeypatch.setattr(listening_sockets, "_own_address", lambda *_: "")


@pytest.mark.usefixtures("no_network")
@pytest.mark.parametrize(
    ("reached", "host"),
    [
        ([], None),
        (["192.168.1.5"], "192.168.1.5"),
        (["::ffff:192.168.1.5"], "192.168.1.5"),
        (["192.168.1.5", "10.0.0.3"], "10.0.0.3"),
        (["fd00::5"], "[fd00::5]"),
        (["192.168.1.5", "127.0.0.1", "::1", "::ffff:127.0.0.1", "fe80::1%2", "fe80::1", ""], "192.168.1.5"),
        (["127.0.0.1"], None),
    ],
)
def test_a_service_names_the_address_at_which_it_was_reached(
    listening: socket.socket, reached: list[str], host: str | None
) -> None:
    with listening:
        address = PageAddress(listening)
        for local in reached:
            address.note_connection(local)
        assert address.host == (host or f"{short_name()}.local")
        assert address() == f"http://{address.host}:{listening.getsockname()[1]}"
        assert not is_local(address())


def test_the_setting_comes_first(listening: socket.socket) -> None:
    with listening:
        address = PageAddress(listening, "box.example")
        address.note_connection("192.168.1.5")
        assert address.host == "box.example"
