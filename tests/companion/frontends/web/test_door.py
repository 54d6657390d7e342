import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Thread
from urllib.request import urlopen

import pytest

from companion.commands.cli import UNAVAILABLE
from companion.frontends.web import WebError, listening_sockets
from companion.frontends.web.listening_sockets import PageAddress, host_names, inherited_sockets, open_sockets
from companion.runtime.launch_config import COMMAND, MAKE, SERVICE
from tests.companion.frontends.web.served import PATIENCE_S, Served, named_link
from tests.companion.games.table import COMPANION


@contextmanager
def hanging_up() -> Iterator[int]:
    """The port of another program, which hangs up on whoever calls."""
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def hang_up() -> None:
            with suppress(OSError):
                while True:
                    listening.accept()[0].close()

        answering = Thread(target=hang_up)
        answering.start()
        try:
            yield listening.getsockname()[1]
        finally:
            listening.shutdown(socket.SHUT_RDWR)
            answering.join()


def test_a_taken_port_is_told_in_a_sentence() -> None:
    for started, advice in [
        (COMMAND, "; --port 0 takes"),
        (MAKE, "; .venv/bin/companion play --port 0 takes"),
        (SERVICE, "$"),
    ]:
        with hanging_up() as port:
            message = f"^the page cannot be served on 127.0.0.1, port {port}: Address already in use{advice}"
            with pytest.raises(WebError, match=message):
                open_sockets("127.0.0.1", port, started.free_port)


@pytest.mark.slow
@pytest.mark.parametrize("host", ["127.0.0.1", "0.0.0.0"])  # noqa: S104 (that is the point)
def test_a_companion_that_runs_already_is_named(tmp_path: Path, host: str) -> None:
    with Served(tmp_path / "journal") as running:
        port = int(running.host.rpartition(":")[2])
        with pytest.raises(
            WebError, match=rf"^a companion is already running: http://127.0.0.1:{port}/; --port 0 takes a port"
        ):
            open_sockets(host, port, COMMAND.free_port)


@pytest.mark.slow
def test_a_program_whose_port_is_taken_does_not_start(tmp_path: Path) -> None:
    with hanging_up() as port:
        command = [COMPANION, "play", "--device", "simulated", "--port", str(port), "--no-browser"]
        done = subprocess.run(  # noqa: S603 (our own program)
            [*command, "--journal", str(tmp_path / "journal")], capture_output=True, text=True, timeout=PATIENCE_S,
            check=False,
        )  # fmt: skip
    assert done.returncode == UNAVAILABLE
    assert done.stderr.startswith("companion: the page cannot be served on 127.0.0.1")


def test_sockets_for_another_process_are_left_alone() -> None:
    assert inherited_sockets({"LISTEN_PID": "1", "LISTEN_FDS": "1"}, 2) == []
    assert inherited_sockets({}, 2) == []


def test_others_reach_a_machine_by_where_it_listens() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        assert PageAddress(listening).host == "127.0.0.1"
    with socket.create_server(("::1", 0), family=socket.AF_INET6) as listening:
        assert PageAddress(listening).host == "[::1]"


def test_a_machine_that_listens_everywhere_names_itself() -> None:
    with socket.create_server(("0.0.0.0", 0)) as listening:  # noqa: S104 (that is the point)
        assert PageAddress(listening).host not in {"", "0.0.0.0"}  # noqa: S104


@pytest.mark.parametrize("host", ["0.0.0.0", "::"])  # noqa: S104 (that is the point)
def test_the_printed_address_of_a_page_for_the_whole_network_works(host: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listening_sockets, "_own_address", lambda *_: "127.0.0.1")  # as of version 4 in a network
    with open_sockets(host, 0)[0] as listening:
        address = PageAddress(listening)
        socket.create_connection((address.host, listening.getsockname()[1]), PATIENCE_S).close()


def test_this_hosts_names_are_its_own_and_the_given_one() -> None:
    assert {"localhost", "box.example"} <= host_names("Box.Example")


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
            link = named_link(program.stderr or ())
            assert f":{listening.getsockname()[1]}/" in link
            with urlopen(link, timeout=PATIENCE_S) as answer:  # noqa: S310 (our own address)
                assert b"companion" in answer.read()
            program.terminate()
