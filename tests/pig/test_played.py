import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from hardware.device import Button
from tests.companion.games.companion_process import COMPANION, TIMEOUT_S, CompanionProcess
from tests.pig.conftest import PIG
from tests.pig.player import play

pytestmark = pytest.mark.slow
TWO_PLAYERS = ("--game", "pig", "--players", "2")


@pytest.fixture(autouse=True)
def on_the_path(installed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(installed))
    monkeypatch.setenv("LC_ALL", "C")


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite"


def run(*words: str, stdin: str = "", status: int = 0) -> str:
    done = subprocess.run([COMPANION, *words], input=stdin, capture_output=True, text=True, timeout=TIMEOUT_S)  # noqa: S603, PLW1510 - our own program, whose status is looked at
    assert done.returncode == status, done.stderr
    return done.stdout + done.stderr


@pytest.mark.slow
def test_a_game_survives_power_cuts_and_is_exported_and_verified(journal: Path, tmp_path: Path) -> None:
    arguments: tuple[str, ...] = TWO_PLAYERS
    shown = None
    for _ in range(4):
        with CompanionProcess(journal, *arguments) as companion:
            if shown is not None:
                assert companion.frame.page == "resume"
                again = companion.press(Button.OK)
                assert (again.state, again.events, again.page) == (shown.state, shown.events, shown.page)
            shown, arguments = play(companion, 9), ()
            companion.kill()
    with CompanionProcess(journal) as companion:
        companion.press(Button.OK)
        end = play(companion, 1000)
        assert "wins!" in end.text
        companion.press(Button.OK)
        assert companion.wait_for_page("attract").events == 0
        assert companion.quit() == 0
    history = run("history", "--journal", str(journal), "1")
    assert history.startswith("Game 1, Pig, ")
    assert "points" in history
    record = tmp_path / "pig.jsonl"
    record.write_text(run("export", "--journal", str(journal), "1"))
    assert json.loads(record.read_text().splitlines()[-1])["event"] == "reveal"
    assert run("verify", str(record)).startswith("fair")
    assert "points 1" in run("replay", str(record))
    assert run("export", "--journal", str(journal), "1", "--format", "csv").startswith(
        "number,at,turn,seat,player,event"
    )
    assert json.loads(run("export", "--journal", str(journal), "1", "--format", "bgstats"))["game"]["name"] == "Pig"
    assert "points" in run("export", "--journal", str(journal), "1", "--format", "svg")


def test_the_referee_checks_a_game_of_pig() -> None:
    commands: list[dict[str, Any]] = [
        {"event": "start", "game": "pig", "players": ["Green", "Blue"]},
        {"event": "hold"},
        {"event": "roll", "dice": [7]},
        *[{"event": "roll", "dice": [5]}] * 20,
        {"query": "odds"},
        {"event": "hold"},
        {"event": "undo"},
        {"event": "hold"},
        {"event": "finish", "winners": [1]},
    ]
    lines = run("referee", stdin="".join(json.dumps(command) + "\n" for command in commands)).splitlines()
    codes = [answer.get("error", {}).get("code") for answer in map(json.loads, lines)]
    assert codes == [None, "phase", "syntax", *[None] * 20, "syntax", None, None, None, "phase"]
    assert json.loads(lines[-2])["state"]["winners"] == [0]


def test_the_tests_of_pig_pass() -> None:
    tests = [PIG / "test_pig.py"]
    done = subprocess.run([sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *tests], check=False)  # noqa: S603
    assert done.returncode == 0
    assert sum(len(path.read_text().splitlines()) for path in PIG.rglob("*.*") if path.suffix in {".py", ".toml"}) < 280
