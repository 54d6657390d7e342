from pathlib import Path

import pytest

from companion.commands.cli import main as command
from companion.core.lineup import LineUp
from companion.core.messages import JournalOpened
from companion.core.model import Model
from companion.core.saved_games import GameId, Unfinished
from companion.core.snapshot import DEVICE_AXES
from companion.pages.menu import MenuPage
from companion.program.update import update
from engine.game import Seat
from hardware.device import Button
from tests.companion.games.app import SEED, App
from tests.companion.pages.sitting import BOX
from tests.engine.plug_ins import install

OK, RIGHT, LEFT = Button.OK, Button.RIGHT, Button.LEFT
MODULE = "tests.companion.tables.plain_table"
TO_PLAIN = (LEFT, OK)
"""The presses on the page that asks for the game: after two built-in games."""


@pytest.fixture
def plain_plug_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = install(tmp_path, "plain", games={"plain": f"{MODULE}:game"}, tables={"plain": f"{MODULE}:TABLE"})
    monkeypatch.syspath_prepend(folder)


@pytest.fixture
def tiny_plug_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = install(tmp_path, "tiny", games={"tiny": "tests.engine.tiny_game"}, tables={"tiny": "no.such.table"})
    monkeypatch.syspath_prepend(folder)


def start_plain() -> App:
    return App(LineUp("plain", ("Green", "Blue"), {"quick": False, "goal": 60}, first=Seat(0), colours=(0, 1))).start()


@pytest.mark.usefixtures("plain_plug_in")
def test_the_setup_has_questions_for_a_number_and_for_yes_or_no() -> None:
    app = App().start().press(OK, *TO_PLAIN, OK)
    assert (app.view.text[0], *app.view.text[2:4]) == ("How far?", "40", "points")
    assert [app.press(RIGHT).view.text[2] for _ in range(4)] == ["60", "80", "100", "20"]
    app.press(OK)
    assert (app.view.text[0], app.view.text[2], app.view.text[3]) == ("Do stones come back?", "yes", "at once")
    assert (app.press(RIGHT).view.text[2], app.view.text[3]) == ("no", "they stay")
    app.press(OK)
    assert app.model.session.lineup.options == {"goal": 20, "quick": False}


@pytest.mark.usefixtures("plain_plug_in")
def test_features_that_a_table_lacks_are_not_offered() -> None:
    app = start_plain()
    page = app.page
    app.press(LEFT)
    app.hold(LEFT)
    assert app.page == page
    offered = {each.label for each in MenuPage().options(app.model.with_page_on_top(MenuPage()))}
    assert ("Scores" in offered, "Check the board" in offered) == (True, False)
    assert app.model.page.axes(app.model) is None
    assert BOX.page.axes(BOX) == DEVICE_AXES


def left_game() -> Model:
    lineup = {"game": "tiny", "players": ["Green", "Blue"], "options": {}, "colours": [0, 1]}
    return update(BOX, JournalOpened(Unfinished(GameId(1), lineup, SEED, "", (), 0), 0.0)).model


def test_a_game_of_a_missing_plug_in_is_kept() -> None:
    assert left_game().page.name == "fault"
    assert left_game().page.press(left_game(), OK).effects == ()


@pytest.mark.usefixtures("tiny_plug_in")
def test_the_setup_leaves_out_a_plug_in_that_cannot_be_loaded() -> None:
    assert "tiny" not in App().start().press(OK, LEFT).view.text


@pytest.mark.usefixtures("plain_plug_in")
def test_a_field_sheet_is_drawn_only_for_games_with_columns_and_rows(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    sheet = tmp_path / "klondike.svg"
    assert command(["overlay", "--game", "klondike", str(sheet)]) == 0
    assert [sheet.read_text("utf-8").count(f">{number}</text>") for number in range(1, 5)] == [2, 2, 2, 0]
    assert command(["overlay", "--game", "plain", str(tmp_path / "plain.svg")]) == 2
    assert command(["overlay", "--game", "chess", str(tmp_path / "chess.svg")]) == 2
    assert capsys.readouterr().err.splitlines() == [
        "companion overlay: Plain has no columns and rows: no sheet is needed",
        "companion overlay: unknown game chess; allowed: claimit, klondike, piratenclaim, plain",
    ]
    assert not (tmp_path / "plain.svg").exists()
