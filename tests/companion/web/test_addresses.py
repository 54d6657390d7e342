import json
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path
from urllib.request import urlopen

import pytest

from companion.core.messages import is_local
from companion.runtime.launch_config import COMMAND, MAKE, SERVICE
from companion.web import WebError, server
from companion.web.server import PageAddress, listening_sockets, short_name
from companion.web.site import is_local_request
from tests.companion.games.companion_process import COMPANION
from tests.companion.web.served import TIMEOUT_S, Served, Viewer, read_link


@pytest.fixture
def listening() -> socket.socket:
    return socket.create_server(("0.0.0.0", 0))  # noqa: S104 (that is the point)


@pytest.fixture
def no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "network_host", lambda: "")


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


def test_the_setting_of_the_address_has_priority(listening: socket.socket) -> None:
    with listening:
        address = PageAddress(listening, "box.example")
        address.note_connection("192.168.1.5")
        assert address.host == "box.example"


def test_a_port_in_use_is_reported_in_one_sentence() -> None:
    for started, advice in [
        (COMMAND, "; --port 0 takes"),
        (MAKE, "; .venv/bin/companion play --port 0 takes"),
        (SERVICE, "$"),
    ]:
        with socket.create_server(("127.0.0.1", 0)) as listening:
            port = listening.getsockname()[1]
            message = f"^the page cannot be served on 127.0.0.1, port {port}: another program uses it.*{advice}"
            with pytest.raises(WebError, match=message):
                listening_sockets("127.0.0.1", port, started.free_port_option)


def test_the_address_for_others_is_the_listening_address() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        assert PageAddress(listening).host == "127.0.0.1"
    with socket.create_server(("::1", 0), family=socket.AF_INET6) as listening:
        assert PageAddress(listening).host == "[::1]"


@pytest.mark.parametrize("host", ["0.0.0.0", "::"])  # noqa: S104 (that is the point)
def test_the_printed_address_of_a_page_for_the_whole_network_works(host: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "network_host", lambda: "127.0.0.1")
    with listening_sockets(host, 0)[0] as listening:
        address = PageAddress(listening)
        socket.create_connection((address.host, listening.getsockname()[1]), TIMEOUT_S).close()


@pytest.mark.slow
def test_the_page_is_served_on_the_socket_that_systemd_passes(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        script = f'exec 3<&{listening.fileno()}; export LISTEN_FDS=1 LISTEN_PID=$$; exec "$@"'
        command = [
            "bash",
            "-c",
            script,
            "bash",
            COMPANION,
            "play",
            "--no-browser",
            "--journal",
            str(tmp_path / "journal"),
        ]
        with subprocess.Popen(  # noqa: S603 (our own program)
            command, pass_fds=[listening.fileno()], stderr=subprocess.PIPE, text=True
        ) as program:
            link = read_link(program.stderr or ())
            assert f":{listening.getsockname()[1]}/" in link
            with urlopen(link, timeout=TIMEOUT_S) as answer:  # noqa: S310 (our own address)
                assert b"companion" in answer.read()
            program.terminate()


BEGUN = ("--players", "2", "--first", "1")


@pytest.fixture
def companion(tmp_path: Path) -> Iterator[Served]:
    with Served(tmp_path / "journal", *BEGUN) as served:
        yield served


def host_of(viewer: Viewer) -> str:
    viewer.connection.send(json.dumps({"way_back": True}))
    return str(viewer.wait_for("way_back")["file"])


def test_a_viewer_on_this_computer_is_recognized() -> None:
    assert is_local_request("127.0.0.1", ["host", "origin"])
    assert is_local_request("::1", ["host"])
    assert is_local_request("::ffff:127.0.0.1", ["host"])  # so a socket for both versions reports it
    assert not any(
        is_local_request(address, ["host"])
        for address in ("192.168.1.5", "::ffff:10.0.0.5", "fd00::1", "", "localhost")
    )
    for field in ("Forwarded", "X-Forwarded-For", "x-forwarded-host", "X-Real-IP", "Via"):
        assert not is_local_request("127.0.0.1", ["host", field])


@pytest.mark.slow
def test_a_viewer_on_this_computer_sees_the_path_of_the_link(companion: Served) -> None:
    with companion.connect() as spectator:
        file = Path(host_of(spectator))
        assert file.stat().st_mode & 0o777 == 0o600
        assert companion.token in file.read_text("utf-8")
        spectator.send(press="ok")
        assert spectator.wait_for("refused") == "watching"
    assert companion.frame.page == "turn"


@pytest.mark.slow
def test_a_kiosk_does_not_show_the_place_of_the_link(tmp_path: Path) -> None:
    with Served(tmp_path / "journal", "--kiosk", *BEGUN) as companion, companion.connect() as spectator:
        assert host_of(spectator) == ""
