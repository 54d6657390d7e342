"""The page: how fast it answers, what it weighs, what its viewers cost."""

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
from tests.bench.figure import Reading
from tests.browser.conftest import CHROMIUM, FLAGS
from tests.companion.pages.sitting import BOX
from tests.companion.web.served import UPGRADE, named_link

T = TypeVar("T")

PRESSES = 50
STALLED, STALLED_FRAMES = 20, 3000
STILL_S = 3
NONE = Reading(float("nan"), "there is no Chromium here")

ANSWERED = """async (presses) => {
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
EMPTY = "/nothing"
"""It says `Not Found`: without a word nothing would be painted."""
PAINTS = 7


def answered() -> Reading:
    """From a key to the changed screen in the browser, the median, in ms; the box's debounce is part of it."""
    with _page() as page:
        if page is None:
            return NONE
        page.keyboard.press("Enter")
        page.wait_for_timeout(500)
        took = page.evaluate(ANSWERED.replace("dispatchEvent(", "document.body.dispatchEvent("), PRESSES)
        return Reading(statistics.median(took), f"{PRESSES} presses, slowest {max(took):.0f} ms, 15 ms of it debounce")


def painted() -> Reading:
    """From the request to the first paint, in times of a page of the same server that holds two words and no more."""
    with _served_in_browser() as (browser, link):
        if browser is None:
            return NONE
        pairs = [(_paint_ms(browser, link), _paint_ms(browser, urljoin(link, EMPTY))) for _ in range(1 + PAINTS)][1:]
    ours, empty = (statistics.median(column) for column in zip(*pairs, strict=True))
    ratio = statistics.median(our / its for our, its in pairs)
    return Reading(ratio, f"{PAINTS} pairs, {ours:.0f} ms; the empty page {empty:.0f}")


def weight() -> Reading:
    with _page() as page:
        return NONE if page is None else Reading(page.evaluate(WEIGHT) / 1000)


def still() -> Reading:
    """How often the browser computes styles or draws again while nothing changes."""
    with _page() as page:
        if page is None:
            return NONE
        page.wait_for_timeout(2000)
        client = page.context.new_cdp_session(page)
        client.send("Performance.enable")
        before = _metrics(client)
        page.wait_for_timeout(1000 * STILL_S)
        after = _metrics(client)
        page.keyboard.press("Enter")
        page.wait_for_timeout(500)
        if _metrics(client) == after:
            raise RuntimeError("the browser does not count what a press changes")
        return Reading(after - before, f"in {STILL_S} s")


def stalled() -> Reading:
    """What 20 viewers that never read make the server grow by, in MB."""

    async def measured(web: WebFrontend, address: str) -> Reading:
        host = address.removeprefix("http://")
        sockets = [await asyncio.to_thread(_never_reads, host) for _ in range(STALLED)]
        for number in range(200):
            web.show(_lit(number % 256), BOX)
            await asyncio.sleep(0)
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        for number in range(STALLED_FRAMES):
            web.show(_lit(number % 256), BOX)
            await asyncio.sleep(0)
        grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
        for stalling in sockets:
            stalling.close()
        return Reading(grown, f"{STALLED} viewers, {STALLED_FRAMES} frames")

    return _served(measured)


@contextmanager
def _page() -> Iterator[Page | None]:
    """The page of a table for two, in the browser; None where it does not exist."""
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
    """A browser, and the link of a table for two; None without a browser."""
    if not CHROMIUM.exists():
        yield None, ""
        return
    companion = str(Path(sys.executable).with_name("companion"))
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        command = [companion, "play", "--device", "simulated", "--no-browser", "--port", "0", "--players", "2"]
        program = subprocess.Popen(  # noqa: S603 (our own program)
            [*command, "--first", "1", "--seed", "c1" * 32, "--journal", f"{folder}/journal"],
            stderr=subprocess.PIPE,
            text=True,
        )
        link = named_link(program.stderr or ())
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


def _metrics(client: Any) -> float:  # noqa: ANN401 (Playwright's own)
    found = {metric["name"]: metric["value"] for metric in client.send("Performance.getMetrics")["metrics"]}
    return float(found["RecalcStyleCount"] + found["LayoutCount"])


def _served(measured: Callable[[WebFrontend, str], Awaitable[T]]) -> T:
    async def scenario() -> T:
        web = WebFrontend(listening_sockets("127.0.0.1", 0))
        serving = asyncio.create_task(web.run(cast("Loop", Mock())))
        await asyncio.sleep(0.1)
        reading = await measured(web, web.address)
        serving.cancel()
        with suppress(asyncio.CancelledError):
            await serving
        return reading

    return asyncio.run(scenario())


def _lit(red: int) -> View:
    seen = view(BOX, 0.0)
    return replace(seen, frame=replace(seen.frame, lights=(Colour(red, 0, 0),) * 36))


def _never_reads(host: str) -> socket.socket:
    address, port = host.split(":")
    made = socket.socket()
    made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    made.connect((address, int(port)))
    made.sendall(UPGRADE.format(host=host).encode())
    return made
