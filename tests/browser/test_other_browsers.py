from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, Route, expect

from hardware.device import Button
from tests.browser.browser_companion import BrowserCompanion
from tests.browser.input_devices import PHONE, open_in_menu

OLD_BROWSER = """
    const without = (owner, ...names) =>
        names.forEach(name => Object.defineProperty(owner, name, { value: undefined }));
    for (const name of ["sessionStorage", "localStorage"]) {
        Object.defineProperty(window, name, { get() { throw new DOMException("blocked", "SecurityError"); } });
    }
    without(window, "AudioContext", "speechSynthesis", "SpeechSynthesisUtterance", "trustedTypes");
    without(Navigator.prototype, "wakeLock", "vibrate", "userActivation", "canShare", "share");
    without(Document.prototype, "fullscreenEnabled", "exitFullscreen");
    without(Element.prototype, "requestFullscreen");
    without(AbortSignal, "timeout");
"""
"""Takes from the page what browsers may not have, or do not allow."""
NEW_CSS = ("light-dark(", ":popover-open")
"""What style sheets of the oldest supported browsers do not know."""


@pytest.fixture
def at_table(shared_companion: BrowserCompanion) -> Iterator[BrowserCompanion]:
    yield shared_companion
    shared_companion.discard_game()


def without_new_css(route: Route) -> None:
    answer = route.fetch()
    text = answer.text()
    for word in NEW_CSS:
        text = text.replace(word, word.replace("-", "-un"))
    route.fulfill(response=answer, body=text)


def background(page: Page) -> str:
    return str(page.evaluate("getComputedStyle(document.body).backgroundColor"))


def test_a_game_is_played_in_an_old_browser(at_table: BrowserCompanion, new_page: Callable[..., Page]) -> None:
    page = new_page(viewport=PHONE, color_scheme="dark", reduced_motion="reduce")
    page.add_init_script(OLD_BROWSER)
    page.route("**/*.css", without_new_css)
    at_table.open_page(page)
    assert background(page) == "rgb(14, 17, 22)"
    open_in_menu(page, ".tool.theme").click()  # a phone has it behind a button, where there are popovers
    assert background(page) == "rgb(240, 237, 230)"
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    expect(page.locator(".tool.sound")).to_be_hidden()
    expect(page.locator(".tool.full")).to_be_hidden()
    at_table.begin_game()
    open_in_menu(page, ".tool.device").click()
    at_table.press(Button.OK)
    page.keyboard.press("Escape")
    at_table.press(Button.OK)
    at_table.wait_for_picture()
