"""The web page: its latency, its size, and the cost of its viewers."""

import asyncio
import resource
import socket
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar, cast
from unittest.mock import Mock
from urllib.parse import urljoin

from msgspec.structs import replace
from playwright.sync_api import Browser, Page, sync_playwright

from companion.program.view import View, view
from companion.runtime.loop import Loop
from companion.web.frontend import WebFrontend
from companion.web.server import listening_sockets
from hardware.device import Colour
from tests.bench.benchmark import Measurement
from tests.browser.conftest import CHROMIUM, FLAGS
from tests.companion.pages.sitting import BOX
from tests.companion.web.served import UPGRADE_REQUEST, read_link

T = TypeVar("T")

PRESSES = 50
STALLED, STALLED_FRAMES = 20, 3000
STILL_S = 3
NO_BROWSER = Measurement(float("nan"), "Chromium is not installed")

PRESS_TIMES = """async (presses) => {
    const screen = document.getElementById("oled").getContext("2d");
    const shown = () => screen.getImageData(0, 0, 128, 64).data.join("");
    const drawn = () => new Promise(requestAnimationFrame);
    const took = [];
    for (let press = 0; press < presses; press++) {
        const before = shown(), began = performance.now();
        dispatchEvent(Object.assign(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true })));
        do { await drawn(); await new Promise((done) => setTimeout(done)); } while (shown() === before);
        took.push(performance.now() - began);
        await new Promise((done) => setTimeout(done, 50));
    }
    return took;
}"""
WEIGHT = """() => performance.getEntries().filter(entry => entry.transferSize)
    .reduce((sum, entry) => sum + entry.transferSize, 0)"""
PAINTED = """() => new Promise(done => new PerformanceObserver(list => list.getEntries()
    .filter(entry => entry.name == "first-contentful-paint").forEach(entry => done(entry.startTime))
).observe({ type: "paint", buffered: true }))"""
EMPTY_PAGE = "/nothing"
"""It shows only "Not Found", because a page without text has no first paint."""
PAINTS = 7


def press_to_frame() -> Measurement:
    """Measures the median time from a key press to the changed screen in the browser, in ms, with debouncing."""
    with _page() as page:
        if page is None:
            return NO_BROWSER
        page.keyboard.press("Enter")
        page.wait_for_timeout(500)
        took = page.evaluate(PRESS_TIMES.replace("dispatchEvent(", "document.body.dispatchEvent("), PRESSES)
        return Measurement(
            statistics.median(took), f"{PRESSES} presses, slowest {max(took):.0f} ms, 15 ms of it debounce"
        )


def first_paint() -> Measurement:
    """Measures the time from the request to the first paint, relative to a page of the same server with two words."""
    with _served_in_browser() as (browser, link):
        if browser is None:
            return NO_BROWSER
        pairs = [(_paint_ms(browser, link), _paint_ms(browser, urljoin(link, EMPTY_PAGE))) for _ in range(1 + PAINTS)][
            1:
        ]
    ours, empty = (statistics.median(column) for column in zip(*pairs, strict=True))
    ratio = statistics.median(our / its for our, its in pairs)
    return Measurement(ratio, f"{PAINTS} pairs, {ours:.0f} ms; the empty page {empty:.0f}")


def weight() -> Measurement:
    with _page() as page:
        return NO_BROWSER if page is None else Measurement(page.evaluate(WEIGHT) / 1000)


def idle_redraws() -> Measurement:
    with _page() as page:
        if page is None:
            return NO_BROWSER
        page.wait_for_timeout(2000)
        client = page.context.new_cdp_session(page)
        client.send("Performance.enable")
        before = _metrics(client)
        page.wait_for_timeout(1000 * STILL_S)
        after = _metrics(client)
        page.keyboard.press("Enter")
        page.wait_for_timeout(500)
        if _metrics(client) == after:
            raise RuntimeError("the browser does not count the changes of a press")
        return Measurement(after - before, f"in {STILL_S} s")


def stalled_viewers() -> Measurement:
    """Measures by how many MB the server grows with 20 viewers that never read."""

    async def measured(web: WebFrontend, address: str) -> Measurement:
        host = address.removeprefix("http://")
        sockets = [await asyncio.to_thread(_stalled_viewer, host) for _ in range(STALLED)]
        for number in range(200):
            web.show(_view_with_red(number % 256), BOX)
            await asyncio.sleep(0)
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        for number in range(STALLED_FRAMES):
            web.show(_view_with_red(number % 256), BOX)
            await asyncio.sleep(0)
        grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
        for viewer in sockets:
            viewer.close()
        return Measurement(grown, f"{STALLED} viewers, {STALLED_FRAMES} frames")

    return _served(measured)


@contextmanager
def _page() -> Iterator[Page | None]:
    with _served_in_browser() as (browser, link):
        if browser is None:
            yield None
            return
        page = browser.new_page()
        page.goto(link)
        page.locator("#deck .turn").wait_for()
        yield page


@contextmanager
def _served_in_browser() -> Iterator[tuple[Browser | None, str]]:
    """Yields a browser and the link to a game of two players; None if Chromium is not installed."""
    if not CHROMIUM.exists():
        yield None, ""
        return
    companion = str(Path(sys.executable).with_name("companion"))
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        command = [companion, "play", "--device", "simulated", "--no-browser", "--port", "0", "--players", "2"]
        program = subprocess.Popen(  # noqa: S603 - our own program
            [*command, "--first", "1", "--seed", "c1" * 32, "--journal", f"{folder}/journal"],
            stderr=subprocess.PIPE,
            text=True,
        )
        link = read_link(program.stderr or ())
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        yield browser, link
        browser.close()
        program.terminate()
        program.communicate()


def _paint_ms(browser: Browser, address: str) -> float:
    page = browser.new_page()
    page.goto(address)
    took = float(page.evaluate(PAINTED))
    page.close()
    return took


def _metrics(client: Any) -> float:  # noqa: ANN401 - Playwright's type
    found = {metric["name"]: metric["value"] for metric in client.send("Performance.getMetrics")["metrics"]}
    return float(found["RecalcStyleCount"] + found["LayoutCount"])


def _served(measured: Callable[[WebFrontend, str], Awaitable[T]]) -> T:
    async def scenario() -> T:
        web = WebFrontend(listening_sockets("127.0.0.1", 0))
        serving = asyncio.create_task(web.run(cast("Loop", Mock())))
        await asyncio.sleep(0.1)
        measurement = await measured(web, web.address)
        serving.cancel()
        with suppress(asyncio.CancelledError):
            await serving
        return measurement

    return asyncio.run(scenario())


def _view_with_red(red: int) -> View:
    seen = view(BOX, 0.0)
    return replace(seen, frame=replace(seen.frame, lights=(Colour(red, 0, 0),) * 36))


def _stalled_viewer(host: str) -> socket.socket:
    address, port = host.split(":")
    made = socket.socket()
    made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    made.connect((address, int(port)))
    made.sendall(UPGRADE_REQUEST.format(host=host).encode())
    return made
