from collections.abc import Callable
from itertools import pairwise

import pytest
from playwright.sync_api import expect

from hardware.device import Button
from tests.browser.seat import Seat

pytestmark = pytest.mark.slow
BEGUN = ("--players", "2", "--first", "1", "--seed", "c1" * 32)
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
    received = page.evaluate("heard.length + said.length")
    a_turn(seat)
    assert page.evaluate("heard.length + said.length") == received


def a_turn(seat: Seat) -> None:
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
