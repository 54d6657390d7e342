import pytest
from msgspec.structs import replace

from companion.core.messages import Chosen
from companion.core.model import FormPage, Model
from companion.core.questions import Form
from companion.core.table_registry import TABLES
from companion.locale.translator import languages, translator_for
from companion.pages.setup import setup_form
from companion.pages.setup_questions import complete_answers
from engine.game import Json
from hardware.device import Button
from tests.companion.games.shell import Shell

OK = Button.OK
WHICH_GAME = (OK,) if len(TABLES) > 1 else ()
TWO_PLAYERS, THREE_PLAYERS = (OK,), (Button.RIGHT, OK)
RULES_DICE_AND_LIGHT = (OK, OK, OK)


def box(*names: str) -> Shell:
    shell = Shell()
    shell.model = replace(shell.model, offered_names=names)
    return shell.open().press(OK, *WHICH_GAME)


def lineup(model: Model) -> tuple[tuple[str, ...], tuple[int, ...]]:
    return model.session.lineup.players, model.session.lineup.colours


def form(shell: Shell) -> Form:
    page = shell.model.page
    assert isinstance(page, FormPage)
    return page.form(shell.model)


@pytest.mark.parametrize("language", languages())
def test_a_new_game_in_the_middle_of_another_one_says_that_that_one_is_kept(language: str) -> None:
    shell = Shell().open()
    shell.model = replace(shell.model, language=language)

    def choose(*names: str) -> None:
        for name in names:
            shell.take(Chosen(name, value=True, at=shell.now))

    choose("klondike")
    assert form(shell).note == ""
    choose("begin")
    shell.hold(Button.UNDO)
    choose("New game")
    assert form(shell).note.startswith("Klondike ")
    kept = translator_for(language)("running game is kept")
    again, *shown = shell.view.text
    assert (again.startswith(translator_for(language)("Same players?")), kept in shown) == (True, True)
    assert kept not in shell.press(Button.RIGHT, OK).view.text
    # Where nothing is saved, nothing is promised.
    shell.model = replace(shell.model, saved=False)
    assert form(shell).note == ""


def test_a_name_that_was_chosen_is_not_offered_again() -> None:
    shell = box("Kim", "Ann").press(*TWO_PLAYERS, OK, OK, *RULES_DICE_AND_LIGHT)
    assert (shell.page, lineup(shell.model)) == ("begins", (("Kim", "Ann"), (0, 1)))


def test_the_setup_preselects_what_the_settings_say() -> None:
    shell = Shell()
    options: dict[str, Json] = {"claimit": {"recycle": True}, "klondike": {"deal": "draw", "centre_each_round": True}}
    shell.model = replace(shell.model, default_options=options, dice_by_hand=True)
    begun = shell.open().press(OK, *WHICH_GAME, *TWO_PLAYERS, *RULES_DICE_AND_LIGHT).model.session.lineup
    assert (begun.options, begun.by_hand) == ({"recycle": True}, True)


def test_an_option_that_the_setup_does_not_ask_for_is_that_of_the_settings() -> None:
    shell = Shell()
    shell.model = replace(shell.model, default_options={"klondike": {"deal": "draw", "centre_each_round": True}})
    shell.open().press(OK, Button.RIGHT, OK, Button.RIGHT, Button.RIGHT, OK, OK, OK)
    assert shell.model.session.lineup.options == {"deal": "draw", "centre_each_round": True}


CHAIN = [[2 * place, place] for place in range(8)]


def test_the_answer_about_the_segments_counts() -> None:
    for settings, answer, page, placed in [
        ({}, None, "piratenclaim_begins", "flower+1"),
        ({}, True, "piratenclaim_layout", "flower+1"),
        ({"layout": CHAIN}, None, "piratenclaim_layout", CHAIN),
        ({"layout": CHAIN}, True, "piratenclaim_layout", CHAIN),
        ({"layout": CHAIN}, False, "piratenclaim_begins", "flower+1"),
    ]:
        shell = Shell()
        shell.model = replace(shell.model, default_options={"piratenclaim": settings})
        shell.open().press(OK)
        answers = {"game": "piratenclaim", **({} if answer is None else {"own_layout": answer}), "begin": True}
        for name, value in answers.items():
            shell.take(Chosen(name, value, shell.now))
        assert (shell.page, shell.model.session.lineup.options["layout"]) == (page, placed)
        shell.press(*[OK] * 8) if placed != CHAIN else shell.press(OK)
        if page == "piratenclaim_layout":
            shell.restart().press(OK)
            assert shell.page == "piratenclaim_begins", (settings, answer, page, placed)


def test_who_has_no_name_left_is_called_after_the_seat() -> None:
    shell = box("Kim").press(*THREE_PLAYERS, OK, OK, OK, *RULES_DICE_AND_LIGHT)
    assert lineup(shell.model) == (("Kim", "Blue", "Orange"), (0, 1, 2))


def test_who_is_called_after_a_colour_has_it() -> None:
    for name in ["Blue", "blue"]:
        shell = box(name).press(*TWO_PLAYERS, OK, OK, *RULES_DICE_AND_LIGHT)
        assert lineup(shell.model) == (("Blue", "Green"), (1, 0)), name


def test_going_back_keeps_what_was_answered() -> None:
    shell = Shell().open().press(OK, Button.RIGHT, OK, Button.RIGHT, OK, OK)  # Klondike, three players, one more
    assert shell.press(Button.UNDO, Button.UNDO).view.text[2] == "3"
    assert shell.press(Button.UNDO).view.text[2] == "Klondike"
    assert shell.press(OK).view.text[2] == "3"


def test_what_white_pirates_take_is_asked_only_where_they_loot_their_own_way() -> None:
    decided = complete_answers(Shell().model, ("piratenclaim",), {})
    assert "white_takes_fuel" not in decided.answers
    by_colour = complete_answers(Shell().model, ("piratenclaim",), {"loot": "by_colour"})
    assert by_colour.answers["white_takes_fuel"] is True


def test_klondike_asks_when_the_middle_gets_one_more_chip() -> None:
    for players, questions in [(2, 5), (3, 5), (4, 4)]:
        shell = Shell().open().press(OK, Button.RIGHT, OK, *[Button.RIGHT] * (players - 2), OK, *[OK] * (questions - 4))
        assert f"{questions - 1}/{questions}" in shell.view.text
        shell.press(Button.RIGHT, OK, OK)
        assert shell.model.session.lineup.options["centre_each_round"], (players, questions)
        assert not shell.model.session.is_dealt, (players, questions)


def test_klondike_asks_last_where_the_tiles_are() -> None:
    shell = Shell().open().press(OK, Button.RIGHT, OK, OK, OK, OK, Button.RIGHT)
    assert {"Tiles", "5/5", "dealt by the box"} <= set(shell.view.text)
    session = shell.press(OK).model.session
    assert session.is_dealt
    assert set(session.lineup.options) == {"deal", "centre_each_round"}
    shell.press(OK)
    assert shell.kept[0]["dealt"] is True


def test_where_a_bot_plays_klondike_nobody_is_asked_where_the_tiles_are() -> None:
    model = Shell().open().model
    form = setup_form(complete_answers(model, ("klondike", 2), {"bot 1": "prospector"}), "deal")
    assert "dealt" not in {item.question.key for item in form.items}
    without_bot = setup_form(complete_answers(model, ("klondike", 2), {}), "deal")
    assert "dealt" in {item.question.key for item in without_bot.items}


def test_a_bot_with_whom_a_question_is_not_asked_any_more_shifts_no_other_answer() -> None:
    named = box("Ada", "Bob").press(OK, OK, OK)
    klondike = Shell().open().press(OK, Button.RIGHT, OK, OK, OK, OK)
    assert {"Tiles", "5/5"} <= set(klondike.view.text)
    for shell, options in ((named, {"recycle": False}), (klondike, {"deal": "basic", "centre_each_round": False})):
        page = shell.page
        shell.take(Chosen("bot 1", "greenhorn", shell.now))
        assert shell.page == shell.view.page == page
        shell.take(Chosen("begin", True, shell.now))
        assert (shell.model.session.lineup.options, shell.resumed) == (options, shell.model.session)
