"""What the page sounds, says and moves, and what it keeps quiet about."""

from __future__ import annotations

import re
from itertools import pairwise
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
EARS = """
    window.heard = [];
    window.said = [];
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (at) { heard.push(this.frequency.value); return start.call(this, at); };
    speechSynthesis.speak = ({ text, lang }) => said.push([text, lang]);
"""
READER = """
    window.read = [];
    new MutationObserver(() => read.push(document.getElementById("live").textContent))
        .observe(document.getElementById("live"), { childList: true });
"""
"""What a screen reader would read out."""
EYES = """
    window.moved = [];
    new MutationObserver(() => moved.push(performance.now()))
        .observe(document.getElementById("board"), { attributes: true, attributeFilter: ["style"], subtree: true });
"""
"""When a light changed, in milliseconds."""
FLOOD = """async () => {
    const { takeFrame } = await import("./device.js");
    const put = CanvasRenderingContext2D.prototype.putImageData;
    let drawn = 0;
    CanvasRenderingContext2D.prototype.putImageData = function (...given) { drawn += 1; put.apply(this, given); };
    const began = performance.now();
    for (let number = 0; number < 250; number++) {
        takeFrame(new Uint8Array(1133).fill(number));
        await new Promise((done) => setTimeout(done, 4));
    }
    await new Promise((done) => setTimeout(done, 200));
    const light = document.querySelector("#board .field").style.getPropertyValue("--light");
    return [(1000 * drawn) / (performance.now() - began), Number(light.match(/[0-9]+/)[0])];
}"""
"""Gives the page 250 frames in about a second; how many it has drawn in each, and the last one's number."""
MOVES = """async () => {
    const { expectFrame, takeFrame } = await import("./device.js");
    const light = document.querySelector("#board .field").style, shown = [];
    const now = () => Number(light.getPropertyValue("--light").match(/[0-9]+/)[0]);
    const drawn = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const time = performance.now(), until = Date.now() + 10000;
    performance.now = () => time;
    for (const number of [1, 2, 3]) {
        takeFrame(new Uint8Array(1133).fill(number));
        if (number !== 2) expectFrame();
        do await drawn(); while (number !== 2 && now() !== number && Date.now() < until);
        shown.push(now());
    }
    return shown;
}"""
"""Gives the page a frame of an event, one that only moves, and one of an event; what it shows once each was drawn.

The clock stands: the one that moves waits for ever, and what is drawn was not waited for."""
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


def test_the_host_s_switch_is_the_table_s_language(sit: Callable[..., Seat]) -> None:
    seat = sit("--players", "2", "--first", "0", "--set", "table.language=de")
    seat.page.locator("select.tool").select_option("nl")
    expect(seat.page.locator("html")).to_have_attribute("lang", "nl")
    seat.hold(Button.UNDO)
    assert seat.frame.text[0] == "Menu"
    expect(seat.page.locator("#form h2")).to_have_text("Menu")
    chosen = seat.page.locator("#form [aria-current]")
    expect(chosen).to_have_text("Stand")
    seat.touch(Button.RIGHT)
    expect(chosen).to_have_text("Bord nakijken")
    expect(seat.page.locator("#live")).to_have_text("Bord nakijken")
    expect(seat.page.locator("#oled")).to_have_attribute("aria-label", re.compile("^Het scherm .*Menu"))


def test_nothing_sounds_before_it_is_switched_on(sit: Callable[..., Seat]) -> None:
    seat = sit(*BEGUN, "--set", "table.language=de")
    page, switch = seat.page, seat.page.locator(".tool.sound")
    page.add_init_script(EARS)
    page.reload()
    seat.agrees()
    a_turn(seat)
    assert page.evaluate("heard.length + said.length") == 0
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "true")
    a_turn(seat)
    seat.until_page("heard.length > 0 && said.length > 0")
    assert {language for _, language in page.evaluate("said")} == {"de"}
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "false")
    heard = page.evaluate("heard.length + said.length")
    a_turn(seat)
    assert page.evaluate("heard.length + said.length") == heard


def a_turn(seat: Seat) -> None:
    """A press that means nothing, then a turn that is banked, up to the next."""
    seat.refuse(Button.LEFT)
    while seat.frame.page != "choose":
        seat.touch(Button.OK)
    seat.touch(Button.BANK)
    while seat.frame.page != "turn":
        seat.touch(Button.OK)
    seat.agrees()


def test_a_bust_and_the_turn_after_it_are_read_out_once(sit: Callable[..., Seat]) -> None:
    seat = sit(*BEGUN, "--dice", "hand")
    seat.page.evaluate(READER)
    while seat.frame.page != "bust":
        seat.touch(Button.OK)
    seat.watch(0.3)
    while seat.frame.page != "turn":
        seat.touch(Button.OK)
    seat.watch(0.3)
    expect(seat.page.locator("#live")).to_contain_text("Blue")
    seat.page.locator("select.tool").select_option("nl")
    expect(seat.page.locator("html")).to_have_attribute("lang", "nl")
    read = seat.page.evaluate("read")
    assert sum("Bust!" in text for text in read) == 1
    assert sum("roll!" in text for text in read) == 1
    assert all(text != after for text, after in pairwise(read))


def test_what_is_chosen_is_read_out(sit: Callable[..., Seat]) -> None:
    seat = sit(*BEGUN)
    live = seat.page.locator("#live")
    seat.hold(Button.UNDO)
    expect(live).to_contain_text("Menu. Scores. Check the board")
    seat.touch(Button.RIGHT)
    expect(live).to_have_text("Check the board")
    seat.touch(Button.LEFT)
    expect(live).to_have_text("Scores")


def test_whoever_wants_no_motion_sees_lights_change_once_a_second(sit: Callable[..., Seat]) -> None:
    seat = sit(*BEGUN)
    seat.page.emulate_media(reduced_motion="reduce")
    seat.page.evaluate(EYES)
    seat.touch(Button.OK)
    assert seat.frame.page == "roll"
    seat.page.wait_for_timeout(300)
    seat.page.evaluate("moved.length = 0")
    seat.until_page("moved.length >= 3")
    moved = seat.page.evaluate("moved")
    assert min(after - before for before, after in pairwise(moved)) > 900
    seat.page.emulate_media(reduced_motion="no-preference")
    seat.page.evaluate("moved.length = 0")
    seat.until_page("moved.some((at, place) => place > 0 && at - moved[place - 1] < 900)")


def test_the_picture_is_drawn_thirty_times_a_second_at_most(sit: Callable[..., Seat]) -> None:
    page = sit(*BEGUN).page
    rate, last = page.evaluate(FLOOD)
    assert 0 < rate <= 32
    assert last == 249


def test_what_has_just_happened_is_shown_at_once_to_whoever_wants_no_motion(sit: Callable[..., Seat]) -> None:
    page = sit(*BEGUN).page
    page.emulate_media(reduced_motion="reduce")
    assert page.evaluate(MOVES) == [1, 1, 3]


def test_a_page_that_slept_shows_the_present_at_once(sit: Callable[..., Seat]) -> None:
    seat = sit(*BEGUN)
    with Wire(seat.host) as wire:
        seat.come(f"{wire.address}#{seat.token}")
        seat.touch(Button.OK)
        expect(seat.page.locator("#oled")).to_have_attribute("aria-label", seat.frame_text())
        wire.freeze()
        with seat.connecting():
            seat.page.evaluate(SLEEP, 60_000)
        seat.agrees()
        assert seat.touch(Button.OK).page == "choose"


def test_a_short_look_elsewhere_keeps_the_connection(sit: Callable[..., Seat]) -> None:
    seat = sit(*BEGUN)
    opened: list[str] = []
    seat.page.on("websocket", lambda socket: opened.append(socket.url))
    seat.page.evaluate(SLEEP, 1000)
    assert seat.touch(Button.OK).page == "roll"
    assert opened == []


def test_the_page_fills_the_screen(sit: Callable[..., Seat]) -> None:
    seat = sit(*BEGUN)
    full = seat.page.locator(".tool.full")
    full.click()
    seat.until_page("document.fullscreenElement !== null")
    full.click()
    seat.until_page("document.fullscreenElement === null")


@pytest.mark.parametrize("way", ["the cross", "escape", "a click beside it"])
def test_what_opens_over_the_page_closes(sit: Callable[..., Seat], way: str) -> None:
    seat = sit(*BEGUN)
    page, opener = seat.page, seat.page.locator(".tool.rules")
    before = seat.touch(Button.OK)
    opener.click()
    expect(page.locator("dialog[open]")).to_be_visible()
    if way == "the cross":
        page.locator(".close").click()
    elif way == "escape":
        page.keyboard.press("Escape")
    else:
        page.mouse.click(5, 300)
    expect(page.locator("dialog")).to_have_count(0)
    expect(opener).not_to_be_focused()
    page.keyboard.press("d")
    assert seat.until(lambda frame: frame.text != before.text, "the next field").page == "roll"


@pytest.mark.parametrize(("recycle", "mark"), [("false", ""), ("true", " (on in this game)")])
def test_the_rules_on_the_page_mark_the_variants_that_are_on(sit: Callable[..., Seat], recycle: str, mark: str) -> None:
    page = sit(*BEGUN, "--option", f"recycle={recycle}").page
    page.locator(".tool.rules").click()
    expect(page.locator(".room h4").last).to_have_text(f"Variant: recycle{mark}")


def test_the_hint_that_it_is_not_your_turn_goes_with_the_turn(sit: Callable[..., Seat]) -> None:
    seat = sit(*BEGUN)
    seat.page.locator(".tool.invite").click()
    blue = seat.page.context.new_page()
    blue.goto(str(seat.page.locator(".codes a").nth(1).get_attribute("href")))
    hint = blue.locator("#hint")
    expect(blue.locator(".waiting")).to_contain_text("You are Blue")
    blue.locator("[data-button=ok]").click()
    expect(hint).to_contain_text("not your turn")
    seat.page.locator(".close").click()
    seat.touch(Button.OK)
    expect(hint).to_have_text("")


def test_every_field_can_be_read_with_the_keyboard(sit: Callable[..., Seat]) -> None:
    page = sit(*BEGUN).page
    field = page.locator("[data-field='1/1']")
    field.focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowRight")
    expect(page.locator("[data-field='2/2']")).to_be_focused()
    expect(page.locator(".about")).to_contain_text("2/2")
    assert page.locator("#board [tabindex='0']").count() == 1
