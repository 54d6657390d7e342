"""Somebody before the page of a table: the table's buttons are pressed on the page, its frames come from the chips."""

from __future__ import annotations

import re
from contextlib import contextmanager
from threading import Event
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from companion.frontends.web.connection_limits import FRAMES_PER_S
from companion.program.actions import BLIND_S
from hardware.device import LIGHTS, Colour
from hardware.light import Light
from tests.companion.frontends.web.served import Served
from tests.companion.games.table import PATIENCE_S, TableError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Page

    from tests.companion.games.frame import Frame

KEYS = {
    "press": {"left": "a", "right": "d", "ok": "Enter", "bank": "b", "undo": "u"},
    "hold": {"left": "s", "undo": "m"},
}
LIGHT = Light(0.5, 1500, 2.8)
"""As the settings have it that nobody has changed."""
PIXELS = """canvas => {
    const { data } = canvas.getContext("2d").getImageData(0, 0, 128, 64);
    return Array.from({ length: 8192 }, (_, at) => (data[4 * at] > 0 ? 1 : 0)).join("");
}"""
LABEL = "document.querySelector('#oled')?.ariaLabel ?? ''"
COLOURS = "fields => fields.map(field => [field.dataset.field, field.style.getPropertyValue('--light')])"


class Seat(Served):
    """A table whose buttons are those of a page; a context."""

    def __init__(self, page: Page, journal: Path, *options: str, measured: bool = False) -> None:
        super().__init__(journal, *options, measured=measured)
        self.page = page
        self.by_keys = False
        self._sent = ("", "")
        self._has_looked = False

    def come(self, address: str = "") -> None:
        """Opens the page of the table, by its link or another address, and waits until it shows the table."""
        self.page.goto(address or self.link)
        expect(self.page.locator("#oled")).to_have_attribute("aria-label", self.frame_text())

    def frame_text(self) -> re.Pattern[str]:
        """What the page says that the screen says."""
        return re.compile(".*".join(map(re.escape, filter(None, self.frame.text))), re.DOTALL)

    def send(self, verb: str, button: str) -> None:  # type: ignore[explicit-override]  # it comes with Python 3.12
        """Presses, or holds, the page's button, or its key; or points at a field of its map."""
        if not self._has_looked:
            self._look(verb, button)
        self._has_looked = False
        if verb == "point":
            self.page.locator(f"#map [data-name='{button}'] .ground").click()
            return
        if self.by_keys and button in KEYS[verb]:
            self.page.keyboard.press(KEYS[verb][button])
            return
        pressed = self.page.locator(f"[data-button={button}]")
        pressed.click(delay=700 if verb == "hold" else 0)

    def _answered(self, verb: str, button: str, patience_s: float = PATIENCE_S) -> Frame:  # type: ignore[explicit-override]  # see above
        # Before the frames are counted: one that comes in the meantime is no answer.
        self._look(verb, button)
        self._has_looked = True
        return super()._answered(verb, button, patience_s)

    def _look(self, verb: str, button: str) -> None:
        """Waits: faster would be no finger, and one that presses the same button again so soon has not looked.

        Nor has one that presses while the page still tells of the view before: a busy machine takes long to send it.
        """
        self.page.wait_for_timeout(1000 * BLIND_S if (verb, button) == self._sent else 1000 / FRAMES_PER_S)
        self._sent = verb, button
        self._catch_up()
        for _ in range(100):
            if self.frame_text().search(self.page.evaluate(LABEL)):
                return
            self.page.wait_for_timeout(10)

    @contextmanager
    def connecting(self) -> Iterator[None]:
        """What is done in it opens a new connection; ends when something came over that: presses before go nowhere."""
        came = Event()
        self.page.once("websocket", lambda opened: opened.on("framereceived", lambda _: came.set()))
        yield
        for _ in range(1000):
            if came.is_set():
                return
            self.page.wait_for_timeout(20)
        raise TableError("no new connection was opened")

    def until_page(self, expression: str) -> None:
        """Waits until it is true in the page; Playwright's own waiting would need `eval`, which the page forbids.

        Raises:
            TableError: it never is.
        """
        for _ in range(1000):
            if self.page.evaluate(expression):
                return
            self.page.wait_for_timeout(20)
        raise TableError(f"never true in the page: {expression}")

    def on(self, page: str, patience_s: float = PATIENCE_S) -> Frame:  # type: ignore[explicit-override]  # see above
        """Waits until a page is open, and as long as somebody looks at it: no second press is a double one."""
        frame = super().on(page, patience_s)
        self.page.wait_for_timeout(1000 * BLIND_S)
        return frame

    def oled(self, page: Page | None = None) -> bytes:
        """What the page's canvas shows, as in a frame."""
        bits: str = (page or self.page).locator("#oled").evaluate(PIXELS)
        return int(bits, 2).to_bytes(1024)

    def lights(self, page: Page | None = None) -> tuple[Colour, ...]:
        """The colours of the page's 36 fields, 1/1 first."""
        found = dict((page or self.page).locator(".field").evaluate_all(COLOURS))
        names = [f"{column}/{row}" for row in range(1, 7) for column in range(1, 7)]
        return tuple(Colour(*map(int, found[name].removeprefix("rgb(").removesuffix(")").split())) for name in names)

    def sent(self, page: Page | None = None) -> list[str]:
        """What the strip would get for the colours that the page shows."""
        levels = LIGHT.sent_levels(self.lights(page), 1.0)
        return [f"#{levels[3 * field : 3 * field + 3].hex()}" for field in range(LIGHTS)]

    def settled(self) -> Frame:
        """Waits until the page tells of the newest frame; returns that frame.

        Raises:
            TableError: it never does.
        """
        for _ in range(3000):
            self._catch_up()
            if self.frame_text().search(self.page.locator("#oled").get_attribute("aria-label") or ""):
                return self.frame
            self.page.wait_for_timeout(10)
        raise TableError(f"the page tells of another page than {self.frame.page}")

    def await_oled(self, screen: bytes, page: Page) -> None:
        """Waits until another page shows this on its canvas.

        Raises:
            TableError: it never does.
        """
        for _ in range(1000):
            if self.oled(page) == screen:
                return
            page.wait_for_timeout(20)
        raise TableError("the other page shows another picture")

    def agrees(self, page: Page | None = None) -> None:
        """Waits until the page shows what the chips do, bit for bit.

        Raises:
            TableError: it never does.
        """
        for _ in range(1000):
            self._catch_up()
            screen = bytes.fromhex("".join(self.frame.screen))
            if self.oled(page) == screen and self.sent(page) == list(self.frame.lights):
                return
            (page or self.page).wait_for_timeout(20)
        raise TableError(f"the page shows another picture than the chips on {self.frame.page}")
