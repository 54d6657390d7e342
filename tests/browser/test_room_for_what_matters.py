"""What takes room on the page without need: buttons that say nothing, a sentence over a field, a needless scroll."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from hardware.device import Button
from tests.browser.hands import PHONE

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.seat import Seat

pytestmark = pytest.mark.slow
BEGUN = ("--players", "2", "--first", "0", "--seed", "c1" * 32)
COVERED = """tip => {
    const { left, right, top, bottom } = tip.getBoundingClientRect();
    return [...document.querySelectorAll("#board .usable")].filter(field => {
        const place = field.getBoundingClientRect();
        return place.left < right && place.right > left && place.top + 9 < bottom && place.bottom - 9 > top;
    }).map(field => field.dataset.place);
}"""
"""The fields that may be used and lie beneath the sentence with more than their rim."""


def test_a_button_that_does_nothing_and_says_nothing_is_not_shown(sit: Callable[..., Seat]) -> None:
    seat = sit()
    expect(seat.page.locator(".act.menu")).to_be_visible()
    for button in ("left", "right", "undo"):
        expect(seat.page.locator(f".act.{button}")).to_be_hidden()
    seat.touch(Button.OK)
    seat.page.locator("#form [data-key=begin]").click()
    seat.on("begins")
    expect(seat.page.locator(".act.left")).to_be_hidden()


def test_only_buttons_that_change_something_on_the_page_are_shown(sit: Callable[..., Seat]) -> None:
    seat = sit("--players", "2", "--first", "0", "--dice", "hand", "--set", "table.guide=false")
    shown = seat.page.locator(".act:visible")
    throw_and_place = (*[Button.OK] * 4, Button.OK)

    def offered(page: str) -> list[str]:
        assert seat.frame.page == page
        expect(seat.page.locator("#oled")).to_have_attribute("aria-label", seat.frame_text())
        return [str(act.get_attribute("class")).removeprefix("act ") for act in shown.all()]

    assert offered("turn") == ["ok", "coach", "menu"]
    for button in throw_and_place[:-1]:
        seat.touch(button)
    assert offered("roll") == ["ok", "undo", "coach", "menu"]
    seat.touch(Button.OK)
    assert offered("choose") == ["ok", "bank", "undo", "coach", "menu"]
    for button in (*throw_and_place, *throw_and_place[:-1]):
        seat.touch(button)
    assert offered("bust") == ["ok", "coach", "menu"]


def test_the_welcome_needs_no_scrolling(sit: Callable[..., Seat]) -> None:
    seat = sit()
    expect(seat.page.locator("#arrival")).to_be_visible()
    for width, height in ((1280, 720), (1920, 1080)):
        seat.page.set_viewport_size({"width": width, "height": height})
        seat.until_page("document.documentElement.scrollHeight <= innerHeight")


def test_the_sentence_at_a_chosen_field_covers_none_that_may_be_used(sit_on_phone: Callable[..., Seat]) -> None:
    seat = sit_on_phone(*BEGUN)
    assert seat.page.viewport_size == PHONE
    seat.page.locator(".act.ok").tap()
    seat.on("roll")
    tip = seat.page.locator("#board .tip")
    expect(seat.page.locator(".field.usable.chosen")).to_have_count(1)
    names = [str(field.get_attribute("data-place")) for field in seat.page.locator(".field.usable").all()]
    assert len(names) > 2
    for name in names:
        if name not in seat.frame.text:
            seat.page.locator(f".field[data-place='{name}']").tap()
            seat.until(lambda frame, name=name: name in frame.text, "the cursor there")  # type: ignore[misc]
        expect(seat.page.locator(".field.chosen")).to_have_attribute("data-place", name)
        expect(tip).to_be_visible()
        assert tip.evaluate(COVERED) == []


def test_where_every_field_may_be_chosen_the_sentence_stands_below_the_board(sit_on_phone: Callable[..., Seat]) -> None:
    seat = sit_on_phone(*BEGUN)
    seat.page.locator(".act.menu").tap()
    seat.page.locator("#form button[data-key='Lesson']").tap()
    seat.on("claimit_lesson")
    expect(seat.page.locator("#board .tip")).to_have_text("mark it")
    assert seat.page.locator("#board .tip").evaluate(COVERED) == []


def test_who_cannot_press_is_told_how_to_begin(sit: Callable[..., Seat]) -> None:
    seat = sit()
    watching = seat.page.context.browser.new_context().new_page()  # type: ignore[union-attr]
    watching.goto(seat.address)
    watching.get_by_role("button", name="Join", exact=True).click()
    expect(watching.locator("#arrival")).to_contain_text("open the link that the companion named")
    expect(watching.locator("#telling")).not_to_contain_text("press ok to play")
    watching.context.close()
