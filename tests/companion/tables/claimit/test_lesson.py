from msgspec.structs import replace

from companion.core.messages import Pointed
from companion.core.viewer_kind import BOX
from companion.locale.translator import languages
from companion.program.view import draw_page
from companion.tables.claimit.lesson_tasks import TASKS, ClaimItLesson
from hardware.device import Button
from tests.companion.games.shell import Shell
from tests.companion.pages.sitting import pick

LEFT, RIGHT, OK, BANK, UNDO = Button


def point_twice(shell: Shell, place: str) -> None:
    shell.take(Pointed(place, shell.now))
    if lesson(shell).place == place and not lesson(shell).wrong and place not in lesson(shell).marked:
        shell.take(Pointed(place, shell.now))


def opened() -> Shell:
    shell = Shell().open()
    shell.model = pick(shell.model, "Lesson")
    return shell


def lesson(shell: Shell) -> ClaimItLesson:
    assert isinstance(shell.model.page, ClaimItLesson)
    return shell.model.page


def answer_by_buttons(shell: Shell) -> None:
    task = lesson(shell).task
    if not task.right:
        shell.press(BANK)
    for _ in task.places:
        if lesson(shell).is_done:
            break
        if lesson(shell).place in task.right:
            shell.press(OK)
        if not lesson(shell).is_done:
            shell.press(RIGHT)


def test_the_tasks_are_the_rulebook_s_examples() -> None:
    right = [sorted(task.right) for task in TASKS]
    assert right[:5] == [
        ["2/5", "5/2"],
        ["2/3", "2/5", "3/2", "3/5", "5/2", "5/3"],
        ["1/5", "4/1", "5/1"],
        [],
        ["3/4", "4/3", "6/2"],
    ]
    assert len(right[5]) == 7  # orange's mine; corners would make it 11


def test_the_lesson_is_finished_by_buttons_only() -> None:
    shell = opened()
    for step in range(len(TASKS)):
        assert lesson(shell).step == step
        answer_by_buttons(shell)
        assert lesson(shell).is_done
        shell.press(OK)
    assert shell.page == "attract"


def test_the_lesson_is_finished_by_pointing_only() -> None:
    shell = opened()
    for task in TASKS:
        for place in sorted(task.right)[: 1 if task.one_is_enough else None]:
            point_twice(shell, place)
        if not task.right:
            shell.press(BANK)
        assert lesson(shell).is_done
        shell.take(Pointed("6/6", shell.now))
    assert shell.page == "attract"


def test_a_wrong_place_is_told_with_the_rule() -> None:
    for step, place, why in [
        (0, "2/2", "Not 2/2: that is column 2, row 2."),
        (1, "4/4", "Not 4/4: the dice do not name it."),
        (2, "1/4", "Not 1/4: claim stone 5 lies on 5/4."),
        (2, "4/5", "Not 4/5: a goldclaim lies there."),
        (3, "6/3", "Not 6/3: an ownership stone lies there."),
        (4, "5/5", "Not 5/5: no ownership stone lies there."),
        (4, "1/1", "Not 1/1: no stone of this turn lies there."),
        (5, "6/2", "Not 6/2: another mine is larger."),
        (5, "5/1", "Not 5/1: nobody's stone lies there."),
    ]:
        shell = opened()
        shell.model = shell.model.with_page(ClaimItLesson(step))
        point_twice(shell, place)
        assert (why in shell.view.text, lesson(shell).marked) == (True, frozenset())


def test_that_there_is_none_is_wrong_where_there_is_one() -> None:
    for step, said in [
        (0, "There are 2, for example 2/5."),
        (1, "There are 6, for example 2/3."),
        (5, "There are 7, for example 1/3."),
    ]:
        shell = opened()
        shell.model = shell.model.with_page(ClaimItLesson(step))
        assert said in " ".join(shell.press(BANK).view.text), step


def test_undo_leads_back_task_by_task_and_out() -> None:
    shell = opened()
    shell.model = shell.model.with_page(ClaimItLesson(1))
    assert lesson(shell.press(UNDO)).step == 0
    assert shell.press(UNDO).page == "attract"


def test_the_menu_over_a_lesson_goes_on_with_it_or_leaves_it() -> None:
    shell = opened()
    shell.model = shell.model.with_page(ClaimItLesson(2))
    assert lesson(shell.hold(UNDO).press(OK)).step == 2
    assert lesson(shell.hold(UNDO).hold(UNDO)).step == 2
    assert pick(shell.model, "Leave the lesson").page.name == "attract"


def test_a_place_that_is_none_is_refused() -> None:
    shell = opened()
    shell.take(Pointed("7/1", shell.now))
    assert lesson(shell) == ClaimItLesson()


def test_a_lesson_in_the_middle_of_a_game_leaves_the_game_as_it_is() -> None:
    shell = Shell().open()
    before = shell.kept
    shell.model = pick(shell.model, "Lesson")
    shell.press(RIGHT, RIGHT, OK)
    assert shell.kept == before


def test_every_text_of_the_lesson_fits_the_screen() -> None:
    for language in sorted(languages()):
        for step in range(len(TASKS)):
            shell = opened()
            task = TASKS[step]
            places = {f"{column}/{row}" for column in range(1, 7) for row in range(1, 7)} - task.right
            wrong = (ClaimItLesson(step, wrong=place) for place in sorted(places))
            for page in (ClaimItLesson(step), ClaimItLesson(step, is_done=True), *wrong):
                model = shell.model.with_page(page)
                assert draw_page(replace(model, language=language)).clipped == ()


def test_the_page_shows_the_position_and_what_was_marked() -> None:
    shell = opened()
    shown = lesson(shell).snapshot(shell.model, BOX)
    assert (shown.status, shown.turn) == (TASKS[0].question, None)
    assert all(place.usable for place in shown.places)


def test_an_answered_task_shows_no_chances() -> None:
    shell = opened()
    for step in range(len(TASKS)):
        shown = ClaimItLesson(step, is_done=True).snapshot(shell.model, BOX)
        assert not any(place.after for place in shown.places), step


def test_a_task_tells_its_answer_by_nothing() -> None:
    shell = opened()
    assert all(task.places[0] not in task.right for task in TASKS)
    for step, task in enumerate(TASKS):
        wrong = replace(ClaimItLesson(step), wrong=task.places[0])
        asked, judged = (page.snapshot(shell.model, BOX) for page in (ClaimItLesson(step), wrong))
        assert (asked.moment, asked.news, asked.advice, asked.reasons) == (None, "", "", ())
        assert not any(place.sign or place.why or place.use or place.after for place in asked.places)
        assert asked.readings == ()
        assert not any(player.rank or player.note or player.figures for player in asked.players)
        assert judged.status == asked.status == task.question
        assert judged.news.startswith(("Not " + task.places[0]) if task.places[0] not in task.right else "There")
