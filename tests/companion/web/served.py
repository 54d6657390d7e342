"""A table with a page, in a process of its own: the headless device besides, which tells what its chips show."""

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

from tests.companion.games.table import Table, TableError

PATIENCE_S = 20.0
WITH_PAGE = ("--set", "web.on=true", "--port", "0", "--no-browser")
UPGRADE = (
    "GET /socket HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
"""The request that opens a socket, by hand."""
LINK_FILE = re.compile(r"to play, open (.+) with your browser;")
LINK = re.compile(r"http://[^\s\"]+#[\w-]+")


class Served(Table):
    patience_s = PATIENCE_S
    """How long a part of an answer may take."""

    def __init__(self, journal: Path, *arguments: str, measured: bool = False) -> None:
        super().__init__(journal, *WITH_PAGE, *arguments, measured=measured)
        self.link = named_link(line.decode() for line in self._process.stderr or ())
        """The address of the page, with its token."""

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

    def viewer(self, origin: str | None = "", token: str = "") -> "Viewer":
        """A socket as the page opens it, or another one's page, which may bring a token; a context."""
        own = Origin(f"http://{self.host}") if origin == "" else origin and Origin(origin)
        offered = [Subprotocol(offer) for offer in ("companion", token) if offer]
        return Viewer(
            connect(
                f"ws://{self.host}/socket", origin=own or None, compression=None, legacy=True,
                subprotocols=offered,
            )
        )  # fmt: skip

    def raw(self, request: str = "") -> socket.socket:
        host, port = self.host.split(":")
        made = socket.create_connection((host, int(port)), timeout=PATIENCE_S)
        made.sendall(request.encode("latin-1"))
        return made

    def answer(self, path: str, method: str = "GET", **headers: str) -> str:
        fields = {"Host": self.host, "Connection": "close", **headers}
        lines = "".join(f"{name}: {value}\r\n" for name, value in fields.items())
        with self.raw(f"{method} {path} HTTP/1.1\r\n{lines}\r\n") as opened:
            opened.settimeout(self.patience_s)
            return b"".join(iter(lambda: opened.recv(65536), b"")).decode()

    def said(self) -> str:
        """What it has written to its standard error after the link, once it has ended."""
        self._process.terminate()
        self._process.wait(PATIENCE_S)
        return self._process.stderr.read().decode() if self._process.stderr else ""

    def terminate(self) -> None:
        """Ends it with a signal, as systemd does, and waits."""
        self._process.terminate()
        self._process.wait(PATIENCE_S)


class Viewer:
    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection

    def __enter__(self) -> "Viewer":
        return self

    def __exit__(self, *_: object) -> None:
        self.connection.close()

    def send(self, **message: str) -> None:
        self.connection.send(json.dumps(message))

    def until(self, key: str) -> Any:  # noqa: ANN401 (what JSON holds)
        while True:
            message = self.connection.recv(timeout=PATIENCE_S)
            if isinstance(message, str) and key in (shown := json.loads(message)):
                return shown[key]

    def page(self, name: str) -> dict[str, Any]:
        """What is shown on a page, as soon as that is open."""
        while (shown := self.until("description"))["page"] != name:
            pass
        return dict(shown)

    def closed(self) -> int:
        with suppress(ConnectionClosed):
            deque(self.connection, maxlen=0)
        code = self.connection.close_code
        if code is None:
            raise TableError("the socket ended without a word")
        return code


def named_link(lines: Iterable[str]) -> str:
    """The link, from the file that the program's standard error names.

    Raises:
        TableError: it names none.
    """
    for line in lines:
        if (shown := LINK_FILE.search(line)) and (found := LINK.search(Path(shown[1]).read_text("utf-8"))):
            return found[0]
    raise TableError("no link was printed")
