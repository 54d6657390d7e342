"""The table at several sizes: it keeps its place from step to step, and is whole at twice the size of the text."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import FloatRect, Page, expect

from hardware.device import Button
from tests.browser.looks import layout_faults
from tests.browser.seat import Seat

pytestmark = pytest.mark.slow
PHONE = (360, 640)
BOARDS = "#board, #map svg, #layout svg"


def resize(page: Page, size: tuple[int, int]) -> None:
    """Gives the page a screen of that size, and lets it draw."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def boxes(page: Page, parts: str) -> list[FloatRect]:
    """Where the parts are that are to be seen; without the lights that stand with the box, beneath a map."""
    shown = (part for part in page.locator(parts).all() if part.is_visible())
    found = (part.bounding_box() for part in shown if not part.evaluate("part => part.closest('.mapped #table')"))
    return [box for box in found if box]


def cut(page: Page) -> list[str]:
    """What of board, turn and buttons is not on the screen."""
    size = page.viewport_size
    assert size
    found = []
    for part in (BOARDS, ".turn", ".act"):
        for box in boxes(page, part):
            right, bottom = box["x"] + box["width"], box["y"] + box["height"]
            if min(box["x"], box["y"]) < 0 or right > size["width"] + 0.5 or bottom > size["height"] + 0.5:
                found.append(f"{part}: {box}")
    return found


def test_names_and_buttons_stay_whole_at_twice_the_size(sit: Callable[..., Seat]) -> None:
    seat = sit("--players", "3", "--names", "Ann,Adam,Christopher", "--first", "0", "--set", "table.guide=false")
    resize(seat.page, (640, 400))
    seat.by_keys = True
    for _ in range(3):
        assert cut(seat.page) == []
        lines = seat.page.locator(".players tbody th span").evaluate_all("all => all.map(one => one.offsetHeight)")
        assert max(lines) < 30, "one line each"
        assert layout_faults(seat.page) == []
        seat.touch(Button.OK)
    expect(seat.page.locator(".players .stack text")).to_have_text(["An", "Ad", "C"])


PLACES_OF_THE_TABLE = """() => [".field[data-number='0']", ".turn h2", ".act.ok", ".act.menu"].flatMap((part) => {
    const seen = document.querySelector(part), { x, y, width } = seen.getBoundingClientRect();
    const isBelowForm = document.body.classList.contains("asking") && part === ".act.menu";
    return seen.checkVisibility() && !isBelowForm ? [x, y, part === ".turn h2" ? 0 : width] : [null, null, null];
})"""


def test_the_table_stays_put_at_every_step(sit: Callable[..., Seat]) -> None:
    begun = ("--players", "2", "--names", "Ann,Adam", "--first", "0", "--dice", "hand")
    seat = sit(*begun, "--set", "table.guide=false")
    seat.by_keys = True
    sizes = (PHONE, (800, 480), (1280, 800), (640, 400), (1920, 1080))
    where: dict[tuple[int, int], dict[str, list[float | None]]] = {size: {} for size in sizes}
    entered = (*[Button.OK] * 4,)
    turns = ((Button.OK,), (*entered[1:], Button.OK), entered, (Button.OK,), (Button.BANK,))

    def measure() -> None:
        seat.settled()
        for size in sizes:
            resize(seat.page, size)
            assert seat.page.evaluate("scrollY") == 0
            where[size][f"{len(where[size])} {seat.frame.page}"] = seat.page.evaluate(PLACES_OF_THE_TABLE)

    for presses in ((), *turns, (*entered, Button.OK), entered, (Button.OK,), entered):
        seat.touch(*presses)
        measure()
        if seat.frame.page == "choose":  # the coach's question stands where the buttons do
            seat.page.keyboard.press("c")
            seat.on("consent")
            measure()
            seat.page.keyboard.press("Escape")
            seat.on("choose")
    assert seat.frame.page == "bust"
    for size, steps in where.items():
        for places in zip(*steps.values(), strict=True):
            seen = [place for place in places if place is not None]  # a form stands in the place of the buttons
            assert max(seen) - min(seen) < 2, (size, steps)
