from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from companion.program.actions import DOUBLE_PRESS_S
from tests.browser.browser_companion import BrowserCompanion
from tests.browser.input_devices import open_in_menu
from tests.companion.web.served import Served

pytestmark = pytest.mark.slow

BEGUN = ("--players", "2", "--first", "1")
PHONE = ViewportSize(width=360, height=640)
RECORD_SIGNALS = """() => {
    window.shaken = 0;
    window.awake = 0;
    const vibrate = () => { window.shaken += 1; return true; };
    Object.defineProperty(navigator, "vibrate", { configurable: true, value: vibrate });
    const lock = () => ({ released: false, release() { window.awake -= 1; this.released = true; } });
    const request = async () => { window.awake += 1; return lock(); };
    Object.defineProperty(navigator, "wakeLock", { configurable: true, value: { request } });
}"""
"""Counts the calls that vibrate the phone and keep its screen on."""


def join_link(companion: BrowserCompanion) -> str:
    companion.page.locator(".tool.invite").click()
    link = str(companion.page.locator("dialog .room > figure a").get_attribute("href"))
    companion.page.locator(".close").click()
    return link


@contextmanager
def phone(browser: Browser, link: str = "") -> Iterator[Page]:
    context = browser.new_context(viewport=PHONE, has_touch=True)
    context.set_default_timeout(30_000)
    context.add_init_script(f"({RECORD_SIGNALS})()")
    page = context.new_page()
    if link:
        page.goto(link)
    yield page
    context.close()


def choice(page: Page, name: str) -> None:
    page.locator("#join .choice").filter(has_text=name).tap()
    page.locator("#join .sit").tap()


def test_a_taken_seat_cannot_be_chosen(start_companion: Callable[..., BrowserCompanion], browser: Browser) -> None:
    companion = start_companion(*BEGUN)
    link = join_link(companion)
    with phone(browser, link) as first, phone(browser, link) as second:
        choice(first, "Blue")
        expect(first.locator(".waiting")).to_contain_text("You are Blue.")
        expect(second.locator("#join .choice").filter(has_text="Blue")).to_be_disabled()
        choice(second, "Green")
        expect(second.locator(".act.main")).to_be_visible()
        expect(companion.page.locator("#connection")).to_have_text("Green plays on a phone.")
        expect(companion.page.locator(".act.main:visible")).to_have_count(0)
        second.close()
        expect(companion.page.locator("#hint")).to_have_text("Green's phone is not connected. Play this turn here.")
        expect(companion.page.locator(".act.main")).to_be_visible()
        open_in_menu(companion.page, ".act.menu").click()
        expect(companion.page.locator("#form")).to_be_visible()
        expect(first.locator("#board")).to_be_visible()
        expect(first.locator(".card.screen")).to_have_count(0)


def test_the_host_frees_a_seat(start_companion: Callable[..., BrowserCompanion], browser: Browser) -> None:
    companion = start_companion(*BEGUN)
    link = join_link(companion)
    with phone(browser, link) as guest:
        choice(guest, "Green")
        expect(guest.locator(".act.ok")).to_be_visible()
        companion.page.locator(".tool.invite").click()
        companion.page.get_by_role("button", name="Free the seat of Green").click()
        expect(guest.locator("#join [role=status]")).to_have_text("You no longer have a seat.")
        expect(guest.locator(".act.ok")).to_be_hidden()
        expect(companion.page.locator(".holders li span").first).to_have_text("Green plays here")
        guest.reload()
        expect(guest.locator("#join .choice span").first).to_have_text("Green free")


def test_a_phone_shows_that_joining_was_switched_off(
    start_companion: Callable[..., BrowserCompanion], browser: Browser
) -> None:
    companion = start_companion(*BEGUN)
    companion.page.locator(".tool.invite").click()
    switch = companion.page.get_by_role("switch", name="Let phones join")
    switch.check()
    link = str(companion.page.locator("dialog .room > figure:has(svg) a").get_attribute("href"))
    with phone(browser, link) as guest:
        choice(guest, "Blue")
        expect(companion.page.locator(".holders li").last).to_contain_text("on a phone")
        switch.uncheck()
        expect(guest.locator("#connection")).to_have_text("The host no longer lets phones join.")
        expect(companion.page.locator(".holders li span").last).to_have_text("Blue plays here")


def test_a_phone_keeps_its_seat_through_a_reload_a_new_tab_and_a_restart(
    start_companion: Callable[..., BrowserCompanion], browser: Browser, tmp_path: Path
) -> None:
    companion = start_companion(*BEGUN)
    link = join_link(companion)
    with phone(browser, link) as guest:
        choice(guest, "Green")
        expect(guest.locator("#connection")).to_have_text("Your turn")
        guest.reload()
        expect(guest.locator("#connection")).to_have_text("Your turn")
        again = guest.context.new_page()
        again.goto(link)
        expect(again.locator("#connection")).to_have_text("Your turn")
        again.close()
        companion.terminate()
        expect(guest.locator("body.lost")).to_be_attached()
        with Served(tmp_path / "journal", "--port", companion.host.partition(":")[2], "--resume") as shared_companion:
            expect(guest.locator("body.lost")).not_to_be_attached()
            expect(guest.locator("#connection")).to_have_text("Your turn")
            guest.locator(".act.ok").tap()
            shared_companion.wait_until(lambda frame: frame.page == "roll", "the guest's roll")


WITHOUT_VIBRATION = """() => {
    for (const name of ["vibrate", "wakeLock"]) Object.defineProperty(navigator, name, { value: undefined });
    window.chimes = 0;
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (at) { window.chimes += 1; start.call(this, at); };
}"""
"""A browser that neither shakes nor stays awake, as over plain HTTP; its tones are counted."""


def test_a_phone_announces_its_turn_and_a_television_shows_the_join_code(
    start_companion: Callable[..., BrowserCompanion], browser: Browser
) -> None:
    companion = start_companion(*BEGUN, "--set", "table.guide=false")
    companion.page.locator(".tool.invite").click()
    tv_link = str(companion.page.locator("dialog a", has_text="television").get_attribute("href"))
    companion.page.locator(".close").click()
    with phone(browser) as blue, phone(browser, tv_link) as tv:
        blue.add_init_script(f"({WITHOUT_VIBRATION})()")
        blue.goto(join_link(companion))
        choice(blue, "Blue")
        expect(blue.locator("#connection")).to_be_empty()
        for act, requested in (("ok", "roll the dice"), ("ok", "Place a stone"), ("bank", "Roll again or bank?")):
            expect(companion.page.locator(".turn h2")).to_contain_text(requested)
            companion.page.wait_for_timeout(1000 * DOUBLE_PRESS_S)
            companion.page.locator(f".act.{act}").click()
            companion.wait_for_frame()
        expect(blue.locator("body.mine #connection")).to_have_text("Your turn")
        assert blue.evaluate("window.chimes") == 2
        assert (
            blue.locator("header").evaluate("header => getComputedStyle(header).backgroundColor") == "rgb(20, 40, 224)"
        )
        blue.reload()
        expect(blue.locator("body.mine #connection")).to_have_text("Your turn")
        expect(tv.locator("body.tv")).to_be_attached()
        expect(tv.locator(".act:visible, .tool:visible")).to_have_count(0)
        assert tv.evaluate("window.awake") == 1
