"""A page that stays: kept by the browser for when the table is away, back by itself, new after an update."""

from __future__ import annotations

import json
import os
import re
import signal
from contextlib import closing
from http.client import HTTPConnection
from typing import TYPE_CHECKING, Literal

import pytest
from playwright.sync_api import expect

from tests.browser.wire import Wire

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    from tests.browser.seat import Seat

    Sit = Callable[..., Seat]

pytestmark = pytest.mark.slow

KEPT = """async () => {
  await navigator.serviceWorker.ready;
  const names = await caches.keys();
  const caught = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  return [names, caught.flat().map(({ url }) => url)];
}"""


@pytest.fixture
def service_workers() -> Literal["allow", "block"]:
    """They are what is looked at here."""
    return "allow"


def kept_files(page: Page) -> tuple[list[str], list[str]]:
    """The caches, and the addresses in them, once the worker is ready."""
    names, files = page.evaluate(KEPT)
    return names, files


def version(host: str) -> str:
    """What the table says it is."""
    with closing(HTTPConnection(host)) as asked:
        asked.request("GET", "/version.json")
        return str(json.loads(asked.getresponse().read())["version"])


def test_the_heading_is_there_before_any_program(sit: Sit, page: Page) -> None:
    seat = sit()
    expect(page.locator("h1")).to_have_count(1)
    page.route("**/*.js", lambda route: route.abort())
    page.goto(f"http://{seat.host}/")
    expect(page.locator("h1")).to_have_text("Claim It!")


def test_the_browser_keeps_the_pages_files_only(sit: Sit, page: Page) -> None:
    seat = sit()
    names, files = kept_files(page)
    assert names == [f"companion {version(seat.host)}"]
    paths = {re.sub(r"^http://[^/]*", "", file) for file in files}
    assert {"/", "/main.js", "/style.css", "/texts-de.json", "/manifest.webmanifest", "/icon-192.png"} <= paths
    assert not any(word in path for path in paths for word in ("api", "socket", "#", "?", "version", "worker"))


def test_the_manifest_is_one_that_installs(sit: Sit, page: Page) -> None:
    sit()
    kept_files(page)
    session = page.context.new_cdp_session(page)
    manifest = session.send("Page.getAppManifest")
    assert manifest["errors"] == []
    faults = [each["errorId"] for each in session.send("Page.getInstallabilityErrors")["installabilityErrors"]]
    assert [fault for fault in faults if fault != "in-incognito"] == []


def test_a_page_that_was_kept_says_that_the_table_is_away(sit: Sit, page: Page) -> None:
    seat = sit("--set", "table.language=de")
    with Wire(seat.host) as wire:
        page.goto(wire.address)
        kept_files(page)
        expect(page.locator("#telling")).to_contain_text("Bei Claim It!")
        wire.cut()
        page.goto(wire.address)
        expect(page.locator("#connection")).to_have_text(re.compile("antwortet nicht|Verbindung"))
        wire.mend()
        expect(page.locator("#connection")).to_have_text("")
        expect(page.locator("#telling")).to_contain_text("Bei Claim It!")


def test_a_table_that_sleeps_does_not_keep_the_page_waiting(sit: Sit, page: Page) -> None:
    seat = sit()
    kept_files(page)
    os.kill(seat.pid, signal.SIGSTOP)
    page.goto(f"http://{seat.host}/", wait_until="commit")
    expect(page.locator("#connection")).not_to_have_text("")
    os.kill(seat.pid, signal.SIGCONT)
    expect(page.locator("#connection")).to_have_text("")


def test_after_an_update_the_page_is_loaded_anew_once(sit: Sit, page: Page) -> None:
    seat = sit()
    loads: list[str] = []
    page.on("load", lambda _: loads.append(page.url))
    page.route("**/version.json", lambda route: route.fulfill(json={"version": "newer"}))
    with Wire(seat.host) as wire:
        with page.expect_event("load", lambda _: len(loads) > 1):
            page.goto(wire.address)
        for _ in range(2):
            expect(page.locator("#telling")).to_contain_text("In Claim It!")
            wire.cut()
            expect(page.locator("body.lost")).to_have_count(1)
            with page.expect_response("**/version.json"):
                wire.mend()
            expect(page.locator("body.lost")).to_have_count(0)
    assert len(loads) == 2


def test_back_closes_what_is_open_and_escape_the_menu(sit: Sit, page: Page) -> None:
    seat = sit("--players", "2", "--first", "0")
    page.locator(".tool.rules").click()
    expect(page.locator("dialog h3").first).to_be_visible()
    page.go_back()
    expect(page.locator("dialog")).to_have_count(0)
    page.locator(".tool.rules").click()
    page.locator(".close").click()
    expect(page.locator("dialog")).to_have_count(0)
    assert page.evaluate("history.state") is None
    page.locator(".act.menu").click()
    seat.on("menu")
    page.keyboard.press("Escape")
    seat.on("turn")
    ground = "getComputedStyle(document.body).backgroundColor"
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        seen = [page.evaluate(ground)]
        for _ in range(2):
            page.locator(".tool.theme").click()
            seen.append(page.evaluate(ground))
        assert seen[0] == seen[2] != seen[1]


def test_a_page_that_is_hidden_or_folded_asks_for_fewer_frames(sit: Sit, page: Page) -> None:
    sent: list[str] = []
    page.on("websocket", lambda socket: socket.on("framesent", lambda text: sent.append(str(text))))
    sit("--players", "2", "--first", "0")
    page.locator(".fold").click()
    expect(page.locator("#oled")).to_be_hidden()
    page.reload()
    expect(page.locator(".fold")).to_have_attribute("aria-expanded", "false")
    expect(page.locator("#oled")).to_be_hidden()
    hide = "is => { Object.defineProperty(document, 'hidden', { value: is, configurable: true }); "
    for is_hidden in (True, False):
        page.evaluate(hide + "document.dispatchEvent(new Event('visibilitychange')); }", is_hidden)
    page.locator(".fold").click()
    expect(page.locator("#oled")).to_be_visible()
    asked = [json.loads(text) for text in sent if "frames" in text]
    assert [each["frames"] for each in asked] == [2, 2, 0, 2, None]
