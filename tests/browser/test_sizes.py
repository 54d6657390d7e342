from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from hardware.device import Button
from tests.browser.seat import Seat

pytestmark = pytest.mark.slow
PHONE = (360, 640)


def resize(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


PLACES_OF_THE_TABLE = """() => [".field[data-number='0']", ".turn h2", ".act.ok", ".act.menu"].flatMap((part) => {
    const seen = document.querySelector(part), { x, y, width } = seen.getBoundingClientRect();
    const isBelowForm = document.body.classList.contains("asking") && part === ".act.menu";
    return seen.checkVisibility() && !isBelowForm ? [x, y, part === ".turn h2" ? 0 : width] : [null, null, null];
})"""


def test_the_table_stays_put_at_every_step(sit: Callable[..., Seat]) -> None:
    begun = ("--players", "2", "--names", "Ann,Adam", "--first", "1", "--dice", "hand")
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
