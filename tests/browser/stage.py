"""The web page with a fake companion, which shows any scene and records what the page sends."""

import json
import re
from typing import Any

from playwright.sync_api import Page, WebSocketRoute, expect

from companion.core.lineup import HOST, ViewerKind
from companion.program.description import VisiblePage, describe
from companion.program.view import view
from tests.companion.pages.scenes import in_language


class Stage:
    """Shows scenes on a page; the test is the other end of the WebSocket."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.sent: list[dict[str, Any]] = []
        self._socket: WebSocketRoute | None = None
        page.route_web_socket(re.compile("/socket$"), self._open)
        page.goto(address)

    def _open(self, socket: WebSocketRoute) -> None:
        self._socket = socket
        socket.on_message(lambda text: self.sent.append(json.loads(text)))

    def show(self, scene: str, language: str = "en", viewer: ViewerKind = HOST) -> dict[str, Any]:
        """Shows a scene as a viewer sees it and waits until it is on the page; returns its description."""
        model = in_language(scene, language)
        described = describe(VisiblePage(view(model, model.shown_since).text, model), language, viewer)
        self.tell(may="all" if viewer == HOST else None)
        self.tell(description=described)
        label = re.escape(". ".join(filter(None, described["text"])))
        expect(self.page.locator("#oled")).to_have_attribute("aria-label", re.compile(f"{label}$"))
        expect(self.page.locator("html")).to_have_attribute("lang", language)
        return described

    def tell(self, **message: object) -> None:
        while self._socket is None:
            self.page.wait_for_timeout(10)
        self._socket.send(json.dumps(message))

    def wait_for_message(self, key: str) -> Any:  # noqa: ANN401 - what JSON holds
        for _ in range(1000):
            for message in self.sent:
                if key in message:
                    self.sent.clear()
                    return message[key]
            self.page.wait_for_timeout(20)
        raise LookupError(f"the page sends no {key}: {self.sent}")
