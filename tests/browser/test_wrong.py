"""What may go wrong on the page: keys behind a dialog, answers that never come, links that are worthless."""

from __future__ import annotations

import os
import signal
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from hardware.device import Button
from tests.browser.wire import Wire

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.seat import Seat

pytestmark = pytest.mark.slow
BEGUN = ("--players", "2", "--first", "0", "--seed", "c1" * 32)
SLOW_GERMAN = """
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
SENT = """
    window.sent = [];
    const send = WebSocket.prototype.send;
    WebSocket.prototype.send = function (text) {
        const { view, ...message } = JSON.parse(text); // which view a press was made for is told elsewhere
        if (!message.alive) sent.push(message);
        send.call(this, text);
    };
    null;
"""
"""What the page sends, besides asking whether the table is alive."""


def test_keys_do_nothing_behind_a_dialog(sit: Callable[..., Seat]) -> None:
    seat = sit(*BEGUN)
    seat.page.evaluate(SENT)
    seat.page.locator(".tool.rules").click()
    expect(seat.page.locator(".close")).to_be_focused()
    seat.page.keyboard.press("b")
    seat.page.keyboard.press("Backspace")
    seat.page.locator(".room h3").click()
    seat.page.keyboard.press("d")
    assert seat.page.evaluate("sent") == []


def test_a_key_that_stays_presses_a_button_once(sit: Callable[..., Seat]) -> None:
    page = sit(*BEGUN).page
    page.evaluate(SENT)
    page.locator("[data-button=right]").focus()
    for _ in range(3):
        page.keyboard.down("Enter")
    page.keyboard.up("Enter")
    assert page.evaluate("sent") == [{"press": "right"}]


@pytest.mark.parametrize("room", ["rules", "history", "people", "invite"])
def test_a_dialog_says_that_it_has_no_answer(sit: Callable[..., Seat], room: str) -> None:
    seat = sit(*BEGUN)
    with Wire(seat.host) as wire:
        seat.page.goto(f"{wire.address}#{seat.token}")
        expect(seat.page.locator(".tool.invite[title]")).to_be_visible()
        wire.cut()
        expect(seat.page.locator("body.lost")).to_be_attached()
        seat.page.locator(f".tool.{room}").dispatch_event("click")
        expect(seat.page.locator("dialog[open]")).to_contain_text("cannot be shown now")
        seat.page.locator(".close").click()
        wire.mend()
        expect(seat.page.locator("body.lost")).not_to_be_attached()
        expect(seat.page.locator(".tool.invite")).to_be_visible()
        seat.page.locator(f".tool.{room}").click()
        expect(seat.page.locator("dialog")).to_have_count(1)
        expect(seat.page.locator("dialog[open] .room")).not_to_contain_text("cannot be shown now")


def test_two_clicks_open_one_dialog(sit: Callable[..., Seat]) -> None:
    page = sit(*BEGUN).page
    page.locator(".tool.rules").evaluate("tool => { tool.click(); tool.click(); }")
    expect(page.locator("dialog[open] h3")).to_have_count(1)
    expect(page.locator("dialog")).to_have_count(1)


def test_a_link_that_is_worthless_leaves_a_watcher(sit: Callable[..., Seat]) -> None:
    seat = sit(*BEGUN)
    page = seat.page
    expect(page.locator(".tool.invite")).to_be_visible()
    assert seat.hold(Button.UNDO).page == "menu"  # where no light changes
    with page.expect_websocket():
        page.evaluate("location.hash = 'worthless'")
    page.locator("select.tool").select_option("de")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.locator("#hint")).to_have_text("Dieser Link gilt nicht mehr: du schaust zu.")
    expect(page.locator(".tool.invite")).to_be_hidden()


def test_the_language_chosen_last_is_spoken(sit: Callable[..., Seat]) -> None:
    seat = sit(*BEGUN)
    page = seat.page
    page.evaluate(SLOW_GERMAN)
    select = page.locator("select.tool")
    select.select_option("de")
    seat.until_page("window.late !== undefined")
    select.select_option("nl")
    expect(page.locator("html")).to_have_attribute("lang", "nl")
    page.evaluate("late()")
    expect(page.locator(".about h2")).to_have_text("Veld")
    expect(page.locator("html")).to_have_attribute("lang", "nl")
    assert page.locator(".tool.rules").get_attribute("title") == "Regels"


@pytest.mark.parametrize(
    "clicked",
    [
        "[data-field='3/3']",
        ".field.lit",
        "[data-button=right]",
        "[data-button=undo]",
        ".tool.sound",
        ".tool.theme",
        "#telling h2",
        ".log ol",
        "#oled",
    ],
)
def test_keys_press_the_box_s_buttons_whatever_was_clicked(sit: Callable[..., Seat], clicked: str) -> None:
    seat = sit(*BEGUN)
    page = seat.page
    seat.touch(Button.OK)
    page.locator(clicked).first.click()
    page.evaluate(SENT)
    for key in ("Enter", " ", "ArrowLeft", "ArrowRight", "Enter"):
        page.keyboard.press(key)
    assert page.evaluate("sent") == [{"press": name} for name in ("ok", "ok", "left", "right", "ok")]


def test_keys_press_the_box_s_buttons_once_a_language_was_chosen(sit: Callable[..., Seat]) -> None:
    page = sit(*BEGUN).page
    page.evaluate(SENT)
    for chosen in ("ArrowDown", None):
        page.locator("select.tool").click()
        if chosen:
            page.keyboard.press(chosen)
        page.keyboard.press("Enter" if chosen else "Escape")
        page.keyboard.press("Enter")
        page.keyboard.press("ArrowRight")
        assert page.evaluate("sent.splice(0).filter(({ press }) => press)") == [{"press": "ok"}, {"press": "right"}]
    expect(page.locator("html")).to_have_attribute("lang", "de")


@pytest.mark.parametrize("closing", ["Escape", ".close", "beside"])
@pytest.mark.parametrize("room", ["rules", "history", "people", "invite"])
def test_a_dialog_that_was_clicked_open_is_not_opened_by_enter(
    sit: Callable[..., Seat], room: str, closing: str
) -> None:
    page = sit(*BEGUN).page
    page.locator(f".tool.{room}").click()
    expect(page.locator(".close")).to_be_focused()
    if closing == "Escape":
        page.keyboard.press("Escape")
    elif closing == "beside":
        page.mouse.click(3, 3)
    else:
        page.locator(closing).click()
    expect(page.locator("dialog")).to_have_count(0)
    page.evaluate(SENT)
    page.keyboard.press("Enter")
    assert page.evaluate("sent") == [{"press": "ok"}]
    expect(page.locator("dialog")).to_have_count(0)


def test_what_tab_leads_to_is_pressed_by_enter_and_space(sit: Callable[..., Seat]) -> None:
    page = sit(*BEGUN).page
    page.locator("[data-field='3/3']").click()
    page.evaluate(SENT)
    for name in ("right", "undo"):
        while page.evaluate("document.activeElement.dataset.button") != name:
            page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        page.keyboard.press(" ")
        assert page.evaluate("sent.splice(0)") == [{"press": name}] * 2
    while not page.evaluate("document.activeElement.matches('.tool.rules')"):
        page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    expect(page.locator(".close")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator(".tool.rules")).to_be_focused()
    assert page.evaluate("sent") == []


def test_the_board_is_one_stop_after_a_click(sit: Callable[..., Seat]) -> None:
    page = sit(*BEGUN).page
    page.locator("[data-field='3/3']").click()
    page.keyboard.press("Tab")
    page.keyboard.press("Shift+Tab")
    expect(page.locator("[data-field='3/3']")).to_be_focused()
    page.keyboard.press("ArrowUp")
    stops = page.locator("#board [tabindex='0']")
    expect(stops).to_have_count(1)
    expect(stops).to_have_attribute("data-field", "3/4")


def test_the_log_keeps_the_focus(sit: Callable[..., Seat]) -> None:
    seat = sit(*BEGUN)
    log = seat.page.locator(".log ol")
    seat.touch(Button.OK)
    log.focus()
    seat.page.wait_for_timeout(300)  # no double press
    seat.page.keyboard.press("Enter")
    undo = seat.page.locator(".act.undo")
    expect(undo.locator(".label")).to_have_text("Take back")
    expect(log).to_be_focused()
    undo.focus()
    seat.page.keyboard.press("Enter")
    expect(undo.locator(".label")).not_to_have_text("Take back")
    expect(undo).to_be_focused()


def test_texts_that_do_not_come_are_asked_for_again(sit: Callable[..., Seat]) -> None:
    seat = sit(*BEGUN)
    page = seat.page
    with page.expect_event("requestfailed"):
        page.route("**/texts-de.json", lambda route: route.abort())
        page.locator("select.tool").select_option("de")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    page.unroute("**/texts-de.json")
    seat.touch(Button.OK)
    expect(page.locator("html")).to_have_attribute("lang", "de")


def test_a_companion_that_has_stopped_is_noticed_and_missed_no_longer_than_it_stops(sit: Callable[..., Seat]) -> None:
    seat = sit(*BEGUN)
    os.kill(seat.pid, signal.SIGSTOP)
    try:
        expect(seat.page.locator("body.lost")).to_be_attached()
        expect(seat.page.locator("#connection")).to_contain_text("does not answer")
    finally:
        os.kill(seat.pid, signal.SIGCONT)
    expect(seat.page.locator("body.lost")).not_to_be_attached()
    expect(seat.page.locator("#connection")).to_be_empty()
    seat.page.keyboard.press("Enter")
    seat.on("roll")


def test_the_welcome_is_said_only_while_nobody_plays(sit: Callable[..., Seat]) -> None:
    seat = sit()
    expect(seat.page.locator("#arrival")).to_be_visible()
    assert seat.touch(Button.OK).page == "setup"
    expect(seat.page.locator(".act.ok .label")).to_have_text("Claim It!")
    expect(seat.page.locator("#arrival")).to_have_count(0)
