"""The title explains itself: what the game is, what can be begun, and a first turn step by step."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.test_looks import SIDEWAYS, faults

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.seat import Seat

pytestmark = pytest.mark.slow
DRAWN = "images => images.every(image => image.complete && image.naturalWidth > 0)"


def test_the_title_says_what_the_game_is_and_begins_with_one_press(sit_on_phone: Callable[..., Seat]) -> None:
    seat = sit_on_phone("--seed", "ab" * 32)
    page = seat.page
    arrival, form = page.locator("#arrival"), page.locator("#form")
    expect(arrival.locator("h2")).to_contain_text("In Claim It! you roll dice")
    expect(arrival.locator("img:visible")).to_have_count(3)
    seat.until_page(f"({DRAWN})([...document.querySelectorAll('#arrival img')])")
    assert "bank:" not in page.locator("#telling").inner_text()
    for key in ("solo", "table", "klondike", "piratenclaim", "watch"):
        expect(form.locator(f"[data-key={key}]")).to_be_in_viewport(ratio=0.99)
    assert page.evaluate(SIDEWAYS) == 0
    assert faults(page) == []
    form.locator("[data-key=solo]").tap()
    steps = ["Roll three dice", "Tap a blinking field", "Roll again for another stone"]
    first = page.locator("#first")
    expect(first).to_contain_text(steps[0])
    for part, step in zip((".act.ok", ".field.chosen"), steps[1:], strict=True):
        page.locator(part).tap()
        expect(first).to_contain_text(step)
    assert seat.settled().page == "choose"
    expect(page.locator(".field .stack")).to_have_count(1)
    assert faults(page) == []
    first.get_by_role("button").tap()
    expect(first).to_have_count(0)


def test_whoever_may_not_press_may_watch_or_join(sit: Callable[..., Seat]) -> None:
    seat = sit()
    watching = seat.page.context.browser.new_context().new_page()  # type: ignore[union-attr]  # there is one
    watching.goto(seat.address)
    buttons = watching.locator("#telling button:visible")
    expect(buttons).to_have_text(["Watch", "Join"])
    buttons.first.click()
    expect(watching.locator("#arrival [role=status]")).to_contain_text("no game was finished here yet")
    buttons.last.click()
    expect(watching.locator("#arrival [role=status]")).to_contain_text("open the link")
    watching.context.close()


def test_the_rules_have_pictures(sit: Callable[..., Seat]) -> None:
    """One for each section of the game that is on; whoever wants no motion sees the last moment of each."""
    seat = sit("--players", "2", "--set", "table.language=de")
    page = seat.page
    page.emulate_media(reduced_motion="reduce")
    page.locator(".tool.rules").click()
    pictures = page.locator("dialog .rules-picture img:visible")
    expect(pictures).to_have_count(9)
    expect(page.locator("dialog h4")).to_have_count(9)
    seat.until_page(f"({DRAWN})([...document.querySelectorAll('dialog img')])")
    assert [str(each.get_attribute("src"))[-6:-4] for each in pictures.all()][1:3] == ["-2", "-7"]
    assert faults(page) == []
