from pathlib import Path

import pytest

from companion.commands.cli import main
from companion.core.model import TABLES
from companion.runtime.journal import Journal
from engine.games import GAMES
from hardware.device import Button
from tests.companion.games.app import App
from tests.companion.games.companion_process import CompanionProcess
from tests.engine.plug_ins import install
from tests.pig.test_played import run

RULES = "from companion_pig.rules import Pig\nclass Sick(Pig): name, title = 'sick', 'Sick'\nPIG = Sick()\n"
HALF = "from companion.core.model import Table\nclass Half(Table): pages = ()\nTABLE = Half()\n"
BROKEN = {
    "an import that fails": ("import nothing_such\n", "ModuleNotFoundError: No module named 'nothing_such'."),
    "an import from within the house": (
        "from companion.gone import Page\n",
        "ModuleNotFoundError: No module named 'companion.gone'; what a plug-in imports is in engine.plugin and "
        "companion.plugin.",
    ),
    "a module that fails": ("1 / 0\n", "ZeroDivisionError: division by zero."),
    "no such name in it": ("", "AttributeError: module 'sick_{kind}' has no attribute 'TABLE'."),
    "something else": ("TABLE = object()\n", "it has no "),
    "a class that leaves something out": (HALF, "TypeError: Can't instantiate abstract class Half with "),
}
"""The table modules with their faults."""


def plug_in(folder: Path, rules: str, companion: str | None) -> Path:
    (folder / "sick_rules.py").write_text(rules)
    (folder / "sick_table.py").write_text(companion or "")
    tables = {} if companion is None else {"tables": {"sick": "sick_table:TABLE"}}
    return install(folder, "sick", games={"sick": "sick_rules:PIG"}, **tables)


@pytest.mark.slow
@pytest.mark.parametrize("case", BROKEN)
def test_a_broken_plug_in_is_reported_and_other_games_work(
    case: str, tmp_path: Path, installed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module, error = BROKEN[case]
    folder = tmp_path / "plugged"
    folder.mkdir()
    monkeypatch.setenv("PYTHONPATH", f"{plug_in(folder, RULES, module)}:{installed}")
    monkeypatch.setenv("LC_ALL", "C")
    described = run("play", "--device", "headless", "--game", "sick", "--players", "2", status=2)
    assert described.count("\n") == 1
    reason = f"The plug-in sick of the package sick cannot be loaded: {error.format(kind='table')}"
    assert reason in described
    journal = tmp_path / "journal.sqlite"
    with CompanionProcess(journal, "--game", "pig", "--players", "2") as companion:
        companion.press(Button.OK, Button.OK)
        shown = companion.kill()
    with CompanionProcess(journal) as companion:
        assert companion.press(Button.OK).state == shown.state
        assert companion.quit() == 0


@pytest.mark.usefixtures("pig")
@pytest.mark.parametrize("companion", [None, "1 / 0\n"], ids=["missing", "broken"])
def test_a_game_without_its_plug_in_is_kept_but_not_resumed(
    companion: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "plugged"
    folder.mkdir()
    monkeypatch.syspath_prepend(plug_in(folder, RULES, companion))
    assert list(GAMES)[-2:] == ["pig", "sick"]
    assert [name for name, _ in TABLES.items()][-1] == "pig"
    lineup = {"game": "sick", "players": ["Green", "Blue"], "options": {}, "colours": [0, 1], "first": 0}
    with Journal.open(tmp_path / "journal.sqlite") as journal:
        journal.append(
            journal.begin(lineup, bytes(32), "2026-11-21T12:00:00Z"),
            [{"event": "start", "game": "sick", "players": ["Green", "Blue"]}, {"event": "roll", "dice": [4]}],
            "2026-11-21T12:00:00Z",
        )
        app = App().start(unfinished=journal.unfinished())
    assert app.page == "fault"
    assert app.model.maybe_session is None


@pytest.mark.usefixtures("pig")
def test_a_game_without_pages_works_only_in_the_referee(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "plugged"
    folder.mkdir()
    monkeypatch.syspath_prepend(plug_in(folder, RULES, None))
    assert main(["play", "--device", "headless", "--game", "sick", "--players", "2"]) == 2
    assert "Sick has rules, but cannot be played here" in capsys.readouterr().err
