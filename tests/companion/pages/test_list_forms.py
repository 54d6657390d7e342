import dataclasses
from typing import Any

from msgspec.structs import replace

from companion.core.messages import Chosen, Pointed, Pressed
from companion.core.model import FormPage, Model, Transition
from companion.core.page import Page
from companion.core.questions import Command, Form
from companion.core.viewer_kind import HOST, SPECTATOR, seat_viewer
from companion.locale.translator import languages
from companion.pages.selftest import SelftestPage
from companion.program.button_words import softkeys_of
from companion.program.description import describe, visible_page
from companion.program.update import update
from companion.program.view import view
from companion.tables.claimit.join_game import JoinTurnPage
from engine.game import Seat
from hardware.device import Button, Press
from tests.companion.pages.piratenclaim import LAID, again, discover, played, roll, ship
from tests.companion.pages.scenes import SCENES, scene
from tests.companion.pages.sitting import begin, pick, press
from tests.engine.claimit_boards import drawn


def form_of(model: Model) -> Form:
    assert isinstance(model.page, FormPage)
    return model.page.form(model)


def commands(model: Model) -> dict[str, Command]:
    return {item.question.key: item.question for item in form_of(model).items if isinstance(item.question, Command)}


def chosen(model: Model, key: str) -> Transition:
    return update(model, Chosen(key, value=True, at=model.now + 1, sender=HOST))


def state(model: Model) -> dict[str, Any]:
    return dict(model.session.game.to_json(model.session.state))


def after(model: Model, *keys: str) -> Model:
    for key in keys:
        step = chosen(model, key)
        assert step.refusal is None
        model = step.model
    return model


def test_every_list_of_the_device_is_a_form_whose_buttons_do_what_ok_does() -> None:
    found = 0
    for model in map(scene, SCENES):
        choices = model.page.screen(model).choices if isinstance(model.page, Page) else None
        if choices and choices.show in {"list", "row"}:
            assert isinstance(model.page, FormPage | SelftestPage), model.page.name
        if isinstance(model.page, FormPage) and form_of(model).cursor in commands(model):
            check_commands(replace(model, rejected_at=None))
            found += 1
    assert found


def check_commands(model: Model) -> None:
    for key in commands(model):
        step = chosen(model, key)
        assert (step.refusal, step.model.rejected_at) == (None, None), (model.page.name, key)
    if softkeys_of(model)[2]:
        pressed, by_name = update(model, Pressed(Press(Button.OK), model.now + 1)), chosen(model, form_of(model).cursor)
        assert (by_name.model.page, by_name.model.pages_beneath) == (pressed.model.page, pressed.model.pages_beneath)
        assert (by_name.model.game, by_name.effects) == (pressed.model.game, pressed.effects)


def test_a_name_is_never_taken_for_a_text() -> None:
    for language in languages():
        model = replace(played(LAID, players=("Menu", "{n}")), language=language)
        called = dataclasses.replace(drawn("GGGGGG/GGG.../....../.b..oo/....../OOOOOO"), players=("Menu", "{n}", "Ann"))
        join = replace(
            pick(begin(called.players), "Set up a position").with_page_on_top(JoinTurnPage(called)), language=language
        )
        for opened in (press(model, "right", "right", "ok"), pick(model, "End the game"), join):
            told = describe(visible_page(view(opened, opened.now), opened), language, HOST)["form"]
            assert {"Menu", "{n}"} <= {question["label"] for question in told["questions"]}, language


def test_the_seat_that_acts_is_asked_and_nobody_else_but_the_host() -> None:
    model = scene("conflict")
    shown = visible_page(view(model, model.now), model)
    assert describe(shown, "en", HOST)["form"] == describe(shown, "en", seat_viewer(Seat(0)))["form"]
    for viewer in (seat_viewer(Seat(1)), SPECTATOR):
        assert "form" not in describe(shown, "en", viewer)


def test_a_roll_of_real_dice_is_a_tap_for_each_die() -> None:
    model = press(played(LAID, by_hand=True), "ok")
    model = after(model, "die 0 5", "die 1 3", "die 2 2")
    assert form_of(model).note == "red 5, green 3, grey 2"
    assert (refusal := chosen(model, "die 2 2").refusal)
    assert refusal.code == "syntax"
    model = after(model, "undo", "die 2 4", "die 3 1", "die 4 6", "die 5 2")
    assert tuple(state(model)["dice"].values()) == (5, 3, 4, 1, 6, 2)


def test_the_ships_before_the_pirates_move_are_told_by_name() -> None:
    rolled = (LAID, roll(5, 3, 2, white=6, black=4, brown=3), discover("1/1", "black"), again(1, 1, 5))
    model = press(played(*rolled, discover("1/3", "brown"), guide=False), "ok", "bank")
    assert model.page.name == "piratenclaim_ships"
    first, second = form_of(model).note, commands(model)
    nobody, green = list(second)[:2]
    assert second[green].label == "Green"
    model = after(model, green)
    assert (form_of(model).title, chosen(model, green).refusal is None) == ("another?", False)
    model = after(model, next(iter(commands(model))))
    assert form_of(model).note != first
    assert chosen(model, nobody).refusal is not None
    model = after(model, "bank")
    assert [each["player"] for each in state(model)["ships"]] == [0]


def test_a_ship_is_told_and_a_pirate_sunk_by_name() -> None:
    model = press(played(LAID, ship(1, 0, "1/4")), "right")
    assert model.page.name == "piratenclaim_board"
    opened = update(model, Pointed("1/3", model.now, HOST)).model
    opened = update(opened, Pointed("1/3", model.now, HOST)).model
    assert after(opened, "undo").page.name == "piratenclaim_board"
    key = next(key for key, each in commands(opened).items() if each.label == "Green")
    assert [each["player"] for each in state(after(opened, key))["ships"]] == [0, 1]


def test_who_has_won_is_marked_and_the_game_ended_by_name() -> None:
    model = after(scene("end_game"), "seat 0", "seat 1", "seat 0")
    assert [each.detail for each in commands(model).values()][:2] == ["", "wins!"]
    assert isinstance(model.page, FormPage)
    assert model.page.form(model).note == "Mark everybody who has won, then end the game."
    assert after(model, "bank").session.state.winners == (1,)
