import os
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.request import Request, urlopen

import pytest

from companion.runtime.journal import Journal
from tests.companion.games.table import COMPANION
from tests.companion.program.played import keep, played
from tests.systemd import sandbox
from tests.systemd.manager import PATIENCE_S, Manager

pytestmark = pytest.mark.slow

SHUT_IN = (sys.executable, sandbox.__file__)


def service(folder: Path) -> dict[str, str]:
    return {
        "PATH": "/usr/bin:/bin",
        "STATE_DIRECTORY": str(folder / "state"),
        "CONFIGURATION_DIRECTORY": str(folder / "settings"),
        "NOTIFY_SOCKET": str(folder / "notify"),
        "WATCHDOG_USEC": "15000000",
    }


@contextmanager
def ended(program: subprocess.Popen[str]) -> Iterator[None]:
    try:
        yield
        program.terminate()
        program.wait(PATIENCE_S)
    finally:
        program.kill()


def opening(family: int, environ: Mapping[str, str]) -> str:
    program = f"import socket; socket.socket({family}); print('open')"
    command = [*SHUT_IN, "-1", sys.executable, "-c", program]
    done = subprocess.run(command, env=environ, capture_output=True, text=True, check=False)  # noqa: S603 - our own program
    return done.stdout + done.stderr


def test_the_sandbox_has_no_network(tmp_path: Path) -> None:
    environ = service(tmp_path)
    assert opening(socket.AF_UNIX, environ) == "open\n"
    for family in (socket.AF_INET, socket.AF_INET6):
        assert "Address family not supported by protocol" in opening(family, environ)


def test_a_service_serves_the_page_on_the_socket_that_it_is_handed(tmp_path: Path) -> None:
    (tmp_path / "state").mkdir()
    with Journal.open(tmp_path / "state/journal.sqlite") as journal:
        keep(journal, played())
    name = f"{socket.gethostname().lower().partition('.')[0]}.local"
    with (
        closing(Manager(str(tmp_path / "notify"))) as manager,
        socket.create_server(("::", 0), family=socket.AF_INET6, dualstack_ipv6=True) as listening,
    ):
        port = listening.getsockname()[1]
        command = [*SHUT_IN, str(listening.fileno()), COMPANION, "play", "--device", "simulated", "--no-browser"]
        with (
            subprocess.Popen(  # noqa: S603 - our own program
                command, env=service(tmp_path), pass_fds=[listening.fileno()], stderr=subprocess.PIPE, text=True
            ) as program,
            ended(program),
        ):
            assert manager.next() == "READY=1"
            assert program.stderr
            assert f" http://{name}:{port}/ " in program.stderr.readline()
            page = Request(f"http://127.0.0.1:{port}/", headers={"Host": f"{name}:{port}"})
            with urlopen(page, timeout=PATIENCE_S) as answer:  # noqa: S310
                assert b"companion" in answer.read()
            story = Request(f"http://127.0.0.1:{port}/api/story/1", headers={"Host": f"{name}:{port}"})
            with urlopen(story, timeout=PATIENCE_S) as answer:  # noqa: S310
                assert b"Green starts" in answer.read()
    assert program.returncode == 0
    assert (tmp_path / "state/journal.sqlite").exists()


def test_a_box_without_a_single_part_comes_up_as_a_service(tmp_path: Path) -> None:
    (tmp_path / "state").mkdir()
    command = [*SHUT_IN, "-1", COMPANION, "play", "--device", "pi", "--set", "web.on=true"]
    with (
        closing(Manager(str(tmp_path / "notify"))) as manager,
        subprocess.Popen(  # noqa: S603 - our own program
            command, env=service(tmp_path), cwd=tmp_path, stderr=subprocess.PIPE, text=True
        ) as program,
        ended(program),
    ):
        assert [manager.next(), manager.next()] == ["READY=1", "WATCHDOG=1"]
        program.terminate()
        said = program.communicate(timeout=PATIENCE_S)[1]
    assert program.returncode == 0
    assert "no page: it needs companion.socket" in said
    for part in ("/dev/spidev0.0", "/dev/i2c-1", "pins"):
        assert part in said


def test_a_program_that_knows_no_place_for_its_files_says_so(tmp_path: Path) -> None:
    command = [COMPANION, "play", "--device", "simulated"]
    done = subprocess.run(  # noqa: S603 - our own program
        command, env={"PATH": os.environ["PATH"]}, cwd=tmp_path, capture_output=True, text=True, timeout=PATIENCE_S,
        check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert done.stderr == "companion: HOME is not set: give the settings file with --config\n"
