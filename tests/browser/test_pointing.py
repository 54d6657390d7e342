import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from hardware.device import Button
from tests.browser.browser_companion import BrowserCompanion
from tests.browser.input_devices import open_in_menu

pytestmark = pytest.mark.slow
BEGUN = ("--players", "2", "--first", "1", "--seed", "c1" * 32)


def field(name: str) -> str:
    return f".field[data-place='{name}']"


def roll_for_field(companion: BrowserCompanion) -> str:
    assert companion.press(Button.OK).page == "roll"
    expect(companion.page.locator(".field.chosen.usable")).to_have_count(1)
    return str(companion.page.locator(".field.usable:not(.chosen)").first.get_attribute("data-place"))


def test_the_dice_are_labelled_column_and_row(
    start_companion: Callable[..., BrowserCompanion],
) -> None:
    companion = start_companion(*BEGUN)
    page = companion.page
    other = roll_for_field(companion)

    def names(place: str) -> None:
        column, row = place.split("/")
        expect(page.locator("#deck .thrown small")).to_contain_text([f"column {column}", f"row {row}"])
        expect(page.locator(".number.hit")).to_have_text([row, column])
        expect(page.locator("#deck .risk")).to_have_text(re.compile(r"bust chance [\d.]+% \(\d+ of 216\)"))

    names(str(page.locator(".field.chosen").get_attribute("data-place")))
    expect(page.locator(".field.usable .after")).to_have_count(page.locator(".field.usable").count())
    page.locator(field(other)).click()
    companion.wait_until(lambda frame: other in frame.text, "the field that was clicked")
    names(other)


def test_clicking_a_field_describes_it_on_the_card(start_companion: Callable[..., BrowserCompanion]) -> None:
    companion = start_companion(*BEGUN)
    roll_for_field(companion)
    closed = companion.page.locator(".field:not(.usable)").first
    closed.click()
    name = closed.get_attribute("data-place")
    expect(companion.page.locator("#deck .looked")).to_have_text(
        re.compile(f"{name} .*Not available: does not match your roll")
    )


@pytest.mark.parametrize("clicked", [".field[data-place='1/1']", "select.tool"])
def test_keys_work_after_a_click(start_companion: Callable[..., BrowserCompanion], clicked: str) -> None:
    companion = start_companion(*BEGUN)
    roll_for_field(companion)
    before = companion.frame
    open_in_menu(companion.page, clicked).click()
    if clicked == "select.tool":
        for _ in range(2):
            companion.page.keyboard.press("Escape")  # the list is closed again, and the menu
    companion.page.keyboard.press("ArrowRight")
    companion.wait_until(lambda frame: frame.page == "roll" and frame.text != before.text, "the next field")
    companion.page.keyboard.press("Enter")
    companion.wait_for_page("choose")
