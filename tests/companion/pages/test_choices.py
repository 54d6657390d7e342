import dataclasses
from collections.abc import Mapping
from functools import partial
from typing import Any, ClassVar

import pytest
from msgspec.structs import replace

from companion.core.effects import DiscardGame
from companion.core.lineup import HOST, SPECTATOR, LineUp, seat_viewer
from companion.core.messages import Chosen, Pressed
from companion.core.model import BoardScreenPage, ListScreenPage, Model, Page, Transition, keys_of
from companion.core.questions import Command, Form
from companion.core.shown import softkeys_of
from companion.locale.translator import languages
from companion.pages.selftest import SelftestPage
from companion.program.description import VisiblePage, describe
from companion.program.update import update
from companion.program.view import view
from companion.tables.claimit.start import JoinTurnPage
from companion.ui.art import Icon
from companion.ui.screen import Choices, Option, Screen
from engine.game import Seat
from hardware.device import Button, Press
from tests.companion.games.app import App
from tests.companion.pages.piratenclaim import PLACED, played
from tests.companion.pages.scenes import SCENES, scene
from tests.companion.pages.sitting import pick, press, roll_for_start
from tests.engine.claimit_boards import drawn


class FruitPage(ListScreenPage, frozen=True):
    cursor: int = 0
    eaten: str = ""
    fruits: tuple[str, ...] = ("apple", "pear", "plum")
    name: ClassVar[str] = "fruit"

    def screen(self, model: Model) -> Screen:
        def eat(fruit: str) -> Transition:
            return Transition(model.with_page(FruitPage(eaten=fruit)))

        options = [Option(f"an {fruit}", partial(eat, fruit), key=fruit) for fruit in self.fruits]
        options.append(Option("a stone", detail="too hard"))
        leave = Option("Leave", lambda: eat("nothing"), icon=Icon.UNDO)
        return Screen("Fruit", choices=Choices(options, self.cursor), keys={Button.UNDO: leave})


def model_of(page: FruitPage) -> Model:
    return Model(page, page)


def keys(page: FruitPage) -> Mapping[Button, Option]:
    return keys_of(model_of(page), page.screen(model_of(page)))


def page_after(step: Transition) -> FruitPage:
    assert isinstance(step.model.page, FruitPage)
    return step.model.page


@pytest.mark.parametrize(
    ("cursor", "button", "moved"), [(0, Button.RIGHT, 1), (0, Button.LEFT, 3), (3, Button.RIGHT, 0)]
)
def test_left_and_right_move_the_cursor_in_a_circle(cursor: int, button: Button, moved: int) -> None:
    page = FruitPage(cursor)
    assert page_after(page.press(model_of(page), button)) == FruitPage(moved)


def test_ok_chooses_the_option_under_the_cursor() -> None:
    page = FruitPage(cursor=1)
    assert page_after(page.press(model_of(page), Button.OK)).eaten == "pear"


def test_an_option_that_cannot_be_chosen_has_no_softkey_and_says_why() -> None:
    page = FruitPage(cursor=3)
    model = model_of(page)
    key = keys(page)[Button.OK]
    assert (key.do, key.label, key.detail) == (None, "a stone", "too hard")
    assert page.press(model, Button.OK).model.rejected_at is not None


def test_a_single_option_needs_no_arrows() -> None:
    page = FruitPage(fruits=())
    assert set(keys(page)) == {Button.OK, Button.UNDO}


@pytest.mark.parametrize(("name", "eaten"), [("plum", "plum"), ("undo", "nothing")])
def test_options_and_buttons_are_chosen_by_name(name: str, eaten: str) -> None:
    page = FruitPage()
    (item,) = (item for item in page.form(model_of(page)).items if item.question.key == name)
    assert page_after(item.choose(True)).eaten == eaten


def test_the_form_offers_the_available_choices_and_back() -> None:
    page = FruitPage(cursor=2)
    form = page.form(model_of(page))
    assert [item.question.key for item in form.items] == ["apple", "pear", "plum", "undo"]
    assert (form.title, form.cursor) == ("Fruit", "plum")


class TreesPage(BoardScreenPage, frozen=True):
    cursor: int = 0
    pointed: str = ""
    name: ClassVar[str] = "trees"

    def screen(self, model: Model) -> Screen:
        def to(pointed: str) -> Transition:
            return Transition(model.with_page(TreesPage(self.cursor, pointed)))

        options = [Option(f"climb {place}", partial(to, f"up {place}"), place=place) for place in ("a1", "b1")]
        options.append(Option("climb c1", detail="a bird", place="c1"))
        return Screen("Trees", choices=Choices(options, self.cursor, "board"), point=partial(to))


def point_at(page: TreesPage, place: str) -> TreesPage:
    after = page.point(Model(page, page), place).model.page
    assert isinstance(after, TreesPage)
    return after


def test_pointing_at_a_place_moves_the_cursor_and_pointing_again_chooses_it() -> None:
    there = point_at(TreesPage(), "b1")
    assert there == TreesPage(cursor=1)
    assert point_at(there, "b1").pointed == "up b1"


def test_pointing_at_an_option_that_cannot_be_chosen_is_rejected() -> None:
    page = TreesPage(cursor=2)
    step = page.point(Model(page, page, now=3.0), "c1")
    assert (step.model.page, step.model.rejected_at) == (page, 3.0)


def test_the_page_handles_pointing_at_other_places() -> None:
    assert point_at(TreesPage(), "d1") == TreesPage(pointed="d1")


def test_left_and_right_are_labelled_with_the_next_places() -> None:
    page = TreesPage()
    rows = keys_of(Model(page, page), page.screen(Model(page, page)))
    assert (rows[Button.LEFT].detail, rows[Button.RIGHT].detail, rows[Button.OK].label) == ("c1", "b1", "climb a1")


def form_of(model: Model) -> Form:
    form = model.page.form(model)
    assert form is not None
    return form


def commands(model: Model) -> dict[str, Command]:
    return {item.question.key: item.question for item in form_of(model).items if isinstance(item.question, Command)}


def choose_key(model: Model, key: str) -> Transition:
    return update(model, Chosen(key, value=True, at=model.now + 1, sender=HOST))


def state(model: Model) -> dict[str, Any]:
    return dict(model.session.game.to_json(model.session.state))


def page_names_after(model: Model, *keys: str) -> Model:
    for key in keys:
        step = choose_key(model, key)
        assert step.refusal is None
        model = step.model
    return model


def test_every_list_of_the_device_is_a_form_whose_buttons_do_what_ok_does() -> None:
    found = 0
    for model in map(scene, SCENES):
        choices = model.page.screen(model).choices if isinstance(model.page, Page) else None
        if choices and choices.show in {"list", "row"}:
            assert model.page.form(model) or isinstance(model.page, SelftestPage), model.page.name
        if model.page.form(model) and form_of(model).cursor in commands(model):
            check_commands(replace(model, rejected_at=None))
            found += 1
    assert found


def check_commands(model: Model) -> None:
    for key in commands(model):
        step = choose_key(model, key)
        assert (step.refusal, step.model.rejected_at) == (None, None), (model.page.name, key)
    if softkeys_of(model)[2]:
        pressed, by_name = (
            update(model, Pressed(Press(Button.OK), model.now + 1)),
            choose_key(model, form_of(model).cursor),
        )
        assert (by_name.model.page, by_name.model.pages_beneath) == (pressed.model.page, pressed.model.pages_beneath)
        assert (by_name.model.maybe_session, by_name.effects) == (pressed.model.maybe_session, pressed.effects)


def test_a_name_is_never_translated() -> None:
    for language in languages():
        model = replace(played(PLACED, players=("Menu", "{n}")), language=language)
        called = dataclasses.replace(drawn("GGGGGG/GGG.../....../.b..oo/....../OOOOOO"), players=("Menu", "{n}", "Ann"))
        join = replace(
            pick(roll_for_start(called.players), "Set up a position").with_page_on_top(JoinTurnPage(called)),
            language=language,
        )
        for opened in (press(model, "right", "right", "ok"), pick(model, "End the game"), join):
            described = describe(VisiblePage(view(opened, opened.now).text, opened), language, HOST)["form"]
            assert {"Menu", "{n}"} <= {question["label"] for question in described["questions"]}, language


def test_only_the_acting_seat_and_the_host_get_the_form() -> None:
    model = scene("conflict")
    shown = VisiblePage(view(model, model.now).text, model)
    assert describe(shown, "en", HOST)["form"] == describe(shown, "en", seat_viewer(Seat(0)))["form"]
    for viewer in (seat_viewer(Seat(1)), SPECTATOR):
        assert "form" not in describe(shown, "en", viewer)


def test_a_roll_of_real_dice_is_a_tap_for_each_die() -> None:
    model = press(played(PLACED, by_hand=True), "ok")
    model = page_names_after(model, "die 0 5", "die 1 3", "die 2 2")
    assert form_of(model).note == "red 5, green 3, grey 2"
    assert (refusal := choose_key(model, "die 2 2").refusal)
    assert refusal.code == "syntax"
    model = page_names_after(model, "undo", "die 2 4", "die 3 1", "die 4 6", "die 5 2")
    assert tuple(state(model)["dice"].values()) == (5, 3, 4, 1, 6, 2)


OK = Button.OK


def choose(app: App, name: str) -> App:
    app.now += 1
    app.send(Chosen(name, value=True, at=app.now, sender=HOST))
    return app


def offered_choices(app: App) -> list[str]:
    return [item.question.key for item in form_of(app.model).items]


def test_the_title_page_offers_every_start_of_a_game() -> None:
    games = ["klondike", "piratenclaim"]
    app = App().start()
    assert offered_choices(app) == ["player", "bot", "solo", "table", *games, "lesson"]
    app.model = replace(app.model, last_lineup=LineUp("claimit", ("Kim", "Ann")))
    assert choose(app, "klondike").page == "setup"
    answers = {item.question.key: item.value for item in form_of(app.model).items}
    assert (answers["again"], answers["game"]) == (False, "klondike")
    again = next(item.question for item in form_of(app.model).items if item.question.key == "again")
    assert again.answers[0].detail == "Claim It!"  # chosen after all, it is a game of that
    left = choose(App().start(), "solo").restart()
    left.model = left.model.with_only_page(left.model.home)
    assert offered_choices(left) == ["player", "bot", "solo", "table", "resume", "discard", *games, "lesson"]
    assert choose(left, "resume").page == "turn"


def test_an_older_unfinished_game_is_offered_after_the_newest_is_discarded() -> None:
    app = choose(App().start(), "solo").restart()
    app.model = app.model.with_only_page(app.model.home)
    assert choose(app, "discard").page == "consent"
    assert app.press(OK).model.maybe_session is not None  # no is under the cursor
    choose(choose(app, "discard"), "yes")
    assert (app.page, app.model.maybe_session) == ("attract", None)
    assert app.endings == [DiscardGame()]


def test_the_name_and_the_opponent_are_remembered() -> None:
    app = App().start()
    app.send(Chosen("player", value="Kim", at=1.0, sender=HOST))
    app.send(Chosen("bot", value="marshal", at=1.0, sender=HOST))
    choose(app, "solo")
    assert (app.model.session.lineup.players, app.model.session.lineup.bots) == (
        ("Kim", "Marshal"),
        {"1": "marshal"},
    )
    app.model = app.model.with_only_page(app.model.home)
    answers = {item.question.key: item.value for item in form_of(app.model).items}
    assert (answers["player"], answers["bot"]) == ("Kim", "marshal")


def test_the_lesson_leads_back_to_the_start() -> None:
    app = choose(App().start(), "lesson")
    assert app.model.page.is_lesson
    assert app.press(Button.UNDO).page == "attract"
