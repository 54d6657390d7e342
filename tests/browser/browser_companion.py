"""A companion in its own process whose buttons are pressed on its web page; its output shows what the chips show."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event
from time import monotonic

from playwright.sync_api import Page

from companion.program.actions import DOUBLE_PRESS_S
from hardware.device import LIGHTS, Button, Colour
from hardware.pixels import sent_levels
from hardware.wiring import Lights
from tests.companion.games.companion_process import CompanionError, Frame
from tests.companion.web.served import TIMEOUT_S, Served

BUTTON_KEYS = {
    "press": {"left": "ArrowLeft", "right": "ArrowRight", "ok": "Space", "bank": "b", "undo": "u"},
    "hold": {"left": "s", "undo": "m"},
}
READ_PIXELS = """canvas => {
    const { data } = canvas.getContext("2d").getImageData(0, 0, 128, 64);
    return Array.from({ length: 8192 }, (_, at) => (data[4 * at] > 0 ? 1 : 0)).join("");
}"""
WAIT_FOR_TEXTS = """([texts, timeout_ms]) => new Promise((done) => {
    const ends = performance.now() + timeout_ms;
    const look = () => {
        const label = document.querySelector("#oled")?.ariaLabel ?? "";
        let at = 0;
        const shows = texts.every((text) => (at = label.indexOf(text, at)) >= 0 && (at += text.length));
        if (shows || performance.now() > ends) done(shows);
        else setTimeout(look, 10);
    };
    look();
})"""
"""Waits until the label of the screen contains the texts in this order; returns whether it does."""
READ_COLOURS = "fields => fields.map(field => [field.dataset.field, field.dataset.light])"
POLL_MS = 100
"""Time for which the page is watched before the output is read again; no test depends on it."""


class BrowserCompanion(Served):
    page: Page
    uses_keys = False
    """Whether buttons are pressed with keys instead of clicks."""
    _last_action = ""

    def open_page(self, page: Page, address: str = "") -> None:
        """Opens the web page with its link, or at another address, and waits until it shows the newest frame."""
        self.page = page
        page.goto(address or self.link)
        self.wait_for_frame()

    def frame_pattern(self) -> re.Pattern[str]:
        return re.compile(".*".join(map(re.escape, filter(None, self.frame.text))), re.DOTALL)

    def send_command(self, verb: str, value: object) -> Frame:
        return super().wait_for_response(lambda: super(BrowserCompanion, self).send(verb, value), f"{verb} {value}")  # type: ignore[arg-type]

    def begin_game(self, game: str = "claimit") -> None:
        self.send_command("choose", {"table": True})
        if game != "claimit":
            self.send_command("choose", {"game": game})
        self.send_command("choose", {"begin": True})

    def discard_game(self) -> None:
        if self.frame.page == "attract":
            return
        self.send_command("hold", Button.UNDO)
        self.send_command("choose", {"Leave the game": True})
        self.send_command("press", Button.OK)
        self.send_command("choose", {"Discard": True})

    def send(self, verb: str, button: str) -> None:
        """Presses or holds a button of the box on the page, or its key, or points at a field of the map."""
        if verb == "point":
            self.page.locator(f"#map [data-name='{button}'] .ground").click()
        elif self.uses_keys and button in BUTTON_KEYS[verb]:
            self.page.keyboard.press(BUTTON_KEYS[verb][button])
        else:
            self.page.locator(f"[data-button={button}]").click(delay=700 if verb == "hold" else 0)

    def wait_for_response(self, act: Callable[[], object], what: str, timeout_s: float = TIMEOUT_S) -> Frame:
        """Performs an action when the page shows the newest frame, because a press for an older frame is ignored."""
        self.wait_for_frame()
        if what == self._last_action:
            self.page.wait_for_timeout(1000 * DOUBLE_PRESS_S)  # an earlier press would be a double press
        self._last_action = what
        return super().wait_for_response(act, what, timeout_s)

    def wait_for_page(self, page: str, timeout_s: float = TIMEOUT_S) -> Frame:
        super().wait_for_page(page, timeout_s)
        return self.wait_for_frame()

    def wait_for(self, holds: Callable[[], bool], what: str, page: Page | None = None) -> None:
        """Waits for a condition; Playwright's own function would need `eval`, which the page forbids.

        Raises:
            CompanionError: the condition was not met within the timeout.
        """
        ends = monotonic() + TIMEOUT_S
        while not holds():
            if monotonic() > ends:
                raise CompanionError(f"waited for {what}; the companion shows {self.frame.page}: {self.frame.text}")
            (page or self.page).wait_for_timeout(20)

    def wait_for_script(self, expression: str) -> None:
        self.wait_for(lambda: bool(self.page.evaluate(expression)), expression)

    def wait_for_frame(self) -> Frame:
        def shows() -> bool:
            self._read_available()
            return bool(self.page.evaluate(WAIT_FOR_TEXTS, [list(filter(None, self.frame.text)), POLL_MS]))

        self.wait_for(shows, "the newest frame on the page")
        return self.frame

    def wait_for_picture(self, page: Page | None = None) -> None:
        def shows() -> bool:
            self._read_available()
            screen = bytes.fromhex("".join(self.frame.screen))
            return self.screen_pixels(page) == screen and self.sent_colours(page) == list(self.frame.lights)

        self.wait_for(shows, "the chips' picture on the page", page)

    def screen_pixels(self, page: Page | None = None) -> bytes:
        bits: str = (page or self.page).locator("#oled").evaluate(READ_PIXELS)
        return int(bits, 2).to_bytes(1024)

    def lights(self, page: Page | None = None) -> tuple[Colour, ...]:
        found = dict((page or self.page).locator(".field").evaluate_all(READ_COLOURS))
        names = [f"{column}/{row}" for row in range(1, 7) for column in range(1, 7)]
        return tuple(Colour(*map(int, found[name].removeprefix("rgb(").removesuffix(")").split())) for name in names)

    def sent_colours(self, page: Page | None = None) -> list[str]:
        """Returns the colours of the page as the strip would receive them."""
        levels = sent_levels(Lights(), self.lights(page))
        return [f"#{levels[3 * field : 3 * field + 3].hex()}" for field in range(LIGHTS)]

    @contextmanager
    def expect_connection(self) -> Iterator[None]:
        """Waits at its end until a new connection has received a message."""
        received = Event()
        self.page.once("websocket", lambda opened: opened.on("framereceived", lambda _: received.set()))
        yield
        self.wait_for(received.is_set, "a new connection")
