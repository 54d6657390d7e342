"""The lessons of all games."""

from collections.abc import Callable
from itertools import product

import pytest
from msgspec.structs import replace

from companion.core.lineup import BOX
from companion.core.messages import Pointed
from companion.core.model import Model
from companion.locale.translator import languages
from companion.program.view import draw_page
from companion.tables.claimit.rules import Lesson as ClaimItLesson
from companion.tables.klondike.rules import Lesson as KlondikeLesson
from companion.tables.lesson import LessonPage
from companion.tables.piratenclaim.rules import Lesson as PiratenclaimLesson
from engine import claimit, klondike
from engine.claimit import format_field
from hardware.device import Button
from tests.companion.games.app import App
from tests.companion.pages.klondike import played as klondike_game
from tests.companion.pages.piratenclaim import PLACED
from tests.companion.pages.piratenclaim import played as piratenclaim_game
from tests.companion.pages.sitting import pick, web_texts

LEFT, RIGHT, OK, BANK, UNDO = Button
CLAIMIT_FIELDS = tuple(map(format_field, claimit.FIELDS))
LESSONS: list[tuple[type[LessonPage], tuple[str, ...]]] = [
    (ClaimItLesson, CLAIMIT_FIELDS),
    (KlondikeLesson, tuple(klondike.SLOTS)),
    (PiratenclaimLesson, ("7/4", "0/1")),
]
"""The tasks with places to mark, by lesson."""
GAMES: dict[type[LessonPage], Callable[[], Model]] = {
    KlondikeLesson: lambda: klondike_game("1/1E 3|5"),
    PiratenclaimLesson: lambda: piratenclaim_game(PLACED),
}


def opened(kind: type[LessonPage], step: int = 0) -> App:
    """Returns a lesson: that of Claim It! outside a game, the others during one."""
    app = App().start()
    app.model = pick(GAMES[kind]() if kind in GAMES else app.model, "Lesson").with_page(kind(step))
    return app


def lesson(app: App) -> LessonPage:
    assert isinstance(app.model.page, LessonPage)
    return app.model.page


def point_twice(app: App, place: str) -> None:
    app.send(Pointed(place, app.now))
    if lesson(app).place == place and not lesson(app).commented and place not in lesson(app).marked:
        app.send(Pointed(place, app.now))


def answer_by_buttons(app: App) -> None:
    task = lesson(app).task
    if not task.right:
        app.press(BANK)
    for _ in task.places:
        if not lesson(app).is_done:
            app.press(RIGHT)
        if not lesson(app).is_done and lesson(app).place in task.right:
            app.press(OK)


def test_the_tasks_of_claim_it_are_the_examples_of_the_rulebook() -> None:
    right = [sorted(task.right) for task in ClaimItLesson.tasks]
    assert right[:5] == [
        ["2/5", "5/2"],
        ["2/3", "2/5", "3/2", "3/5", "5/2", "5/3"],
        ["1/5", "4/1", "5/1"],
        [],
        ["3/4", "4/3", "6/2"],
    ]
    assert len(right[5]) == 7  # orange's mine; corners would make it 11


def test_the_answers_of_klondike_follow_the_rules() -> None:
    assert [sorted(task.right) for task in KlondikeLesson.tasks] == [
        ["1/1E", "1/1N", "1/1S"],  # both digits, and the rim, where one end is free
        ["1/1W", "3/3E"],  # at every open claim a digit would come for the third time
        ["1/1E"],  # one right end (X1)
        ["1/1E", "2/1E"],  # any tile (X2)
        ["1/1N"],  # the fourth right end
    ]


def test_the_answers_of_piratenclaim_follow_the_rules() -> None:
    assert [sorted(task.right) for task in PiratenclaimLesson.tasks] == [
        ["7/2", "7/6"],  # A on 2 encloses 3, on 6 it encloses 5; 1, 3 and 5 are fine
        ["1/1"],  # grey 1: a system on position 1
        ["1/2"],  # grey 2: a pirate in the place of the disc
        ["1/2"],  # a disc in direction 6 stops a black one
        ["1/0", "1/6"],  # black and brown change places
        ["1/4"],  # a white one ends where a brown one does
    ]


@pytest.mark.parametrize(
    ("kind", "after"),
    [(ClaimItLesson, "attract"), (KlondikeLesson, "klondike_turn"), (PiratenclaimLesson, "piratenclaim_turn")],
)
def test_a_lesson_is_finished_with_buttons_and_leads_back(kind: type[LessonPage], after: str) -> None:
    app = opened(kind)
    for step in range(len(kind.tasks)):
        assert lesson(app).step == step
        answer_by_buttons(app)
        assert lesson(app).is_done
        app.press(OK)
    assert app.page == after


def test_a_lesson_is_finished_by_pointing() -> None:
    app = opened(ClaimItLesson)
    for task in ClaimItLesson.tasks:
        for place in sorted(task.right)[: 1 if task.one_is_enough else None]:
            point_twice(app, place)
        if not task.right:
            app.press(BANK)
        assert lesson(app).is_done
        app.send(Pointed("6/6", app.now))
    assert app.page == "attract"


@pytest.mark.parametrize(
    ("kind", "step", "place", "reason"),
    [
        (ClaimItLesson, 2, "4/5", "Not 4/5: Orange's goldclaim."),
        (KlondikeLesson, 1, "2/1S", "Not 2/1S: a third claim would get a digit."),
        (PiratenclaimLesson, 3, "0/3", "Not 0/3: the way from there is free."),
    ],
)
def test_a_wrong_answer_is_explained(kind: type[LessonPage], step: int, place: str, reason: str) -> None:
    app = opened(kind, step)
    point_twice(app, place)
    assert (reason in app.view.text, lesson(app).marked) == (True, frozenset())


def test_an_incomplete_answer_is_not_wrong() -> None:
    app = opened(PiratenclaimLesson).press(RIGHT, RIGHT, OK, BANK)
    assert lesson(app).marked == {"7/2"}
    assert "There are 2, for example 7/6." in app.view.text


def test_undo_returns_task_by_task_and_then_leaves_the_lesson() -> None:
    app = opened(ClaimItLesson, 1)
    assert lesson(app.press(UNDO)).step == 0
    assert app.press(UNDO).page == "attract"


@pytest.mark.parametrize(("kind", "extra"), LESSONS)
def test_every_text_of_a_lesson_fits_the_screen(kind: type[LessonPage], extra: tuple[str, ...]) -> None:
    model = opened(kind).model
    for language, (step, task) in product(languages(), enumerate(kind.tasks)):
        wrong = (kind(step, commented=place) for place in {*task.places, *extra} - task.right)
        for page in (kind(step), kind(step, is_done=True), *wrong):
            assert draw_page(replace(model.with_page(page), language=language)).clipped == ()


def test_a_task_does_not_give_its_answer_away() -> None:
    model = opened(ClaimItLesson).model
    for step, task in enumerate(ClaimItLesson.tasks):
        shown = ClaimItLesson(step).snapshot(model, BOX)
        assert not ClaimItLesson(step).is_chosen
        assert not any(place.sign or place.why or place.use or place.after or place.coming for place in shown.places)
        assert (shown.readings, web_texts(model.with_page(ClaimItLesson(step)))[0]) == ((), task.question)


def test_an_answer_shows_what_follows_from_it() -> None:
    model = opened(ClaimItLesson).model
    busted = web_texts(model.with_page(ClaimItLesson(3, is_done=True)))
    assert "4/3, 3/4: claim stone 6 in use on 2/1" in busted
    banked = ClaimItLesson(4, is_done=True)
    pieces = {place.name: [each.label for each in place.pieces] for place in banked.snapshot(model, BOX).places}
    assert {name for name, labels in pieces.items() if labels == ["", "G"]} == banked.task.right
    first = model.with_page(ClaimItLesson(0, marked=frozenset({"5/2"}), is_done=True))
    lit = first.page.lights(first, 0.0).colours
    assert {CLAIMIT_FIELDS[light] for light, colour in enumerate(lit) if any(colour)} == {"5/2", "2/5"}
