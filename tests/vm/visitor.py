"""Somebody with a phone: the page of a machine, seen and pressed through its socket."""

import json
from collections.abc import Callable
from contextlib import ExitStack, closing, suppress
from http.client import HTTPConnection, HTTPException
from time import monotonic
from typing import Any, Self

from websockets.sync.client import connect
from websockets.typing import Origin

from hardware.device import Button
from tests.companion.games.players import Player
from tests.companion.games.table import NOTHING, Frame

ANSWER_S = 120.0
"""How long an answer may take: up to two seconds on an emulated processor, and many times that beside other work."""


SETTLES_S = 5.0
"""After which nothing more is told of a table that nobody touches; also on an emulated processor."""


class VisitorError(Exception):
    """The page did not show what was waited for."""


class Visitor:
    def __init__(self, port: int, token: str) -> None:
        """Opens the page's socket.

        Args:
            port: of this computer, where the machine's page is reached.
            token: what lets one press.
        """
        host = f"127.0.0.1:{port}"
        self._port = port
        self._leaving = ExitStack()
        self._socket = self._leaving.enter_context(
            connect(f"ws://{host}/socket", origin=Origin(f"http://{host}"), compression=None, open_timeout=ANSWER_S)
        )
        self._socket.send(json.dumps({"token": token}))
        self.told: dict[str, Any] = {}
        """What was told last of the table."""
        self.may: object = None
        """What this viewer may press, as the page says it."""
        self.until(lambda: self.told and self.may == "all", "the table")
        # What came before the leave is for a spectator; one who may press is not told the same once more.
        self.watch(SETTLES_S)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        with suppress(OSError):
            self._leaving.close()

    @property
    def page(self) -> str:
        return str(self.told["page"])

    @property
    def frame(self) -> Frame:
        return NOTHING._replace(page=self.page, text=tuple(self.told["text"]), state=state(self._port))

    def send(self, button: Button, *, held: bool = False) -> None:
        self._socket.send(json.dumps({"hold" if held else "press": button}))

    def press(self, button: Button, *, held: bool = False) -> None:
        """Presses a button, or holds it, and waits until the table tells something new."""
        before = self.told
        self.send(button, held=held)
        self.until(lambda: self.told != before, f"an answer to {button} on {before['page']}")

    def until(self, met: Callable[[], object], what: str, patience_s: float = ANSWER_S) -> None:
        """Follows what is told until it is so.

        Raises:
            VisitorError: it never is.
        """
        ends = monotonic() + patience_s
        while not met():
            try:
                message = self._socket.recv(timeout=max(0.0, ends - monotonic()))
            except TimeoutError as silence:
                raise VisitorError(f"waited for {what}; told was {self.told}") from silence
            if isinstance(message, str):
                said = json.loads(message)
                self.told = said.get("told", self.told)
                self.may = said.get("may", self.may)

    def watch(self, duration_s: float) -> None:
        with suppress(VisitorError):
            self.until(lambda: False, "nothing", duration_s)

    def resume(self) -> None:
        """Goes on with the game that is offered after a start; where it goes on by itself, that is all right, too."""
        if self.page == "resume":
            self.press(Button.OK)

    def play(self, player: Player, *, until: str, moves: int = 0) -> Frame:
        """Plays at least so many moves, and on until a page is open; returns what it shows."""
        while moves > 0 or self.page != until:
            moves -= 1
            for button in player.moves(self.frame):
                self.press(button)
        return self.frame


def ask(port: int, path: str) -> Any:  # noqa: ANN401 - what JSON holds
    asking = HTTPConnection("127.0.0.1", port, timeout=ANSWER_S)
    with closing(asking), suppress(OSError, HTTPException, ValueError):
        asking.request("GET", path)
        answer = asking.getresponse()
        return json.loads(answer.read()) if answer.status == 200 else None
    return None


def state(port: int) -> dict[str, Any] | None:
    """The state of the game on the table, in the referee's notation; None before it has started."""
    answer = ask(port, "/api/state")
    if answer is None:
        raise VisitorError("the table does not tell its state")
    found: dict[str, Any] | None = answer["state"]
    return found
