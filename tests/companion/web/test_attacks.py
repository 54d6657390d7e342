import json
import os
import socket
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import IO, cast
from urllib.request import urlopen

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from companion.web.room import POLICY_VIOLATION
from tests.companion.games.companion_process import COMPANION
from tests.companion.web.served import LINK, TIMEOUT_S, UPGRADE_REQUEST, Served


@pytest.fixture(autouse=True)
def keeps_running(companion: Served) -> Iterator[None]:
    yield
    with companion.connect() as viewer:
        viewer.send(token=companion.token)
        assert viewer.wait_for("may") == "all"


def test_unknown_host_names_and_origins_are_rejected(companion: Served) -> None:
    assert " 421 " in companion.request("/", Host="evil.example").splitlines()[0]
    for origin in [None, "http://evil.example"]:
        with pytest.raises(InvalidStatus, match="403"):
            companion.connect(origin=origin)


def test_no_answer_allows_inline_code(companion: Served) -> None:
    for path in ["/", "/main.js", "/style.css", "/nothing", "/socket"]:
        policy = next(
            line for line in companion.request(path).lower().splitlines() if line.startswith("content-security-policy")
        )
        assert "default-src 'none'" in policy, path
        assert "unsafe" not in policy, path


def test_only_files_of_the_page_are_served(companion: Served) -> None:
    for path in ["/../pyproject.toml", "/..%2f..%2fpyproject.toml", "//etc/passwd", "/__init__.py"]:
        assert " 404 " in companion.request(path).splitlines()[0]


def test_write_requests_are_rejected(companion: Served) -> None:
    for method in ["POST", "PUT", "DELETE"]:
        assert " 405 " in companion.request("/", method).splitlines()[0]


def test_a_press_without_a_token_is_rejected(companion: Served) -> None:
    with companion.connect() as viewer:
        events = companion.frame.events
        viewer.send(press="ok")
        assert viewer.wait_for("refused") == "watching"
    companion.read_for(0.05)
    assert companion.frame.events == events


def test_a_wrong_token_is_rejected_and_ends_its_socket(companion: Served) -> None:
    for token in ("", "wrong", "ü", "A" * 22):
        with companion.connect() as viewer:
            viewer.send(token=token)
            assert viewer.wait_for("refused") == "token"
            assert viewer.wait_for_close() == POLICY_VIOLATION


def test_an_invalid_message_disconnects_its_sender(companion: Served) -> None:
    for message in [
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
        '{"token":"\\ud800"}',
        "[" * 400,
    ]:
        with companion.connect() as viewer:
            viewer.connection.send(message)
            assert viewer.wait_for_close() == POLICY_VIOLATION, message


def test_a_message_over_4_kb_disconnects_its_sender(companion: Served) -> None:
    for message in (json.dumps({"token": "A" * 4096}), iter(["A" * 3000] * 2)):
        with companion.connect() as viewer:
            with suppress(ConnectionClosed):  # it may come before the last fragment is sent
                viewer.connection.send(message)
            assert viewer.wait_for_close()


def test_no_message_is_sent_on_a_closed_socket(tmp_path: Path) -> None:
    with Served(tmp_path / "journal", "--players", "2", "--first", "1", measured=True) as companion:
        huge = b"\x82\xff" + (1 << 20).to_bytes(8, "big") + bytes(4) + bytes(1 << 20)
        for _ in range(20):
            with companion.open_socket(UPGRADE_REQUEST.format(host=companion.host)) as raw, suppress(ConnectionError):
                raw.sendall(huge * 3)
        for _ in range(20):
            with companion.open_socket(
                UPGRADE_REQUEST.format(host=companion.host).replace("Origin: http://", "Origin: http://x")
            ) as raw:
                assert _status_of(raw) == 403
        with companion.connect() as viewer:
            viewer.send(token=companion.token)
            assert viewer.wait_for("may") == "all"
        assert companion.stop_and_read_errors() == ""


def test_a_request_with_a_body_is_rejected(companion: Served) -> None:
    for announced in ["Transfer-Encoding: chunked", "Content-Length: 1"]:
        for method in ["GET", "POST"]:
            with companion.open_socket(
                f"{method} /api/state HTTP/1.1\r\nHost: {companion.host}\r\n{announced}\r\n\r\n"
            ) as raw:
                assert _status_of(raw) == 413, (announced, method)
                assert not _stays_open(raw), (announced, method)


def test_the_server_ends_soon_with_any_open_connections(tmp_path: Path) -> None:
    with Served(tmp_path / "journal", "--players", "2", "--first", "1", measured=True) as companion:
        halves = [
            companion.open_socket("GET / HTTP/1.1\r\n"),
            companion.open_socket(),
            companion.open_socket(UPGRADE_REQUEST.format(host=companion.host)),
        ]
        waiting = companion.connect()
        began = monotonic()
        companion.terminate()
        assert monotonic() - began < 10
        for half in halves:
            half.close()
        waiting.connection.close()


def test_the_token_is_in_no_log_and_on_no_command_line(tmp_path: Path) -> None:
    browser, opened = tmp_path / "browser", tmp_path / "opened"
    browser.write_text(f'#!/bin/sh\necho "$@" >{opened}.new && mv {opened}.new {opened}\n')
    browser.chmod(0o700)
    command = [COMPANION, "play", "--device", "simulated", "--port", "0", "--journal", str(tmp_path / "journal")]
    environ = {**os.environ, "DISPLAY": ":0", "BROWSER": str(browser)}
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environ) as program:  # noqa: S603 (our own)
        stderr = cast("IO[str]", program.stderr)
        named = next(line for line in stderr if "to play, open" in line)
        file = Path(named.partition("to play, open ")[2].partition(" with your browser")[0])
        address, _, token = LINK.findall(file.read_text())[0].rpartition("#")
        with urlopen(address, timeout=TIMEOUT_S):  # noqa: S310 (our own address)
            pass
        program.terminate()
        logged = named + stderr.read()
    assert opened.read_text().strip() == file.as_uri()
    assert token not in logged
    assert not file.exists()


def _status_of(raw: socket.socket) -> int:
    with suppress(ConnectionError):
        answer = raw.recv(65536)
        return int(answer.split()[1]) if answer else 0
    return 0


def _stays_open(connection: socket.socket) -> bool:
    connection.settimeout(0.1)
    with suppress(ConnectionError):
        while True:
            try:
                if not connection.recv(65536):
                    return False
            except TimeoutError:
                return True
    return False
