"""A whole voyage of Piratenclaim on the page: by its buttons, which press as those of the box do."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.test_looks import faults
from tests.companion.games.test_voyage import BEGUN, MOST, next_press

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.seat import Seat

pytestmark = pytest.mark.slow


def test_a_voyage_is_played_to_its_end_on_the_page(sit: Callable[..., Seat]) -> None:
    seat, chance = sit(*BEGUN), Random(26)
    for _ in range(MOST):
        if seat.frame.page == "piratenclaim_winner":
            break
        seat.touch(*next_press(seat.frame.page, chance))
    assert seat.frame.page == "piratenclaim_winner"
    assert (seat.frame.state or {})["turns_left"] == 0
    expect(seat.page.locator(".players li, .players tbody tr").first).to_contain_text("1. ")
    assert faults(seat.page) == []
