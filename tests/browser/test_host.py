import re
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import Page, expect

from hardware.device import Button
from tests.browser.browser_companion import BrowserCompanion
from tests.companion.web.served import Served

pytestmark = pytest.mark.slow

BEGUN = ("--players", "2", "--first", "1")


def open_tab(companion: BrowserCompanion, fragment: str = "") -> Page:
    tab = companion.page.context.new_page()
    tab.goto(f"http://{companion.host}/{fragment}")
    return tab


def expect_host(tab: Page, *, expected: bool) -> None:
    expect(tab.locator(".act.ok")).to_be_visible(visible=expected)
    expect(tab.locator("#hint")).to_have_text("" if expected else re.compile("^You are watching."))


def tick_remember(tab: Page) -> None:
    tab.locator(".tool.invite").click()
    tab.get_by_role("switch", name="This is my computer").click()
    tab.locator(".close").click()


def renew_links(companion: BrowserCompanion) -> None:
    companion.hold(Button.UNDO)
    for _ in range(30):
        expect(companion.page.locator(".act.ok .label")).not_to_be_empty()
        companion.wait_for_frame()
        if companion.page.locator(".act.ok .label").text_content() == "Page on a phone":
            break
        companion.press(Button.RIGHT)
    assert companion.press(Button.OK).page == "link"
    companion.send("press", Button.BANK)


def test_a_closed_tab_is_host_again_if_the_browser_was_remembered(
    start_companion: Callable[..., BrowserCompanion], tmp_path: Path
) -> None:
    companion = start_companion(*BEGUN)
    spectator = open_tab(companion)
    expect_host(spectator, expected=False)
    expect(spectator.locator("#hint")).to_contain_text(f"To play, open this file with your browser: {tmp_path}")
    spectator.locator(".tool.host").click()
    expect(spectator.locator("dialog .path")).to_have_text(f"{tmp_path}/journal.link.html")
    spectator.close()
    expect_host(again := open_tab(companion), expected=False)
    again.close()
    tick_remember(companion.page)
    expect_host(again := open_tab(companion), expected=True)
    tick_remember(again)
    expect_host(third := open_tab(companion), expected=False)
    third.close()
    tick_remember(again)
    again.locator(".tool.invite").click()
    again.locator("dialog .done").click()
    expect(again.locator("dialog")).to_be_hidden()
    expect_host(again, expected=True)
    tick_remember(companion.page)
    renew_links(companion)
    expect(companion.page.locator(".tool.host")).to_be_visible()
    assert companion.token not in companion.page.evaluate("JSON.stringify([localStorage, sessionStorage])")
    companion.page.goto((tmp_path / "journal.link.html").as_uri())
    expect(companion.page.locator(".tool.invite")).to_be_visible()


def test_no_token_is_sent_to_another_program_on_the_same_port(
    start_companion: Callable[..., BrowserCompanion], tmp_path: Path
) -> None:
    companion = start_companion(*BEGUN)
    expect_host(companion.page, expected=True)
    received: list[str] = []

    class Impostor(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            received.append(f"{self.path} {self.headers}")
            self.send_response(404 if "socket" in self.path else 200)
            self.end_headers()
            self.wfile.write(b'{"version": "another"}')

        def log_message(self, *_: object) -> None:
            pass

    port = companion.host.partition(":")[2]
    companion.terminate()
    expect(companion.page.locator("body.lost")).to_be_attached()
    with ThreadingHTTPServer(("127.0.0.1", int(port)), Impostor) as impostor:
        Thread(target=impostor.serve_forever, daemon=True).start()
        while sum(each.startswith("/socket") for each in received) < 3:
            companion.page.wait_for_timeout(50)
        impostor.shutdown()
    assert [each for each in received if companion.token in each] == []
    with Served(tmp_path / "journal", "--port", port, "--resume"):
        expect(companion.page.locator("body.lost")).not_to_be_attached()
        expect_host(companion.page, expected=True)


def test_two_tabs_keep_different_seats(start_companion: Callable[..., BrowserCompanion]) -> None:
    companion = start_companion(*BEGUN)
    companion.page.locator(".tool.invite").click()
    link = str(companion.page.locator("dialog .room > figure a").get_attribute("href"))
    companion.page.locator(".close").click()
    tick_remember(companion.page)
    tabs = [open_tab(companion, f"#{link.partition('#')[2]}") for _ in range(2)]
    for name, tab in zip(("Green", "Blue"), tabs, strict=True):
        tab.locator("#join .choice").filter(has_text=name).click()
        tab.locator("#join .sit").click()
        expect(tab.locator("#hint, .waiting").filter(has_text=f"You are {name}.")).to_be_visible()
    for name, tab in zip(("Green", "Blue"), tabs, strict=True):
        tab.reload()
        expect(tab.locator("#hint, .waiting").filter(has_text=f"You are {name}.")).to_be_visible()
        tab.goto("about:blank")
        tab.go_back()
        expect(tab.locator("#hint, .waiting").filter(has_text=f"You are {name}.")).to_be_visible()
