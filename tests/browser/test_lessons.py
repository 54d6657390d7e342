"""The lessons on the page, from the first task to the last, by nothing but pointing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from companion.tables.claimit.lesson_tasks import ClaimItLesson
from companion.tables.klondike.lesson_tasks import KlondikeLesson
from companion.tables.piratenclaim.lesson_tasks import PiratenclaimLesson
from tests.browser.hands import Hands, Mouse, Thumb

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.tables.lesson import LessonPage
    from tests.browser.seat import Seat

pytestmark = pytest.mark.slow
LESSONS = {"claimit": ClaimItLesson, "klondike": KlondikeLesson, "piratenclaim": PiratenclaimLesson}


@pytest.mark.parametrize("game", LESSONS)
@pytest.mark.parametrize("kind", [Thumb, Mouse])
def test_a_lesson_is_finished_by_pointing_only(
    sit: Callable[..., Seat], sit_on_phone: Callable[..., Seat], kind: type[Hands], game: str
) -> None:
    seat = sit_on_phone("--game", game, "--players", "2") if kind is Thumb else sit("--game", game, "--players", "2")
    hands, before = kind(seat), seat.frame.page
    hands.press("menu")
    hands.choose("Lesson")
    for number, task in enumerate(LESSONS[game].tasks, start=1):
        heading = f"{number} of {len(LESSONS[game].tasks)}"
        assert heading in seat.frame.text
        expect(hands.page.locator("#telling .turn")).to_contain_text(task.question)
        answer(hands, LESSONS[game], number - 1)
        expect(hands.page.locator("#telling")).to_contain_text("Right!")
        expect(hands.page.locator("#telling")).to_contain_text(task.explanation)
        hands.press("ok")
    assert seat.frame.page == "menu"
    assert hands.choose("close").page == before


def answer(hands: Hands, lesson: type[LessonPage], number: int) -> None:
    """Marks the right places of a task, or says that there is none."""
    task = lesson.tasks[number]
    if not task.right:
        hands.press("bank")
    for place in sorted(task.right)[: 1 if task.one_is_enough else None]:
        hands.point(place)


def test_a_wrong_place_says_why_it_is_none(sit_on_phone: Callable[..., Seat]) -> None:
    seat = sit_on_phone("--game", "klondike", "--players", "2")
    thumb = Thumb(seat)
    thumb.press("menu")
    thumb.choose("Lesson")
    thumb.point("2/2E")
    expect(thumb.page.locator("#telling")).to_contain_text("Not 2/2E")
