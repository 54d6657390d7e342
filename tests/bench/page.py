"""The page: how fast it answers, what it weighs, what its viewers cost."""

from __future__ import annotations

import asyncio
import resource
import socket
import statistics
import subprocess
import sys
import tempfile
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from time import monotonic, process_time
from typing import TYPE_CHECKING, Any, cast

from playwright.sync_api import sync_playwright

from companion.view import view
from companion.web.door import opened
from companion.web.front import Web
from hardware.device import Colour
from tests.bench.figure import Reading
from tests.browser.conftest import CHROMIUM, FLAGS
from tests.companion.pages.sitting import BOX
from tests.companion.web.served import UPGRADE, told_link

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Page

    from companion.loop import Loop
    from companion.view import View

PRESSES = 100
VIEWERS, FRAMES_PER_S, WATCHED_S = 100, 30, 5
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
        dispatchEvent(Object.assign(new KeyboardEvent("keydown", { key: "d", bubbles: true })));
        do { await drawn(); await new Promise((done) => setTimeout(done)); } while (shown() === before);
        took.push(performance.now() - began);
        await new Promise((done) => setTimeout(done, 50));
    }
    return took;
}"""
WEIGHT = """() => performance.getEntries().filter(entry => entry.transferSize)
    .reduce((sum, entry) => sum + entry.transferSize, 0)"""
PAINTED = "() => performance.getEntriesByName('first-contentful-paint')[0].startTime"


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
    """From the request to the first paint, in ms."""
    with _page() as page:
        return NONE if page is None else Reading(page.evaluate(PAINTED))


def weight() -> Reading:
    """All that the page loads, in kB."""
    with _page() as page:
        return NONE if page is None else Reading(page.evaluate(WEIGHT) / 1000)


def still() -> Reading:
    """How often the browser computes styles or draws anew while nothing changes."""
    with _page() as page:
        if page is None:
            return NONE
        page.wait_for_timeout(2000)
        client = page.context.new_cdp_session(page)
        client.send("Performance.enable")
        before = _metrics(client)
        page.wait_for_timeout(1000 * STILL_S)
        after = _metrics(client)
        return Reading(after - before, f"in {STILL_S} s")


def viewers() -> Reading:
    """What 100 viewers at 30 frames a second cost, in per cent of a core."""

    async def measured(web: Web, address: str) -> Reading:
        watching = subprocess.Popen(  # noqa: ASYNC220, S603 (our own program)
            [sys.executable, "-m", "tests.bench.viewers", address, str(VIEWERS), str(WATCHED_S + 2)],
            stdout=subprocess.PIPE,
        )
        await asyncio.to_thread(cast("Any", watching.stdout).readline)
        began, used = monotonic(), process_time()
        for number in range(WATCHED_S * FRAMES_PER_S):
            web.show(_lit(number % 256), BOX)
            await asyncio.sleep(max(0, began + (number + 1) / FRAMES_PER_S - monotonic()))
        share = 100 * (process_time() - used) / (monotonic() - began)
        told, _ = await asyncio.to_thread(watching.communicate)
        return Reading(share, f"{int(told) / VIEWERS / WATCHED_S:.0f} frames a second came to each")

    return _served(measured)


def stalled() -> Reading:
    """What 20 viewers that never read make the server grow by, in MB."""

    async def measured(web: Web, address: str) -> Reading:
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
    """The page of a table for two, in the browser; None where there is none."""
    if not CHROMIUM.exists():
        yield None
        return
    companion = str(Path(sys.executable).with_name("companion"))
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        command = [companion, "play", "--device", "simulated", "--no-browser", "--port", "0", "--players", "2"]
        program = subprocess.Popen(  # noqa: S603 (our own program)
            [*command, "--first", "0", "--seed", "c1" * 32, "--journal", f"{folder}/journal"],
            stderr=subprocess.PIPE,
            text=True,
        )
        link = told_link(program.stderr or ())
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        page = browser.new_page()
        page.goto(link)
        page.locator(".card.turn").wait_for()
        yield page
        browser.close()
        program.terminate()
        program.communicate()


def _metrics(client: Any) -> float:  # noqa: ANN401 (Playwright's own)
    found = {metric["name"]: metric["value"] for metric in client.send("Performance.getMetrics")["metrics"]}
    return float(found["RecalcStyleCount"] + found["LayoutCount"])


def _served(measured: Callable[[Web, str], Any]) -> Reading:
    """Measures a server in this process."""

    async def scenario() -> Reading:
        web = Web(lambda *_: None, opened("127.0.0.1", 0))
        serving = asyncio.create_task(web.attend(cast("Loop", None)))
        await asyncio.sleep(0.1)
        reading: Reading = await measured(web, web.address)
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
