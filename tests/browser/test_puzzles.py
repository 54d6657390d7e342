"""Puzzles on the page: the box's own, asked and answered there."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from engine.claimit.puzzles import shipped_puzzles
from tests.browser.hands import Mouse

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.seat import Seat

pytestmark = pytest.mark.slow


def test_a_puzzle_is_answered_on_the_page(sit: Callable[..., Seat]) -> None:
    seat = sit()
    hands = Mouse(seat)
    hands.press("menu")
    hands.choose("Puzzles")
    seat.on("puzzle")
    for puzzle in shipped_puzzles()[:3]:
        telling = hands.page.locator("#telling")
        if puzzle.best in {"bank", "roll"}:
            hands.press("bank" if puzzle.best == "bank" else "ok")
        else:
            hands.reach(puzzle.best)
            hands.confirm(puzzle.best)
        expect(telling).to_contain_text("Right")
        expect(telling).to_contain_text(f"{round(100 * puzzle.values[puzzle.best])}%")
        hands.press("ok")
        expect(telling).not_to_contain_text("Right")
        assert seat.settled().page == "puzzle"
    assert hands.press("undo").page == "menu"
