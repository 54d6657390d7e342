from random import Random
from typing import Any, Literal

import pytest
from msgspec.structs import replace

from companion.core.messages import Chosen, JournalOpened, Refusal
from companion.core.model import FormPage
from companion.core.player_names import NAME_FAULTS
from companion.core.questions import Command, Form
from companion.core.viewer_kind import HOST, SPECTATOR, seat_viewer
from companion.pages.setup import SetupPage
from companion.program.description import describe, visible_page
from companion.program.update import update
from companion.runtime.launch_config import LaunchConfig, initial_model
from companion.settings.schema import Settings, Table
from engine.game import Seat
from hardware.device import Button
from tests.companion.games.shell import Shell, at_table

OK, LEFT, RIGHT, UNDO = Button.OK, Button.LEFT, Button.RIGHT, Button.UNDO
EMOJI = "👩‍👩‍👧🎲"
MARKUP = '<img src=x onerror="alert(1)">'
HEBREW = "שרה"


def form_of(shell: Shell) -> Form:
    page = shell.model.page
    assert isinstance(page, FormPage)
    return page.form(shell.model)


def answers(shell: Shell) -> dict[str, Any]:
    return {item.question.key: item.value for item in form_of(shell).items if not isinstance(item.question, Command)}


def chooses(shell: Shell, *choices: tuple[str, Any]) -> Shell:
    for name, value in choices:
        shell.now += 1
        shell.take(Chosen(name, value, shell.now, HOST))
    return shell


def refused(shell: Shell, name: str, value: object) -> Refusal | None:
    step = update(shell.model, Chosen(name, value, shell.now, HOST))
    assert step.refusal is None or step.model.page is shell.model.page
    return step.refusal


def setup(*names: str) -> Shell:
    shell = Shell()
    shell.model = replace(shell.model, offered_names=names)
    return shell.open().press(OK)


def begun(shell: Shell) -> tuple[tuple[str, ...], tuple[int, ...]]:
    lineup = chooses(shell, ("begin", True)).model.session.lineup
    return lineup.players, lineup.colours


def test_what_the_buttons_choose_the_form_shows() -> None:
    shell = setup().press(OK, RIGHT)
    assert (answers(shell)["game"], answers(shell)["players"]) == ("claimit", 3)
    assert form_of(shell).cursor == "players"


def test_what_the_form_chooses_the_device_shows() -> None:
    shell = chooses(setup(), ("game", "klondike"))
    assert "Klondike" in shell.view.text
    assert {"deal", "centre_each_round"} <= answers(shell).keys()


def test_begin_takes_every_answer_as_the_form_shows_it() -> None:
    shell = chooses(setup().press(OK, RIGHT), ("recycle", True), ("seat 2", "Kim"), ("by_hand", True))
    lineup = chooses(shell, ("begin", True)).model.session.lineup
    assert (lineup.players, lineup.options, lineup.by_hand) == (("Green", "Blue", "Kim"), {"recycle": True}, True)


def test_a_colour_that_somebody_has_is_swapped() -> None:
    shell = chooses(setup(), ("players", 3), ("seat 0", "Kim"), ("colour 0", 2))
    assert begun(shell) == (("Kim", "Blue", "Green"), (2, 1, 0))


def test_a_seat_moves_with_its_name_and_colour() -> None:
    shell = chooses(setup(), ("players", 3), ("seat 2", "Kim"), ("place 2", 0))
    assert begun(shell) == (("Kim", "Green", "Blue"), (2, 0, 1))


def test_names_from_the_settings_are_chosen_with_buttons_and_typed_ones_with_them() -> None:
    shell = chooses(setup("Kim", "Ann"), ("seat 0", "Eva")).press(OK, OK)
    assert "Eva" in shell.view.text
    assert begun(shell) == (("Eva", "Kim"), (0, 1))


def test_a_name_that_is_taken_away_leaves_the_colour() -> None:
    for shell in (setup("Kim", "Ann"), setup()):
        chooses(shell, ("seat 0", "Eva"), ("seat 0", ""))
        assert begun(shell)[0][0] == "Green"


def test_a_colour_in_any_language_is_that_colour() -> None:
    assert begun(chooses(setup(), ("seat 0", "blau"))) == (("Blue", "Green"), (1, 0))


def test_unusual_names_are_kept_whole() -> None:
    for name in ["x" * 64, EMOJI, MARKUP, HEBREW, "Ann  Lee", "'; DROP TABLE games; --"]:
        assert begun(chooses(setup(), ("seat 1", name)))[0] == ("Green", name)


def test_a_name_that_will_not_do_is_one_sentence() -> None:
    for name, number in [("Kim", 0), ("a\nb", 1), ("\ud800", 1), ("x" * 200, 2), ("\u202eKim", 3), ("\u3164", 4)]:
        shell = chooses(setup(), ("seat 0", "Kim"))
        assert refused(shell, "seat 1", name) == Refusal("players", NAME_FAULTS[number])
        assert answers(shell)["seat 1"] == "", (name, number)


def test_who_has_played_before_is_offered_first_by_the_settings() -> None:
    shell = Shell()
    shell.model = replace(shell.model, offered_names=("Kim",))
    old = ({"players": ["Ann", "Green", 3]}, {"players": ["Bo", "Ann", "\n"]}, {"players": None})
    shell.take(JournalOpened(None, shell.now, old))
    chooses(shell.press(OK), ("seat 1", "Bo"))
    known = {item.question.key: [each.value for each in item.question.answers] for item in form_of(shell).items}
    assert (known["seat 0"], known["seat 1"]) == (["Kim", "Ann"], ["Ann", "Bo"])


def test_a_plug_in_that_cannot_be_loaded_is_not_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    shell = setup()
    monkeypatch.setattr("companion.pages.setup.is_playable", lambda name: name != "klondike")
    assert refused(shell, "game", "klondike") == Refusal("phase", "klondike cannot be loaded.")
    assert answers(shell)["game"] == "claimit"


def test_guide_sound_and_language_are_set_in_the_setup_and_in_the_menu() -> None:
    shell = chooses(setup(), ("guide", False), ("language", "de"), ("sound", False))
    assert isinstance(shell.model.page, SetupPage)
    shell.hold(UNDO)
    assert [answers(shell)[name] for name in ("guide", "language", "sound")] == [False, "de", False]
    chooses(shell, ("brightness", 0.3))
    assert "30%" in shell.view.text


def test_a_new_game_is_asked_for_and_the_old_one_is_kept_until_it_begins() -> None:
    shell = at_table(OK).hold(UNDO)
    chooses(shell, ("New game", True))
    assert (shell.page, shell.model.session.lineup.players) == ("setup", ("Green", "Blue"))
    chooses(shell, ("close", True), ("close", True))
    assert shell.page == "roll"
    chooses(shell.hold(UNDO), ("New game", True), ("again", False), ("players", 4), ("begin", True))
    assert len(shell.model.session.lineup.players) == 4
    assert shell.ended == []


def test_an_unfinished_game_is_gone_on_with_by_name() -> None:
    shell = at_table(OK).restart()
    assert form_of(shell).cursor == "Resume"
    details = [item.question.answers[0].detail for item in form_of(shell).items]
    assert len(set(filter(None, details))) == len(details) == 3
    assert chooses(shell, ("Resume", True)).page == "roll"


def test_only_the_host_is_asked() -> None:
    shell = setup()
    shown = visible_page(shell.view, shell.model)
    assert describe(shown, "en", HOST)["form"]
    for viewer in (SPECTATOR, seat_viewer(Seat(0))):
        assert "form" not in describe(shown, "en", viewer)


def test_the_form_speaks_the_viewer_s_language_of_the_table_s_values() -> None:
    shell = chooses(setup(), ("language", "nl"), ("seat 0", "Kim"))
    form = describe(visible_page(shell.view, shell.model), "de", HOST)["form"]
    asked = {question["key"]: question for question in form["questions"]}
    assert form["title"] == "Neues Spiel"
    assert (asked["language"]["label"], asked["language"]["value"]) == ("Sprache", "nl")
    assert [answer["label"] for answer in asked["language"]["answers"]] == ["English", "Deutsch", "Nederlands"]
    assert (asked["seat 1"]["placeholder"], asked["seat 0"]["value"]) == ("Blau", "Kim")


def test_the_guide_is_off_by_itself_where_there_are_no_pieces_to_move() -> None:
    cases: tuple[tuple[bool | Literal["auto"], bool, bool], ...] = (
        ("auto", True, True),
        ("auto", False, False),
        (True, False, True),
        (False, True, False),
    )
    for guide, has_board, is_on in cases:
        config = LaunchConfig(Settings(table=Table(guide=guide)), None, has_board=has_board)
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


def test_a_name_that_was_typed_before_a_bot_took_the_seat_is_offered_to_nobody_else() -> None:
    shell = chooses(setup("Ada"), ("players", 2), ("seat 0", "Ada"), ("bot 0", "prospector"))
    while shell.page == "setup":
        shell.press(OK)
    names = shell.model.session.lineup.players
    assert (names[0], len(set(names))) == ("Ada", 2)
