import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.core.effects import FinishGame
from companion.core.lineup import HOST
from companion.core.messages import Pressed
from companion.core.model import TABLES, Model
from companion.core.shown import softkeys_of
from companion.locale.translator import add_catalog, languages, translator_for
from companion.program.description import VisiblePage, describe
from companion.program.update import update
from companion.program.view import draw_page
from companion.web.site import rules_texts
from engine.games import GAMES
from hardware.device import OFF, Button, Press
from tests.companion.games.app import App
from tests.companion.ui.pixels import fits_key, overlaps
from tests.pictures.golden import is_unchanged, outdated_files
from tests.pictures.plug_in import pictures
from tests.pig.conftest import PIG
from tests.pig.player import move

pytestmark = pytest.mark.usefixtures("pig")


def at_setup() -> App:
    return App().start().press(Button.OK, Button.LEFT, Button.OK, Button.OK)


def state(app: App) -> dict[str, object] | None:
    session = app.model.maybe_session
    return None if session is None or session.record is None else session.game.to_json(session.state)


def played() -> Iterator[App]:
    app = at_setup()
    yield app
    while not (shown := state(app)) or shown["phase"] != "over":
        yield app.press(move(app.page, shown))


def test_the_setup_offers_pig_where_it_is_installed() -> None:
    assert list(TABLES)[-1] == list(GAMES)[-1] == "pig"
    assert TABLES["pig"].game is GAMES["pig"]
    assert App().start().press(Button.OK, *[Button.RIGHT] * list(TABLES).index("pig")).view.text[2] == "Pig"


def test_a_whole_game_is_played_by_buttons() -> None:
    for app in played():
        assert app.model.rejected_at is None
        assert app.view.text
    assert app.page == "game_over"
    assert any("wins!" in line for line in app.view.text)
    winner = (app.model.session.state.winners or ())[0]
    shown = describe(VisiblePage(app.view.text, app.model), "en", HOST)
    ranks = [player["rank"] for player in shown["game"]["players"]]
    assert (shown["screen"]["mood"], ranks) == ("end", [int(seat == winner) for seat in range(2)])
    app.press(Button.OK)
    (finished,) = app.endings
    assert isinstance(finished, FinishGame)
    points = [standing["points"] for standing in finished.summary["standings"]]
    assert finished.summary["winners"] == [points.index(max(points))]
    assert app.saved_events[-1]["event"] == "reveal"
    assert app.page == "attract"


def test_a_power_cut_at_any_time_loses_nothing() -> None:
    for app in played():
        if app.model.maybe_session is not None and app.saved_events:
            assert app.resumed_session == app.model.maybe_session


@pytest.mark.parametrize("language", languages())
def test_every_page_can_be_read(language: str) -> None:
    seen = [app.model for app in played()]
    assert {model.page.name for model in seen} == {"first_seat", "pig_turn", "game_over"}
    for model in seen:
        drawn = draw_page(replace(model, language=language))
        assert drawn.clipped == ()
        assert overlaps(drawn) == ()
        keys = softkeys_of(model)
        assert all(fits_key(key, place) for place, key in enumerate(keys))
        assert [is_accepted(model, button) for button in Button] == [bool(key) for key in keys]


def is_accepted(model: Model, button: Button) -> bool:
    return update(model, Pressed(Press(button), model.now)).model.rejected_at is None


def test_the_lights_count_to_a_hundred() -> None:
    app, total = next((app, shown["total"]) for app in played() if (shown := state(app)) and shown["total"])
    lit = [colour for colour in app.view.frame.lights if colour != OFF]
    assert isinstance(total, int)
    assert len(lit) == 36 * total // 100


def test_the_menu_offers_the_features_of_a_game_with_dice() -> None:
    app = at_setup().press(Button.OK).hold(Button.UNDO)
    assert "Fair dice" in app.view.text
    assert "Check the board" not in app.view.text


RULES = {
    "en": "Roll as often as you dare; a 1 loses all. Bank in time. 100 points win.",
    "de": "Würfle, so oft du dich traust; eine 1 kostet alles. Sichere rechtzeitig. 100 Punkte gewinnen.",
    "nl": "Gooi zo vaak je durft; een 1 kost alles. Haal op tijd binnen. Met 100 punten win je.",
}


@pytest.mark.usefixtures("pig")
def test_pig_is_translated_into_every_language() -> None:
    translators = {language: translator_for(language) for language in RULES}
    assert TABLES["pig"].rules[0].text == RULES["en"]
    for language, text in RULES.items():
        (section,) = rules_texts(translators[language])["Pig"]
        assert section["text"] == text, language
    assert translators["de"]("Roll") == "Würfeln"


def test_a_missing_or_damaged_catalog_is_an_error(tmp_path: Path) -> None:
    folder = tmp_path / "de" / "LC_MESSAGES"
    shutil.copytree(
        PIG / "companion_pig" / "locale" / "de" / "LC_MESSAGES", folder, ignore=lambda *_: ["companion_pig.mo"]
    )
    with pytest.raises(FileNotFoundError, match=r"has no LANGUAGE/LC_MESSAGES/companion_pig.mo: compile its .po files"):
        add_catalog("companion_pig", tmp_path)
    (folder / "companion_pig.mo").write_bytes(b"nonsense")
    with pytest.raises(OSError, match="Bad magic number"):
        add_catalog("companion_pig", tmp_path)
    assert translator_for("de")("Roll") == "Würfeln"


@pytest.mark.usefixtures("pig")
def test_the_golden_pictures_of_pig_are_up_to_date() -> None:
    drawn = pictures(PIG)
    assert [path for path, picture in drawn.items() if not is_unchanged(picture, path)] == []
    assert outdated_files(drawn) == set()
    assert len(drawn) == 4 * (len(RULES) + 1)
