import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from hardware.device import Button
from tests.browser.seat import Seat

pytestmark = pytest.mark.slow
BEGUN = ("--players", "2", "--first", "1", "--seed", "c1" * 32)


def field(name: str) -> str:
    return f".field[data-place='{name}']"


def rolled(seat: Seat) -> str:
    assert seat.touch(Button.OK).page == "roll"
    expect(seat.page.locator(".field.chosen.usable")).to_have_count(1)
    return str(seat.page.locator(".field.usable:not(.chosen)").first.get_attribute("data-place"))


def test_the_dice_stand_on_the_board_and_name_a_field_by_column_and_row(sit: Callable[..., Seat]) -> None:
    seat = sit(*BEGUN)
    page = seat.page
    rolled(seat)
    dice = page.locator(".board-die")
    roles = ("column", "row", "stone")

    def faces() -> list[str]:
        return [str(page.locator(f".board-die.{role} .die").get_attribute("aria-label")) for role in roles]

    def stands_on(name: str) -> None:
        expect(page.locator(".field.chosen")).to_have_attribute("data-place", name)
        assert "/".join(faces()[:2]) == name

    expect(dice).to_have_count(3)
    column, row, stone = faces()
    stands_on(f"{column}/{row}")
    expect(page.locator(".field.usable .after")).to_have_count(page.locator(".field.usable").count())
    expect(page.locator(".turn .risk")).to_have_text(re.compile(r"bust chance .* of 216 rolls"))
    for role in ("column", "row"):
        page.locator(f".board-die.{role}").click()
    seat.until(lambda frame: f"{row}/{column}" in frame.text, "the field that they name now")
    stands_on(f"{row}/{column}")
    page.locator(".board-die.stone").drag_to(page.locator(".board-die.row"))
    seat.until(lambda frame: f"{row}/{stone}" in frame.text, "the field that they name now")
    stands_on(f"{row}/{stone}")
    assert seat.frame.page == "roll"


def test_on_a_phone_no_sentence_covers_the_board_unasked(sit: Callable[..., Seat]) -> None:
    seat = sit(*BEGUN)
    page, tip = seat.page, seat.page.locator("#board .tip")
    rolled(seat)
    expect(tip).to_be_visible()
    page.set_viewport_size({"width": 390, "height": 844})
    expect(tip).to_be_hidden()
    page.locator(".field:not(.usable)").first.click()
    expect(tip).to_be_visible()


@pytest.mark.parametrize("clicked", [".field[data-place='1/1']", "select.tool"])
def test_the_keys_are_the_tables_whatever_was_clicked(sit: Callable[..., Seat], clicked: str) -> None:
    seat = sit(*BEGUN)
    rolled(seat)
    before = seat.frame
    seat.page.locator(clicked).click()
    if clicked == "select.tool":
        seat.page.keyboard.press("Escape")  # it is closed again
    seat.page.keyboard.press("ArrowRight")
    seat.until(lambda frame: frame.page == "roll" and frame.text != before.text, "the next field")
    seat.page.keyboard.press("Enter")
    seat.on("choose")
