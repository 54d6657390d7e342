import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from hardware.device import Button
from tests.browser.looks import faults
from tests.browser.seat import Seat

pytestmark = pytest.mark.slow
PER_CENT = re.compile(r"\d+\s?%")


def test_whoever_asks_the_coach_is_asked_first_and_everybody_sees_it(
    sit: Callable[..., Seat], visit: Callable[[], Page]
) -> None:
    seat = sit("--players", "2", "--first", "1", "--seed", "c1" * 32, "--set", "table.guide=false")
    page, watching = seat.page, visit()
    watching.goto(seat.address)
    page.set_viewport_size({"width": 360, "height": 640})
    seat.touch(Button.OK)
    expect(page.locator(".strip")).to_have_count(0)
    page.locator(".act.coach").click()
    page.locator("#form [value=yes], #form .command").first.click()
    card = page.locator(".card.coach")
    expect(card.locator(".options li strong").first).to_have_text(PER_CENT)
    for each in (page, watching):
        expect(each.locator(".players .strip .win-chance")).to_have_text([PER_CENT, PER_CENT])
    expect(watching.locator(".act.coach:visible")).to_have_count(0)
    assert faults(page) == []
    # The task stays the headline, the best two are a sentence below it, and the field under the cursor is the best one.
    expect(card.locator("h2")).to_have_text("Green: where does the stone go?")
    expect(card.locator(".says")).to_have_text(re.compile(r"\d/\d \d+%, \d/\d \d+%"))
    best = card.locator(".options li span").first.inner_text()
    expect(page.locator("#board .chosen")).to_have_attribute("data-place", best)
    expect(page.locator(".card.about h3")).to_have_text(best)
    expect(page.locator("#board .board-die")).to_have_count(3)
    page.locator(".act.ok").click()
    expect(card).to_have_count(0)
    assert seat.on("choose").page == "choose"
    expect(page.locator(".strip")).to_be_visible()
    # From position to position it becomes a chart, for whoever watches as well.
    page.locator(".act.ok").click()
    for each in (page, watching):
        expect(each.locator(".players .review .area")).to_have_count(2)
        expect(each.locator(".coached h3")).to_have_text("Win chances between good players")
        expect(each.locator(".coached .levels small")).to_have_text([PER_CENT] * 3)
        expect(each.locator(".coached .axis .of")).to_have_text(["Green", "Blue"])
    assert faults(page) == []
