from msgspec.structs import replace

from companion.core.messages import Pointed
from companion.core.table_registry import place_at
from companion.core.viewer_kind import BOX
from companion.locale.translator import languages
from companion.program.view import draw_page
from companion.tables.piratenclaim.lesson_tasks import TASKS, PiratenclaimLesson
from hardware.device import LIGHTS, Button
from tests.companion.games.shell import Shell
from tests.companion.pages.piratenclaim import LAID, played
from tests.companion.pages.sitting import pick

LEFT, RIGHT, OK, BANK, UNDO = Button


def point_twice(shell: Shell, place: str) -> None:
    shell.take(Pointed(place, shell.now))
    if lesson(shell).place == place and not lesson(shell).wrong and place not in lesson(shell).marked:
        shell.take(Pointed(place, shell.now))


def opened(step: int = 0) -> Shell:
    shell = Shell()
    shell.model = pick(played(LAID), "Lesson").with_page(PiratenclaimLesson(step))
    return shell


def lesson(shell: Shell) -> PiratenclaimLesson:
    assert isinstance(shell.model.page, PiratenclaimLesson)
    return shell.model.page


def test_the_answers_are_those_of_the_variant_s_page() -> None:
    assert [sorted(task.right) for task in TASKS] == [
        ["7/2", "7/6"],  # A on 2 encloses 3, on 6 it encloses 5; 1, 3 and 5 are fine
        ["1/1"],  # grey 1: a system on position 1
        ["1/2"],  # grey 2: a pirate in the place of the disc
        ["1/2"],  # a disc in direction 6 stops a black one
        ["1/0", "1/6"],  # black and brown change places
        ["1/4"],  # a white one ends where a brown one does
    ]


def test_that_there_is_none_left_is_answered_with_one_that_was_not_found_yet() -> None:
    shell = opened().press(RIGHT, OK, BANK)
    assert lesson(shell).marked == {"7/2"}
    assert "There are 2, for example 7/6." in shell.view.text


def test_the_lesson_is_finished_by_buttons_only() -> None:
    shell = opened()
    for step, task in enumerate(TASKS):
        assert lesson(shell).step == step
        for _ in task.places:
            if not lesson(shell).is_done and lesson(shell).place in task.right:
                shell.press(OK)
            if not lesson(shell).is_done:
                shell.press(RIGHT)
        assert lesson(shell).is_done
        shell.press(OK)
    assert shell.page == "piratenclaim_turn"


def test_a_wrong_place_is_told_with_the_rule() -> None:
    for step, place, why in [
        (0, "7/3", "Not 7/3: a disc there encloses nothing."),
        (0, "7/4", "Not 7/4: a disc lies there."),
        (1, "1/3", "Not 1/3: grey names the position."),
        (3, "0/3", "Not 0/3: the way from there is free."),
        (3, "0/1", "Not 0/1: no pirate stands there."),
        (5, "1/2", "Not 1/2: no two meet there."),
    ]:
        shell = opened(step)
        point_twice(shell, place)
        assert (why in shell.view.text, lesson(shell).marked) == (True, frozenset())


def test_every_text_of_the_lesson_fits_the_screen() -> None:
    for language in sorted(languages()):
        model = opened().model
        for step, task in enumerate(TASKS):
            wrong = (PiratenclaimLesson(step, wrong=place) for place in {*task.places, "7/4", "0/1"})
            for page in (PiratenclaimLesson(step), PiratenclaimLesson(step, is_done=True), *wrong):
                assert draw_page(replace(model.with_page(page), language=language)).clipped == ()


def test_the_map_shows_the_task_s_position_and_what_was_found() -> None:
    shell = opened()
    point_twice(shell, "7/2")
    told = lesson(shell).snapshot(shell.model, BOX)
    assert told.map is not None
    lit = [each.name for each in told.map.hexes if each.lit]
    assert (lit, told.map.focus, told.turn, told.log, told.dice) == (["7/2"], 7, None, (), ())
    alone = replace(shell.model, game=None, pages_beneath=())
    assert {place_at(alone, light) for light in range(LIGHTS)} == {"", *(f"7/{place}" for place in range(7))}
