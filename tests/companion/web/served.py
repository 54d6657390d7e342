"""A companion with the web page in its own process; its headless device reports what the chips show."""

import json
import re
import socket
from collections import deque
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin, Subprotocol

from tests.companion.games.companion_process import CompanionError, CompanionProcess

TIMEOUT_S = 20.0
WEB_OPTIONS = ("--set", "web.on=true", "--port", "0", "--no-browser")
UPGRADE_REQUEST = (
    "GET /socket HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
"""The request that opens a WebSocket."""
LINK_FILE = re.compile(r"to play, open (.+) with your browser;")
LINK = re.compile(r"http://[^\s\"]+#[\w-]+")


class Served(CompanionProcess):
    timeout_s = TIMEOUT_S
    """Maximum time for each part of an answer."""

    def __init__(self, journal: Path, *arguments: str, measured: bool = False) -> None:
        super().__init__(journal, *WEB_OPTIONS, *arguments, measured=measured)
        self.link = read_link(line.decode() for line in self._process.stderr or ())
        """The address of the web page, with its token."""

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def host(self) -> str:
        return urlsplit(self.link).netloc

    @property
    def address(self) -> str:
        return f"http://{self.host}/"

    @property
    def token(self) -> str:
        return urlsplit(self.link).fragment

    def connect(self, origin: str | None = "", token: str = "") -> "Viewer":
        """Opens a WebSocket as the page does; `origin` and `token` imitate another page."""
        own = Origin(f"http://{self.host}") if origin == "" else origin and Origin(origin)
        offered = [Subprotocol(offer) for offer in ("companion", token) if offer]
        return Viewer(
            connect(
                f"ws://{self.host}/socket", origin=own or None, compression=None, legacy=True,
                subprotocols=offered,
            )
        )  # fmt: skip

    def open_socket(self, request: str = "") -> socket.socket:
        host, port = self.host.split(":")
        made = socket.create_connection((host, int(port)), timeout=TIMEOUT_S)
        made.sendall(request.encode("latin-1"))
        return made

    def request(self, path: str, method: str = "GET", **headers: str) -> str:
        fields = {"Host": self.host, "Connection": "close", **headers}
        lines = "".join(f"{name}: {value}\r\n" for name, value in fields.items())
        with self.open_socket(f"{method} {path} HTTP/1.1\r\n{lines}\r\n") as opened:
            opened.settimeout(self.timeout_s)
            return b"".join(iter(lambda: opened.recv(65536), b"")).decode()

    def stop_and_read_errors(self) -> str:
        self._process.terminate()
        self._process.wait(TIMEOUT_S)
        return self._process.stderr.read().decode() if self._process.stderr else ""

    def terminate(self) -> None:
        self._process.terminate()
        self._process.wait(TIMEOUT_S)


class Viewer:
    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection

    def __enter__(self) -> "Viewer":
        return self

    def __exit__(self, *_: object) -> None:
        self.connection.close()

    def send(self, **message: str) -> None:
        self.connection.send(json.dumps(message))

    def wait_for(self, key: str) -> Any:  # noqa: ANN401 (what JSON holds)
        while True:
            message = self.connection.recv(timeout=TIMEOUT_S)
            if isinstance(message, str) and key in (shown := json.loads(message)):
                return shown[key]

    def wait_for_page(self, name: str) -> dict[str, Any]:
        while (shown := self.wait_for("description"))["page"] != name:
            pass
        return dict(shown)

    def wait_for_close(self) -> int:
        with suppress(ConnectionClosed):
            deque(self.connection, maxlen=0)
        code = self.connection.close_code
        if code is None:
            raise CompanionError("the WebSocket was closed without a code")
        return code


def read_link(lines: Iterable[str]) -> str:
    for line in lines:
        if (shown := LINK_FILE.search(line)) and (found := LINK.search(Path(shown[1]).read_text("utf-8"))):
            return found[0]
    raise CompanionError("standard error names no file with a link")
