"""One switch for the table's language; whoever reads another one has the whole page in it, the screen's picture too."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from hardware.device import Button

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Browser

    from tests.browser.seat import Seat

pytestmark = pytest.mark.slow
FOR_TWO = ("--players", "2", "--first", "0")
BRIGHTEST = """canvas => {
    const { data } = canvas.getContext("2d").getImageData(0, 0, 128, 64);
    return Math.max(...data.filter((_, at) => at % 4 < 3));
}"""
"""The brightest channel of any pixel."""


def test_the_host_s_switch_is_the_table_s(sit: Callable[..., Seat], browser: Browser) -> None:
    seat = sit(*FOR_TWO)
    watching = browser.new_context().new_page()
    watching.goto(seat.address)
    seat.page.locator("select.tool").select_option("de")
    seat.until(lambda frame: "Grün" in frame.text, "the screen in German")
    expect(seat.page.locator("html")).to_have_attribute("lang", "de")
    expect(watching.locator("html")).to_have_attribute("lang", "de")
    seat.agrees()
    seat.agrees(watching)
    watching.context.close()


def test_who_reads_another_language_has_the_whole_page_in_it(sit: Callable[..., Seat], browser: Browser) -> None:
    seat = sit(*FOR_TWO)
    english = seat.oled()
    watching = browser.new_context().new_page()
    watching.goto(seat.address)
    watching.locator("select.tool").select_option("nl")
    expect(watching.locator("#telling .turn h2")).to_have_text("Groen, gooi!")
    expect(watching.locator("#oled")).to_have_attribute("aria-label", re.compile("Het scherm zegt: .*gooi!.*gooien"))
    assert seat.oled(watching) != english
    seat.touch(Button.OK)
    seat.agrees()
    watching.reload()
    expect(watching.locator("html")).to_have_attribute("lang", "nl")
    watching.context.close()


def test_the_page_s_screen_stays_bright(sit: Callable[..., Seat]) -> None:
    seat = sit(*FOR_TWO, "--set", "screen.dim_after_s=1", "--set", "screen.dark_after_s=2")
    shown = seat.oled()
    with seat.viewer() as viewer:
        while not (isinstance(frame := viewer.connection.recv(timeout=30), bytes) and frame[0] == 0):
            pass
    assert seat.oled() == shown
    assert seat.page.locator("#oled").evaluate(BRIGHTEST) == 255
