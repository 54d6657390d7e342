from random import Random
from typing import Any, Literal

import pytest
from msgspec.structs import replace

from companion.core.lineup import HOST, SPECTATOR, LineUp, seat_viewer
from companion.core.messages import Chosen, JournalOpened
from companion.core.model import TABLES, Model, Refusal
from companion.core.questions import Command, Form
from companion.pages.setup import SeatingPage, SetupPage
from companion.program.description import VisiblePage, describe
from companion.program.update import update
from companion.runtime.launch_config import LaunchConfig, initial_model
from companion.settings.schema import Settings, Table
from engine.bots import bots_for
from engine.game import Json, Seat
from engine.starts import NAME_FAULTS
from hardware.device import Button
from tests.companion.games.app import App, start_claimit

LEFT, RIGHT, OK, BANK, UNDO = Button
WHICH_GAME = (OK,) if len(TABLES) > 1 else ()
TWO_PLAYERS, THREE_PLAYERS = (OK,), (Button.RIGHT, OK)
RULES_DICE_AND_LIGHT = (OK, OK, OK)


def box(*names: str) -> App:
    return setup(*names).press(*WHICH_GAME)


def lineup(model: Model) -> tuple[tuple[str, ...], tuple[int, ...]]:
    return model.session.lineup.players, model.session.lineup.colours


def test_a_new_game_in_the_middle_of_another_one_says_that_that_one_is_kept() -> None:
    shell = App().start()

    def choose(*names: str) -> None:
        for name in names:
            shell.take(Chosen(name, value=True, at=shell.now))

    choose("klondike")
    assert form_of(shell).note == ""
    choose("begin")
    shell.hold(Button.UNDO)
    choose("New game")
    assert form_of(shell).note.startswith("Klondike ")
    kept = "this game is kept"
    again, *shown = shell.view.text
    assert (again.startswith("Same players?"), kept in shown) == (True, True)
    assert kept not in shell.press(Button.RIGHT, OK).view.text
    # Where nothing is saved, nothing is promised.
    shell.model = replace(shell.model, saved=False)
    assert form_of(shell).note == ""


def test_a_name_that_was_chosen_is_not_offered_again() -> None:
    shell = box("Kim", "Ann").press(*TWO_PLAYERS, OK, OK, *RULES_DICE_AND_LIGHT)
    assert (shell.page, lineup(shell.model)) == ("begins", (("Kim", "Ann"), (0, 1)))


def test_the_setup_preselects_what_the_settings_say() -> None:
    shell = App()
    options: dict[str, Json] = {"claimit": {"recycle": True}, "klondike": {"deal": "draw", "centre_each_round": True}}
    shell.model = shell.model.with_config(default_options=options, dice_by_hand=True)
    begun = shell.start().press(OK, *WHICH_GAME, *TWO_PLAYERS, *RULES_DICE_AND_LIGHT).model.session.lineup
    assert (begun.options, begun.by_hand) == ({"recycle": True}, True)


CHAIN = [[2 * place, place] for place in range(8)]


def test_the_answer_about_the_segments_counts() -> None:
    for settings, answer, page, placed in [
        ({}, None, "piratenclaim_begins", "flower+1"),
        ({}, True, "piratenclaim_layout", "flower+1"),
        ({"layout": CHAIN}, None, "piratenclaim_layout", CHAIN),
        ({"layout": CHAIN}, True, "piratenclaim_layout", CHAIN),
        ({"layout": CHAIN}, False, "piratenclaim_begins", "flower+1"),
    ]:
        shell = App()
        shell.model = shell.model.with_config(default_options={"piratenclaim": settings})
        shell.start().press(OK)
        answers = {"game": "piratenclaim", **({} if answer is None else {"own_layout": answer}), "begin": True}
        for name, value in answers.items():
            shell.send(Chosen(name, value, shell.now))
        assert (shell.page, shell.model.session.lineup.options["layout"]) == (page, placed)
        shell.press(*[OK] * 8) if placed != CHAIN else shell.press(OK)
        if page == "piratenclaim_layout":
            shell.restart().press(OK)
            assert shell.page == "piratenclaim_begins", (settings, answer, page, placed)


def test_a_player_without_a_name_is_named_by_the_seat() -> None:
    shell = box("Kim").press(*THREE_PLAYERS, OK, OK, OK, *RULES_DICE_AND_LIGHT)
    assert lineup(shell.model) == (("Kim", "Blue", "Orange"), (0, 1, 2))


def test_going_back_keeps_what_was_answered() -> None:
    shell = App().start().press(OK, Button.RIGHT, OK, Button.RIGHT, OK, OK)  # Klondike, three players, one more
    assert shell.press(Button.UNDO, Button.UNDO).view.text[2] == "3"
    assert shell.press(Button.UNDO).view.text[2] == "Klondike"
    assert shell.press(OK).view.text[2] == "3"


def test_klondike_has_the_question_for_the_chip_in_the_middle() -> None:
    for players, questions in [(2, 5), (3, 5), (4, 4)]:
        shell = App().start().press(OK, Button.RIGHT, OK, *[Button.RIGHT] * (players - 2), OK, *[OK] * (questions - 4))
        assert f"{questions - 1}/{questions}" in shell.view.text
        shell.press(Button.RIGHT, OK, OK)
        assert shell.model.session.lineup.options["centre_each_round"], (players, questions)
        assert not shell.model.session.is_dealt, (players, questions)


def test_with_a_bot_klondike_does_not_ask_for_real_tiles() -> None:
    model = App().start().model
    form = SetupPage({"game": "klondike", "players": 2, "bot 1": "prospector"}).form(model)
    assert "dealt" not in {item.question.key for item in form.items}
    without_bot = SetupPage({"game": "klondike", "players": 2}).form(model)
    assert "dealt" in {item.question.key for item in without_bot.items}


def test_a_bot_that_removes_a_question_shifts_no_other_answer() -> None:
    named = box("Ada", "Bob").press(OK, OK, OK)
    klondike = App().start().press(OK, Button.RIGHT, OK, OK, OK, OK)
    assert {"Tiles", "5/5"} <= set(klondike.view.text)
    for shell, options in ((named, {"recycle": False}), (klondike, {"deal": "basic", "centre_each_round": False})):
        page = shell.page
        shell.send(Chosen("bot 1", "greenhorn", shell.now))
        assert shell.page == shell.view.page == page
        shell.send(Chosen("begin", True, shell.now))
        assert (shell.model.session.lineup.options, shell.resumed_session) == (options, shell.model.session)


EMOJI = "👩‍👩‍👧🎲"
MARKUP = '<img src=x onerror="alert(1)">'
HEBREW = "שרה"


def form_of(shell: App) -> Form:
    form = shell.model.page.form(shell.model)
    assert form is not None
    return form


def answers(shell: App) -> dict[str, Any]:
    return {item.question.key: item.value for item in form_of(shell).items if not isinstance(item.question, Command)}


def chooses(shell: App, *choices: tuple[str, Any]) -> App:
    for name, value in choices:
        shell.now += 1
        shell.send(Chosen(name, value, shell.now, HOST))
    return shell


def refused(shell: App, name: str, value: object) -> Refusal | None:
    step = update(shell.model, Chosen(name, value, shell.now, HOST))
    assert step.refusal is None or step.model.page is shell.model.page
    return step.refusal


def setup(*names: str) -> App:
    shell = App()
    shell.model = shell.model.with_config(offered_names=names)
    return shell.start().press(OK)


def begun(shell: App) -> tuple[tuple[str, ...], tuple[int, ...]]:
    lineup = chooses(shell, ("begin", True)).model.session.lineup
    return lineup.players, lineup.colours


def test_the_device_shows_the_choices_of_the_form() -> None:
    shell = chooses(setup(), ("game", "klondike"))
    assert "Klondike" in shell.view.text
    assert {"deal", "centre_each_round"} <= answers(shell).keys()


def test_begin_takes_every_answer_as_the_form_shows_it() -> None:
    shell = chooses(setup().press(OK, RIGHT), ("recycle", True), ("seat 2", "Kim"), ("by_hand", True))
    lineup = chooses(shell, ("begin", True)).model.session.lineup
    assert (lineup.players, lineup.options, lineup.by_hand) == (("Green", "Blue", "Kim"), {"recycle": True}, True)


def test_a_colour_of_another_seat_is_swapped() -> None:
    shell = chooses(setup(), ("players", 3), ("seat 0", "Kim"), ("colour 0", 2))
    assert begun(shell) == (("Kim", "Blue", "Green"), (2, 1, 0))


def test_a_seat_is_removed_with_its_name_and_colour_and_one_is_added() -> None:
    shell = chooses(setup(), ("players", 3), ("seat 2", "Kim"), ("remove 1", True))
    assert begun(shell) == (("Green", "Kim"), (0, 2))
    shell = chooses(setup(), ("players", 3), ("seat 2", "Kim"), ("remove 1", True), ("add bot", True))
    assert begun(shell) == (("Green", "Kim", "Sheriff"), (0, 2, 1))


def test_the_first_player_may_start() -> None:
    shell = chooses(setup(), ("first", True), ("begin", True))
    assert (shell.page, shell.model.session.lineup.first) == ("turn", Seat(0))


def test_names_from_the_settings_are_chosen_with_buttons_and_typed_ones_with_them() -> None:
    shell = chooses(setup("Kim", "Ann"), ("seat 0", "Eva")).press(OK, OK)
    assert "Eva" in shell.view.text
    assert begun(shell) == (("Eva", "Kim"), (0, 1))


def test_a_colour_in_any_language_is_that_colour() -> None:
    assert begun(chooses(setup(), ("seat 0", "blau"))) == (("Blue", "Green"), (1, 0))


def test_unusual_names_are_kept_whole() -> None:
    for name in ["x" * 64, EMOJI, MARKUP, HEBREW, "Ann  Lee", "'; DROP TABLE games; --"]:
        assert begun(chooses(setup(), ("seat 1", name)))[0] == ("Green", name)


def test_an_invalid_name_is_reported_in_one_sentence() -> None:
    for name, number in [("Kim", 0), ("a\nb", 1), ("\ud800", 1), ("x" * 200, 2), ("\u202eKim", 3), ("\u3164", 4)]:
        shell = chooses(setup(), ("seat 0", "Kim"))
        assert refused(shell, "seat 1", name) == Refusal("players", NAME_FAULTS[number])
        assert answers(shell)["seat 1"] == "", (name, number)


def test_names_in_the_settings_are_offered_before_earlier_players() -> None:
    shell = App()
    shell.model = shell.model.with_config(offered_names=("Kim",))
    old = ({"players": ["Ann", "Green", 3]}, {"players": ["Bo", "Ann", "\n"]}, {"players": None})
    shell.send(JournalOpened(None, shell.now, old))
    chooses(shell.press(OK), ("seat 1", "Bo"))
    known = {item.question.key: [each.value for each in item.question.answers] for item in form_of(shell).items}
    assert (known["seat 0"], known["seat 1"]) == (["Kim", "Ann"], ["Ann", "Bo"])


def test_guide_sound_and_language_are_set_in_the_setup_and_in_the_menu() -> None:
    shell = chooses(setup(), ("guide", False), ("language", "de"), ("sound", False))
    assert isinstance(shell.model.page, SetupPage)
    shell.hold(UNDO)
    assert [answers(shell)[name] for name in ("guide", "language", "sound")] == [False, "de", False]
    chooses(shell, ("brightness", 0.3))
    assert "30%" in shell.view.text


def test_the_old_game_is_kept_until_a_new_one_begins() -> None:
    shell = start_claimit(OK).hold(UNDO)
    chooses(shell, ("New game", True))
    assert (shell.page, shell.model.session.lineup.players) == ("setup", ("Green", "Blue"))
    chooses(shell, ("close", True), ("close", True))
    assert shell.page == "roll"
    chooses(shell.hold(UNDO), ("New game", True), ("again", False), ("players", 4), ("begin", True))
    assert len(shell.model.session.lineup.players) == 4
    assert shell.endings == []


def test_only_the_host_gets_the_form() -> None:
    shell = setup()
    shown = VisiblePage(shell.view.text, shell.model)
    assert describe(shown, "en", HOST)["form"]
    for viewer in (SPECTATOR, seat_viewer(Seat(0))):
        assert "form" not in describe(shown, "en", viewer)


def test_the_form_speaks_the_viewer_s_language_of_the_table_s_values() -> None:
    shell = chooses(setup(), ("language", "nl"), ("seat 0", "Kim"))
    form = describe(VisiblePage(shell.view.text, shell.model), "de", HOST)["form"]
    requested = {question["key"]: question for question in form["questions"]}
    assert form["title"] == "Neues Spiel"
    assert (requested["language"]["label"], requested["language"]["value"]) == ("Sprache", "nl")
    assert [answer["label"] for answer in requested["language"]["answers"]] == ["English", "Deutsch", "Nederlands"]
    assert (requested["seat 1"]["placeholder"], requested["seat 0"]["value"]) == ("Blau", "Kim")


def test_the_guide_is_off_by_itself_where_there_are_no_pieces_to_move() -> None:
    cases: tuple[tuple[bool | Literal["auto"], bool, bool], ...] = (
        ("auto", True, True),
        ("auto", False, False),
        (True, False, True),
        (False, True, False),
    )
    for guide, has_board, is_on in cases:
        config = LaunchConfig(Settings(table=Table(guide=guide)), None, device="pi" if has_board else "simulated")
        assert initial_model(config).guide is is_on


@pytest.mark.slow
def test_random_answers_leave_a_form_that_can_begin() -> None:
    chance = Random(14)
    for _ in range(12):
        shell = setup(*(("Kim", "Ann") if chance.random() < 0.5 else ()))
        for _ in range(12):
            item = chance.choice([each for each in form_of(shell).items if not isinstance(each.question, Command)])
            if item.question.answers:
                chooses(shell, (item.question.key, chance.choice(item.question.answers).value))
            if chance.random() < 0.3 and shell.page == "setup":
                shell.press(chance.choice((LEFT, RIGHT)))
        shown = answers(shell)
        players, colours = begun(shell)
        assert (len(players), len(set(colours))) == (shown["players"], len(players))
        assert [shown[f"colour {seat}"] for seat in range(len(players))] == list(colours)


GREEN, BLUE, ORANGE, RED, VIOLET = range(5)
TO_VIOLET = (RIGHT,) * 4
"""The cursor positions of the bots follow."""


def seating(*names: str, game: tuple[Button, ...] = (OK,)) -> App:
    return setup(*names).press(*game, LEFT, OK)


def seated(shell: App) -> tuple[int, ...]:
    assert isinstance(shell.model.page, SeatingPage)
    return tuple(colour for colour, _ in shell.model.page.seated)


def seated_lineup(shell: App) -> LineUp:
    return shell.model.session.lineup


def test_a_press_takes_a_colour_and_the_next_place() -> None:
    shell = seating().press(*TO_VIOLET, OK, RIGHT, OK, OK, BANK, *RULES_DICE_AND_LIGHT)
    assert (seated_lineup(shell).players, seated_lineup(shell).colours) == (
        ("Violet", "Blue", "Green"),
        (VIOLET, BLUE, GREEN),
    )


def test_the_default_colour_needs_one_press() -> None:
    shell = seating().press(*[OK] * 5)
    assert shell.page == "setup"
    assert seated_lineup(shell.press(*RULES_DICE_AND_LIGHT)).colours == (GREEN, BLUE, ORANGE, RED, VIOLET)


def test_one_alone_is_not_enough() -> None:
    shell = seating().press(OK)
    assert shell.view.text.count("all") == 0
    assert seated(shell.press(BANK)) == (GREEN,)
    assert shell.model.rejected_at is not None


def test_undo_reopens_the_newest_choice() -> None:
    shell = seating().press(RIGHT, OK, RIGHT, RIGHT, OK, UNDO)
    assert (seated(shell), shell.view.text[2]) == ((BLUE,), "Red")
    shell.press(UNDO, UNDO)
    assert (shell.page, shell.view.text[2]) == ("setup", "each chooses")


def test_names_from_the_settings_are_chosen_by_colour() -> None:
    shell = seating("Kim", "Ann").press(*TO_VIOLET, OK, OK, BANK)
    assert shell.view.text[0] == "Violet"
    shell.press(RIGHT, OK, OK, *RULES_DICE_AND_LIGHT)
    assert (seated_lineup(shell).players, seated_lineup(shell).colours) == (("Ann", "Kim"), (VIOLET, GREEN))


def test_on_the_page_everyone_taps_a_colour() -> None:
    shell = chooses(App().start().press(OK), ("players", 4), ("seating", True), ("colour 3", True))
    form = form_of(shell)
    bots = (f"bot {bot}" for bot in bots_for("claimit"))
    assert [item.question.key for item in form.items] == [*(f"colour {free}" for free in (0, 1, 2, 4)), *bots, "undo"]
    assert (form.title, form.note, form.cursor) == ("Who sits next?", "Red", "colour 0")
    chooses(shell, ("colour 0", True), ("bank", True), ("begin", True))
    assert (seated_lineup(shell).players, seated_lineup(shell).colours) == (("Red", "Green"), (RED, GREEN))


def test_a_bot_can_be_seated() -> None:
    to_greenhorn = (RIGHT,) * 4
    shell = seating().press(OK, *to_greenhorn)
    assert ("Greenhorn" in shell.view.text, "a bot plays" in shell.view.text) == (True, True)
    shell.press(OK, *to_greenhorn[:-1], OK, BANK, *RULES_DICE_AND_LIGHT)
    assert seated_lineup(shell).players == ("Green", "Greenhorn", "Greenhorn 2")
    assert seated_lineup(shell).colours == (GREEN, BLUE, ORANGE)
    assert seated_lineup(shell).bots == {"1": "greenhorn", "2": "greenhorn"}


def test_on_the_page_each_seat_may_be_a_bot_s() -> None:
    shell = chooses(App().start().press(OK), ("players", 3), ("bot 1", "greenhorn"), ("bot 2", "greenhorn"))
    chooses(shell, ("seat 2", "Kim"), ("begin", True))
    assert seated_lineup(shell).players == ("Green", "Greenhorn", "Kim")
    assert seated_lineup(shell).bots == {"1": "greenhorn", "2": "greenhorn"}


def test_a_seat_is_given_back_to_a_person_in_the_setup() -> None:
    shell = chooses(App().start().press(OK), ("bot 1", "greenhorn"), ("bot 1", ""), ("begin", True))
    assert (seated_lineup(shell).players, seated_lineup(shell).bots) == (("Green", "Blue"), {})


def test_a_bot_is_offered_only_for_its_games() -> None:
    shell = chooses(App().start().press(OK), ("bot 1", "marshal"), ("game", "klondike"))
    bots = [item.question for item in form_of(shell).items if item.question.key.startswith("bot ")]
    assert [[each.value for each in bot.answers] for bot in bots if bot.kind == "pick"] == [
        ["", "greenhorn", "prospector", "sheriff"]
    ] * len(bots)
    assert seated_lineup(chooses(shell, ("begin", True))).bots == {}


def test_the_same_bots_play_again() -> None:
    shell = chooses(App().start().press(OK), ("bot 1", "greenhorn"), ("begin", True))
    shell.model = replace(shell.model, last_lineup=shell.model.session.lineup, game=None)
    shell.model = shell.model.with_only_page(shell.model.home)
    shell.press(OK, OK, *RULES_DICE_AND_LIGHT)
    assert seated_lineup(shell).bots == {"1": "greenhorn"}
