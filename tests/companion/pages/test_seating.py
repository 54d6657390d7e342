from typing import Any

from msgspec.structs import replace

from companion.core.lineup import LineUp
from companion.core.messages import Chosen
from companion.core.model import FormPage
from companion.core.questions import Pick
from companion.core.viewer_kind import HOST
from companion.pages.setup import SeatingPage
from companion.program.description import describe_form
from engine.bots import bots_for
from hardware.device import Button
from tests.companion.games.shell import Shell

LEFT, RIGHT, OK, BANK, UNDO = Button.LEFT, Button.RIGHT, Button.OK, Button.BANK, Button.UNDO
GREEN, BLUE, ORANGE, RED, VIOLET = range(5)
RULES_DICE_AND_LIGHT = (OK, OK, OK)
TO_VIOLET = (RIGHT,) * 4
"""Beyond it stand the bots."""


def seating(*names: str, game: tuple[Button, ...] = (OK,)) -> Shell:
    shell = Shell()
    shell.model = replace(shell.model, offered_names=names)
    return shell.open().press(OK, *game, LEFT, OK)


def seated(shell: Shell) -> tuple[int, ...]:
    assert isinstance(shell.model.page, SeatingPage)
    return shell.model.page.seated


def chooses(shell: Shell, *choices: tuple[str, Any]) -> Shell:
    for name, value in choices:
        shell.now += 1
        shell.take(Chosen(name, value, shell.now, HOST))
    return shell


def lineup(shell: Shell) -> LineUp:
    return shell.model.session.lineup


def offered(shell: Shell, language: str = "en") -> list[dict[str, Any]]:
    form = describe_form(shell.model, language)
    assert form is not None
    answers: list[dict[str, Any]] = next(each["answers"] for each in form["questions"] if each["key"] == "bot 1")
    return answers


def test_a_press_takes_a_colour_and_the_next_place() -> None:
    shell = seating().press(*TO_VIOLET, OK, RIGHT, OK, OK, BANK, *RULES_DICE_AND_LIGHT)
    assert (lineup(shell).players, lineup(shell).colours) == (("Violet", "Blue", "Green"), (VIOLET, BLUE, GREEN))


def test_who_does_not_care_for_a_colour_presses_once() -> None:
    shell = seating().press(*[OK] * 5)
    assert shell.page == "setup"
    assert lineup(shell.press(*RULES_DICE_AND_LIGHT)).colours == (GREEN, BLUE, ORANGE, RED, VIOLET)


def test_one_alone_is_not_enough() -> None:
    shell = seating().press(OK)
    assert shell.view.text.count("all") == 0
    assert seated(shell.press(BANK)) == (GREEN,)
    assert shell.model.rejected_at is not None


def test_undo_gets_the_newest_up_again() -> None:
    shell = seating().press(RIGHT, OK, RIGHT, RIGHT, OK, UNDO)
    assert (seated(shell), shell.view.text[2]) == ((BLUE,), "Red")
    shell.press(UNDO, UNDO)
    assert (shell.page, shell.view.text[2]) == ("setup", "each chooses")


def test_names_from_the_settings_are_asked_for_by_colour() -> None:
    shell = seating("Kim", "Ann").press(*TO_VIOLET, OK, OK, BANK)
    assert shell.view.text[0] == "Violet"
    shell.press(RIGHT, OK, OK, *RULES_DICE_AND_LIGHT)
    assert (lineup(shell).players, lineup(shell).colours) == (("Ann", "Kim"), (VIOLET, GREEN))


def test_on_the_page_everyone_taps_a_colour() -> None:
    shell = chooses(Shell().open().press(OK), ("players", 4), ("seating", True), ("colour 3", True))
    page = shell.model.page
    assert isinstance(page, FormPage)
    form = page.form(shell.model)
    bots = (f"bot {bot}" for bot in bots_for("claimit"))
    assert [item.question.key for item in form.items] == [*(f"colour {free}" for free in (0, 1, 2, 4)), *bots, "undo"]
    assert (form.title, form.note, form.cursor) == ("Who sits next?", "Red", "colour 0")
    chooses(shell, ("colour 0", True), ("bank", True), ("begin", True))
    assert (lineup(shell).players, lineup(shell).colours) == (("Red", "Green"), (RED, GREEN))


def test_a_name_that_was_typed_goes_with_its_colour() -> None:
    shell = chooses(Shell().open().press(OK), ("seat 1", "Kim"), ("seating", True))
    chooses(shell, ("colour 1", True), ("colour 4", True), ("bank", True), ("begin", True))
    assert (lineup(shell).players, lineup(shell).colours) == (("Kim", "Violet"), (BLUE, VIOLET))


def test_a_bot_sits_down_too() -> None:
    to_greenhorn = (RIGHT,) * 4
    shell = seating().press(OK, *to_greenhorn)
    assert ("Greenhorn" in shell.view.text, "a bot plays" in shell.view.text) == (True, True)
    shell.press(OK, *to_greenhorn[:-1], OK, BANK, *RULES_DICE_AND_LIGHT)
    assert lineup(shell).players == ("Green", "Greenhorn", "Greenhorn 2")
    assert lineup(shell).colours == (GREEN, BLUE, ORANGE)
    assert lineup(shell).bots == {"1": "greenhorn", "2": "greenhorn"}


def test_on_the_page_each_seat_may_be_a_bot_s() -> None:
    shell = chooses(Shell().open().press(OK), ("players", 3), ("bot 1", "greenhorn"), ("bot 2", "greenhorn"))
    chooses(shell, ("seat 2", "Kim"), ("place 2", 0), ("begin", True))
    assert lineup(shell).players == ("Kim", "Green", "Greenhorn")
    assert lineup(shell).bots == {"0": "greenhorn", "2": "greenhorn"}


def test_a_seat_is_given_back_to_a_person_in_the_setup() -> None:
    shell = chooses(Shell().open().press(OK), ("bot 1", "greenhorn"), ("bot 1", ""), ("begin", True))
    assert (lineup(shell).players, lineup(shell).bots) == (("Green", "Blue"), {})


def test_a_game_without_such_a_bot_offers_it_to_nobody() -> None:
    shell = chooses(Shell().open().press(OK), ("bot 1", "marshal"), ("game", "klondike"))
    page = shell.model.page
    assert isinstance(page, FormPage)
    bots = [item.question for item in page.form(shell.model).items if item.question.key.startswith("bot ")]
    assert [[each.value for each in bot.answers] for bot in bots if isinstance(bot, Pick)] == [
        ["", "greenhorn", "prospector", "sheriff"]
    ] * len(bots)
    assert lineup(chooses(shell, ("begin", True))).bots == {}


def test_the_same_bots_play_again() -> None:
    shell = chooses(Shell().open().press(OK), ("bot 1", "greenhorn"), ("begin", True))
    shell.model = replace(shell.model, last_lineup=shell.model.session.lineup, game=None)
    shell.model = shell.model.with_only_page(shell.model.home)
    shell.press(OK, OK, *RULES_DICE_AND_LIGHT)
    assert lineup(shell).bots == {"1": "greenhorn"}


def test_what_is_not_offered_cannot_be_chosen() -> None:
    for name in ["colour 0", "bank", "ok", ""]:
        shell = chooses(seating().press(OK), (name, True))
        assert seated(shell) == (GREEN,), name


def test_only_where_bots_play_a_game_they_are_named_beside_the_colours() -> None:
    for game, detail in (("claimit", "for bots, too"), ("piratenclaim", "")):
        model = chooses(Shell().open().press(OK), ("game", game)).model
        assert isinstance(model.page, FormPage)
        items = model.page.form(model).items
        command = next(item.question for item in items if item.question.key == "seating")
        assert command.answers[0].detail == detail
