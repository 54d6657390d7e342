"""Bots on the page: a game alone by one click, and one with two bots that are chosen in the setup."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.hands import Mouse

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.seat import Seat
    from tests.companion.games.frame import Frame

pytestmark = pytest.mark.slow
AT_ONCE = ("--seed", "c1" * 32, "--set", "table.bot_step_s=0", "--set", "table.guide=false")


def is_asked(frame: Frame) -> bool:
    """Whether the person in the first seat is to act."""
    if frame.page == "begins":
        return "Green" in frame.text[:2]
    if frame.page == "bust":
        return frame.text[0] == "Green"
    return frame.state is not None and frame.state["turn"] == 0


def play(seat: Seat, until: Callable[[Frame], bool]) -> Frame:
    """Clicks for the person, one placement a turn; the bots play theirs."""
    hands = Mouse(seat)
    while not until(seat.frame):
        seat.until(lambda frame: until(frame) or is_asked(frame), "a person's turn")
        if not until(seat.frame):
            hands.press("bank" if seat.frame.page == "choose" else "ok")
    return seat.frame


def test_one_click_begins_a_game_against_a_bot(sit: Callable[..., Seat]) -> None:
    seat = sit("--seed", "c1" * 32, "--set", "table.guide=true")
    seat.page.locator("#form [data-key=solo]").click()
    seat.until(lambda frame: frame.page == "turn", "the game")
    expect(seat.page.locator("#telling .turn h2")).to_contain_text("Green, roll!")
    play(seat, lambda frame: frame.state is not None and frame.state["turn"] == 1)
    expect(seat.page.locator("#telling .turn h2")).to_have_text(re.compile("(Sheriff|Prospector) "))
    play(seat, lambda frame: frame.state is not None and frame.state["turns"] > 3)
    assert seat.frame.page != "guide"


def test_two_bots_are_chosen_in_the_form_and_play_to_the_end(sit: Callable[..., Seat]) -> None:
    seat = sit(*AT_ONCE)
    page = seat.page
    page.locator("#form [data-key=table]").click()
    page.locator("#form [data-key='players'] label").nth(1).click()
    page.locator("#form [data-key='bot 1'] select").select_option(label="Greenhorn")
    page.locator("#form [data-key='bot 2'] select").select_option(label="Prospector")
    expect(page.locator("#form [data-key='seat 2'] input")).to_have_attribute("placeholder", "Prospector")
    page.locator("#form [data-key=begin]").click()
    seat.until(lambda frame: frame.page == "begins", "the game")
    frame = play(seat, lambda frame: frame.page == "winner")
    assert frame.state is not None
    assert [player["name"] for player in frame.state["players"]] == ["Green", "Greenhorn", "Prospector"]
    expect(page.locator("#telling .turn h2")).to_have_text(re.compile("wins!|share the win!"))
