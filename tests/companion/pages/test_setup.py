from random import Random
from typing import Any, Literal

import pytest
from msgspec.structs import replace

from companion.core.lineup import HOST, SPECTATOR, LineUp, seat_viewer
from companion.core.messages import Chosen, JournalOpened
from companion.core.model import TABLES, Model, Refusal
from companion.core.questions import Command, Form
from companion.pages.setup import SeatingPage, SetupPage, remembered_setup
from companion.program.description import VisiblePage, describe, describe_form
from companion.program.update import update
from companion.runtime.launch_config import LaunchConfig, initial_model
from companion.settings.schema import Defaults, Settings
from engine.bots import bots_for
from engine.game import Json, Seat
from engine.starts import NAME_ERRORS
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


def test_starting_another_game_says_that_the_current_one_is_kept() -> None:
    app = App().start()

    def choose(*names: str) -> None:
        for name in names:
            app.send(Chosen(name, value=True, at=app.now))

    choose("klondike")
    assert next(item.value for item in form_of(app).items if item.question.key == "bot 1") == "prospector"
    assert form_of(app).note == ""
    choose("begin")
    app.hold(Button.UNDO)
    choose("New game")
    assert form_of(app).note.startswith("Klondike ")
    note = "this game is kept"
    again, *shown = app.view.text
    assert (again.startswith("Same players?"), note in shown) == (True, True)
    assert note not in app.press(Button.RIGHT, OK).view.text
    # Where nothing is saved, nothing is promised.
    app.model = replace(app.model, saved=False)
    assert form_of(app).note == ""


def test_a_name_that_was_chosen_is_not_offered_again() -> None:
    app = box("Kim", "Ann").press(*TWO_PLAYERS, OK, OK, *RULES_DICE_AND_LIGHT)
    assert (app.page, lineup(app.model)) == ("begins", (("Kim", "Ann"), (0, 1)))


def test_the_setup_preselects_the_settings() -> None:
    app = App()
    options: dict[str, Json] = {"claimit": {"recycle": True}, "klondike": {"deal": "draw", "centre_each_round": True}}
    app.model = app.model.with_config(default_options=options, dice_by_hand=True)
    begun = app.start().press(OK, *WHICH_GAME, *TWO_PLAYERS, *RULES_DICE_AND_LIGHT).model.session.lineup
    assert (begun.options, begun.by_hand) == ({"recycle": True}, True)


CHAIN = [[2 * place, place] for place in range(8)]


def test_the_answer_to_the_number_of_segments_is_used() -> None:
    for settings, answer, page, placed in [
        ({}, None, "piratenclaim_begins", "flower+1"),
        ({}, True, "piratenclaim_layout", "flower+1"),
        ({"layout": CHAIN}, None, "piratenclaim_layout", CHAIN),
        ({"layout": CHAIN}, True, "piratenclaim_layout", CHAIN),
        ({"layout": CHAIN}, False, "piratenclaim_begins", "flower+1"),
    ]:
        app = App()
        app.model = app.model.with_config(default_options={"piratenclaim": settings})
        app.start().press(OK)
        answers = {"game": "piratenclaim", **({} if answer is None else {"own_layout": answer}), "begin": True}
        for name, value in answers.items():
            app.send(Chosen(name, value, app.now))
        assert (app.page, app.model.session.lineup.options["layout"]) == (page, placed)
        app.press(*[OK] * 8) if placed != CHAIN else app.press(OK)
        if page == "piratenclaim_layout":
            app.restart().press(OK)
            assert app.page == "piratenclaim_begins", (settings, answer, page, placed)


def test_a_player_without_a_name_is_named_by_the_seat() -> None:
    app = box("Kim").press(*THREE_PLAYERS, OK, OK, OK, *RULES_DICE_AND_LIGHT)
    assert lineup(app.model) == (("Kim", "Blue", "Orange"), (0, 1, 2))


def test_going_back_keeps_the_answers() -> None:
    app = App().start().press(OK, Button.RIGHT, OK, Button.RIGHT, OK, OK)  # Klondike, three players, one more
    assert app.press(Button.UNDO, Button.UNDO).view.text[2] == "3"
    assert app.press(Button.UNDO).view.text[2] == "Klondike"
    assert app.press(OK).view.text[2] == "3"


def test_klondike_has_the_question_for_the_chip_in_the_middle() -> None:
    for players, questions in [(2, 5), (3, 5), (4, 4)]:
        app = App().start().press(OK, Button.RIGHT, OK, *[Button.RIGHT] * (players - 2), OK, *[OK] * (questions - 4))
        assert f"{questions - 1}/{questions}" in app.view.text
        app.press(Button.RIGHT, OK, OK)
        assert app.model.session.lineup.options["centre_each_round"], (players, questions)
        assert not app.model.session.is_dealt, (players, questions)


def test_a_name_with_braces_is_shown_unchanged() -> None:
    model = App().start().model
    shown = describe_form(model.with_page(SetupPage({"players": 2, "seat 0": "{0} {x"})), "de")
    assert "{0} {x beginnt" in str(shown)


def test_with_a_bot_klondike_offers_no_real_tiles() -> None:
    model = App().start().model
    form = SetupPage({"game": "klondike", "players": 2, "bot 1": "prospector"}).form(model)
    assert "dealt" not in {item.question.key for item in form.items}
    without_bot = SetupPage({"game": "klondike", "players": 2}).form(model)
    assert "dealt" in {item.question.key for item in without_bot.items}


def test_without_a_box_klondikes_tiles_are_dealt_unless_the_last_game_had_real_ones() -> None:
    for deals, last, default in ((False, None, False), (True, None, True), (True, False, False)):
        model = App().start().model.with_config(deals_tiles=deals)
        lineup = LineUp("klondike", ("Green", "Blue"), {}, table_options={} if last is None else {"dealt": last})
        form = remembered_setup(replace(model, last_lineup=lineup)).form(model)
        shown = {item.question.key: item for item in form.items}
        assert (shown["game"].value, shown["dealt"].value, shown["dealt"].place) == ("klondike", default, "options")


def test_a_typed_name_comes_back_after_a_bot() -> None:
    app = setup()
    choose_all(app, ("seat 1", "Pia"), ("bot 1", "sheriff"))
    assert answers(app)["seat 1"] == ""
    choose_all(app, ("bot 1", ""))
    assert answers(app)["seat 1"] == "Pia"


def test_removing_a_question_for_a_bot_keeps_the_other_answers() -> None:
    named = box("Ada", "Bob").press(OK, OK, OK)
    klondike = App().start().press(OK, Button.RIGHT, OK, OK, OK, OK)
    assert {"Tiles", "5/5"} <= set(klondike.view.text)
    for app, options in ((named, {"recycle": False}), (klondike, {"deal": "basic", "centre_each_round": False})):
        page = app.page
        app.send(Chosen("bot 1", "greenhorn", app.now))
        assert app.page == app.view.page == page
        app.send(Chosen("begin", True, app.now))
        assert (app.model.session.lineup.options, app.resumed_session) == (options, app.model.session)


EMOJI = "👩‍👩‍👧🎲"
MARKUP = '<img src=x onerror="alert(1)">'
HEBREW = "שרה"


def form_of(app: App) -> Form:
    form = app.model.page.form(app.model)
    assert form is not None
    return form


def answers(app: App) -> dict[str, Any]:
    return {item.question.key: item.value for item in form_of(app).items if not isinstance(item.question, Command)}


def choose_all(app: App, *choices: tuple[str, Any]) -> App:
    for name, value in choices:
        app.now += 1
        app.send(Chosen(name, value, app.now, HOST))
    return app


def rejection(app: App, name: str, value: object) -> Refusal | None:
    step = update(app.model, Chosen(name, value, app.now, HOST))
    assert step.refusal is None or step.model.page is app.model.page
    return step.refusal


def setup(*names: str) -> App:
    app = App()
    app.model = app.model.with_config(offered_names=names)
    return app.start().press(OK)


def begin_game(app: App) -> tuple[tuple[str, ...], tuple[int, ...]]:
    lineup = choose_all(app, ("begin", True)).model.session.lineup
    return lineup.players, lineup.colours


def test_the_device_shows_the_choices_of_the_form() -> None:
    app = choose_all(setup(), ("game", "klondike"))
    assert "Klondike" in app.view.text
    assert {"deal", "centre_each_round"} <= answers(app).keys()


def test_begin_uses_every_answer_shown_in_the_form() -> None:
    app = choose_all(setup().press(OK, RIGHT), ("recycle", True), ("seat 2", "Kim"), ("by_hand", True))
    lineup = choose_all(app, ("begin", True)).model.session.lineup
    assert (lineup.players, lineup.options, lineup.by_hand) == (("Green", "Blue", "Kim"), {"recycle": True}, True)


def test_a_colour_of_another_seat_is_swapped() -> None:
    app = choose_all(setup(), ("players", 3), ("seat 0", "Kim"), ("colour 0", 2))
    assert begin_game(app) == (("Kim", "Blue", "Green"), (2, 1, 0))


def test_a_seat_is_removed_with_its_name_and_colour_and_one_is_added() -> None:
    app = choose_all(setup(), ("players", 3), ("seat 2", "Kim"), ("remove 1", True))
    assert begin_game(app) == (("Green", "Kim"), (0, 2))
    app = choose_all(setup(), ("players", 3), ("seat 2", "Kim"), ("remove 1", True), ("add bot", True))
    assert begin_game(app) == (("Green", "Kim", "Sheriff"), (0, 2, 1))


def test_the_first_player_may_start() -> None:
    app = choose_all(setup(), ("first", True), ("begin", True))
    assert (app.page, app.model.session.lineup.first) == ("turn", Seat(0))


def test_names_from_the_settings_are_chosen_with_buttons_and_typed_ones_with_them() -> None:
    app = choose_all(setup("Kim", "Ann"), ("seat 0", "Eva")).press(OK, OK)
    assert "Eva" in app.view.text
    assert begin_game(app) == (("Eva", "Kim"), (0, 1))


def test_a_colour_in_any_language_is_that_colour() -> None:
    assert begin_game(choose_all(setup(), ("seat 0", "blau"))) == (("Blue", "Green"), (1, 0))


def test_unusual_names_are_not_shortened() -> None:
    for name in ["x" * 64, EMOJI, MARKUP, HEBREW, "Ann  Lee", "'; DROP TABLE games; --"]:
        assert begin_game(choose_all(setup(), ("seat 1", name)))[0] == ("Green", name)


def test_an_invalid_name_is_reported_in_one_sentence() -> None:
    for name, number in [("Kim", 0), ("a\nb", 1), ("\ud800", 1), ("x" * 200, 2), ("\u202eKim", 3), ("\u3164", 4)]:
        app = choose_all(setup(), ("seat 0", "Kim"))
        assert rejection(app, "seat 1", name) == Refusal("players", NAME_ERRORS[number])
        assert answers(app)["seat 1"] == "", (name, number)


def test_names_in_the_settings_are_offered_before_earlier_players() -> None:
    app = App()
    app.model = app.model.with_config(offered_names=("Kim",))
    old = ({"players": ["Ann", "Green", 3]}, {"players": ["Bo", "Ann", "\n"]}, {"players": None})
    app.send(JournalOpened(None, app.now, old))
    choose_all(app.press(OK), ("seat 1", "Bo"))
    known = {item.question.key: [each.value for each in item.question.answers] for item in form_of(app).items}
    assert (known["seat 0"], known["seat 1"]) == (["Kim", "Ann"], ["Ann", "Bo"])


def test_guide_sound_and_language_are_set_in_the_setup_and_in_the_menu() -> None:
    app = choose_all(setup(), ("guide", False), ("language", "de"), ("sound", False))
    assert isinstance(app.model.page, SetupPage)
    app.hold(UNDO)
    assert [answers(app)[name] for name in ("guide", "language", "sound")] == [False, "de", False]
    choose_all(app, ("brightness", 0.3))
    assert "30%" in app.view.text


def test_the_old_game_is_kept_until_a_new_one_begins() -> None:
    app = start_claimit(OK).hold(UNDO)
    choose_all(app, ("New game", True))
    assert (app.page, app.model.session.lineup.players) == ("setup", ("Green", "Blue"))
    choose_all(app, ("close", True), ("close", True))
    assert app.page == "roll"
    choose_all(app.hold(UNDO), ("New game", True), ("again", False), ("players", 4), ("begin", True))
    assert len(app.model.session.lineup.players) == 4
    assert app.endings == []


def test_only_the_host_gets_the_form() -> None:
    app = setup()
    shown = VisiblePage(app.view.text, app.model)
    assert describe(shown, "en", HOST)["form"]
    for viewer in (SPECTATOR, seat_viewer(Seat(0))):
        assert "form" not in describe(shown, "en", viewer)


def test_the_form_speaks_the_viewer_s_language_of_the_table_s_values() -> None:
    app = choose_all(setup(), ("language", "nl"), ("seat 0", "Kim"))
    form = describe(VisiblePage(app.view.text, app.model), "de", HOST)["form"]
    requested = {question["key"]: question for question in form["questions"]}
    assert form["title"] == "Neues Spiel"
    assert (requested["language"]["label"], requested["language"]["value"]) == ("Sprache", "nl")
    assert [answer["label"] for answer in requested["language"]["answers"]] == ["English", "Deutsch", "Nederlands"]
    assert (requested["seat 1"]["placeholder"], requested["seat 0"]["value"]) == ("Blau", "Kim")


def test_the_guide_is_off_by_default_without_physical_pieces() -> None:
    cases: tuple[tuple[bool | Literal["auto"], bool, bool], ...] = (
        ("auto", True, True),
        ("auto", False, False),
        (True, False, True),
        (False, True, False),
    )
    for guide, has_board, is_on in cases:
        config = LaunchConfig(Settings(table=Defaults(guide=guide)), None, device="pi" if has_board else "simulated")
        assert initial_model(config).guide is is_on


@pytest.mark.slow
def test_random_answers_leave_a_form_that_can_begin() -> None:
    rng = Random(14)
    for _ in range(12):
        app = setup(*(("Kim", "Ann") if rng.random() < 0.5 else ()))
        for _ in range(12):
            item = rng.choice([each for each in form_of(app).items if not isinstance(each.question, Command)])
            if item.question.answers:
                choose_all(app, (item.question.key, rng.choice(item.question.answers).value))
            if rng.random() < 0.3 and app.page == "setup":
                app.press(rng.choice((LEFT, RIGHT)))
        shown = answers(app)
        players, colours = begin_game(app)
        assert (len(players), len(set(colours))) == (shown["players"], len(players))
        assert [shown[f"colour {seat}"] for seat in range(len(players))] == list(colours)


GREEN, BLUE, ORANGE, RED, VIOLET = range(5)
TO_VIOLET = (RIGHT,) * 4
"""The cursor positions of the bots follow."""


def choosing_seats(*names: str, game: tuple[Button, ...] = (OK,)) -> App:
    return setup(*names).press(*game, LEFT, OK)


def seat_colours(app: App) -> tuple[int, ...]:
    assert isinstance(app.model.page, SeatingPage)
    return tuple(colour for colour, _ in app.model.page.seated)


def seated_lineup(app: App) -> LineUp:
    return app.model.session.lineup


def test_a_press_chooses_a_colour_and_the_next_seat() -> None:
    app = choosing_seats().press(*TO_VIOLET, OK, RIGHT, OK, OK, BANK, *RULES_DICE_AND_LIGHT)
    assert (seated_lineup(app).players, seated_lineup(app).colours) == (
        ("Violet", "Blue", "Green"),
        (VIOLET, BLUE, GREEN),
    )


def test_the_default_colour_needs_one_press() -> None:
    app = choosing_seats().press(*[OK] * 5)
    assert app.page == "setup"
    assert seated_lineup(app.press(*RULES_DICE_AND_LIGHT)).colours == (GREEN, BLUE, ORANGE, RED, VIOLET)


def test_a_game_needs_two_players() -> None:
    app = choosing_seats().press(OK)
    assert app.view.text.count("all") == 0
    assert seat_colours(app.press(BANK)) == (GREEN,)
    assert app.model.rejected_at is not None


def test_undo_reopens_the_newest_choice() -> None:
    app = choosing_seats().press(RIGHT, OK, RIGHT, RIGHT, OK, UNDO)
    assert (seat_colours(app), app.view.text[2]) == ((BLUE,), "Red")
    app.press(UNDO, UNDO)
    assert (app.page, app.view.text[2]) == ("setup", "each chooses")


def test_names_from_the_settings_are_chosen_by_colour() -> None:
    app = choosing_seats("Kim", "Ann").press(*TO_VIOLET, OK, OK, BANK)
    assert app.view.text[0] == "Violet"
    app.press(RIGHT, OK, OK, *RULES_DICE_AND_LIGHT)
    assert (seated_lineup(app).players, seated_lineup(app).colours) == (("Ann", "Kim"), (VIOLET, GREEN))


def test_on_the_web_page_each_player_chooses_a_colour() -> None:
    app = choose_all(App().start().press(OK), ("players", 4), ("seating", True), ("colour 3", True))
    form = form_of(app)
    bots = (f"bot {bot}" for bot in bots_for("claimit"))
    assert [item.question.key for item in form.items] == [*(f"colour {free}" for free in (0, 1, 2, 4)), *bots, "undo"]
    assert (form.title, form.note, form.cursor) == ("Who sits next?", "Red", "colour 0")
    choose_all(app, ("colour 0", True), ("bank", True), ("begin", True))
    assert (seated_lineup(app).players, seated_lineup(app).colours) == (("Red", "Green"), (RED, GREEN))


def test_a_bot_can_be_seated() -> None:
    to_greenhorn = (RIGHT,) * 4
    app = choosing_seats().press(OK, *to_greenhorn)
    assert ("Greenhorn" in app.view.text, "a bot plays" in app.view.text) == (True, True)
    app.press(OK, *to_greenhorn[:-1], OK, BANK, *RULES_DICE_AND_LIGHT)
    assert seated_lineup(app).players == ("Green", "Greenhorn", "Greenhorn 2")
    assert seated_lineup(app).colours == (GREEN, BLUE, ORANGE)
    assert seated_lineup(app).bots == {"1": "greenhorn", "2": "greenhorn"}


def test_on_the_web_page_each_seat_can_be_a_bot() -> None:
    app = choose_all(App().start().press(OK), ("players", 3), ("bot 1", "greenhorn"), ("bot 2", "greenhorn"))
    choose_all(app, ("seat 2", "Kim"), ("begin", True))
    assert seated_lineup(app).players == ("Green", "Greenhorn", "Kim")
    assert seated_lineup(app).bots == {"1": "greenhorn", "2": "greenhorn"}


def test_the_setup_can_replace_a_bot_by_a_person() -> None:
    app = choose_all(App().start().press(OK), ("bot 1", "greenhorn"), ("bot 1", ""), ("begin", True))
    assert (seated_lineup(app).players, seated_lineup(app).bots) == (("Green", "Blue"), {})


def test_a_bot_is_offered_only_for_its_games() -> None:
    app = choose_all(App().start().press(OK), ("bot 1", "marshal"), ("game", "klondike"))
    bots = [item.question for item in form_of(app).items if item.question.key.startswith("bot ")]
    assert [[each.value for each in bot.answers] for bot in bots if bot.kind == "pick"] == [
        ["", "greenhorn", "prospector", "sheriff"]
    ] * len(bots)
    assert seated_lineup(choose_all(app, ("begin", True))).bots == {}


def test_the_same_bots_play_again() -> None:
    app = choose_all(App().start().press(OK), ("bot 1", "greenhorn"), ("begin", True))
    app.model = replace(app.model, last_lineup=app.model.session.lineup, maybe_session=None)
    app.model = app.model.with_only_page(app.model.home)
    app.press(OK, OK, *RULES_DICE_AND_LIGHT)
    assert seated_lineup(app).bots == {"1": "greenhorn"}
