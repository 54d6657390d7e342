"""`companion ghost`: what it learns from the games of a journal, and the bot that it writes."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from companion.commands.cli import main
from companion.files.bot_loader import load_bot
from companion.lab.ghost import read_games
from companion.runtime.journal import Journal
from engine.bots import find_bot
from engine.choice_model import Agreement, Estimate, mean_figures
from engine.claimit.ghost import Preference, bust_chance_to_bank, fit
from engine.game import Seat
from tests.companion.program.played import keep, played
from tests.engine.ghosts import GHOST, write_ghost

if TYPE_CHECKING:
    from pathlib import Path

    from engine.choice_model import Figures
    from engine.claimit.ghost import Ghost

SURE = Agreement(0, 0.0, 0.0, 1.0)
pytestmark = pytest.mark.usefixtures("at_home")


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A journal with ten games of Ann, five of Ben."""
    journal = tmp_path_factory.mktemp("games") / "journal.sqlite"
    with Journal.open(journal) as opened:
        for number in range(10):
            keep(opened, played(("Ann", "Ben" if number % 2 else "Blue"), bytes([number]) * 32))
    return journal


@pytest.mark.slow
def test_a_ghost_is_told_of(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ghost", "ann", "--journal", str(path), "--games", "4"]) == 0
    out, err = capsys.readouterr()
    lines = out.splitlines()
    assert err == ""
    assert lines[0] == "Ann's ghost, learned from 10 games"
    assert sum(" in other games (" in line for line in lines) == 2
    assert "what speaks for a field:" in lines
    assert lines[-2].endswith("of 4 games against Prospector")
    assert lines[-1] == f"plays as ghost:{path.parent / 'ghosts' / 'ann.json'}"
    assert load_bot(lines[-1].removeprefix("plays as "), "claimit").title == "Ann's ghost"


@pytest.mark.slow
def test_a_ghost_is_told_of_as_json(path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ghost", "Ann", "--journal", str(path), "--json", "--output", str(tmp_path / "mine.json")]) == 0
    ghost = json.loads(capsys.readouterr().out)
    assert (ghost["name"], ghost["games"], ghost["wins"], ghost["of"]) == ("Ann", 10, None, None)
    assert ghost["banking"]["decisions"] > 100
    share, low, high = ghost["banking"]["foretold"]
    assert low < 0.55
    assert low < share < high
    assert (len(ghost["banking"]["weights"]), len(ghost["placing"]["weights"])) == (6, 5)
    file = json.loads((tmp_path / "mine.json").read_text())
    assert {**file, "file": str(tmp_path / "mine.json"), "wins": None, "of": None} == ghost


@pytest.mark.parametrize(("name", "games"), [("Ben", 5), ("Nobody", 0), ("\x1b[2J", 0)])
def test_too_few_games_are_no_ghost(path: Path, capsys: pytest.CaptureFixture[str], name: str, games: int) -> None:
    assert main(["ghost", name, "--journal", str(path)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("companion ghost: a ghost needs 10 finished games of Claim It!; of ")
    assert f"there are {games} in " in err
    assert "\x1b" not in err


def test_a_game_in_which_a_bot_took_over_is_left_out(tmp_path: Path) -> None:
    with Journal.open(tmp_path / "journal.sqlite") as journal:
        game = played(("Ann", "Ben"))
        lineup = game.running.lineup.with_bot(Seat(0), "sheriff").with_bot(Seat(0), None)
        keep(journal, game._replace(running=replace(game.running, lineup=lineup)))
        assert [len(read_games(journal, name).decisions) for name in ("Ann", "Ben")] == [0, 1]


def test_a_damaged_game_is_left_out(path: Path, tmp_path: Path) -> None:
    copy = tmp_path / "journal.sqlite"
    copy.write_bytes(path.read_bytes())
    with closing(sqlite3.connect(copy)) as database, database:
        database.execute("UPDATE events SET json = '{}' WHERE game = 3 AND number = 9")
        database.execute("UPDATE games SET summary = '{' WHERE id = 5")
    with Journal.read(copy) as journal:
        assert len(read_games(journal, "Ann").decisions) == 8


def test_a_place_that_cannot_be_written_is_told_before_the_work(
    path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "journal.sqlite").write_bytes(path.read_bytes())
    (tmp_path / "ghosts").write_text("no folder")
    assert main(["ghost", "Ann", "--journal", str(tmp_path / "journal.sqlite")]) == 2
    told = f"companion ghost: {tmp_path / 'ghosts' / 'ann.json'} cannot be written"
    assert capsys.readouterr().err == f"{told} (File exists): name another file with --output\n"
    assert main(["ghost", "Ann", "--journal", str(path), "--output", str(tmp_path)]) == 2
    assert "cannot be written (Is a directory)" in capsys.readouterr().err


def test_a_ghost_of_somebody_else_is_not_overwritten(
    path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "journal.sqlite").write_bytes(path.read_bytes())
    write_ghost(tmp_path / "ghosts" / "ann.json", "Änn")
    before = (tmp_path / "ghosts" / "ann.json").read_bytes()
    assert main(["ghost", "Ann", "--journal", str(tmp_path / "journal.sqlite")]) == 2
    assert "ann.json is the ghost of Änn: name another file with --output" in capsys.readouterr().err
    assert (tmp_path / "ghosts" / "ann.json").read_bytes() == before


def person_with(bank: Figures, place: Figures) -> Ghost:
    """Somebody whose habits are known."""
    exact = [tuple(Estimate(weight, weight, weight) for weight in weights) for weights in (bank, place)]
    return replace(GHOST, banking=Preference(exact[0], SURE), placing=Preference(exact[1], SURE))


@pytest.mark.slow
@pytest.mark.no_cover
@pytest.mark.parametrize(("games", "widest"), [(10, 0.12), (100, 0.03)])
def test_the_habits_of_who_played_are_found_again(tmp_path: Path, games: int, widest: float) -> None:
    bank, place = (-4.0, 1.6, 0.3, 0.2, 0.1, 0.5), (1.0, 1.2, 2.0, 0.3, -0.8)
    kim, rival = person_with(bank, place), find_bot("greenhorn", "claimit")
    with Journal.open(tmp_path / "journal.sqlite") as journal:
        for number in range(games):
            keep(journal, played(("Blue", "Kim"), number.to_bytes(32, "big"), minds=(rival, kim)))
        found = read_games(journal, "kim")
    ghost = fit(*found)
    assert (ghost.title, ghost.fitted_to) == ("Kim's ghost", games)
    typical = mean_figures([choice.options[0] for game in found.decisions for choice in game.banks], len(bank))
    chance = bust_chance_to_bank(bank, typical)
    assert chance is not None
    assert ghost.risk is not None
    assert ghost.risk.low <= chance <= ghost.risk.high <= ghost.risk.low + widest
    truths = zip((*bank, *place), (*ghost.banking.weights, *ghost.placing.weights), strict=True)
    outside = [(truth, weight) for truth, weight in truths if not weight.low <= truth <= weight.high]
    # Of eleven intervals of 95 % one may well miss.
    assert len(outside) <= 1
