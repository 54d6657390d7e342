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
"""How long an answer may take: up to two seconds on an emulated processor, and many times that during other work."""


SETTLES_S = 5.0
"""After which a table that no one touches sends nothing more; also on an emulated processor."""


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
        self.latest: dict[str, Any] = {}
        """The newest description of the table."""
        self.may: object = None
        """What this viewer may press, as the page says it."""
        self.until(lambda: self.latest and self.may == "all", "the table")
        # What came before the leave is for a spectator; one who may press does not get the same again.
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
        return str(self.latest["page"])

    @property
    def frame(self) -> Frame:
        return NOTHING._replace(page=self.page, text=tuple(self.latest["text"]), state=state(self._port))

    def send(self, button: Button, *, held: bool = False) -> None:
        self._socket.send(json.dumps({"hold" if held else "press": button}))

    def press(self, button: Button, *, held: bool = False) -> None:
        """Presses a button, or holds it, and waits until the table sends something new."""
        before = self.latest
        self.send(button, held=held)
        self.until(lambda: self.latest != before, f"an answer to {button} on {before['page']}")

    def until(self, met: Callable[[], object], what: str, timeout_s: float = ANSWER_S) -> None:
        """Follows the descriptions until the condition is met.

        Raises:
            VisitorError: it never is.
        """
        ends = monotonic() + timeout_s
        while not met():
            try:
                message = self._socket.recv(timeout=max(0.0, ends - monotonic()))
            except TimeoutError as silence:
                raise VisitorError(f"waited for {what}; the last was {self.latest}") from silence
            if isinstance(message, str):
                said = json.loads(message)
                self.latest = said.get("description", self.latest)
                self.may = said.get("may", self.may)

    def watch(self, duration_s: float) -> None:
        with suppress(VisitorError):
            self.until(lambda: False, "nothing", duration_s)

    def resume(self) -> None:
        """Goes on with the game that is offered after a start; a game that continues without a question is accepted."""
        if self.page == "resume":
            self.press(Button.OK)

    def play(self, player: Player, *, until: str, moves: int = 0) -> Frame:
        """Plays at least this many moves, and on until a page is open; returns what it shows."""
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
