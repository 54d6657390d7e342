import re
from collections.abc import Iterator
from random import Random

import pytest
from msgspec.structs import replace

from companion.core.effects import WRONG, PlayTones
from companion.core.lineup import HOST, ViewerKind, seat_viewer
from companion.core.messages import Chosen, Pointed, Pressed
from companion.core.model import Model, at_table
from companion.core.shown import acting_seat, labelled_buttons, screen_of
from companion.features.bots import unpaused_bot_turn
from companion.program.description import VisiblePage, describe
from companion.program.update import update
from companion.runtime.launch_config import LaunchConfig, initial_model
from companion.settings.schema import Settings
from companion.tables.shared_pages import PhysicalStepsPage
from companion.ui.screen import NOTHING
from hardware.device import Button, Press
from tests.companion.games.app import JOURNAL, App
from tests.companion.pages.scenes import SCENES
from tests.companion.pages.scenes import scene as play
from tests.companion.program.test_monkey import random_lineup

ICON_LABELS = ("roll", "bank", "lay", "draw", "move", "travel", "discover", "continue", "end")


def main_button(model: Model) -> Button | None:
    return next((button for button, option in labelled_buttons(model).items() if option.main), None)


def check_main_button(model: Model) -> None:
    if isinstance(model.page, PhysicalStepsPage):
        return  # it says what the players do
    main, sentence = main_button(model), screen_of(model).sentence
    option = labelled_buttons(model)[main] if main else NOTHING
    where = model.page.name, sentence, option.label
    if (form := model.page.form(model)) is not None:
        assert form.items, where  # the question is in a form that has separate buttons
        return
    if option.do is None:
        assert model.page.has_places, where
        return
    named = [verb for verb in ICON_LABELS if re.search(rf"\b{verb}\b", sentence.lower())]
    assert not named or any(verb in option.label.lower() for verb in named), where


def offered_actions(app: App, viewer: ViewerKind) -> Iterator[Pressed | Pointed | Chosen]:
    shown, at = describe(VisiblePage(app.view.text, app.model), "en", viewer), app.now + 1.0
    game = shown["game"] or {"places": (), "layout": None, "map": None}
    layout = game["layout"] or {"slots": (), "tiles": ()}
    buttons = [Button(each["name"]) for each in shown["buttons"] if each["enabled"]]
    places = {each["name"] for each in (*game["places"], *layout["slots"]) if each["usable"] and shown["points"]}
    answers = [("tile", tile["value"]) for tile in layout["tiles"] if tile["state"] == "fits" and shown["points"]]
    for question in (shown.get("form") or {"questions": ()})["questions"]:
        answers += [(question["key"], answer["value"]) for answer in question["answers"]]
    if shown["buttons"]:
        yield from (Pressed(Press(button), at, viewer) for button in buttons)
        yield from (Pointed(place, at, viewer) for place in sorted(places))
        yield from (Chosen(*answer, at, viewer) for answer in answers)


MAX_CHECKED = 6
"""The number of choices that are tried in each state."""
EXCEPTIONS = ("klondike_no_pass", "numbers")
"""Where the low tone is the right answer: a pass with real tiles, and a field that the players are to find."""


def check_offers(app: App, rng: Random) -> None:
    model = replace(app.model, rejected_at=None)
    acting = acting_seat(model)
    viewer = HOST if acting is None or rng.random() < 0.5 else seat_viewer(acting)
    found = list(offered_actions(app, viewer))
    for offer in rng.sample(found, min(MAX_CHECKED, len(found))):
        after = update(model, offer)
        low = any(effect.tones == WRONG for effect in after.effects if isinstance(effect, PlayTones))
        refused = after.refusal or after.model.rejected_at is not None or low
        assert not refused or after.model.page.name in EXCEPTIONS, (model.page.name, offer)


ONE_OF_EACH_GAME = (0, 4, 5)
SEEDS = (
    *ONE_OF_EACH_GAME,
    *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(20) if seed not in ONE_OF_EACH_GAME),
)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_main_button_does_what_the_headline_names(seed: int) -> None:
    rng, tries = Random(seed), Random(seed)
    first = initial_model(LaunchConfig(Settings(), JOURNAL))
    app = App(random_lineup(first, rng), rng.randbytes(32)).start()
    for _ in range(60):
        model = app.model
        if not at_table(model) or model.maybe_session is None or model.maybe_session.record is None:
            app.press(Button.OK)
            continue
        if model.maybe_session.game.is_over(model.session.state):
            break
        bot = unpaused_bot_turn(model)
        if bot is None:
            check_main_button(model)
        elif not bot.waits_for_ok and (main := main_button(model)) is not None:
            assert labelled_buttons(model)[main].label == "Enter the roll", model.page.name
        check_offers(app, tries)
        app.advance_time(1.0).tick()
        main = main_button(app.model)
        app.press(main if main and rng.random() < 0.7 else rng.choice(list(Button)))


def test_no_button_is_labelled_with_a_symbol_only() -> None:
    labels = {each.label for name in SCENES for each in labelled_buttons(play(name)).values() if each.do}
    assert {label for label in labels if not any(map(str.isalnum, label))} == set()


def test_ok_has_the_label_of_the_selected_line() -> None:
    model = play("menu_middle")
    assert labelled_buttons(model)[Button.OK].label == "Rules"


def test_no_button_is_the_main_button_while_a_bot_acts() -> None:
    for name, main in [("bot_turn", []), ("bot_roll", []), ("bot_tile", []), ("bot_waits", ["ok"])]:
        assert [button for button, option in labelled_buttons(play(name)).items() if option.main] == main, name
