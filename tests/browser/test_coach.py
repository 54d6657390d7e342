"""The coach on the page: asked in play, with a strip of win chances for everybody; and what a game shows afterwards."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from companion.locale.translator import languages
from hardware.device import Button
from tests.browser.test_looks import faults
from tests.browser.test_moments import NO_GUIDE, TABLE, fits, keep
from tests.companion.program.played import played

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import Browser

    from tests.browser.seat import Seat

pytestmark = pytest.mark.slow
PATIENCE_MS = 300_000
"""The coach needs some seconds for a game, and gives way to whatever else runs."""
PER_CENT = re.compile(r"\d+\s?%")


@pytest.mark.parametrize("language", languages())
def test_whoever_asks_the_coach_is_asked_first_and_everybody_sees_it(
    sit: Callable[..., Seat], browser: Browser, language: str
) -> None:
    seat = sit(*TABLE, *NO_GUIDE, "--set", f"table.language={language}")
    page, watching = seat.page, browser.new_page()
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
    fits(seat)
    # The best two in a sentence, the dice where they lay; and what it is read for needs no "Go on" first.
    expect(card.locator("h2")).to_have_text(re.compile(r"\d/\d \d+%, \d/\d \d+%"))
    expect(page.locator(".dice .die")).to_have_count(3)
    page.locator(".act.ok").click()
    expect(card).to_have_count(0)
    assert seat.on("choose").page == "choose"
    expect(page.locator(".strip")).to_be_visible()
    # From position to position it becomes a chart, for whoever watches as well.
    page.locator(".act.ok").click()
    for each in (page, watching):
        expect(each.locator(".players .review .area")).to_have_count(2)
    watching.close()


def test_a_game_that_is_over_says_what_decided_it(sit: Callable[..., Seat], tmp_path: Path) -> None:
    keep(tmp_path / "journal", [event for event in played().events if event["event"] != "reveal"])
    seat = sit(*NO_GUIDE, "--resume")
    page, card = seat.page, seat.page.locator(".card.analysis")
    with page.expect_response(re.compile("api/analysis"), timeout=PATIENCE_MS) as answered:
        expect(card.locator(".strip .win-chance").first).to_be_visible(timeout=PATIENCE_MS)
    found = answered.value.json()
    expect(card.locator(".at").first).to_have_text(re.compile(r"went from \d+% to \d+%\."))
    assert faults(page) == []
    card.locator(".at").first.click()
    slider, caption = page.locator("#story [type=range]"), page.locator("#story .caption")
    expect(slider).to_have_value(str(found["moment"]["step"] - 1))
    # The chart lies under the slider: an area for each player; a sign opens the position before the decision.
    expect(page.locator(".review .area")).to_have_count(2)
    costly = next((each for each in found["blunders"][:3] if each["field"]), found["blunders"][0])
    places = sorted({each["step"] for each in (*found["blunders"][:3], found["moment"])})
    page.locator(".review .sign").nth(places.index(costly["step"])).click()
    expect(slider).to_have_value(str(costly["step"] - 1))
    expect(caption).to_contain_text(f"Instead {costly['instead']}")
    expect(page.locator("#story .legend")).to_contain_text(re.compile("bank.*costly decision"))
    if costly["field"]:
        expect(page.locator(f"#board .chosen[data-place='{costly['field']}']")).to_have_count(1)
    # A tap on the chart leads there, or to the mark beside it.
    page.locator(".review .plot").click(position={"x": 3, "y": 20})
    expect(slider).to_have_value(re.compile(r"^\d$"))
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert faults(page) == []
