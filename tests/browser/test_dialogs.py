import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from companion.program.actions import DOUBLE_PRESS_S
from hardware.device import Button
from tests.browser.browser_companion import BrowserCompanion
from tests.browser.input_devices import open_in_menu
from tests.browser.page_checks import accessibility_faults

pytestmark = pytest.mark.slow
BEGUN = ("--players", "2", "--first", "1", "--seed", "c1" * 32)
LATE_TRANSLATION = """
    const original = window.fetch;
    window.fetch = (path) => path === "texts-de.json"
        ? new Promise((done) => (window.late = async () => {
            const texts = await (await original(path)).json();
            done({ json: () => texts });
        }))
        : original(path);
    null;
"""
"""The German texts come when `late` is called."""


def test_every_tool_opens_and_closes_by_keyboard(start_companion: Callable[..., BrowserCompanion]) -> None:
    page = start_companion(*BEGUN).page
    for name in ("rules", "invite", "history", "people"):
        tool = open_in_menu(page, f".tool.{name}")
        tool.focus()
        page.keyboard.press("Enter")
        dialog = page.locator("dialog[open]")
        expect(dialog.locator(".room > *").first).to_be_visible()
        assert accessibility_faults(page) == [], name
        for _ in range(12):
            page.keyboard.press("Tab")
            assert page.evaluate(
                "document.activeElement === document.body || document.activeElement.closest('dialog') !== null"
            ), name
        page.keyboard.press("Escape")
        expect(dialog).to_have_count(0)
        if tool.is_visible():
            expect(tool).to_be_focused()


def test_back_closes_a_dialog_and_escape_the_menu(start_companion: Callable[..., BrowserCompanion], page: Page) -> None:
    companion = start_companion("--players", "2", "--first", "1")
    page.locator(".tool.rules").click()
    expect(page.locator("dialog h3").first).to_be_visible()
    page.go_back()
    expect(page.locator("dialog")).to_have_count(0)
    page.locator(".tool.rules").click()
    page.locator(".close").click()
    expect(page.locator("dialog")).to_have_count(0)
    assert page.evaluate("history.state") is None
    open_in_menu(page, ".act.menu").click()
    companion.wait_for_page("menu")
    page.wait_for_timeout(1000 * DOUBLE_PRESS_S)  # sooner it would be a double press, which counts once
    page.keyboard.press("Escape")
    companion.wait_for_page("turn")
    ground = "getComputedStyle(document.body).backgroundColor"
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        seen = [page.evaluate(ground)]
        for _ in range(2):
            open_in_menu(page, ".tool.theme").click()
            seen.append(page.evaluate(ground))
        assert seen[0] == seen[2] != seen[1]


def test_the_newest_language_is_spoken(start_companion: Callable[..., BrowserCompanion]) -> None:
    companion = start_companion(*BEGUN)
    page = companion.page
    page.evaluate(LATE_TRANSLATION)
    open_in_menu(page, "select.tool").select_option("de")
    companion.wait_for_script("window.late !== undefined")
    open_in_menu(page, "select.tool").select_option("nl")
    expect(page.locator("html")).to_have_attribute("lang", "nl")
    page.evaluate("late()")
    expect(page.locator(".players thead th").first).to_have_text("Speler")
    expect(page.locator("html")).to_have_attribute("lang", "nl")
    expect(page.locator(".tool.rules")).to_have_text("Regels")


def test_a_spectator_reads_the_whole_page_in_another_language(
    start_companion: Callable[..., BrowserCompanion], new_page: Callable[[], Page]
) -> None:
    companion = start_companion(*BEGUN)
    watching = new_page()
    watching.goto(companion.address)
    open_in_menu(watching, "select.tool").select_option("nl")
    expect(watching.locator("#deck h2")).to_have_text("Groen, gooi!")
    expect(watching.locator("#oled")).to_have_attribute("aria-label", re.compile("Op het scherm.*gooi!.*gooien"))
    companion.press(Button.OK)
    companion.wait_for_picture()
    watching.reload()
    expect(watching.locator("html")).to_have_attribute("lang", "nl")
