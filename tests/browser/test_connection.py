import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from hardware.device import Button
from tests.browser.browser_companion import BrowserCompanion
from tests.browser.input_devices import open_in_menu
from tests.browser.proxy import Proxy
from tests.companion.web.served import Served

StartCompanion = Callable[..., BrowserCompanion]

pytestmark = pytest.mark.slow
BEGUN = ("--players", "2", "--first", "1", "--seed", "c1" * 32)
SLEEP = """async for_ms => {
    const shown = hidden => {
        Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
        document.dispatchEvent(new Event("visibilitychange"));
    };
    shown(true);
    const now = Date.now;
    Date.now = () => now() + for_ms;
    shown(false);
    Date.now = now;
}"""


def remove_path(head: bytes) -> bytes:
    if not head.startswith(b"GET "):
        return head
    return (
        head.replace(b"GET /claim/", b"GET /", 1) if head.startswith(b"GET /claim/") else b"GET /elsewhere" + head[5:]
    )


def test_after_an_update_the_page_is_reloaded_once(start_companion: StartCompanion, page: Page) -> None:
    companion = start_companion()
    loads: list[str] = []
    page.on("request", lambda request: loads.append(request.url) if request.is_navigation_request() else None)
    page.route("**/version.json", lambda route: route.fulfill(json={"version": "newer"}))
    with Proxy(companion.host) as proxy:
        page.goto(proxy.address)
        companion.wait_for(lambda: len(loads) > 1, "the reload")
        for _ in range(2):
            expect(page.locator("#arrival")).to_be_visible()
            proxy.cut()
            expect(page.locator("body.lost")).to_have_count(1)
            with page.expect_response("**/version.json"):
                proxy.restore()
            expect(page.locator("body.lost")).to_have_count(0)
    assert len(loads) == 2


def test_the_page_of_a_closed_companion_says_how_to_start_it(
    start_companion: Callable[..., BrowserCompanion], page: Page, tmp_path: Path
) -> None:
    companion = start_companion(*BEGUN, measured=True)
    page.locator(".tool.invite").click()
    page.locator("dialog summary").click()
    with page.context.expect_page() as opened:
        page.locator("dialog .codes a").first.click()
    page.locator(".close").click()
    guest = opened.value
    expect(guest.locator("#hint")).to_contain_text("You are Green")
    companion.terminate()
    connection = page.locator("#connection")
    expect(connection).to_contain_text("The companion was closed. Start it again: companion play.")
    expect(guest.locator("body.lost")).to_be_attached()
    box = connection.bounding_box()
    assert box
    assert box["height"] > 20
    assert connection.evaluate("said => said.scrollWidth <= said.clientWidth")
    port = companion.host.partition(":")[2]
    with Served(tmp_path / "journal", "--port", port, "--resume") as again:
        assert again.host == companion.host
        expect(page.locator("body.lost")).not_to_be_attached()
        expect(page.locator(".tool.invite")).to_be_visible()
        expect(guest.locator("body.lost")).not_to_be_attached()  # until then its hint is that of the companion before
        expect(guest.locator("#hint")).to_contain_text("You are Green")
        guest.keyboard.press("Enter")
        again.wait_until(lambda frame: frame.page == "roll", "the guest's roll")
    guest.close()


def test_a_lost_connection_is_restored_during_a_turn(start_companion: Callable[..., BrowserCompanion]) -> None:
    companion = start_companion(*BEGUN)
    with Proxy(companion.host) as proxy:
        companion.open_page(companion.page, f"{proxy.address}#{companion.token}")
        companion.press(Button.OK)
        proxy.cut()
        expect(companion.page.locator("body.lost")).to_be_attached()
        expect(companion.page.locator("#connection")).to_contain_text(re.compile("lost|does not answer"))
        proxy.restore()
        expect(companion.page.locator("body.lost")).not_to_be_attached()
        companion.wait_for_picture()
        assert companion.press(Button.OK).page == "choose"


def test_a_page_shows_the_newest_frame_after_the_computer_slept(
    start_companion: Callable[..., BrowserCompanion],
) -> None:
    companion = start_companion(*BEGUN)
    with Proxy(companion.host) as proxy:
        companion.open_page(companion.page, f"{proxy.address}#{companion.token}")
        companion.press(Button.OK)
        expect(companion.page.locator("#oled")).to_have_attribute("aria-label", companion.frame_pattern())
        proxy.freeze()
        with companion.expect_connection():
            companion.page.evaluate(SLEEP, 60_000)
        companion.wait_for_picture()
        assert companion.press(Button.OK).page == "choose"


def test_a_viewer_with_an_invalid_link_is_a_spectator(start_companion: Callable[..., BrowserCompanion]) -> None:
    companion = start_companion(*BEGUN)
    page = companion.page
    expect(page.locator(".tool.invite")).to_be_visible()
    assert companion.hold(Button.UNDO).page == "menu"  # where no light changes
    with page.expect_websocket():
        page.evaluate("location.hash = 'worthless'")
    open_in_menu(page, "select.tool").select_option("de")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.locator("#hint")).to_have_text("Dieser Link gilt nicht mehr. Du schaust zu.")
    expect(page.locator(".tool.invite")).to_be_hidden()


def test_the_page_works_behind_a_proxy_with_a_path(start_companion: StartCompanion, page: Page) -> None:
    companion = start_companion(*BEGUN)
    with Proxy(companion.host, remove_path) as proxy:
        page.goto(f"{proxy.address}claim/#{companion.token}")
        expect(page.locator(".act.main")).to_be_visible()
        page.keyboard.press("Enter")
        companion.wait_until(lambda frame: frame.page == "roll", "the roll")
