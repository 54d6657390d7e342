import re
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import Page, expect

from hardware.device import Button
from tests.browser.seat import Seat
from tests.companion.web.served import Served

pytestmark = pytest.mark.slow

BEGUN = ("--players", "2", "--first", "1")


def open_tab(seat: Seat, fragment: str = "") -> Page:
    tab = seat.page.context.new_page()
    tab.goto(f"http://{seat.host}/{fragment}")
    return tab


def is_host(tab: Page, *, expected: bool) -> None:
    expect(tab.locator(".act.ok")).to_be_visible(visible=expected)
    expect(tab.locator("#hint")).to_have_text("" if expected else re.compile("^You are watching."))


def tick(tab: Page) -> None:
    tab.locator(".tool.invite").click()
    tab.get_by_role("switch", name="This is my computer").click()
    tab.locator(".close").click()


def renew_links(seat: Seat) -> None:
    seat.hold(Button.UNDO)
    for _ in range(30):
        expect(seat.page.locator(".act.ok .label")).not_to_be_empty()
        seat.settled()
        if seat.page.locator(".act.ok .label").text_content() == "Page on a phone":
            break
        seat.press(Button.RIGHT)
    assert seat.press(Button.OK).page == "link"
    seat.send("press", Button.BANK)


def test_a_closed_tab_comes_back_where_the_host_has_ticked_that_it_may(
    sit: Callable[..., Seat], tmp_path: Path
) -> None:
    seat = sit(*BEGUN)
    stranger = open_tab(seat)
    is_host(stranger, expected=False)
    expect(stranger.locator("#hint")).to_contain_text(f"To play, open this file with your browser: {tmp_path}")
    stranger.locator(".tool.host").click()
    expect(stranger.locator("dialog .path")).to_have_text(f"{tmp_path}/journal.link.html")
    stranger.close()
    is_host(again := open_tab(seat), expected=False)
    again.close()
    tick(seat.page)
    is_host(again := open_tab(seat), expected=True)
    tick(again)
    is_host(third := open_tab(seat), expected=False)
    third.close()
    tick(again)
    again.locator(".tool.invite").click()
    again.locator("dialog .done").click()
    expect(again.locator("dialog")).to_be_hidden()
    is_host(again, expected=True)
    tick(seat.page)
    renew_links(seat)
    expect(seat.page.locator(".tool.host")).to_be_visible()
    assert seat.token not in seat.page.evaluate("JSON.stringify([localStorage, sessionStorage])")
    seat.page.goto((tmp_path / "journal.link.html").as_uri())
    expect(seat.page.locator(".tool.invite")).to_be_visible()


def test_no_token_is_sent_to_another_program_on_the_same_port(sit: Callable[..., Seat], tmp_path: Path) -> None:
    seat = sit(*BEGUN)
    is_host(seat.page, expected=True)
    received: list[str] = []

    class Impostor(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            received.append(f"{self.path} {self.headers}")
            self.send_response(404 if "socket" in self.path else 200)
            self.end_headers()
            self.wfile.write(b'{"version": "another"}')

        def log_message(self, *_: object) -> None:
            pass

    port = seat.host.partition(":")[2]
    seat.terminate()
    expect(seat.page.locator("body.lost")).to_be_attached()
    with ThreadingHTTPServer(("127.0.0.1", int(port)), Impostor) as impostor:
        Thread(target=impostor.serve_forever, daemon=True).start()
        while sum(each.startswith("/socket") for each in received) < 3:
            seat.page.wait_for_timeout(50)
        impostor.shutdown()
    assert [each for each in received if seat.token in each] == []
    with Served(tmp_path / "journal", "--port", port, "--resume"):
        expect(seat.page.locator("body.lost")).not_to_be_attached()
        is_host(seat.page, expected=True)


def test_two_tabs_keep_two_seats_and_back_keeps_one(sit: Callable[..., Seat]) -> None:
    seat = sit(*BEGUN)
    seat.page.locator(".tool.invite").click()
    link = str(seat.page.locator("dialog .room > figure a").get_attribute("href"))
    seat.page.locator(".close").click()
    tick(seat.page)
    tabs = [open_tab(seat, f"#{link.partition('#')[2]}") for _ in range(2)]
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
