"""Klondike on the page: dominoes drawn, slots pointed at, tiles picked and turned, by mouse, thumb and keyboard."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from companion.locale.translator import languages
from tests.browser.seat import Seat
from tests.browser.test_looks import faults

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import Browser, Locator, Page

pytestmark = pytest.mark.slow
KLONDIKE = ("--players", "2", "--first", "0", "--game", "klondike", "--set", "table.guide=false")


def slot(page: Page, name: str) -> Locator:
    """A place for a tile on the board."""
    return page.locator(f"#layout .slot[data-name='{name}']")


def tile(page: Page, value: str) -> Locator:
    """One of the 28 tiles."""
    return page.locator(f"#tray [data-value='{value}']")


def test_a_round_is_played_by_mouse_only(sit: Callable[..., Seat]) -> None:
    seat = sit(*KLONDIKE)
    page = seat.page
    slot(page, "2/2E").click()
    seat.on("klondike_by_hand")
    expect(slot(page, "2/2E")).to_have_class(re.compile("chosen"))
    expect(page.locator("#layout .tip")).to_have_text("which tile?")
    tile(page, "1|3").click()
    expect(page.locator("#layout .tip")).to_have_text("1·3: wins nothing")
    tile(page, "1|3").click()
    expect(page.locator("#layout .tip")).to_have_text("3·1: wins nothing")
    slot(page, "2/2E").click()
    seat.until(lambda frame: (frame.state or {}).get("slots") == {"2/2E": [3, 1]}, "the first tile")
    expect(tile(page, "1|3")).to_have_class("choice laid")
    expect(page.locator("#layout .spot[data-name='2/2'] .digit")).to_have_text("3")

    tile(page, "3|5").click()
    seat.on("klondike_place")
    slot(page, "2/2N").click()
    expect(page.locator("#layout .tip")).to_have_text("3·5: wins nothing")
    expect(page.locator(".act.ok .label")).to_have_text("Lay 3·5 on 2/2N")
    page.locator(".act.ok").click()
    seat.until(lambda frame: (frame.state or {}).get("slots", {}).get("2/2N") == [3, 5], "the second tile")

    page.locator(".act.bank").click()
    seat.on("klondike_no_pass")


def test_a_thumb_lays_a_tile_on_a_phone(browser: Browser, tmp_path: Path) -> None:
    context = browser.new_context(viewport={"width": 360, "height": 640}, has_touch=True, is_mobile=True)
    with Seat(context.new_page(), tmp_path / "journal", *KLONDIKE) as seat:
        seat.come()
        page = seat.page
        expect(page.locator(".act.ok .label")).to_have_text("Lay a tile")
        boxes = [part.bounding_box() for part in page.locator("#layout svg, .turn, .act").all()]
        assert max(box["y"] + box["height"] for box in boxes if box) <= 640
        outline = slot(page, "1/1E").locator(".outline").bounding_box()
        assert outline
        assert min(outline["width"], outline["height"]) >= 22
        slot(page, "1/1E").tap()
        seat.on("klondike_by_hand")
        tile(page, "0|6").tap()
        seat.on("klondike_place")
        slot(page, "1/1E").tap()
        seat.until(lambda frame: (frame.state or {}).get("slots") == {"1/1E": [0, 6]}, "the tile")
    context.close()


def test_the_keyboard_walks_over_the_slots(sit: Callable[..., Seat]) -> None:
    seat = sit(*KLONDIKE)
    page = seat.page
    slot(page, "1/1E").focus()
    page.keyboard.press("ArrowRight")
    expect(slot(page, "2/1E")).to_be_focused()
    page.keyboard.press("Enter")
    seat.on("klondike_by_hand")
    expect(slot(page, "2/1E")).to_have_class(re.compile("chosen"))
    expect(page.locator("#layout [tabindex='0']")).to_have_count(1)
    tile(page, "2|2").focus()
    page.keyboard.press("Enter")
    seat.on("klondike_place")
    page.locator("#layout .slot[data-name='3/3E']").click()
    expect(slot(page, "3/3E")).to_have_class(re.compile("chosen"))
    page.keyboard.press("Enter")
    seat.until(lambda frame: (frame.state or {}).get("slots") == {"3/3E": [2, 2]}, "the tile")


def test_a_slot_or_a_tile_that_may_not_be_used_says_why(sit: Callable[..., Seat]) -> None:
    seat = sit(*KLONDIKE)
    page = seat.page
    for target in (slot(page, "1/1E"), tile(page, "3|5"), slot(page, "1/1E")):
        target.click()
        page.wait_for_timeout(60)  # faster would be no finger
    seat.until(lambda frame: (frame.state or {}).get("slots") == {"1/1E": [3, 5]}, "the tile")
    slot(page, "1/1E").click()
    expect(page.locator("#layout .tip")).to_have_text("A tile lies here already.")
    slot(page, "1/1N").click()
    seat.on("klondike_by_hand")
    expect(tile(page, "0|0")).to_have_class("choice unfit")
    expect(tile(page, "0|0")).to_have_attribute("aria-label", "0·0: does not fit")
    expect(tile(page, "3|4")).to_have_class("choice fits")


def test_a_claim_has_chips_and_the_ring_of_its_digit(sit: Callable[..., Seat]) -> None:
    seat = sit(*KLONDIKE)
    page = seat.page
    claim = page.locator("#layout .spot[data-name='2/2']")
    expect(claim.locator(".chip")).to_have_count(2)
    expect(claim.locator(".chips")).to_have_text("2")
    expect(claim.locator(".ring")).not_to_have_attribute("style", re.compile("stroke"))
    for target in (slot(page, "2/2E"), tile(page, "1|3"), slot(page, "2/2E")):
        target.click()
        page.wait_for_timeout(60)  # faster would be no finger
    expect(claim.locator(".digit")).to_have_text("1")
    expect(claim.locator(".ring")).to_have_attribute("style", re.compile(r"stroke: color-mix\(.*rgb\(192, 0, 0\)"))
    expect(claim.locator(".stone")).to_have_count(0)


def test_a_spectator_sees_the_layout_and_no_tiles(sit: Callable[..., Seat]) -> None:
    seat = sit(*KLONDIKE)
    watching = seat.page.context.new_page()
    watching.goto(seat.address)
    expect(watching.locator(".waiting")).to_have_text("Green is playing.")
    expect(watching.locator("#tray")).to_be_hidden()
    slot(watching, "1/1E").click()
    expect(watching.locator("#layout .tip")).to_have_text("empty")
    expect(seat.page.locator("#layout .chosen")).to_have_count(0)


@pytest.mark.parametrize("language", languages())
def test_axe_finds_nothing_in_the_layout(sit: Callable[..., Seat], language: str) -> None:
    seat = sit(*KLONDIKE, "--set", f"table.language={language}")
    tile(seat.page, "3|5").click()
    seat.on("klondike_place")
    expect(tile(seat.page, "3|5")).to_have_class("choice held")
    assert faults(seat.page) == []
