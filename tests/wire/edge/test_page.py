"""The web page of a real box: its button presses count as the box's own."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from websockets.sync.client import connect
from websockets.typing import Origin, Subprotocol

from companion.core.model import Model
from companion.main import run_table
from companion.program.view import View
from companion.runtime.launch_config import LaunchConfig
from companion.runtime.loop import Loop
from companion.settings.schema import Settings, Sound
from companion.web.frontend import WebFrontend
from companion.web.server import open_sockets
from engine.game import Seat
from hardware.box import Box
from hardware.device import Tone
from hardware.simulated.device import SimulatedDevice
from tests.companion.games.shell import TWO
from tests.companion.web.served import Viewer
from tests.wire.edge.box import Edge

pytestmark = pytest.mark.slow


class Browser:
    def __init__(self, page: WebFrontend) -> None:
        self._page = page
        self.seen: list[str] = []
        """The pages that the box showed."""

    def show(self, view: View, model: Model) -> None:
        self.seen.append(view.page)

    def play(self, tones: Sequence[Tone]) -> None:
        pass

    def announce(self, text: str) -> None:
        pass

    async def run(self, loop: Loop) -> None:
        try:
            await asyncio.to_thread(self._visit)
        finally:
            loop.stop()

    def _visit(self) -> None:
        with viewer(self._page) as browser:
            browser.page("turn")
            browser.send(press="ok")
            browser.page("roll")
            browser.send(hold="undo")
            browser.page("menu")


def viewer(page: WebFrontend) -> Viewer:
    address, _, token = page.whole_link.partition("/#")
    host = address.removeprefix("http://")
    offered: list[Any] = [Subprotocol("companion"), Subprotocol(token)]
    return Viewer(
        connect(f"ws://{host}/socket", origin=Origin(address), subprotocols=offered, compression=None, legacy=True)
    )


def test_a_press_on_the_page_of_a_real_box_counts_as_its_own(edge: Edge, tmp_path: Path) -> None:
    box = edge.box()
    assert isinstance(box, Box)
    assert not isinstance(box, SimulatedDevice)
    page = WebFrontend(open_sockets("127.0.0.1", 0))
    browser = Browser(page)
    order = LaunchConfig(Settings(sound=Sound(voice=False)), tmp_path / "journal.sqlite", replace(TWO, first=Seat(0)))
    left = run_table(order, box, page, browser)
    assert list(dict.fromkeys(browser.seen)) == ["turn", "roll", "menu"]
    assert left.page.name == "menu"
