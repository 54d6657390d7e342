"""A viewer of the web page of a virtual machine, which plays through its WebSocket."""

import json
from collections.abc import Callable
from contextlib import ExitStack, closing, suppress
from http.client import HTTPConnection, HTTPException
from time import monotonic
from typing import Any, Self

from websockets.sync.client import connect
from websockets.typing import Origin

from hardware.device import Button
from tests.companion.games.companion_process import EMPTY_FRAME, Frame
from tests.companion.games.players import Player

ANSWER_TIMEOUT_S = 120.0
"""Maximum time of an answer: up to two seconds on an emulated processor, and much more on a busy computer."""
IDLE_S = 5.0
"""Time after which an idle companion sends nothing more, also on an emulated processor."""


class WebViewerError(Exception):
    """The page did not show what a test waited for."""


class WebViewer:
    def __init__(self, port: int, token: str) -> None:
        """Opens the WebSocket of the page.

        Args:
            port: the local port that leads to the page of the machine.
            token: the token of the host.
        """
        host = f"127.0.0.1:{port}"
        self._port = port
        self._exit_stack = ExitStack()
        self._socket = self._exit_stack.enter_context(
            connect(
                f"ws://{host}/socket", origin=Origin(f"http://{host}"), compression=None, open_timeout=ANSWER_TIMEOUT_S
            )
        )
        self._socket.send(json.dumps({"token": token}))
        self.description: dict[str, Any] = {}
        """The newest description of the open page."""
        self.may: object = None
        """What this viewer may press, as reported by the companion."""
        self.wait_until(lambda: self.description and self.may == "all", "the permission")
        # The first description is that of a spectator; after the token is accepted, only changes are sent.
        self.read_for(IDLE_S)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        with suppress(OSError):
            self._exit_stack.close()

    @property
    def page(self) -> str:
        return str(self.description["page"])

    @property
    def frame(self) -> Frame:
        return EMPTY_FRAME._replace(page=self.page, text=tuple(self.description["text"]), state=state(self._port))

    def send(self, button: Button, *, held: bool = False) -> None:
        self._socket.send(json.dumps({"hold" if held else "press": button}))

    def press(self, button: Button, *, held: bool = False) -> None:
        before = self.description
        self.send(button, held=held)
        self.wait_until(lambda: self.description != before, f"an answer to {button} on {before['page']}")

    def wait_until(self, met: Callable[[], object], what: str, timeout_s: float = ANSWER_TIMEOUT_S) -> None:
        """Reads messages until a condition is met.

        Raises:
            VisitorError: the condition was not met within the timeout.
        """
        ends = monotonic() + timeout_s
        while not met():
            try:
                message = self._socket.recv(timeout=max(0.0, ends - monotonic()))
            except TimeoutError as silence:
                raise WebViewerError(f"waited for {what}; the last was {self.description}") from silence
            if isinstance(message, str):
                shown = json.loads(message)
                self.description = shown.get("description", self.description)
                self.may = shown.get("may", self.may)

    def read_for(self, duration_s: float) -> None:
        with suppress(WebViewerError):
            self.wait_until(lambda: False, "nothing", duration_s)

    def resume(self) -> None:
        """Continues the game that is offered after a start, unless the companion has continued it already."""
        if self.page == "resume":
            self.press(Button.OK)

    def play(self, player: Player, *, until: str, moves: int = 0) -> Frame:
        """Plays at least `moves` moves and then until a page is open; returns its frame."""
        while moves > 0 or self.page != until:
            moves -= 1
            for button in player.moves(self.frame):
                self.press(button)
        return self.frame


def get_json(port: int, path: str) -> Any:  # noqa: ANN401 - what JSON holds
    connection = HTTPConnection("127.0.0.1", port, timeout=ANSWER_TIMEOUT_S)
    with closing(connection), suppress(OSError, HTTPException, ValueError):
        connection.request("GET", path)
        answer = connection.getresponse()
        return json.loads(answer.read()) if answer.status == 200 else None
    return None


def state(port: int) -> dict[str, Any] | None:
    """Returns the state of the current game in the referee's notation; None before it has started."""
    answer = get_json(port, "/api/state")
    if answer is None:
        raise WebViewerError("the companion does not report its state")
    found: dict[str, Any] | None = answer["state"]
    return found
