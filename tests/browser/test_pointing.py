import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from hardware.device import Button
from tests.browser.hands import in_menu
from tests.browser.seat import Seat

pytestmark = pytest.mark.slow
BEGUN = ("--players", "2", "--first", "1", "--seed", "c1" * 32)


def field(name: str) -> str:
    return f".field[data-place='{name}']"


def rolled(seat: Seat) -> str:
    assert seat.press(Button.OK).page == "roll"
    expect(seat.page.locator(".field.chosen.usable")).to_have_count(1)
    return str(seat.page.locator(".field.usable:not(.chosen)").first.get_attribute("data-place"))


def test_the_dice_say_which_is_the_column_the_row_and_the_stone(sit: Callable[..., Seat]) -> None:
    seat = sit(*BEGUN)
    page = seat.page
    other = rolled(seat)

    def names(place: str) -> None:
        column, row = place.split("/")
        expect(page.locator("#deck .thrown small")).to_contain_text([f"column {column}", f"row {row}"])
        expect(page.locator(".number.hit")).to_have_text([row, column])
        expect(page.locator("#deck .risk")).to_have_text(re.compile(r"bust chance [\d.]+% \(\d+ of 216\)"))

    names(str(page.locator(".field.chosen").get_attribute("data-place")))
    expect(page.locator(".field.usable .after")).to_have_count(page.locator(".field.usable").count())
    page.locator(field(other)).click()
    seat.wait_until(lambda frame: other in frame.text, "the field that was clicked")
    names(other)


def test_the_card_says_what_is_on_a_field_that_is_clicked(sit: Callable[..., Seat]) -> None:
    seat = sit(*BEGUN)
    rolled(seat)
    closed = seat.page.locator(".field:not(.usable)").first
    closed.click()
    name = closed.get_attribute("data-place")
    expect(seat.page.locator("#deck .looked")).to_have_text(
        re.compile(f"{name} .*Not available: does not match your roll")
    )


@pytest.mark.parametrize("clicked", [".field[data-place='1/1']", "select.tool"])
def test_keys_work_after_any_click(sit: Callable[..., Seat], clicked: str) -> None:
    seat = sit(*BEGUN)
    rolled(seat)
    before = seat.frame
    in_menu(seat.page, clicked).click()
    if clicked == "select.tool":
        for _ in range(2):
            seat.page.keyboard.press("Escape")  # the list is closed again, and the menu
    seat.page.keyboard.press("ArrowRight")
    seat.wait_until(lambda frame: frame.page == "roll" and frame.text != before.text, "the next field")
    seat.page.keyboard.press("Enter")
    seat.wait_for_page("choose")
