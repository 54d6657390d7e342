from msgspec.structs import replace

from companion.core.messages import Pointed
from companion.locale.translator import languages
from companion.program.view import draw_page
from companion.tables.klondike.lesson_tasks import TASKS, KlondikeLesson
from engine import klondike
from hardware.device import Button
from tests.companion.games.shell import Shell
from tests.companion.pages.klondike import played
from tests.companion.pages.sitting import pick

LEFT, RIGHT, OK, BANK, UNDO = Button
EVERY_SLOT = tuple(klondike.SLOTS)


def point_twice(shell: Shell, place: str) -> None:
    shell.take(Pointed(place, shell.now))
    if lesson(shell).place == place and not lesson(shell).wrong and place not in lesson(shell).marked:
        shell.take(Pointed(place, shell.now))


def opened(step: int = 0) -> Shell:
    shell = Shell()
    shell.model = pick(played("1/1E 3|5"), "Lesson")
    shell.model = shell.model.with_page(KlondikeLesson(step))
    return shell


def lesson(shell: Shell) -> KlondikeLesson:
    assert isinstance(shell.model.page, KlondikeLesson)
    return shell.model.page


def test_the_answers_are_those_of_the_rules() -> None:
    assert [sorted(task.right) for task in TASKS] == [
        ["1/1E", "1/1N", "1/1S"],  # both digits, and the rim, where one end is free
        ["1/1W", "3/3E"],  # at every open claim a digit would come for the third time
        ["1/1E"],  # one right end (X1)
        ["1/1E", "2/1E"],  # any tile (X2)
        ["1/1N"],  # the fourth right end
    ]


def test_the_third_task_needs_the_exception_of_one_right_end() -> None:
    rules = []
    for step in (2, 3):
        state, tile = TASKS[step].state
        slots = {klondike.SLOTS[name] for name in TASKS[step].right}
        ways = [way for way in klondike.tile_placements(state, tile) if way[0] in slots]
        rules.append({klondike.check_placement(state, *way) for way in ways})
    assert rules == [{klondike.Rule.ONE_RIGHT}, {klondike.Rule.ANY}]


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
    assert shell.page == "klondike_turn"


def test_a_wrong_place_is_told_with_the_rule() -> None:
    for step, place, why in [
        (0, "2/1N", "Not 2/1N: an end would be wrong."),
        (0, "1/1W", "Not 1/1W: a tile lies there."),
        (0, "3/3N", "Not 3/3N: only the blinking places count."),
        (1, "2/1S", "Not 2/1S: a third claim would get a digit."),
        (4, "3/2N", "Not 3/2N: it wins nothing there."),
    ]:
        shell = opened(step)
        point_twice(shell, place)
        assert (why in shell.view.text, lesson(shell).marked) == (True, frozenset())


def test_every_text_of_the_lesson_fits_the_screen() -> None:
    for language in sorted(languages()):
        for step in range(len(TASKS)):
            model = opened().model
            wrong = (KlondikeLesson(step, wrong=place) for place in EVERY_SLOT)
            for page in (KlondikeLesson(step), KlondikeLesson(step, is_done=True), *wrong):
                assert draw_page(replace(model.with_page(page), language=language)).clipped == ()
